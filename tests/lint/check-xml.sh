#!/bin/sh
# XML that no other test reads is well-formed.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
xmllint --noout "$2"
cd "$1"
find data src ui \( -name '*.svg' -o -name '*.ui' -o -name '*.gresource.xml' \) -print0 | xargs -0 xmllint --noout
