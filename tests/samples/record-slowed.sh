#!/bin/sh
# record-slowed.sh - records a program as it is, and with one function slowed
#
# Copyright 2026 The Strata authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: record-slowed.sh PROGRAM PERCENT OUT.ftrace.zst
#   PROGRAM is tests/samples/slowed of the build folder; decodeThumbnail takes PERCENT of its work
#
# Two processes compute meanwhile and take CPUs away. Needs root, tracefs and zstd.
# Records in an instance of its own, of this program's thread alone.
set -eu

if [ $# -ne 3 ]; then
  sed -n '6,7s/^# //p' "$0" >&2
  exit 2
fi
program=$(realpath "$1")
percent=$2
out=$(realpath "$3")

top=/sys/kernel/tracing
mountpoint -q $top || mount -t tracefs nodev $top
tracing=$top/instances/strata-slowed
record_tgid=$(cat $top/options/record-tgid)
load=

restore() {
  trap - EXIT
  for pid in $load; do kill "$pid" 2>/dev/null || true; done
  echo 0 > $tracing/events/enable || true
  echo "$record_tgid" > $top/options/record-tgid
  rmdir $tracing
}
mkdir $tracing
trap restore EXIT
trap 'exit 130' INT TERM

echo 0 > $tracing/tracing_on
echo mono > $tracing/trace_clock
echo 8192 > $tracing/buffer_size_kb
echo 1 > $top/options/record-tgid
[ ! -e $tracing/options/record-tgid ] || echo 1 > $tracing/options/record-tgid
echo 'prev_comm == "m.example.feed" || next_comm == "m.example.feed"' > $tracing/events/sched/sched_switch/filter
echo 'comm == "m.example.feed"' > $tracing/events/sched/sched_waking/filter
echo 1 > $tracing/events/sched/sched_switch/enable
echo 1 > $tracing/events/sched/sched_waking/enable

for _ in 1 2; do
  sh -c 'while :; do :; done' &
  load="$load $!"
done
echo 1 > $tracing/tracing_on
"$program" $tracing "$percent"
echo 0 > $tracing/tracing_on
# the names of other programs are nobody's business
sed -E '/^ *m\.example/!s/^ *[^#].*-([0-9]+) +\(/ other-\1 (/
/prev_comm=m\.example/!s/prev_comm=.* prev_pid=/prev_comm=other prev_pid=/
/next_comm=m\.example/!s/next_comm=.* next_pid=/next_comm=other next_pid=/' $tracing/trace | zstd -q -f -19 -o "$out"
echo "$(stat -c %s "$out") bytes"
