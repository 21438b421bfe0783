/* strata-event-methods.c - RheaTrace method markers among the markers of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-methods.h"

#include "strata-column.h"
#include "strata-pair-key.h"

/* RheaTrace writes a begin at every entry and every exit of a method. The name says which it is:
 * "B:" for an entry, "E:" for a return, "T:" for leaving by an exception. This tells the catching
 * method from those that the exception skipped: an exit belongs to the innermost open call of its
 * method. The calls inside it were left at the throw, which is taken to be the last event of the
 * thread before.
 *
 * Other sections, "B|pid|name" and "E|pid", occur between them. The end of such a section belongs
 * to the innermost open section, never to a method.
 *
 * For each thread, a stack of open frames is kept in addition to the builder's, and for each frame
 * and thread a count, so that an exit without an entry needs no search. */

/* Represents every section in the stacks; no method has this name. */
#define SECTION STRATA_NONE

typedef struct
{
  StrataColumn open; /* guint32: string id of the method, without "B:", or SECTION */
  gint64 last_ns;    /* time of its latest marker */
} Thread;

/* What a prefixed name means. */
typedef struct
{
  char letter;
  guint32 method; /* string id */
  guint32 name;   /* string id: the name to show */
} Known;

struct _StrataEventMethods
{
  StrataTraceBuilder *builder; /* borrowed: of the caller */
  StrataEventStrings *strings; /* borrowed: of the caller */
  GHashTable *entered;         /* string ids of methods */
  guint64 n_entries;
  guint64 n_exits;
  guint64 n_known_exits; /* of methods that were entered before */
  StrataColumn threads;  /* Thread, by index */
  GHashTable *known;     /* string id with prefix -> Known*, owned */
  GHashTable *n_open;    /* gint64* owned: thread and method -> count */
};

/**
 * strata_event_methods_new:
 * @builder: receives the calls; must outlive the result
 * @strings: interns the names; must outlive the result
 *
 * Returns: (transfer full): an object that has seen nothing
 */
StrataEventMethods *
strata_event_methods_new (StrataTraceBuilder *builder,
                          StrataEventStrings *strings)
{
  StrataEventMethods *self = g_new0 (StrataEventMethods, 1);

  self->builder = builder;
  self->strings = strings;
  self->entered = g_hash_table_new (NULL, NULL);
  self->known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->n_open = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
strata_event_methods_free (StrataEventMethods *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < self->threads.n; i++)
    strata_column_clear (&strata_column_at (&self->threads, Thread, i).open);

  strata_column_clear (&self->threads);
  g_hash_table_unref (self->entered);
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->n_open);
  g_free (self);
}

/* A marker may also name a method by its number alone. */
static gboolean
is_number (StrataText name)
{
  guint64 id;

  return name.n_bytes > 0 && strata_text_parse_uint (name.text, name.text + name.n_bytes, G_MAXUINT32, &id) == name.text + name.n_bytes;
}

/**
 * strata_event_methods_see:
 * @self: the methods seen so far
 * @name: the name of a begin
 *
 * Checks whether a begin may be the entry or exit of a method, or is named by a method's number.
 *
 * Returns: whether it may
 */
gboolean
strata_event_methods_see (StrataEventMethods *self,
                          StrataText name)
{
  if (G_UNLIKELY (is_number (name)))
    return TRUE;

  if (G_LIKELY (name.n_bytes < 3 || name.text[1] != ':' || (name.text[0] != 'B' && name.text[0] != 'E' && name.text[0] != 'T')))
    return FALSE;

  const guint32 method = strata_event_strings_intern (self->strings, strata_text (name.text + 2, name.text + name.n_bytes));
  const gboolean is_entry = name.text[0] == 'B';

  self->n_entries += is_entry;
  self->n_exits += !is_entry;

  if (is_entry)
    g_hash_table_add (self->entered, GUINT_TO_POINTER (method));
  else if (g_hash_table_contains (self->entered, GUINT_TO_POINTER (method)))
    self->n_known_exits++;

  return TRUE;
}

/**
 * strata_event_methods_are_used:
 * @self: the methods seen in the whole input
 *
 * Any name may begin with "B:". The prefixes mean methods if the same methods are entered and
 * left: at least half as many known exits as there are entries or exits, whichever are fewer.
 * The rest are calls that the start or end of the capture cuts off.
 *
 * Returns: whether the prefixes mean entries and exits
 */
gboolean
strata_event_methods_are_used (const StrataEventMethods *self)
{
  return self->n_known_exits > 0 && self->n_known_exits * 2 >= MIN (self->n_entries, self->n_exits);
}

static Thread *
get_thread (StrataEventMethods *self,
            guint32 thread)
{
  while (self->threads.n <= thread)
    *(Thread *) strata_column_push (&self->threads, sizeof (Thread)) = (Thread){ .last_ns = STRATA_NO_TIME };

  return &strata_column_at (&self->threads, Thread, thread);
}

/* Changes the count of a frame by @change and returns it. */
static guint
count_open (StrataEventMethods *self,
            guint32 thread,
            guint32 frame,
            int change)
{
  const gint64 key = (gint64) ((guint64) thread << 32 | frame);
  const guint n_open = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_open, &key)) + (guint) change;

  if (change != 0)
    g_hash_table_insert (self->n_open, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n_open));

  return n_open;
}

static void
push_frame (StrataEventMethods *self,
            guint32 thread,
            gint64 time_ns,
            guint32 frame)
{
  Thread *known = get_thread (self, thread);

  strata_column_push_u32 (&known->open, frame);
  known->last_ns = MAX (known->last_ns, time_ns);
  count_open (self, thread, frame, 1);
}

static void
pop_frame (StrataEventMethods *self,
           guint32 thread)
{
  Thread *known = get_thread (self, thread);

  count_open (self, thread, strata_column_at (&known->open, guint32, --known->open.n), -1);
}

static guint32
get_innermost (StrataEventMethods *self,
               guint32 thread)
{
  const StrataColumn *open = &get_thread (self, thread)->open;

  return strata_column_at (open, guint32, open->n - 1);
}

static void
report_exception (StrataEventMethods *self,
                  guint32 thread,
                  gint64 time_ns)
{
  const guint32 depth = strata_trace_builder_get_n_open (self->builder, thread) - 1;
  const guint32 name = strata_trace_builder_get_open_name (self->builder, thread, depth);
  const StrataPlace place = { .offset = -1, .time_ns = time_ns };
  const StrataText text = strata_event_strings_get (self->strings, name != STRATA_NONE ? name : STRATA_STRING_EMPTY);

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_EXCEPTION, place, text.text, (gssize) text.n_bytes);
}

static void
skip_to_frame (StrataEventMethods *self,
               guint32 thread,
               guint32 frame)
{
  const gint64 throw_ns = get_thread (self, thread)->last_ns;

  while (get_innermost (self, thread) != frame)
    {
      report_exception (self, thread, throw_ns);
      strata_trace_builder_leave_slice (self->builder, thread, throw_ns, STRATA_SLICE_EXCEPTION);
      pop_frame (self, thread);
    }
}

static gboolean
end_frame (StrataEventMethods *self,
           guint32 thread,
           gint64 time_ns,
           guint32 frame,
           StrataSliceFlags flags)
{
  const gboolean is_open = count_open (self, thread, frame, 0) > 0;

  if (is_open)
    {
      skip_to_frame (self, thread, frame);

      if (flags != 0)
        report_exception (self, thread, time_ns);

      pop_frame (self, thread);
      strata_trace_builder_end_slice (self->builder, thread, time_ns, STRATA_NO_TIME, flags);
    }
  else
    strata_trace_builder_get_counts (self->builder)->slices.n_unmatched++;

  get_thread (self, thread)->last_ns = time_ns;
  return is_open;
}

static const Known *
get_known (StrataEventMethods *self,
           guint32 marked)
{
  Known *known = g_hash_table_lookup (self->known, GUINT_TO_POINTER (marked));

  if (known != NULL)
    return known;

  const StrataText text = strata_event_strings_get (self->strings, marked);
  const StrataText method = strata_text (text.text + 2, text.text + text.n_bytes);

  known = g_new (Known, 1);
  known->letter = text.text[0];
  known->method = strata_event_strings_intern (self->strings, method);
  known->name = strata_trace_builder_intern_method (self->builder, method.text, method.n_bytes);
  g_hash_table_insert (self->known, GUINT_TO_POINTER (marked), known);
  return known;
}

/**
 * strata_event_methods_name:
 * @self: the methods seen in the whole input
 * @name: string id of the name of a section
 *
 * Names a section whose name is the number of a method.
 *
 * Returns: string id of the name to show, or %STRATA_NONE if it is not a number
 */
guint32
strata_event_methods_name (StrataEventMethods *self,
                           guint32 name)
{
  const StrataText text = strata_event_strings_get (self->strings, name);

  return is_number (text) ? strata_trace_builder_intern_method (self->builder, text.text, text.n_bytes) : STRATA_NONE;
}

/**
 * strata_event_methods_take:
 * @self: the methods seen in the whole input
 * @thread: index of the thread that wrote it
 * @time_ns: when
 * @marked: string id of a name with a prefix
 *
 * Begins a call, or ends one and the calls inside it.
 *
 * Returns: %FALSE for an exit without a known entry, which is counted as unmatched
 */
gboolean
strata_event_methods_take (StrataEventMethods *self,
                           guint32 thread,
                           gint64 time_ns,
                           guint32 marked)
{
  const Known *known = get_known (self, marked);

  if (known->letter != 'B')
    return end_frame (self, thread, time_ns, known->method, known->letter == 'T' ? STRATA_SLICE_EXCEPTION : 0);

  strata_trace_builder_begin_slice (self->builder, thread, time_ns, STRATA_NO_TIME, known->name, STRATA_ATTRS_NONE);
  push_frame (self, thread, time_ns, known->method);
  return TRUE;
}

/**
 * strata_event_methods_begin:
 * @self: the methods seen in the whole input
 * @thread: index of a thread
 * @time_ns: when
 *
 * Records a section that the caller has begun.
 */
void
strata_event_methods_begin (StrataEventMethods *self,
                            guint32 thread,
                            gint64 time_ns)
{
  push_frame (self, thread, time_ns, SECTION);
}

/**
 * strata_event_methods_end:
 * @self: the methods seen in the whole input
 * @thread: index of a thread
 * @time_ns: when
 *
 * Ends the innermost open section of a thread, and the methods inside it.
 *
 * Returns: %FALSE if none was open; counted as unmatched
 */
gboolean
strata_event_methods_end (StrataEventMethods *self,
                          guint32 thread,
                          gint64 time_ns)
{
  return end_frame (self, thread, time_ns, SECTION, 0);
}
