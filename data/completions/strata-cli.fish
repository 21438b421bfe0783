# fish completion for strata-cli; the program itself lists commands and options
# SPDX-License-Identifier: GPL-3.0-or-later
function __strata_cli_options
    set -l words (commandline -opc)
    if set -q words[2]
        strata-cli $words[2] --list-options 2>/dev/null | string replace -r '^(\S+)\t[^\t]*\t' '$1\t'
    end
end
complete -c strata-cli -n __fish_use_subcommand -f -a '(strata-cli --list-commands 2>/dev/null)'
complete -c strata-cli -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -f -a '(__strata_cli_options)'
