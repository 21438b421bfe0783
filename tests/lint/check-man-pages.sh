#!/bin/sh
# The manual pages format without a warning and name every part that a page needs.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
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
