#!/bin/sh
# Runs the tests of the engine under ThreadSanitizer, and those of the window whose
# workers load, search, compare and are closed while they do.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: threads.sh SOURCE-FOLDER BUILD-FOLDER
#
# The window's need a GLib that is built with -Db_sanitize=thread too, for otherwise each
# object that a worker gives back looks like a race: STRATA_TSAN_GLIB says the
# folder of its libraries. Without it only the engine's are run, which is said.
set -eu
source=$1
build=$2/soak-threads
windows='window compare leaks query-pane profile-pane flame-pane slices-pane tree-pane log-pane runs-window'

check () { # SUPPRESSIONS TESTS...
  TSAN_OPTIONS="suppressions=$source/tests/soak/$1 halt_on_error=0 exitcode=66"
  export TSAN_OPTIONS
  shift
  meson test -C "$build" --no-rebuild --timeout-multiplier 20 --print-errorlogs "$@"
}

[ -d "$build" ] || meson setup "$build" "$source" -Doptimization=1 -Db_sanitize=thread -Db_lundef=false > /dev/null
ninja -C "$build" > /dev/null
check tsan.supp --suite unit --suite formats
if [ -n "${STRATA_TSAN_GLIB:-}" ]; then
  # shellcheck disable=SC2086 # words
  LD_LIBRARY_PATH=$STRATA_TSAN_GLIB check tsan-window.supp --num-processes 1 $windows
else
  echo 'STRATA_TSAN_GLIB is not set: the windows were not checked'
fi
