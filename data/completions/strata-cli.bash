# bash completion for strata-cli, which itself lists commands and options, and for strata
# SPDX-License-Identifier: GPL-3.0-or-later
_strata_cli ()
{
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} i
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --list-commands 2>/dev/null | cut -f1) --help --version" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" "$command" --list-options 2>/dev/null | awk -F'\t' '{ print $1 }')" -- "$word")
  fi
}
_strata ()
{
  COMPREPLY=()
  if [[ ${COMP_WORDS[COMP_CWORD]} == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "--help --version --select --span --mapping --rebuild-callers --weights --event --interval --compare --merge --with" -- "${COMP_WORDS[COMP_CWORD]}")
  fi
}
complete -o default -F _strata_cli strata-cli
complete -o default -F _strata strata
