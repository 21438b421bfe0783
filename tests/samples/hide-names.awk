# hide-names.awk - gives the processes of the recording machine the names of a phone's
#
# Copyright 2026 The Strata authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: awk -f hide-names.awk PIDS KERNEL TRACE TRACE
#   PIDS    the process ids of the actors, one a line; "PID idle CPU" for what
#           stands for the idle task of a CPU, and is shown as it
#   KERNEL  those of the kernel's threads
#
# The samples need every sched_switch, for the lanes of the CPUs, but nobody needs
# to know what else ran where they were recorded. The first pass over TRACE learns
# which threads are the actors'; the second one renames all but them and the
# kernel's, the threads of a process alike, and drops the other events about them.

BEGIN {
  n_names = split("logd netd vold lmkd statsd adbd wificond storaged gatekeeperd installd tombstoned keystore2 credstore incidentd", names, " ")
  device = "virtio[0-9]-[a-z.0-9]*"
}

FNR == 1 { n_files++ }
n_files == 1 && $2 == "idle" { idle_cpu[$1] = $3; next }
n_files == 1 { is_actor[$1] = 1; next }
n_files == 2 { is_kernel[$1] = 1; next }
/^#/ { if (n_files == 4) print; next }

# The name may hold anything; the id is what follows the last '-' before the column of the process.
{
  match($0, / *\( *[-0-9]+\) \[[0-9]+\]/)
  task = substr($0, 1, RSTART - 1)
  column = substr($0, RSTART, RLENGTH)
  rest = substr($0, RSTART + RLENGTH)
  cpu = column
  sub(/.*\[/, "[", cpu)
  tid = task
  sub(/.*-/, "", tid)
  comm = substr(task, 1, length(task) - length(tid) - 1)
  sub(/^ +/, "", comm)
  tgid = column
  gsub(/^ *\( *|\).*$/, "", tgid)
}

n_files == 3 {
  if (tgid in is_actor)
    is_known[tid] = 1
  if (tgid ~ /^[0-9]+$/)
    process_of[tid] = tgid
  next
}

function new_name(id, old,    process) {
  if (id == 0 || id in is_known || id in is_kernel || old ~ /^(kworker|<\.\.\.>)/)
    return old
  process = id in process_of ? process_of[id] : id
  if (!(process in name_of))
    name_of[process] = names[n_given++ % n_names + 1]
  return name_of[process]
}

# Renames the value of `key`, which reaches to ` id_key=`.
function rename(text, key, id_key,    begin, value_begin, id_begin, id, value) {
  begin = index(text, " " key "=")
  id_begin = index(text, " " id_key "=")
  if (begin == 0 || id_begin == 0)
    return text
  value_begin = begin + length(key) + 2
  value = substr(text, value_begin, id_begin - value_begin)
  id = substr(text, id_begin + length(id_key) + 2)
  sub(/[^0-9].*/, "", id)
  if (id in idle_cpu)
    return substr(text, 1, value_begin - 1) "swapper/" idle_cpu[id] " " id_key "=0" substr(text, id_begin + length(id_key) + 2 + length(id))
  return substr(text, 1, value_begin - 1) new_name(id, value) substr(text, id_begin)
}

rest ~ /: sched_(switch|waking|wakeup|wakeup_new): / {
  rest = rename(rest, "comm", "pid")
  rest = rename(rest, "prev_comm", "prev_pid")
  rest = rename(rest, "next_comm", "next_pid")
}

rest ~ /prev_comm=swapper/ { sub(/prev_state=R\+/, "prev_state=R", rest) }

rest ~ /: sched_(waking|wakeup|wakeup_new): comm=swapper/ { next }

rest ~ /: (task_|sched_process_)/ && !(tid in is_known) { next }

# The last column of the block events is the name of the thread that asked.
rest ~ /: block_rq_issue: / && !(tid in is_known) && !(tid in is_kernel) { next }

tid in idle_cpu { comm = "<idle>"; tid = 0; tgid = "-------" }

{
  gsub(device, "ufshcd", rest)
  printf "%16s-%-7s (%7s) %s%s\n", new_name(tid, comm), tid, tgid, cpu, rest
}

# A calm machine makes a better sample: record again when this says many.
END { print n_given + 0 " other processes in it" > "/dev/stderr" }
