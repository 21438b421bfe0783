/* strata-facts.c - facts about an item, a line per fact
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-facts.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-kernel-args.h"
#include "strata-search.h"
#include "strata-short-text.h"
#include "strata-units.h"

/* Of longer texts only the start is searched for: the rest would not be readable in an entry. */
#define MOST_SEARCHED_BYTES 400

/* Characters that end the key of an argument in a search. */
#define NO_KEY_CHARACTERS " \t\n\"!<>=~:()"

#define WIDE_COLON "："

static void
fact_free (gpointer data)
{
  StrataFact *self = data;

  g_free (self->label);
  g_free (self->value);
  g_free (self->search);
  g_free (self->hint);
  g_free (self);
}

StrataFact *
strata_fact_new (char *label,
                 char *value,
                 char *search)
{
  StrataFact *self = g_new (StrataFact, 1);

  *self = (StrataFact){ label, value, search, NULL, STRATA_NONE };
  return self;
}

GPtrArray *
strata_facts_new_list (void)
{
  return g_ptr_array_new_with_free_func (fact_free);
}

void
strata_facts_add (StrataFacts *self,
                  const char *format,
                  ...)
{
  va_list arguments;

  if (self->text->len > 0)
    g_string_append_c (self->text, '\n');

  va_start (arguments, format);
  g_string_append_vprintf (self->text, format, arguments);
  va_end (arguments);
}

static guint
count_lines (const char *text)
{
  guint n = 1;

  while ((text = strchr (text, '\n')) != NULL)
    {
      text++;
      n++;
    }

  return n;
}

void
strata_facts_set_search (StrataFacts *self,
                         char *search)
{
  const guint line = count_lines (self->text->str) - 1;

  if (search == NULL)
    return;

  if (self->searches->len <= line)
    g_ptr_array_set_size (self->searches, (int) line + 1);

  g_free (self->searches->pdata[line]);
  self->searches->pdata[line] = search;
}

/* A search for items whose @field contains this text. */
static char *
dup_part (const char *field,
          const char *text)
{
  if (strpbrk (text, "\n\r") != NULL || !g_utf8_validate (text, -1, NULL))
    return NULL;

  const gsize n_bytes = strlen (text);
  const char *end = n_bytes <= MOST_SEARCHED_BYTES ? text + n_bytes : g_utf8_find_prev_char (text, text + MOST_SEARCHED_BYTES);
  g_autofree char *part = g_strndup (text, (gsize) (end - text));
  g_autofree char *quoted = strata_search_quote (part);

  return g_strconcat (field, ":", quoted, NULL);
}

char *
strata_facts_dup_search (const char *field,
                         const char *value)
{
  if (*value == '\0' || strpbrk (value, "\n\r") != NULL || !g_utf8_validate (value, -1, NULL))
    return NULL;
  if (strlen (value) > MOST_SEARCHED_BYTES)
    return dup_part (field, value);

  g_autofree char *quoted = strata_search_quote (value);

  return g_strconcat (field, "=", quoted, NULL);
}

/* A search for an argument by key and value. Keys that a search cannot have are searched for as
 * part of the text "key=value". */
static char *
dup_arg_search (const StrataArg *arg)
{
  g_autofree char *key = g_strndup (arg->key, arg->n_key_bytes);
  g_autofree char *value = g_strndup (arg->value, arg->n_value_bytes);
  g_autofree char *field = g_strconcat ("arg.", key, NULL);
  g_autofree char *both = g_strconcat (key, "=", value, NULL);

  if (*key == '\0' || strpbrk (key, NO_KEY_CHARACTERS) != NULL || !g_utf8_validate (key, -1, NULL))
    return dup_part ("arg", both);
  if (*value == '\0')
    return g_strconcat (field, "=\"\"", NULL);

  return strata_facts_dup_search (field, value);
}

gint64
strata_facts_get_offset_ns (StrataTrace *trace,
                            gint64 time_ns)
{
  return (gint64) ((guint64) time_ns - (guint64) strata_trace_get_span (trace).begin_ns);
}

void
strata_facts_search_duration (StrataFacts *self,
                              const char *field,
                              gint64 duration_ns)
{
  strata_facts_set_search (self, g_strdup_printf ("%s>=%" PRId64 "ns", field, duration_ns));
}

void
strata_facts_search_start (StrataFacts *self,
                           StrataTrace *trace,
                           gint64 time_ns)
{
  strata_facts_set_search (self, g_strdup_printf ("start>=%" PRId64 "ns", strata_facts_get_offset_ns (trace, time_ns)));
}

void
strata_facts_add_start (StrataFacts *self,
                        StrataTrace *trace,
                        gint64 time_ns)
{
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (self, _ ("Start: %s"), strata_units_amount_instant (strata_facts_get_offset_ns (trace, time_ns), strata_trace_get_unit (trace), text));
  strata_facts_search_start (self, trace, time_ns);
}

char *
strata_facts_dup_thread_search (StrataTrace *trace,
                                guint32 thread)
{
  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];

  return row->tid >= 0 ? g_strdup_printf ("tid=%" PRId64, row->tid) : strata_facts_dup_search ("thread", strata_trace_get_string (trace, row->name));
}

void
strata_facts_add_thread (StrataFacts *self,
                         StrataTrace *trace,
                         guint32 thread)
{
  if (thread == STRATA_NONE)
    return;

  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, row->name), -1);

  strata_facts_add (self, _ ("Thread: %s %" PRId64), name, row->tid);
  strata_facts_set_search (self, strata_facts_dup_thread_search (trace, thread));
}

void
strata_facts_add_process (StrataFacts *self,
                          StrataTrace *trace,
                          guint32 process)
{
  if (process == STRATA_NONE)
    return;

  const StrataProcess *row = &strata_trace_get_processes (trace, NULL)[process];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, row->name), -1);

  if (row->pid < 0)
    return;

  strata_facts_add (self, _ ("Process: %s %" PRId64), name, row->pid);
  strata_facts_set_search (self, g_strdup_printf ("pid=%" PRId64, row->pid));
}

/* Splits "Thread: main 12"; in Chinese the colon is wide and has no space. */
static StrataFact *
split_line (const char *line,
            char *search)
{
  const char *wide = strstr (line, WIDE_COLON);
  const char *colon = strstr (line, ": ");
  const gboolean is_wide = wide != NULL && (colon == NULL || wide < colon);

  if (is_wide)
    colon = wide;
  if (colon == NULL)
    return strata_fact_new (NULL, g_strdup (line), search);

  return strata_fact_new (g_strndup (line, (gsize) (colon - line)), g_strdup (colon + (is_wide ? strlen (WIDE_COLON) : strlen (": "))), search);
}

/* The first line is the name: a fact without a label, even if it has a colon. */
static StrataFact *
make_fact (const char *line,
           guint place,
           char *search)
{
  return place == 0 ? strata_fact_new (NULL, g_strdup (line), search) : split_line (line, search);
}

/**
 * strata_session_list_facts:
 * @self: the session
 * @item: an item
 *
 * Lists the lines of strata_session_describe_item(), each with its search. For
 * single arguments see strata_session_list_args().
 *
 * Returns: (transfer full) (element-type StrataFact): the facts, the name first; none for no item
 */
GPtrArray *
strata_session_list_facts (StrataSession *self,
                           StrataItem item)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  StrataFacts facts = { g_string_new (NULL), g_ptr_array_new_with_free_func (g_free), FALSE };
  GPtrArray *list = strata_facts_new_list ();

  strata_session_collect_facts (self, &facts, item);

  g_autofree char *text = strata_short_text_cut (g_string_free (facts.text, FALSE));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_ptr_array_add (list, make_fact (lines[i], i, i < facts.searches->len ? g_steal_pointer (&facts.searches->pdata[i]) : NULL));

  g_ptr_array_unref (facts.searches);
  return list;
}

/* Cut to a length that can be laid out. */
static char *
dup_text (const char *text,
          gsize n_bytes)
{
  g_autofree char *raw = g_strndup (text, n_bytes);

  return strata_short_text_cut (g_utf8_make_valid (raw, -1));
}

/**
 * strata_session_list_args:
 * @self: the session
 * @item: an item
 * @n_args: (out): how many arguments with a key it has
 *
 * Lists the arguments of a slice one by one.
 *
 * Returns: (transfer full) (element-type StrataFact): the first %STRATA_MOST_ARGS of them; none if @item is not a slice
 */
GPtrArray *
strata_session_list_args (StrataSession *self,
                          StrataItem item,
                          guint *n_args)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  StrataTrace *trace = strata_session_get_trace (self);
  GPtrArray *list = strata_facts_new_list ();
  StrataArg arg;

  *n_args = 0;
  if (item.kind != STRATA_ITEM_SLICE)
    return list;

  const guint32 set = strata_slice_table_get_attrs (strata_trace_get_slices (trace), item.index);
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), set);
  const char *cursor = args;

  while (strata_slice_args_next (trace, item.index, &cursor, &arg))
    if (arg.key != NULL && ++*n_args <= STRATA_MOST_ARGS)
      g_ptr_array_add (list, strata_fact_new (dup_text (arg.key, arg.n_key_bytes), dup_text (arg.value, arg.n_value_bytes), dup_arg_search (&arg)));

  return list;
}

/* Appends a line per fact; takes @facts. */
static void
append_facts (GString *text,
              GPtrArray *facts)
{
  for (guint i = 0; i < facts->len; i++)
    {
      const StrataFact *fact = g_ptr_array_index (facts, i);

      g_string_append_printf (text, "%s%s%s\n", fact->label != NULL ? fact->label : "", fact->label != NULL ? ": " : "", fact->value);
    }

  g_ptr_array_unref (facts);
}

static void
append_place (GString *text,
              const StrataSlicePlace *place)
{
  append_facts (text, strata_facts_list_shares (place));
  append_facts (text, strata_facts_list_sums (place));
  append_facts (text, strata_facts_list_spread (place));
  if (place->sums->callers->len == 0)
    return;

  g_string_append_printf (text, "%s\n", _ ("Called by"));
  append_facts (text, strata_facts_list_callers (place, G_MAXUINT));
}

/**
 * strata_session_dup_facts_text:
 * @self: the session
 * @item: an item
 * @more: (nullable): further facts
 *
 * Describes an item as text for the clipboard: a line per fact, per
 * argument and per caller of its name.
 *
 * Returns: (transfer full): the text; empty for no item
 */
char *
strata_session_dup_facts_text (StrataSession *self,
                               StrataItem item,
                               const StrataFactsMore *more)
{
  guint n_args;
  GString *text = g_string_new (NULL);

  append_facts (text, strata_session_list_facts (self, item));
  append_facts (text, strata_session_list_args (self, item, &n_args));
  if (more != NULL && more->place != NULL)
    append_place (text, more->place);
  if (more != NULL && more->stats != NULL)
    {
      g_string_append_printf (text, "%s\n", _ ("In visible time range"));
      append_facts (text, strata_session_list_counter_facts (self, item, more->stats));
    }

  return g_string_free (text, FALSE);
}
