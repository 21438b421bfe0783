#!/bin/sh
# Runs the tests of the engine and of the window's background work under ThreadSanitizer.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: threads.sh SOURCE-FOLDER BUILD-FOLDER
set -eu
source=$1
build=$2/soak-threads
[ -d "$build" ] || meson setup "$build" "$source" -Doptimization=1 -Db_sanitize=thread -Db_lundef=false > /dev/null
ninja -C "$build" > /dev/null
TSAN_OPTIONS="suppressions=$source/tests/soak/tsan.supp halt_on_error=0 exitcode=66" \
  meson test -C "$build" --no-rebuild --suite unit --suite formats --timeout-multiplier 20 --print-errorlogs
