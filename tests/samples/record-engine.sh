#!/bin/sh
# record-engine.sh - records an app with views and a game, and what they log
#
# Copyright 2026 The Strata authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: record-engine.sh PROGRAM OUT.ftrace.zst OUT.log
#   PROGRAM is tests/samples/engine of the build folder
#
# Every switch of all CPUs is in it, for their lanes, without the names of other
# programs. Needs root, tracefs and zstd. Records in an instance of its own.
set -eu

if [ $# -ne 3 ]; then
  sed -n '6,7s/^# //p' "$0" >&2
  exit 2
fi
program=$(realpath "$1")
out=$(realpath "$2")
log=$(realpath "$3")

top=/sys/kernel/tracing
mountpoint -q $top || mount -t tracefs nodev $top
tracing=$top/instances/strata-engine
record_tgid=$(cat $top/options/record-tgid)

restore() {
  trap - EXIT
  echo 0 > $tracing/events/enable || true
  echo "$record_tgid" > $top/options/record-tgid
  rmdir $tracing
}
mkdir $tracing
trap restore EXIT
trap 'exit 130' INT TERM

echo 0 > $tracing/tracing_on
echo mono > $tracing/trace_clock
echo 16384 > $tracing/buffer_size_kb
echo 1 > $top/options/record-tgid
[ ! -e $tracing/options/record-tgid ] || echo 1 > $tracing/options/record-tgid
for event in sched_switch sched_waking sched_wakeup; do
  echo 1 > $tracing/events/sched/$event/enable
done
# wake-ups of others are nobody's business
for event in sched_waking sched_wakeup; do
  echo 'comm ~ "m.example*" || comm == "UnityMain" || comm == "Worker-1" || comm == "surfaceflinger"' > $tracing/events/sched/$event/filter
done

: > "$log"
echo 1 > $tracing/tracing_on
"$program" $tracing "$log"
echo 0 > $tracing/tracing_on
ours='m\.example\.(game|list)|UnityMain|Worker-1|surfaceflinger'
sed -E "/^ *($ours|<idle>|<\.\.\.>)-/!s/^ *[^#].*-([0-9]+) +\(/ other-\1 (/
/prev_comm=($ours|swapper)/!s/prev_comm=.* prev_pid=/prev_comm=other prev_pid=/
/next_comm=($ours|swapper)/!s/next_comm=.* next_pid=/next_comm=other next_pid=/" $tracing/trace | zstd -q -f -19 -o "$out"
echo "$(stat -c %s "$out") bytes"
