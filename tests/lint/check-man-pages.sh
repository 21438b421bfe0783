#!/bin/sh
# The manual pages format without a warning, have every section that a page
# needs, and name every command and option that the programs tell of.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
strata_cli=$(realpath "$2")
strata=$(realpath "$3")
cd "$1/data/man"
for page in *.1; do
  warnings=$(MANROFFSEQ='' MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
  if [ -n "$warnings" ]; then
    printf '%s: %s\n' "$page" "$warnings"
    exit 1
  fi
  for section in NAME SYNOPSIS DESCRIPTION 'SEE ALSO'; do
    grep -q "^\.SH $section\$" "$page" || { echo "$page: no section $section"; exit 1; }
  done
done

names_in () { # PAGE HELP: every long option of the help is in the page
  for option in $(printf '%s\n' "$2" | sed -nE 's/^ +(-[a-zA-Z], )?--([a-z-]+).*/\2/p'); do
    if ! sed 's/\\-/-/g' "$1" | grep -q -e "--$option"; then
      echo "$1: no --$option"
      exit 1
    fi
  done
}

names_in strata.1 "$("$strata" --help)"
names_in strata-cli.1 "$("$strata_cli" --help)"
for command in $("$strata_cli" --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p'); do
  grep -q "^\.B $command\$" strata-cli.1 || { echo "strata-cli.1: no command $command"; exit 1; }
  names_in strata-cli.1 "$("$strata_cli" "$command" --help)"
done
