/* strata-search-fields.c - the fields of a search for slices, instants and counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-kernel-args.h"
#include "strata-sample-rows.h"
#include "strata-search-private.h"

static gboolean
has_name (const StrataSearchTerm *term,
          StrataTrace *trace,
          guint32 name)
{
  return strata_search_term_has_text (term, strata_trace_get_string (trace, name));
}

gboolean
strata_search_has_counter_name (const StrataSearchTerm *term,
                                StrataTrace *trace,
                                guint32 counter)
{
  g_autofree char *name = strata_sample_rows_dup_name (trace, counter);

  return strata_search_term_has_text (term, name);
}

/* Matches a name, an id, or both as the timeline writes them: "RenderThread 1260". */
static gboolean
has_named_id (const StrataSearchTerm *term,
              const char *name,
              gint64 id)
{
  char number[24];

  g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, id);
  if (id < 0)
    return strata_search_term_has_text (term, name);
  if (term->op != STRATA_SEARCH_CONTAINS && (strata_search_term_has_text (term, name) || strata_search_term_has_text (term, number)))
    return TRUE;

  g_autofree char *both = *name != '\0' ? g_strdup_printf ("%s %s", name, number) : g_strdup (number);

  return strata_search_term_has_text (term, both);
}

static gboolean
has_thread (const StrataSearchTerm *term,
            StrataTrace *trace,
            guint32 index)
{
  const StrataThread *thread = strata_trace_get_threads (trace, NULL) + index;

  return has_named_id (term, strata_trace_get_string (trace, thread->name), thread->tid);
}

static gboolean
has_tid (const StrataSearchTerm *term,
         StrataTrace *trace,
         guint32 thread)
{
  return strata_search_term_has_number (term, strata_trace_get_threads (trace, NULL)[thread].tid);
}

static gboolean
has_process (const StrataSearchTerm *term,
             StrataTrace *trace,
             guint32 index)
{
  const StrataProcess *process = strata_trace_get_processes (trace, NULL) + index;

  return has_named_id (term, strata_trace_get_string (trace, process->name), process->pid);
}

static gboolean
has_pid (const StrataSearchTerm *term,
         StrataTrace *trace,
         guint32 process)
{
  return strata_search_term_has_number (term, strata_trace_get_processes (trace, NULL)[process].pid);
}

/* Sets of attributes of the kernel's slices, whose arguments have another syntax, are numbered after all sets. */
static gboolean
is_of_kernel (StrataTrace *trace,
              guint32 set)
{
  return set >= strata_attr_table_get_n_sets (strata_trace_get_attrs (trace));
}

static StrataAttrs
get_attrs (StrataTrace *trace,
           guint32 set)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (trace);

  return strata_attr_table_get (attrs, is_of_kernel (trace, set) ? set - strata_attr_table_get_n_sets (attrs) : set);
}

/* Matches a word of a fixed vocabulary, always ignoring case. */
static gboolean
has_known_word (const StrataSearchTerm *term,
                const char *word)
{
  return term->op == STRATA_SEARCH_EQUALS ? g_ascii_strcasecmp (term->text, word) == 0 : strata_search_term_has_text (term, word);
}

/* Whether a term matches one of these tags. */
static gboolean
is_one_of_tags (const StrataSearchTerm *term,
                guint64 tags)
{
  for (guint tag = 0; tag < 64; tag++)
    if ((tags >> tag & 1) != 0)
      {
        g_autofree char *text = strata_tags_to_string (G_GUINT64_CONSTANT (1) << tag);

        if (has_known_word (term, text))
          return TRUE;
      }

  return FALSE;
}

static gboolean
has_tag (const StrataSearchTerm *term,
         StrataTrace *trace,
         guint32 set)
{
  return is_one_of_tags (term, get_attrs (trace, set).tags);
}

static gboolean
fits_tag (const StrataSearchTerm *term)
{
  return is_one_of_tags (term, G_MAXUINT64);
}

/* One letter is the letter of the level; a longer text is searched in its name. */
static gboolean
is_level (const StrataSearchTerm *term,
          guint32 level)
{
  if (term->op != STRATA_SEARCH_MATCHES && term->text[0] != '\0' && term->text[1] == '\0')
    return (guint32) g_ascii_toupper (term->text[0]) == level;

  return has_known_word (term, strata_level_get_name (level));
}

static gboolean
has_level (const StrataSearchTerm *term,
           StrataTrace *trace,
           guint32 set)
{
  const guint32 level = get_attrs (trace, set).level;

  return level != 0 && is_level (term, level);
}

static gboolean
fits_level (const StrataSearchTerm *term)
{
  return is_level (term, 'D') || is_level (term, 'I') || is_level (term, 'C') || is_level (term, 'M');
}

static gboolean
has_category (const StrataSearchTerm *term,
              StrataTrace *trace,
              guint32 set)
{
  const guint32 category = get_attrs (trace, set).category;

  return category != STRATA_STRING_EMPTY && has_name (term, trace, category);
}

static gboolean
has_chain (const StrataSearchTerm *term,
           StrataTrace *trace,
           guint32 set)
{
  const guint32 chain = get_attrs (trace, set).chain;

  return chain != STRATA_STRING_EMPTY && has_name (term, trace, chain);
}

static gboolean
has_key (const StrataSearchTerm *term,
         const StrataArg *arg)
{
  return arg->key != NULL && strlen (term->key) == arg->n_key_bytes && memcmp (term->key, arg->key, arg->n_key_bytes) == 0;
}

/* Without a key, all text of the arguments is searched. */
static gboolean
has_arg (const StrataSearchTerm *term,
         StrataTrace *trace,
         guint32 set)
{
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), get_attrs (trace, set).args);
  const char *at = args;
  StrataArg arg;

  if (term->key == NULL)
    return *args != '\0' && strata_search_term_has_text (term, args);

  while (is_of_kernel (trace, set) ? strata_kernel_args_next (&at, &arg) : strata_args_next (&at, &arg))
    if (has_key (term, &arg))
      {
        g_autofree char *value = g_strndup (arg.value, arg.n_value_bytes);

        if (strata_search_term_has_arg (term, value))
          return TRUE;
      }

  return FALSE;
}

static gboolean
get_duration (const StrataSearchSource *source,
              guint32 slice,
              gint64 *value)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (source->trace);

  if (source->kind == STRATA_SEARCH_RUNS)
    {
      *value = runs->end_ns[slice] - runs->start_ns[slice];
      return TRUE;
    }

  *value = source->is_cpu ? strata_slice_table_get_cpu_ns (source->table, slice) : strata_slice_table_get_wall_ns (source->table, slice);
  return TRUE;
}

static gboolean
get_self (const StrataSearchSource *source,
          guint32 slice,
          gint64 *value)
{
  *value = strata_slice_table_get_self_ns (source->table, slice);
  return TRUE;
}

static gboolean
get_cpu (const StrataSearchSource *source,
         guint32 slice,
         gint64 *value)
{
  if (strata_trace_has_cpu_time (source->trace, slice))
    *value = strata_slice_table_get_cpu_ns (source->table, slice);
  else if (strata_trace_get_clocks (source->trace) == STRATA_CLOCK_CPU)
    *value = strata_slice_table_get_wall_ns (source->table, slice);
  else
    return FALSE;

  return TRUE;
}

static gint64
get_time_ns (const StrataSearchSource *source,
             guint32 row)
{
  switch (source->kind)
    {
    case STRATA_SEARCH_SLICES:
      return source->table->start_ns[row];
    case STRATA_SEARCH_INSTANTS:
      return strata_trace_get_instants (source->trace)->time_ns[row];
    case STRATA_SEARCH_COUNTERS:
      return strata_trace_get_samples (source->trace)->time_ns[strata_trace_get_counters (source->trace, NULL)[row].first_sample];
    case STRATA_SEARCH_SAMPLES:
      return strata_trace_get_samples (source->trace)->time_ns[row];
    case STRATA_SEARCH_RUNS:
      return strata_trace_get_cpu_runs (source->trace)->start_ns[row];
    }

  return 0;
}

/* As on the ruler, relative to the start of the trace. A counter begins with its first sample. */
static gboolean
get_start (const StrataSearchSource *source,
           guint32 row,
           gint64 *value)
{
  *value = strata_time_add (get_time_ns (source, row), -source->begin_ns);
  return TRUE;
}

/* Whole numbers are compared as integers, since they may exceed 2^53. */
static gboolean
has_value (const StrataSearchTerm *term,
           StrataTrace *trace,
           guint32 sample)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);

  if (!term->is_real && strata_samples_is_whole (samples, sample))
    return strata_search_term_has_number (term, samples->value[sample]);

  return strata_search_term_has_real (term, strata_samples_get_real (samples, sample));
}

/* As in the kernel: a lower number is more urgent. */
static gboolean
get_priority (const StrataSearchSource *source,
              guint32 run,
              gint64 *value)
{
  const guint8 rank = strata_trace_get_cpu_runs (source->trace)->rank[run];

  *value = STRATA_RANK_PRIORITY (rank);
  return rank != 0;
}

static gboolean
get_depth (const StrataSearchSource *source,
           guint32 slice,
           gint64 *value)
{
  *value = strata_slice_table_get_depth (source->table, slice);
  return TRUE;
}

static gboolean
has_flag (StrataTrace *trace,
          guint32 slice,
          StrataSliceFlags flag)
{
  return (strata_slice_table_get_flags (strata_trace_get_slices (trace), slice) & flag) != 0;
}

static gboolean
is_unfinished (const StrataSearchTerm *term,
               StrataTrace *trace,
               guint32 slice)
{
  return has_flag (trace, slice, STRATA_SLICE_UNFINISHED);
}

static gboolean
is_exception (const StrataSearchTerm *term,
              StrataTrace *trace,
              guint32 slice)
{
  return has_flag (trace, slice, STRATA_SLICE_EXCEPTION);
}

static gboolean
is_call (const StrataSearchTerm *term,
         StrataTrace *trace,
         guint32 slice)
{
  return slice < strata_trace_get_slices (trace)->first_async;
}

static gboolean
is_async (const StrataSearchTerm *term,
          StrataTrace *trace,
          guint32 slice)
{
  return !is_call (term, trace, slice) && slice < strata_trace_get_slices (trace)->first_kernel;
}

static gboolean
is_kernel (const StrataSearchTerm *term,
           StrataTrace *trace,
           guint32 slice)
{
  return slice >= strata_trace_get_slices (trace)->first_kernel;
}

static gboolean
is_main (const StrataSearchTerm *term,
         StrataTrace *trace,
         guint32 index)
{
  return strata_trace_is_main_thread (trace, strata_trace_get_threads (trace, NULL) + index);
}

/* For words that match every row of the kinds that they apply to. */
static gboolean
is_any (const StrataSearchTerm *term,
        StrataTrace *trace,
        guint32 row)
{
  return TRUE;
}

#define OF_SLICES (1u << STRATA_SEARCH_SLICES)
#define OF_INSTANTS (1u << STRATA_SEARCH_INSTANTS)
#define OF_SAMPLES (1u << STRATA_SEARCH_SAMPLES)
#define OF_COUNTERS (1u << STRATA_SEARCH_COUNTERS | OF_SAMPLES)
#define OF_RUNS (1u << STRATA_SEARCH_RUNS)
#define OF_ALL (OF_SLICES | OF_INSTANTS | OF_COUNTERS | OF_RUNS)

/* Stable: the user types these names in the window and on the command line. */
static const StrataSearchField fields[] = {
  { "name", STRATA_SEARCH_BY_NAME, OF_ALL, STRATA_SEARCH_TEXT, has_name, NULL },
  { "dur", STRATA_SEARCH_BY_ROW, OF_SLICES | OF_RUNS, STRATA_SEARCH_TIME, NULL, get_duration },
  { "self", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_TIME, NULL, get_self },
  { "cpu", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_TIME, NULL, get_cpu },
  { "start", STRATA_SEARCH_BY_ROW, OF_ALL, STRATA_SEARCH_TIME, NULL, get_start },
  { "depth", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_NUMBER, NULL, get_depth },
  { "value", STRATA_SEARCH_BY_ROW, OF_SAMPLES, STRATA_SEARCH_REAL, has_value, NULL },
  { "prio", STRATA_SEARCH_BY_ROW, OF_RUNS, STRATA_SEARCH_NUMBER, NULL, get_priority },
  { "thread", STRATA_SEARCH_BY_THREAD, OF_ALL, STRATA_SEARCH_TEXT, has_thread, NULL },
  { "tid", STRATA_SEARCH_BY_THREAD, OF_ALL, STRATA_SEARCH_NUMBER, has_tid, NULL },
  { "process", STRATA_SEARCH_BY_PROCESS, OF_ALL, STRATA_SEARCH_TEXT, has_process, NULL },
  { "pid", STRATA_SEARCH_BY_PROCESS, OF_ALL, STRATA_SEARCH_NUMBER, has_pid, NULL },
  { "level", STRATA_SEARCH_BY_ATTRS, OF_ALL, STRATA_SEARCH_TEXT, has_level, NULL, fits_level, N_ ("the levels are debug, info, critical and commercial") },
  { "tag", STRATA_SEARCH_BY_ATTRS, OF_ALL, STRATA_SEARCH_TEXT, has_tag, NULL, fits_tag, N_ ("no HiTrace tag contains this") },
  { "category", STRATA_SEARCH_BY_ATTRS, OF_ALL, STRATA_SEARCH_TEXT, has_category, NULL },
  { "chain", STRATA_SEARCH_BY_ATTRS, OF_ALL, STRATA_SEARCH_TEXT, has_chain, NULL },
  { "arg", STRATA_SEARCH_BY_ATTRS, OF_ALL, STRATA_SEARCH_TEXT, has_arg, NULL },
};

/* The words after "is:". */
static const StrataSearchField words[] = {
  { "is:main", STRATA_SEARCH_BY_THREAD, OF_ALL, STRATA_SEARCH_WORD, is_main, NULL },
  { "is:slice", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_WORD, is_any, NULL },
  { "is:instant", STRATA_SEARCH_BY_ROW, OF_INSTANTS, STRATA_SEARCH_WORD, is_any, NULL },
  { "is:counter", STRATA_SEARCH_BY_ROW, OF_COUNTERS, STRATA_SEARCH_WORD, is_any, NULL },
  { "is:run", STRATA_SEARCH_BY_ROW, OF_RUNS, STRATA_SEARCH_WORD, is_any, NULL },
  { "is:call", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_WORD, is_call, NULL },
  { "is:async", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_WORD, is_async, NULL },
  { "is:kernel", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_WORD, is_kernel, NULL },
  { "is:unfinished", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_WORD, is_unfinished, NULL },
  { "is:exception", STRATA_SEARCH_BY_ROW, OF_SLICES, STRATA_SEARCH_WORD, is_exception, NULL },
};

static gboolean
is_name (const StrataSearchField *field,
         const char *name,
         gsize n_bytes)
{
  return strlen (field->name) == n_bytes && g_ascii_strncasecmp (field->name, name, n_bytes) == 0;
}

/* Finds a field by its name, or by "is:" and a word, ignoring case; %NULL if there is none. */
const StrataSearchField *
strata_search_find_field (const char *name,
                          gsize n_bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (is_name (&fields[i], name, n_bytes))
      return &fields[i];

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (is_name (&words[i], name, n_bytes))
      return &words[i];

  return NULL;
}

const StrataSearchField *
strata_search_get_name_field (void)
{
  return &fields[0];
}

char *
strata_search_dup_field_names (void)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    g_string_append_printf (names, "%s, ", fields[i].name);

  g_string_append (names, "is");
  return g_string_free (names, FALSE);
}
