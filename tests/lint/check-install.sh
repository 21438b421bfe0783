#!/bin/sh
# meson install lays down every file, and the programs run from there.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
build_root=$1
root=$2
prefix=$3
here=$(dirname "$0")

rm -rf "$root"
meson install -C "$build_root" --quiet --destdir "$root"

status=0
while read -r path; do
  case $path in
    '#'* | '') continue ;;
  esac
  if [ ! -s "$root$prefix/$path" ]; then
    echo "not installed: $prefix/$path"
    status=1
  fi
done <"$here/installed-files.txt"

# Nothing but what a person can name: no headers, no static libraries.
stray=$(find "$root" -name '*.a' -o -name '*.h')
if [ -n "$stray" ]; then
  echo "installed by mistake: $stray"
  status=1
fi

"$root$prefix/bin/strata" --version
"$root$prefix/bin/strata-cli" --version
exit $status
