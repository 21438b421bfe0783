#!/bin/sh
# A file manager that knows our types opens every suffix, packed or not, with strata.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
work=$1
mime_file=$(realpath "$2")
desktop_file=$(realpath "$3")

rm -rf "$work"
mkdir -p "$work/data/mime/packages" "$work/files"
cp "$mime_file" "$work/data/mime/packages/"
XDG_DATA_HOME=$work/data update-mime-database "$work/data/mime"
export XDG_DATA_HOME="$work/data"

status=0
expect () { # FILE TYPE
  got=$(gio info -a standard::content-type "$1" | sed -n 's/.*standard::content-type: //p')
  if [ "$got" != "$2" ]; then
    echo "$1: $got, expected $2"
    status=1
  fi
  if ! grep -q "^MimeType=.*$2;" "$desktop_file"; then
    echo "$desktop_file does not list $2"
    status=1
  fi
}

cd "$work/files"
text='# tracer: nop\n#\n'
printf "$text" >a.ftrace;        expect a.ftrace text/x-ftrace
printf "$text" >a.systrace;      expect a.systrace text/x-ftrace
printf "$text" >a.trace;         expect a.trace text/x-ftrace
printf "$text" >unnamed;         expect unnamed text/x-ftrace
printf "$text" >a.htrace;        expect a.htrace application/x-hitrace
printf 'OHOSPROF\0' >profile;     expect profile application/x-hitrace
printf "$text" >a.atrace;        expect a.atrace application/x-atrace
printf 'TRACE:\nx\234' >a.ctrace; expect a.ctrace application/x-atrace
printf '*version\n3\n' >b.trace; expect b.trace application/x-traceview
printf '*version\n3\n' >method;  expect method application/x-traceview
printf 'SLOW\003\000' >c.trace;  expect c.trace application/x-traceview
printf '{"nodes":[' >a.cpuprofile; expect a.cpuprofile application/x-cpuprofile
printf '\n\003' >a.pftrace; expect a.pftrace application/x-perfetto-trace
printf 'PK\003\004%026dfinding.notes' 0 >finding; expect finding application/x-strata-finding
cp finding a.strata; expect a.strata application/x-strata-finding
for suffix in ftrace systrace atrace htrace trace ctrace; do
  printf "$text" | gzip >d.$suffix.gz
  expect d.$suffix.gz application/x-trace-gzip
  printf '\050\265\057\375' >e.$suffix.zst
  expect e.$suffix.zst application/x-trace-zstd
done
exit $status
