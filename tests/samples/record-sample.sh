#!/bin/sh
# record-sample.sh - records a bundled sample anew
#
# Copyright 2026 The Strata authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: record-sample.sh PROGRAM SCENE OUT.ftrace.zst
#   PROGRAM is tests/samples/record-sample of the build folder, SCENE android, openharmony,
#   android-busy or openharmony-disk
#
# Needs root, tracefs and zstd. Records in an instance of its own, so that the
# settings of whoever else traces stay as they are, but for `record-tgid`, which
# the kernel has only once and which is put back.
set -eu

if [ $# -ne 3 ]; then
  sed -n '7,9s/^# //p' "$0" >&2
  exit 2
fi
program=$(realpath "$1")
scene=$2
out=$(realpath "$3")
here=$(dirname "$(realpath "$0")")

top=/sys/kernel/tracing
mountpoint -q $top || mount -t tracefs nodev $top
tracing=$top/instances/strata-sample
work=$(mktemp -d /var/tmp/strata-sample.XXXXXX)
record_tgid=$(cat $top/options/record-tgid)

restore() {
  trap - EXIT
  echo 0 > $tracing/events/enable || true
  echo "$record_tgid" > $top/options/record-tgid
  rmdir $tracing
  rm -rf "$work"
}
mkdir $tracing
trap restore EXIT
trap 'exit 130' INT TERM

# What this kernel does not have is left out.
on() {
  for event in "$@"; do
    [ ! -e $tracing/events/$event/enable ] || echo 1 > $tracing/events/$event/enable
  done
}

echo 0 > $tracing/tracing_on
echo mono > $tracing/trace_clock
echo 8192 > $tracing/buffer_size_kb
echo 1 > $top/options/record-tgid
[ ! -e $tracing/options/record-tgid ] || echo 1 > $tracing/options/record-tgid
on sched/sched_switch sched/sched_waking sched/sched_wakeup sched/sched_wakeup_new \
  sched/sched_process_exit sched/sched_process_fork task/task_newtask task/task_rename \
  power/cpu_frequency power/cpu_idle irq/irq_handler_entry irq/irq_handler_exit \
  block/block_rq_issue block/block_rq_complete

(cd "$work" && "$program" "$scene" $tracing > pids)
ps -o pid= --ppid 2 > "$work/kernel"
cat $tracing/trace > "$work/raw"
awk -f "$here/hide-names.awk" "$work/pids" "$work/kernel" "$work/raw" "$work/raw" > "$work/text"
zstd -q -f -19 "$work/text" -o "$out"
echo "$(stat -c %s "$out") bytes, $(wc -l < "$work/text") lines"
