/* strata-kernel-event.h - parses arguments of kernel events other than scheduling
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* Kinds of kernel events. */
typedef enum
{
  STRATA_KERNEL_OTHER,            /* not used */
  STRATA_KERNEL_FREQUENCY,        /* a CPU changes its frequency, or its hardware the highest one that is allowed */
  STRATA_KERNEL_FREQUENCY_LIMITS, /* the allowed frequencies of a CPU change */
  STRATA_KERNEL_IDLE,             /* a CPU enters or leaves an idle state */
  STRATA_KERNEL_IRQ_BEGIN,        /* an interrupt handler begins */
  STRATA_KERNEL_IRQ_END,          /* it ends */
  STRATA_KERNEL_SOFTIRQ_BEGIN,    /* a softirq begins */
  STRATA_KERNEL_SOFTIRQ_END,      /* it ends */
  STRATA_KERNEL_IPI_BEGIN,        /* an inter-processor interrupt begins */
  STRATA_KERNEL_IPI_END,          /* it ends */
  STRATA_KERNEL_WORK_BEGIN,       /* a worker begins a work item */
  STRATA_KERNEL_WORK_END,         /* it ends */
  STRATA_KERNEL_BINDER,           /* a binder transaction is sent */
  STRATA_KERNEL_BINDER_RECEIVED,  /* it arrives */
  STRATA_KERNEL_BINDER_RETURN,    /* the driver passes something to a thread */
  STRATA_KERNEL_BLOCK_BEGIN,      /* a request goes to a block device */
  STRATA_KERNEL_BLOCK_END,        /* it is done */
  STRATA_KERNEL_FILE_BEGIN,       /* a file system begins an operation */
  STRATA_KERNEL_FILE_END,         /* it ends */
  STRATA_KERNEL_CLOCK_RATE,       /* a clock of a device gets another rate, starts or stops */
  STRATA_KERNEL_TEMPERATURE,      /* a thermal zone is read */
  STRATA_KERNEL_COOLING,          /* a cooling device gets another state */
  STRATA_KERNEL_RSS,              /* the number of pages of a process changes */
  STRATA_KERNEL_SIGNAL,           /* a signal is sent to a thread */
  STRATA_KERNEL_SIGNAL_DELIVERED, /* a thread takes a signal */
  STRATA_KERNEL_SYSCALL,          /* a thread enters or leaves a system call */
  STRATA_KERNEL_RECLAIM_BEGIN,    /* a thread must free memory before it gets some */
  STRATA_KERNEL_RECLAIM_END,      /* it has done so */
  STRATA_KERNEL_FUNCTION_BEGIN,   /* a thread enters a kernel function */
  STRATA_KERNEL_FUNCTION_END,     /* it leaves it */
  STRATA_KERNEL_PROBE,            /* a thread reaches a probe in the kernel */
  STRATA_KERNEL_GPU_MEMORY,       /* the GPU memory of a process, or of all, changes */
  STRATA_KERNEL_GPU_FREQUENCY,    /* a GPU changes its frequency */
  STRATA_KERNEL_FENCE_BEGIN,      /* the work behind a fence is submitted */
  STRATA_KERNEL_FENCE_END,        /* it is done */
  STRATA_KERNEL_FENCE_WAIT,       /* a thread begins to wait for a fence */
  STRATA_KERNEL_FENCE_WAITED,     /* the wait ends */
  STRATA_KERNEL_FENCE_WATCH,      /* a thread asks to be notified when a fence is done */
  STRATA_KERNEL_VBLANK,           /* a display begins a refresh */
  STRATA_KERNEL_OOM_SCORE,        /* the likelihood that a process is killed for its memory changes */
  STRATA_KERNEL_KILL,             /* a process is killed for its memory */
  STRATA_KERNEL_VICTIM,           /* the kernel kills a process because memory ran out */
  STRATA_KERNEL_SUSPEND,          /* a step of suspending or resuming the device begins or ends */
  STRATA_KERNEL_HEAP,             /* the size of a heap of buffers (ion, dma-buf) changes */
  STRATA_KERNEL_BUFFERS,          /* the size of the buffers (dma-buf) of a process changes */
  STRATA_KERNEL_FAULTS,           /* a thread reports how often and how long it waited for memory */
  STRATA_KERNEL_GPU_POWER,        /* a GPU changes its power state */
  STRATA_KERNEL_DSP_MEMORY,       /* the memory of a signal processor changes */
  STRATA_KERNEL_LOAD,             /* the scheduler's estimate of a CPU's load changes */
  STRATA_KERNEL_SENT,             /* a packet is given to a network device */
  STRATA_KERNEL_RECEIVED,         /* a packet arrives from a network device */
  STRATA_KERNEL_DROPPED,          /* a packet is dropped */
  STRATA_KERNEL_WAKELOCK_BEGIN,   /* a wakelock begins to keep the device awake */
  STRATA_KERNEL_WAKELOCK_END,     /* it is released */
  STRATA_KERNEL_JOB,              /* a thread passes a job to the scheduler of a GPU */
  STRATA_KERNEL_JOB_BEGIN,        /* the GPU gets it */
  STRATA_KERNEL_JOB_END,          /* it is done */
  STRATA_KERNEL_COMMAND_BEGIN,    /* a virtual GPU receives a command */
  STRATA_KERNEL_COMMAND_END,      /* it answers the command */
  STRATA_KERNEL_GPU_PERIOD,       /* a user's work on a GPU took a part of a period */
  STRATA_KERNEL_BATCH,            /* a thread gives an Adreno GPU a batch of commands */
  STRATA_KERNEL_BATCH_CLOCK,      /* the GPU reports its clock */
  STRATA_KERNEL_BATCH_DONE,       /* a batch is done; its start and end are in that clock */
  STRATA_KERNEL_FILE_COUNTS,      /* a file system reports how much it wrote and read */
  STRATA_KERNEL_SOCKET,           /* a TCP connection changes its state */
  STRATA_KERNEL_CALLBACK_BEGIN,   /* the driver of a device begins its part of a suspend or resume */
  STRATA_KERNEL_CALLBACK_END,     /* it is done */
  STRATA_KERNEL_RUNTIME_POWER,    /* a device is suspended or resumed while the system runs */
  STRATA_KERNEL_MCU_STATE,        /* the microcontroller of a Mali GPU changes its state */
  STRATA_KERNEL_HOTPLUG_BEGIN,    /* a step of starting or stopping a CPU begins */
  STRATA_KERNEL_HOTPLUG_END,      /* it is done */
  STRATA_KERNEL_GPU_STATE,        /* a PowerVR GPU changes its power state */
  STRATA_KERNEL_MARK,             /* something happens to a device or a connection */
  STRATA_KERNEL_VIDEO,            /* a buffer is passed to or from a device for video */
  STRATA_KERNEL_DRIVER_BEGIN,     /* a thread or an interrupt begins work in a driver */
  STRATA_KERNEL_DRIVER_END,       /* it is done */
  STRATA_KERNEL_LOCK,             /* a thread waits for the lock of the binder driver, acquires it or releases it */
  STRATA_KERNEL_COMMANDS,         /* the number of pending commands of a flash memory (UFS) changes */
  STRATA_KERNEL_GATING,           /* the clock of a flash memory (UFS) is stopped, runs, or is asked to */
  STRATA_KERNEL_SENSOR,           /* the sensor hub of a Chromebook delivers a sample */
  STRATA_KERNEL_TRAP,             /* why a CPU is in the hypervisor */
  STRATA_KERNEL_CONSOLE,          /* the kernel writes a line to its log */
  STRATA_KERNEL_SLICE_BEGIN,      /* a kernel slice begins, written by strata-cli */
  STRATA_KERNEL_SLICE_END,        /* it ends */
  STRATA_KERNEL_SAMPLE,           /* a value or announcement of a counter without a process, written by strata-cli */
  STRATA_KERNEL_PROCESS,          /* a process, whose name may be longer than those of threads, written by strata-cli */
  STRATA_KERNEL_THREAD,           /* a thread, written by strata-cli */
  STRATA_KERNEL_LOSS,             /* events of the CPU are missing after or before this, written by strata-cli */
  STRATA_KERNEL_UNKNOWN,          /* the state of a thread is not known from now on, written by strata-cli */
  STRATA_KERNEL_ATTRS,            /* data of the thread's next marker that does not fit into it, written by strata-cli */
  STRATA_KERNEL_LEFT,             /* unended calls of a thread are over by then, written by strata-cli */
} StrataKernelKind;

/* A request to a block device. */
typedef struct
{
  StrataText device;    /* such as "8,0" */
  StrataText operation; /* letters of the operation, such as "WS" */
  gint64 sector;        /* the first sector */
  gint64 n_sectors;     /* the size, in sectors of 512 bytes */
} StrataBlockEvent;

/**
 * StrataKernelEvent:
 * @text: the arguments as printed by the kernel and shown to the user; may be empty; for %STRATA_KERNEL_ATTRS, the cookie of a slice whose
 *   marker has another one, or empty
 * @name: the subject of the event: interrupt handler, softirq, reason of an inter-processor interrupt, function
 *   of a work item, file system operation, letters of a block operation, clock, zone, cooling device,
 *   kind of memory, receiver of a signal, system call (empty if only @id is known), timeline of a fence,
 *   killed process, step of a suspend, device, kind of wait for memory, heap, network device, wakelock, ring of a GPU, queue of a virtual
 *   GPU, or state of a connection
 * @device: for a callback of a suspend, the driver; for block requests, such as "8,0"; for a slice, its lane; for a process, the name of its main thread; for
 *   %STRATA_KERNEL_ATTRS, the category, with the arguments in @name
 * @id: number of an interrupt, vector, address of a work item, transaction, sector, signal, system call, GPU, display, signal processor, sensor or memory
 *   (mm_id); for a heap, the buffer that is allocated or freed, or -1 if not known; for a batch, its context; for a file system, its device; for a fence, its context in the upper and its number in the lower
 *   32 bits; for a connection, its identity
 * @value: kHz, idle state (-1 when it is left), free places in a queue, rate or state of a clock, temperature, cooling state, bytes, number of a refresh or of waits, power state (the kernel's number of it for a device), or
 *   oom_score_adj; for %STRATA_KERNEL_LOAD, the utilization, or -1 if not known; for %STRATA_KERNEL_GPU_PERIOD, the active time; for a
 *   batch, its number
 * @least: for %STRATA_KERNEL_FREQUENCY_LIMITS, in kHz; for %STRATA_KERNEL_LOAD, the number of running and runnable threads; -1 if not known;
 *   for a heap and for %STRATA_KERNEL_DSP_MEMORY, the change in bytes
 * @most: for a command of a virtual GPU, its flags; for %STRATA_KERNEL_FREQUENCY_LIMITS, in kHz; for %STRATA_KERNEL_LOAD, the capacity; -1 if not known. for %STRATA_KERNEL_FAULTS, @least and @most are the mean and the longest wait. @least and @most are the start
 *   and end of a period in ns, and of a batch in ticks; for %STRATA_KERNEL_BATCH_CLOCK both are the ticks; for %STRATA_KERNEL_THREAD and
 *   %STRATA_KERNEL_PROCESS, how long after the event it started and ended, or %STRATA_NO_TIME if not known
 * @delay_ns: for %STRATA_KERNEL_GPU_PERIOD, how long after the end of the period the event happened; 0 if not known
 * @cpu: the CPU of the event's subject, for kinds where it may differ from the recording CPU
 * @pid: user of a period, priority of a batch, target process of a transaction, killed process, process of a score, or thread that receives a signal
 * @is_reply: for a transaction, whether it is a reply; for a system call or a step of a suspend, whether it is the end
 * @is_one_way: for a transaction, whether it has no reply
 * @is_failure: for %STRATA_KERNEL_BINDER_RETURN, whether a call ends without a reply; for %STRATA_KERNEL_SENT, whether the device rejected it
 * @is_other: for %STRATA_KERNEL_RSS, whether it is about another process than that of the thread; for %STRATA_KERNEL_ATTRS, whether the
 *   marker has no thread; for %STRATA_KERNEL_THREAD, whether its id means another thread until then
 * @is_call: for %STRATA_KERNEL_ATTRS, whether a call begins with the marker
 * @is_sampled: for %STRATA_KERNEL_ATTRS, whether that call was seen in samples
 * @has_no_cookie: for %STRATA_KERNEL_ATTRS, whether the cookie of the marker is meaningless
 * @is_real: for %STRATA_KERNEL_SAMPLE, whether the value has a fraction and contains the bits of a double
 * @is_announced: for %STRATA_KERNEL_SAMPLE, whether its values are markers without a process
 *
 * The decoded arguments of a kernel event. Fields that its kind does not use are 0 or
 * empty. [func@Strata.KernelEvent.parse] fills it in from text; readers of binary formats do so themselves.
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
  gint64 delay_ns;
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
