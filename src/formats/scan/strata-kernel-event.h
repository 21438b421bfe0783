/* strata-kernel-event.h - arguments of kernel events beyond scheduling
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/**
 * StrataKernelKind:
 * @STRATA_KERNEL_OTHER: nothing is made of it
 * @STRATA_KERNEL_FREQUENCY: a CPU changes its frequency
 * @STRATA_KERNEL_FREQUENCY_LIMITS: what frequencies a CPU may have changes
 * @STRATA_KERNEL_IDLE: a CPU enters or leaves an idle state
 * @STRATA_KERNEL_IRQ_BEGIN: an interrupt handler begins
 * @STRATA_KERNEL_IRQ_END: it ends
 * @STRATA_KERNEL_SOFTIRQ_BEGIN: a softirq begins
 * @STRATA_KERNEL_SOFTIRQ_END: it ends
 * @STRATA_KERNEL_IPI_BEGIN: an interrupt from another CPU begins
 * @STRATA_KERNEL_IPI_END: it ends
 * @STRATA_KERNEL_WORK_BEGIN: a worker begins a piece of work
 * @STRATA_KERNEL_WORK_END: it ends
 * @STRATA_KERNEL_BINDER: a binder transaction is sent
 * @STRATA_KERNEL_BINDER_RECEIVED: it arrives
 * @STRATA_KERNEL_BINDER_RETURN: the driver passes something to a thread
 * @STRATA_KERNEL_BLOCK_BEGIN: a request goes to a block device
 * @STRATA_KERNEL_BLOCK_END: it is done
 * @STRATA_KERNEL_FILE_BEGIN: a file system begins an operation
 * @STRATA_KERNEL_FILE_END: it ends
 * @STRATA_KERNEL_CLOCK_RATE: a clock of a device gets another rate
 * @STRATA_KERNEL_TEMPERATURE: a thermal zone is read
 * @STRATA_KERNEL_COOLING: a cooling device gets another state
 * @STRATA_KERNEL_RSS: a process has more or fewer pages of a kind
 * @STRATA_KERNEL_SIGNAL: a signal is sent to a thread
 * @STRATA_KERNEL_SIGNAL_DELIVERED: a thread takes a signal
 * @STRATA_KERNEL_SYSCALL: a thread enters or leaves a system call
 * @STRATA_KERNEL_RECLAIM_BEGIN: a thread has to free memory before it gets some
 * @STRATA_KERNEL_RECLAIM_END: it has done so
 * @STRATA_KERNEL_FUNCTION_BEGIN: a thread enters a function of the kernel
 * @STRATA_KERNEL_FUNCTION_END: it leaves it
 * @STRATA_KERNEL_PROBE: a thread is at a probe in the kernel
 * @STRATA_KERNEL_GPU_MEMORY: a process, or all, has another amount of memory of the GPU
 * @STRATA_KERNEL_GPU_FREQUENCY: a GPU changes its frequency
 * @STRATA_KERNEL_FENCE_BEGIN: work that a fence stands for is submitted
 * @STRATA_KERNEL_FENCE_END: it is done
 * @STRATA_KERNEL_FENCE_WAIT: a thread begins to wait for a fence
 * @STRATA_KERNEL_FENCE_WAITED: it has waited
 * @STRATA_KERNEL_FENCE_WATCH: a thread asks to be notified when a fence is done
 * @STRATA_KERNEL_VBLANK: a display begins a refresh
 * @STRATA_KERNEL_OOM_SCORE: a process is more or less likely to be killed for its memory
 * @STRATA_KERNEL_KILL: a process is killed for its memory
 * @STRATA_KERNEL_SUSPEND: a step of suspending or resuming the device begins or ends
 * @STRATA_KERNEL_HEAP: a heap of buffers (ion, dma-buf) has another size
 * @STRATA_KERNEL_DSP_MEMORY: a signal processor has another amount of memory
 * @STRATA_KERNEL_LOAD: what the scheduler expects of a CPU changes
 * @STRATA_KERNEL_SENT: a packet is given to a network device
 * @STRATA_KERNEL_RECEIVED: a packet comes from a network device
 * @STRATA_KERNEL_DROPPED: a packet is thrown away
 * @STRATA_KERNEL_WAKELOCK_BEGIN: something begins to keep the device awake
 * @STRATA_KERNEL_WAKELOCK_END: it lets it sleep
 * @STRATA_KERNEL_JOB: a thread gives the scheduler of a GPU a job
 * @STRATA_KERNEL_JOB_BEGIN: the GPU gets it
 * @STRATA_KERNEL_JOB_END: it is done
 * @STRATA_KERNEL_COMMAND_BEGIN: a virtual GPU gets a command
 * @STRATA_KERNEL_COMMAND_END: it has answered it
 * @STRATA_KERNEL_GPU_PERIOD: a user's work on a GPU took a part of a period
 * @STRATA_KERNEL_BATCH: a thread gives an Adreno GPU a batch of commands
 * @STRATA_KERNEL_BATCH_CLOCK: the GPU says what its clock shows
 * @STRATA_KERNEL_BATCH_DONE: a batch has begun and ended by that clock
 * @STRATA_KERNEL_FILE_COUNTS: a file system says what it wrote and read
 * @STRATA_KERNEL_SOCKET: a connection of TCP gets another state
 * @STRATA_KERNEL_DRIVER_BEGIN: a thread, or an interrupt, begins to be busy in a driver
 * @STRATA_KERNEL_DRIVER_END: it is done
 * @STRATA_KERNEL_LOCK: a thread waits for the lock of the binder driver, gets it or gives it back
 * @STRATA_KERNEL_COMMANDS: a flash memory (UFS) has another number of commands to do
 * @STRATA_KERNEL_CONSOLE: the kernel writes a line to its log
 * @STRATA_KERNEL_SLICE_BEGIN: a slice of the kernel begins, as strata-cli writes it
 * @STRATA_KERNEL_SLICE_END: it ends
 * @STRATA_KERNEL_SAMPLE: a counter of no process gets a value, or is announced, as strata-cli writes it
 * @STRATA_KERNEL_PROCESS: there is a process, the name of which may be longer than those of threads, as strata-cli writes it
 * @STRATA_KERNEL_THREAD: there is a thread, as strata-cli writes it
 * @STRATA_KERNEL_LOSS: events of the CPU are missing after or before this, as strata-cli writes it
 * @STRATA_KERNEL_UNKNOWN: what a thread does is not known from now on, as strata-cli writes it
 * @STRATA_KERNEL_ATTRS: what the next marker of the thread has no place for, as strata-cli writes it
 * @STRATA_KERNEL_LEFT: the calls that a thread has not ended by then are over, as strata-cli writes it
 *
 * What an event of the kernel shows.
 */
typedef enum
{
  STRATA_KERNEL_OTHER,
  STRATA_KERNEL_FREQUENCY,
  STRATA_KERNEL_FREQUENCY_LIMITS,
  STRATA_KERNEL_IDLE,
  STRATA_KERNEL_IRQ_BEGIN,
  STRATA_KERNEL_IRQ_END,
  STRATA_KERNEL_SOFTIRQ_BEGIN,
  STRATA_KERNEL_SOFTIRQ_END,
  STRATA_KERNEL_IPI_BEGIN,
  STRATA_KERNEL_IPI_END,
  STRATA_KERNEL_WORK_BEGIN,
  STRATA_KERNEL_WORK_END,
  STRATA_KERNEL_BINDER,
  STRATA_KERNEL_BINDER_RECEIVED,
  STRATA_KERNEL_BINDER_RETURN,
  STRATA_KERNEL_BLOCK_BEGIN,
  STRATA_KERNEL_BLOCK_END,
  STRATA_KERNEL_FILE_BEGIN,
  STRATA_KERNEL_FILE_END,
  STRATA_KERNEL_CLOCK_RATE,
  STRATA_KERNEL_TEMPERATURE,
  STRATA_KERNEL_COOLING,
  STRATA_KERNEL_RSS,
  STRATA_KERNEL_SIGNAL,
  STRATA_KERNEL_SIGNAL_DELIVERED,
  STRATA_KERNEL_SYSCALL,
  STRATA_KERNEL_RECLAIM_BEGIN,
  STRATA_KERNEL_RECLAIM_END,
  STRATA_KERNEL_FUNCTION_BEGIN,
  STRATA_KERNEL_FUNCTION_END,
  STRATA_KERNEL_PROBE,
  STRATA_KERNEL_GPU_MEMORY,
  STRATA_KERNEL_GPU_FREQUENCY,
  STRATA_KERNEL_FENCE_BEGIN,
  STRATA_KERNEL_FENCE_END,
  STRATA_KERNEL_FENCE_WAIT,
  STRATA_KERNEL_FENCE_WAITED,
  STRATA_KERNEL_FENCE_WATCH,
  STRATA_KERNEL_VBLANK,
  STRATA_KERNEL_OOM_SCORE,
  STRATA_KERNEL_KILL,
  STRATA_KERNEL_SUSPEND,
  STRATA_KERNEL_HEAP,
  STRATA_KERNEL_DSP_MEMORY,
  STRATA_KERNEL_LOAD,
  STRATA_KERNEL_SENT,
  STRATA_KERNEL_RECEIVED,
  STRATA_KERNEL_DROPPED,
  STRATA_KERNEL_WAKELOCK_BEGIN,
  STRATA_KERNEL_WAKELOCK_END,
  STRATA_KERNEL_JOB,
  STRATA_KERNEL_JOB_BEGIN,
  STRATA_KERNEL_JOB_END,
  STRATA_KERNEL_COMMAND_BEGIN,
  STRATA_KERNEL_COMMAND_END,
  STRATA_KERNEL_GPU_PERIOD,
  STRATA_KERNEL_BATCH,
  STRATA_KERNEL_BATCH_CLOCK,
  STRATA_KERNEL_BATCH_DONE,
  STRATA_KERNEL_FILE_COUNTS,
  STRATA_KERNEL_SOCKET,
  STRATA_KERNEL_DRIVER_BEGIN,
  STRATA_KERNEL_DRIVER_END,
  STRATA_KERNEL_LOCK,
  STRATA_KERNEL_COMMANDS,
  STRATA_KERNEL_CONSOLE,
  STRATA_KERNEL_SLICE_BEGIN,
  STRATA_KERNEL_SLICE_END,
  STRATA_KERNEL_SAMPLE,
  STRATA_KERNEL_PROCESS,
  STRATA_KERNEL_THREAD,
  STRATA_KERNEL_LOSS,
  STRATA_KERNEL_UNKNOWN,
  STRATA_KERNEL_ATTRS,
  STRATA_KERNEL_LEFT,
} StrataKernelKind;

/**
 * StrataBlockEvent:
 * @device: such as "8,0"
 * @operation: letters for what is done, such as "WS"
 * @sector: where
 * @n_sectors: how much, in sectors of 512 bytes
 *
 * A request to a block device.
 */
typedef struct
{
  StrataText device;
  StrataText operation;
  gint64 sector;
  gint64 n_sectors;
} StrataBlockEvent;

/**
 * StrataKernelEvent:
 * @text: the arguments as the kernel prints them, which the user sees; may be empty
 * @name: what the event is about: handler of an interrupt, softirq, reason of an interrupt between CPUs, function
 *   of a work, operation of a file system, letters of a block operation, clock, zone, cooling device,
 *   kind of memory, the receiver of a signal, system call (empty where only @id is known), timeline of a fence,
 *   process that is killed, step of a suspend, heap, network device, who keeps the device awake, ring of a GPU,
 *   queue of a virtual GPU, or state of a connection
 * @device: of block requests, such as "8,0"; of a slice its lane; of a process the name of its main thread; of %STRATA_KERNEL_ATTRS
 *   the category, with the arguments in @name
 * @id: number of an interrupt, vector, address of a work, transaction, sector, signal, system call, GPU, display, signal processor or memory (mm_id);
 *   of a batch its context; of a file system its device; of a fence its context in the upper and its number in the lower 32 bits; of a connection what tells it apart from
 *   others
 * @value: kHz, idle state (-1 where it is left), free places in a queue, rate, temperature, cooling state, bytes, number of a refresh, or oom_score_adj;
 *   of %STRATA_KERNEL_LOAD the utilization, -1 where it is not known; of %STRATA_KERNEL_GPU_PERIOD how long it worked, of a
 *   batch its number
 * @least: of %STRATA_KERNEL_FREQUENCY_LIMITS in kHz, of %STRATA_KERNEL_LOAD the number of threads that run or could, or -1 where it is not known
 * @most: of %STRATA_KERNEL_FREQUENCY_LIMITS in kHz, of %STRATA_KERNEL_LOAD the capacity; the same. @least and @most are the begin
 *   and the end of a period in ns, and of a batch in ticks; of %STRATA_KERNEL_BATCH_CLOCK both are the ticks
 * @cpu: the CPU that it is about, for those where that may be another than it happens on
 * @pid: user of a period, priority of a batch, process that a transaction goes to, that is killed, or whose score it is; thread that a signal goes to
 * @is_reply: of a transaction: whether it answers another; of a system call or a step of a suspend: whether it ends
 * @is_one_way: of a transaction: whether nothing answers it
 * @is_failure: of %STRATA_KERNEL_BINDER_RETURN: whether a call ends without a reply; of %STRATA_KERNEL_SENT: whether the device did not take it
 * @is_other: of %STRATA_KERNEL_RSS: whether it is about another process than that of the thread; of %STRATA_KERNEL_ATTRS: whether the
 *   marker is of no thread
 * @is_call: of %STRATA_KERNEL_ATTRS: whether a call begins with the marker
 * @is_sampled: of %STRATA_KERNEL_ATTRS: whether that was seen in samples
 * @has_no_cookie: of %STRATA_KERNEL_ATTRS: whether the cookie of the marker means nothing
 * @is_real: of %STRATA_KERNEL_SAMPLE: whether the value has a fraction, and is its bits
 * @is_announced: of %STRATA_KERNEL_SAMPLE: whether its values are markers that name no process
 *
 * What an event of the kernel shows, as far as its kind has a use for it; all else is 0
 * or empty. Text has it from [func@Strata.KernelEvent.parse]; who reads numbers fills it in.
 */
typedef struct
{
  StrataText text;
  StrataText name;
  StrataText device;
  gint64 id;
  gint64 value;
  gint64 least;
  gint64 most;
  gint64 cpu;
  gint64 pid;
  guint8 is_reply;
  guint8 is_one_way;
  guint8 is_failure;
  guint8 is_other;
  guint8 is_call;
  guint8 is_sampled;
  guint8 has_no_cookie;
  guint8 is_real;
  guint8 is_announced;
} StrataKernelEvent;

StrataKernelKind strata_kernel_event_get_kind (StrataText event);
gboolean strata_kernel_event_parse (StrataKernelKind kind, StrataText event, StrataText args, StrataKernelEvent *kernel);
gboolean strata_kernel_event_find_int (StrataText args, const char *key, gint64 *value);
gboolean strata_kernel_event_find_text (StrataText args, const char *key, StrataText *value);
gboolean strata_kernel_event_find_name (StrataText args, const char *key, StrataText *name);
StrataText strata_kernel_event_get_rest (StrataText args, const char *key);
gboolean strata_kernel_event_find_size (StrataText args, const char *key, gint64 *size);
gboolean strata_kernel_event_parse_block (StrataText args, StrataBlockEvent *block);
gboolean strata_kernel_event_parse_work (StrataText args, gint64 *work, StrataText *function);
StrataText strata_kernel_event_get_operation (StrataText event);
gboolean strata_kernel_event_names_inode (StrataText event);

G_END_DECLS
