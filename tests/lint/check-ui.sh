#!/bin/sh
# Every interface file names only classes and properties that exist.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cd "$1"
# One display for all; the tool asks for one.
exec xvfb-run -a sh -c '
  status=0
  for file in $(find ui -name "*.ui"); do
    gtk4-builder-tool validate "$file" || status=1
  done
  exit $status'
