#!/bin/sh
# Static analysis. What GLib's macros hide from it is left out by kind; a single
# false alarm is silenced beside its line with cppcheck-suppress.
# usage: check-cppcheck.sh SOURCE-ROOT BUILD-FOLDER PATTERN-OF-FOLDERS...
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cd "$1"
build=$2
shift 2
mkdir -p "$build"
includes=$(find src -mindepth 1 -type d | sed 's/^/-I/')
# shellcheck disable=SC2048,SC2086 # one -I a word, and patterns
exec cppcheck -q --cppcheck-build-dir="$build" --error-exitcode=1 \
  --enable=warning,performance,portability --library=gtk --std=c11 --inline-suppr \
  --suppress=unknownMacro \
  $includes $*
