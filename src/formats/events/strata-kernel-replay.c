/* strata-kernel-replay.c - turns tokens about the kernel into slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kernel-replay.h"

#include <string.h>

#include "strata-calls.h"
#include "strata-pair-key.h"

/* A binder call is a slice of its caller, from sending it to the arrival of the reply, and a
 * slice of the thread that serves it, from its arrival to sending the reply. Both have the
 * number of the transaction as their cookie, which links them. The reply has its own number;
 * the call that it answers is known by order: a thread replies to the latest call that it
 * received. */

/* A transaction in transit. */
typedef struct
{
  guint32 sender;
  gboolean is_reply;
  gboolean is_one_way;
  guint32 attrs;
} Parcel;

/* A call that is not finished. */
typedef struct
{
  gint64 transaction;
  gint64 returned_ns; /* when its thread returned from it without an answer, or STRATA_NO_TIME */
  guint n_served;     /* how many calls of others its thread was serving when it was sent */
} Call;

/* The unfinished calls of a thread. */
typedef struct
{
  GArray *sent;   /* (element-type Call) owned: sent by the thread, innermost last */
  GArray *served; /* (element-type Call) owned: sent by others and served here, innermost last */
} Calls;

/* The current or latest system call of a thread. */
typedef struct
{
  gint64 time_ns; /* when it began, or when it ended */
  guint32 name;
  guint8 is_open;
  guint8 is_known; /* whether there was one */
  guint8 is_named; /* whether its event has the name of the call; other events have its number */
} SystemCall;

/* If both kinds of events are recorded for a call, they are at most this far apart. */
#define TWICE_NS 20000

#define N_LANES (STRATA_EVENT_LANE_BLOCK + 1)

static const char *const lane_names[N_LANES] = {
  [STRATA_EVENT_LANE_IDLE] = "idle",
  [STRATA_EVENT_LANE_IRQ] = "irq",
  [STRATA_EVENT_LANE_SOFTIRQ] = "softirq",
  [STRATA_EVENT_LANE_IPI] = "ipi",
  [STRATA_EVENT_LANE_WORK] = "workqueue",
  [STRATA_EVENT_LANE_BINDER] = STRATA_CALLS_LANE,
  [STRATA_EVENT_LANE_FILE] = "file system",
  [STRATA_EVENT_LANE_SYSCALL] = "system calls",
  [STRATA_EVENT_LANE_RECLAIM] = "memory reclaim",
  [STRATA_EVENT_LANE_FUNCTION] = "kernel functions",
  [STRATA_EVENT_LANE_FENCE] = "fence waits",
  [STRATA_EVENT_LANE_WATCH] = "watched fences",
  [STRATA_EVENT_LANE_VFORK] = "vfork",
  [STRATA_EVENT_LANE_DRIVER] = "drivers",
  [STRATA_EVENT_LANE_BLOCK] = "",
};

struct _StrataKernelReplay
{
  StrataTraceBuilder *builder; /* borrowed: of the loader */
  StrataEventStrings *strings; /* borrowed: of the reader */
  GHashTable *parcels;         /* see get_watched (gint64, owned) -> the waiting thread */
  GHashTable *calls;           /* thread -> Calls, owned */
  StrataColumn are_callers;    /* of guint8, by thread: whether it has an unfinished call of its own */
  StrataColumn system_calls;   /* SystemCall, by thread */
  GHashTable *watchers;        /* see get_watched (gint64, owned) -> thread that waits for it */
  guint32 first_cpu;           /* of the device */
  const char *device;          /* (nullable) borrowed: its name, if there are several devices */
  guint32 lanes[N_LANES];      /* string ids of their names; empty for those of devices */
};

static void
calls_free (Calls *self)
{
  g_array_unref (self->sent);
  g_array_unref (self->served);
  g_free (self);
}

/**
 * strata_event_lane_find:
 * @name: name of a lane
 *
 * Returns: the lane; %STRATA_EVENT_LANE_BLOCK for lanes with their own names
 */
StrataEventLane
strata_event_lane_find (StrataText name)
{
  guint i;

  for (i = 0; i < STRATA_EVENT_LANE_BLOCK && !(strlen (lane_names[i]) == name.n_bytes && memcmp (lane_names[i], name.text, name.n_bytes) == 0); i++)
    ;

  return (StrataEventLane) i;
}

gboolean
strata_event_lane_is_of_cpu (StrataEventLane lane)
{
  return lane < STRATA_EVENT_LANE_WORK;
}

/**
 * strata_kernel_replay_new:
 * @builder: receives the slices
 * @strings: interns names
 * @device: number of the device
 * @device_name: (nullable): its name, if there are several devices; must outlive the result
 *
 * Returns: (transfer full): a replay for tokens about the kernel
 */
StrataKernelReplay *
strata_kernel_replay_new (StrataTraceBuilder *builder,
                          StrataEventStrings *strings,
                          guint device,
                          const char *device_name)
{
  StrataKernelReplay *self = g_new0 (StrataKernelReplay, 1);

  self->builder = builder;
  self->strings = strings;
  self->first_cpu = device * STRATA_DEVICE_CPUS;
  self->device = device_name;
  self->parcels = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
  self->calls = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) calls_free);
  self->watchers = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < N_LANES; i++)
    self->lanes[i] = strata_event_strings_intern_word (self->strings, lane_names[i]);

  return self;
}

/**
 * strata_kernel_replay_free:
 * @self: (nullable) (transfer full): the replay
 */
void
strata_kernel_replay_free (StrataKernelReplay *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->parcels);
  g_hash_table_unref (self->calls);
  strata_column_clear (&self->are_callers);
  strata_column_clear (&self->system_calls);
  g_hash_table_unref (self->watchers);
  g_free (self);
}

static StrataAsyncKey
make_key (StrataKernelReplay *self,
          StrataEventLane lane,
          guint32 owner,
          gint64 cookie)
{
  /* Lanes of devices belong to no CPU and have their own names. */
  if (lane == STRATA_EVENT_LANE_BLOCK)
    return (StrataAsyncKey){ .cookie = cookie, .process = STRATA_NONE, .name = strata_event_strings_label (self->strings, owner, self->device), .kind = STRATA_ASYNC_CPU };

  const gboolean is_of_cpu = strata_event_lane_is_of_cpu (lane);

  return (StrataAsyncKey){
    .cookie = cookie,
    .process = is_of_cpu ? self->first_cpu + owner : owner,
    .name = self->lanes[lane],
    .kind = is_of_cpu ? STRATA_ASYNC_CPU : STRATA_ASYNC_THREAD,
  };
}

static void
begin (StrataKernelReplay *self,
       const StrataEventToken *token)
{
  const StrataAsyncKey key = make_key (self, (StrataEventLane) token->flags, token->process, token->value);

  strata_trace_builder_begin_async (self->builder, &key, token->thread, token->time_ns, key.name, token->name, token->extra);
}

/* Returns whether the slice had begun in the trace. */
static gboolean
end_or_cut (StrataKernelReplay *self,
            const StrataAsyncKey *key,
            const StrataEventToken *token)
{
  if (token->extra != STRATA_EVENT_TOKEN_IS_CUT)
    return strata_trace_builder_end_async (self->builder, key, token->time_ns);

  const gboolean is_open = strata_trace_builder_is_async_open (self->builder, key);

  strata_trace_builder_give_up_async (self->builder, key, token->time_ns);
  return is_open;
}

static gboolean
end (StrataKernelReplay *self,
     const StrataEventToken *token)
{
  const StrataAsyncKey key = make_key (self, (StrataEventLane) token->flags, token->process, token->value);

  return end_or_cut (self, &key, token);
}

static void
describe (StrataKernelReplay *self,
          const StrataEventToken *token)
{
  const StrataAsyncKey key = make_key (self, (StrataEventLane) token->flags, token->process, token->value);

  strata_trace_builder_describe_async (self->builder, &key, token->extra);
}

static gboolean
is_watch (StrataEventLane lane)
{
  return lane == STRATA_EVENT_LANE_WATCH || lane == STRATA_EVENT_LANE_VFORK;
}

/* Keeps the numbers of fences apart from those of children. */
static gint64
get_watched (const StrataEventToken *token)
{
  return (gint64) ((guint64) token->value ^ (guint64) token->flags << 56);
}

/* A fence or child is assigned to the thread that first waited for it, regardless of which thread runs at its end. */
static void
watch (StrataKernelReplay *self,
       const StrataEventToken *token)
{
  const gint64 watched = get_watched (token);

  if (g_hash_table_contains (self->watchers, &watched))
    return;

  g_hash_table_insert (self->watchers, g_memdup2 (&watched, sizeof watched), GUINT_TO_POINTER (token->process));
  begin (self, token);
}

static void
end_watch (StrataKernelReplay *self,
           const StrataEventToken *token)
{
  const gint64 watched = get_watched (token);
  g_autofree gint64 *key = NULL;
  gpointer thread;

  if (!g_hash_table_steal_extended (self->watchers, &watched, (gpointer *) &key, &thread))
    return;

  const StrataAsyncKey slice = make_key (self, (StrataEventLane) token->flags, GPOINTER_TO_UINT (thread), token->value);

  end_or_cut (self, &slice, token);
}

/* A file operation identified by inode and offset may end on another thread. */
static gboolean
is_of_inode (const StrataEventToken *token)
{
  return token->flags == STRATA_EVENT_LANE_FILE && token->value > G_MAXUINT32;
}

static void
begin_data (StrataKernelReplay *self,
            const StrataEventToken *token)
{
  const gint64 watched = get_watched (token);

  g_hash_table_insert (self->watchers, g_memdup2 (&watched, sizeof watched), GUINT_TO_POINTER (token->process));
  begin (self, token);
}

/* The thread itself comes first, because two threads may request the same data. */
static gboolean
end_data (StrataKernelReplay *self,
          const StrataEventToken *token)
{
  const gint64 watched = get_watched (token);
  const StrataAsyncKey own = make_key (self, STRATA_EVENT_LANE_FILE, token->process, token->value);
  gpointer thread;

  if (strata_trace_builder_is_async_open (self->builder, &own) || !g_hash_table_lookup_extended (self->watchers, &watched, NULL, &thread))
    return end_or_cut (self, &own, token);

  const StrataAsyncKey slice = make_key (self, STRATA_EVENT_LANE_FILE, GPOINTER_TO_UINT (thread), token->value);

  g_hash_table_remove (self->watchers, &watched);
  return end_or_cut (self, &slice, token);
}

/* A CPU may go from one idle state to the next, and has none while it works; a request may
 * be issued again. */
static void
go_on (StrataKernelReplay *self,
       const StrataEventToken *token)
{
  const StrataAsyncKey key = make_key (self, (StrataEventLane) token->flags, token->process, token->value);

  if (strata_trace_builder_is_async_open (self->builder, &key))
    strata_trace_builder_end_async (self->builder, &key, token->time_ns);
  if (token->name != STRATA_STRING_EMPTY)
    begin (self, token);
}

static SystemCall *
get_system_call (StrataKernelReplay *self,
                 guint32 thread)
{
  while (self->system_calls.n <= thread)
    *(SystemCall *) strata_column_push (&self->system_calls, sizeof (SystemCall)) = (SystemCall){ .name = STRATA_STRING_EMPTY };

  return &strata_column_at (&self->system_calls, SystemCall, thread);
}

/* Whether this is the second event of a call, recorded just after the other kind. */
static gboolean
is_second (const SystemCall *call,
           const StrataEventToken *token)
{
  return call->is_known && call->is_named != (token->value != 0) && token->time_ns - call->time_ns < TWICE_NS;
}

/* A thread is in one system call at a time: if it enters another, the end of the previous one was not recorded. */
static void
enter_system_call (StrataKernelReplay *self,
                   const StrataEventToken *token)
{
  const StrataAsyncKey key = make_key (self, STRATA_EVENT_LANE_SYSCALL, token->process, 0);
  SystemCall *call = get_system_call (self, token->process);

  if (call->is_open && token->name != STRATA_STRING_EMPTY && is_second (call, token))
    return;
  if (strata_trace_builder_is_async_open (self->builder, &key) && token->name != STRATA_STRING_EMPTY)
    strata_trace_builder_give_up_async (self->builder, &key, token->time_ns);
  else if (strata_trace_builder_is_async_open (self->builder, &key))
    strata_trace_builder_end_async (self->builder, &key, token->time_ns);

  *call = (SystemCall){ .time_ns = token->time_ns, .name = token->name, .is_open = token->name != STRATA_STRING_EMPTY, .is_known = TRUE, .is_named = token->value != 0 };
  if (call->is_open)
    strata_trace_builder_begin_async (self->builder, &key, token->thread, token->time_ns, key.name, token->name, token->extra);
}

/* If another call ends than began, the events in between were not recorded. */
static gboolean
leave_system_call (StrataKernelReplay *self,
                   const StrataEventToken *token)
{
  const StrataAsyncKey key = make_key (self, STRATA_EVENT_LANE_SYSCALL, token->process, 0);
  SystemCall *call = get_system_call (self, token->process);

  if (!call->is_open && is_second (call, token))
    return TRUE;
  if (call->is_open && call->is_named == (token->value != 0) && token->name != STRATA_STRING_EMPTY && token->name != call->name)
    strata_trace_builder_give_up_async (self->builder, &key, token->time_ns);

  *call = (SystemCall){ .time_ns = token->time_ns, .name = token->name, .is_known = TRUE, .is_named = token->value != 0 };
  return end_or_cut (self, &key, token);
}

static void
add_sample (StrataKernelReplay *self,
            const StrataEventToken *token)
{
  const guint32 counter = strata_trace_builder_get_counter (self->builder, STRATA_NONE, (int) MIN (self->first_cpu + token->process, G_MAXINT), token->name);

  strata_trace_builder_add_sample (self->builder, counter, token->time_ns, token->value);
}

static Calls *
get_calls (StrataKernelReplay *self,
           guint32 thread)
{
  Calls *calls = g_hash_table_lookup (self->calls, GUINT_TO_POINTER (thread));

  if (calls == NULL)
    {
      calls = g_new (Calls, 1);
      calls->sent = g_array_new (FALSE, FALSE, sizeof (Call));
      calls->served = g_array_new (FALSE, FALSE, sizeof (Call));
      g_hash_table_insert (self->calls, GUINT_TO_POINTER (thread), calls);
    }

  return calls;
}

/* The name of a call begins with this, followed by its target. */
#define CALL "binder call to"

/* Whether strata-cli wrote the call as a slice. */
static gboolean
is_written_call (const StrataKernelReplay *self,
                 const StrataEventToken *token)
{
  const StrataText name = strata_event_strings_get (self->strings, token->name);

  return (StrataEventLane) token->flags == STRATA_EVENT_LANE_BINDER && name.n_bytes > strlen (CALL) && memcmp (name.text, CALL, strlen (CALL)) == 0;
}

static void
begin_call (StrataKernelReplay *self,
            guint32 thread,
            gint64 time_ns,
            gint64 transaction,
            const char *verb,
            const char *peer,
            guint32 attrs)
{
  const StrataAsyncKey key = make_key (self, STRATA_EVENT_LANE_BINDER, thread, transaction);
  g_autofree char *name = g_strdup_printf ("%s %s", verb, peer);

  strata_trace_builder_begin_async (self->builder, &key, thread, time_ns, key.name, strata_event_strings_intern_word (self->strings, name), attrs);
}

static void
set_caller (StrataKernelReplay *self,
            guint32 thread,
            gboolean is_caller)
{
  while (self->are_callers.n <= thread)
    *(guint8 *) strata_column_push (&self->are_callers, sizeof (guint8)) = FALSE;

  strata_column_at (&self->are_callers, guint8, thread) = is_caller != FALSE;
}

static void
push_call (GArray *stack,
           const StrataEventToken *token,
           guint n_served)
{
  const Call call = { token->value, STRATA_NO_TIME, n_served };

  g_array_append_val (stack, call);
}

/* Removes the innermost call of @stack, if any, and sets @key to its slice. */
static gboolean
pop_call (StrataKernelReplay *self,
          GArray *stack,
          guint32 thread,
          StrataAsyncKey *key)
{
  if (stack->len == 0)
    return FALSE;

  *key = make_key (self, STRATA_EVENT_LANE_BINDER, thread, g_array_index (stack, Call, stack->len - 1).transaction);
  g_array_set_size (stack, stack->len - 1);
  set_caller (self, thread, get_calls (self, thread)->sent->len > 0);
  return TRUE;
}

/* Ends the innermost call of @stack, if any. */
static void
end_call (StrataKernelReplay *self,
          GArray *stack,
          guint32 thread,
          gint64 time_ns)
{
  StrataAsyncKey key;

  if (pop_call (self, stack, thread, &key))
    strata_trace_builder_end_async (self->builder, &key, time_ns);
}

static void
add_instant (StrataKernelReplay *self,
             guint32 thread,
             gint64 time_ns,
             const char *verb,
             const char *peer)
{
  g_autofree char *name = g_strdup_printf ("%s %s", verb, peer);
  const guint32 process = strata_trace_builder_get_thread_process (self->builder, thread);

  strata_trace_builder_add_instant (self->builder, thread, process, 0, time_ns, strata_event_strings_intern_word (self->strings, name));
}

/* Whether a thread must have returned from a call if it is seen in user space, or calls again: it serves
 * no call that arrived later. */
static gboolean
may_be_back (const Calls *calls,
             guint index)
{
  return g_array_index (calls->sent, Call, index).n_served >= calls->served->len;
}

/* A call without a recorded answer ended when its thread returned, at the latest now. */
static void
give_up (StrataKernelReplay *self,
         Calls *calls,
         guint32 thread,
         gint64 time_ns)
{
  const gint64 returned_ns = g_array_index (calls->sent, Call, calls->sent->len - 1).returned_ns;
  StrataAsyncKey key;

  if (pop_call (self, calls->sent, thread, &key))
    strata_trace_builder_give_up_async (self->builder, &key, returned_ns != STRATA_NO_TIME ? returned_ns : time_ns);
}

static void
end_unanswered (StrataKernelReplay *self,
                Calls *calls,
                const StrataEventToken *token)
{
  while (calls->sent->len > 0 && may_be_back (calls, calls->sent->len - 1))
    give_up (self, calls, token->thread, token->time_ns);
}

/* Both ends have the arguments of the sender, which identifies them as one message. */
static void
add_message (StrataKernelReplay *self,
             const StrataEventToken *token,
             const char *what,
             const char *peer,
             guint32 attrs)
{
  add_instant (self, token->thread, token->time_ns, what, peer);
  strata_trace_builder_describe_instant (self->builder, attrs);
}

static void
send (StrataKernelReplay *self,
      const StrataEventToken *token)
{
  const Parcel parcel = {
    .sender = token->thread,
    .is_reply = (token->flags & STRATA_EVENT_TOKEN_REPLY) != 0,
    .is_one_way = (token->flags & STRATA_EVENT_TOKEN_ONE_WAY) != 0,
    .attrs = token->extra,
  };
  g_autofree char *peer = strata_trace_builder_dup_process_title (self->builder, token->process);
  Calls *calls = get_calls (self, token->thread);

  g_hash_table_insert (self->parcels, g_memdup2 (&token->value, sizeof token->value), g_memdup2 (&parcel, sizeof parcel));

  if (parcel.is_reply)
    end_call (self, calls->served, token->thread, token->time_ns);
  else if (parcel.is_one_way)
    add_message (self, token, "binder message to", peer, token->extra);
  else
    {
      end_unanswered (self, calls, token);
      begin_call (self, token->thread, token->time_ns, token->value, CALL, peer, token->extra);
      strata_trace_builder_flag_async (self->builder, STRATA_SLICE_CALL);
      push_call (calls->sent, token, calls->served->len);
      set_caller (self, token->thread, TRUE);
    }
}

/* The process of a thread, or the thread if its process is not known. */
static char *
dup_sender (StrataKernelReplay *self,
            guint32 thread)
{
  const guint32 process = strata_trace_builder_get_thread_process (self->builder, thread);

  if (process != STRATA_NONE)
    return strata_trace_builder_dup_process_title (self->builder, strata_trace_builder_get_pid (self->builder, process));

  const StrataText name = strata_event_strings_get (self->strings, strata_trace_builder_get_thread_name (self->builder, thread));

  return name.n_bytes > 0 ? g_strdup (name.text) : g_strdup_printf ("%" G_GINT64_FORMAT, strata_trace_builder_get_tid (self->builder, thread));
}

/* The transaction was sent before the trace or while events were lost. It may be a call, an answer or
 * a message. */
static void
add_unsent (StrataKernelReplay *self,
            const StrataEventToken *token)
{
  add_instant (self, token->thread, token->time_ns, "binder transaction received,", "sending not recorded");
}

static void
receive (StrataKernelReplay *self,
         const StrataEventToken *token)
{
  g_autofree Parcel *parcel = NULL;
  gpointer key = NULL;

  if (!g_hash_table_steal_extended (self->parcels, &token->value, &key, (gpointer *) &parcel))
    {
      add_unsent (self, token);
      return;
    }

  g_autofree char *peer = dup_sender (self, parcel->sender);
  Calls *calls = get_calls (self, token->thread);

  g_free (key);

  if (parcel->is_reply)
    end_call (self, calls->sent, token->thread, token->time_ns);
  else if (parcel->is_one_way)
    add_message (self, token, "binder message from", peer, parcel->attrs);
  else
    {
      begin_call (self, token->thread, token->time_ns, token->value, "binder call from", peer, parcel->attrs);
      push_call (calls->served, token, 0);
    }
}

/**
 * strata_kernel_replay_see_return:
 * @self: the replay
 * @token: a marker token of the thread
 *
 * Records that the thread has returned from its calls. They end at this time if no answer is recorded.
 */
void
strata_kernel_replay_see_return (StrataKernelReplay *self,
                                 const StrataEventToken *token)
{
  if (G_LIKELY (token->thread >= self->are_callers.n || !strata_column_at (&self->are_callers, guint8, token->thread)))
    return;

  const Calls *calls = get_calls (self, token->thread);

  for (guint i = calls->sent->len; i-- > 0 && may_be_back (calls, i);)
    {
      Call *call = &g_array_index (calls->sent, Call, i);

      call->returned_ns = call->returned_ns != STRATA_NO_TIME ? call->returned_ns : token->time_ns;
      set_caller (self, token->thread, FALSE);
    }
}

/**
 * strata_kernel_replay_finish:
 * @self: the replay
 *
 * Ends the calls from which threads have returned.
 */
void
strata_kernel_replay_finish (StrataKernelReplay *self)
{
  GHashTableIter iter;
  gpointer thread;
  gpointer value;

  g_hash_table_iter_init (&iter, self->calls);
  while (g_hash_table_iter_next (&iter, &thread, &value))
    {
      Calls *calls = value;

      while (calls->sent->len > 0 && g_array_index (calls->sent, Call, calls->sent->len - 1).returned_ns != STRATA_NO_TIME)
        give_up (self, calls, GPOINTER_TO_UINT (thread), STRATA_NO_TIME);
    }
}

/**
 * strata_kernel_replay_lose:
 * @self: the replay
 * @thread: a thread, or %STRATA_NONE
 * @time_ns: start of the gap
 *
 * Records a gap in the events of a thread: its later events belong to other system calls.
 */
void
strata_kernel_replay_lose (StrataKernelReplay *self,
                           guint32 thread,
                           gint64 time_ns)
{
  if (thread == STRATA_NONE || thread >= self->system_calls.n || !get_system_call (self, thread)->is_open)
    return;

  const StrataAsyncKey key = make_key (self, STRATA_EVENT_LANE_SYSCALL, thread, 0);

  strata_trace_builder_give_up_async (self->builder, &key, time_ns);
  *get_system_call (self, thread) = (SystemCall){ .name = STRATA_STRING_EMPTY };
}

/**
 * strata_kernel_replay_take:
 * @self: the replay
 * @token: a token
 *
 * Passes a token about the kernel to the builder. Tokens must come in time order.
 *
 * Returns: %FALSE if it is an end without a begin
 */
gboolean
strata_kernel_replay_take (StrataKernelReplay *self,
                           const StrataEventToken *token)
{
  if (token->kind == STRATA_EVENT_TOKEN_KERNEL_BEGIN && is_watch ((StrataEventLane) token->flags))
    watch (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_END && is_watch ((StrataEventLane) token->flags))
    end_watch (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_NEXT && token->flags == STRATA_EVENT_LANE_SYSCALL)
    enter_system_call (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_END && token->flags == STRATA_EVENT_LANE_SYSCALL)
    return leave_system_call (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_BEGIN && is_of_inode (token))
    begin_data (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_END && is_of_inode (token))
    return end_data (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_BEGIN)
    {
      begin (self, token);
      if (is_written_call (self, token))
        strata_trace_builder_flag_async (self->builder, STRATA_SLICE_CALL);
    }
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_END)
    return end (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_NEXT)
    go_on (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_KERNEL_DESCRIBE)
    describe (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_CPU_COUNTER)
    add_sample (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_BINDER)
    send (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_BINDER_RECEIVED)
    receive (self, token);
  else if (token->kind == STRATA_EVENT_TOKEN_BINDER_FAILED)
    end_call (self, get_calls (self, token->thread)->sent, token->thread, token->time_ns);

  return TRUE;
}
