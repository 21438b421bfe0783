/* strata-cmd-diff.c - strata-cli diff: compares two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-call-diff-rows.h"
#include "strata-command.h"
#include "strata-diff-condition.h"
#include "strata-diff-document.h"
#include "strata-diff-figures-table.h"
#include "strata-diff-frame-rows.h"
#include "strata-diff-measure-rows.h"
#include "strata-diff-page.h"
#include "strata-diff-relative-rows.h"
#include "strata-diff-rows.h"
#include "strata-diff-sets.h"
#include "strata-diff-table.h"
#include "strata-diff-thread-rows.h"
#include "strata-flame.h"
#include "strata-name-shape.h"
#include "strata-replace.h"
#include "strata-scope-option.h"
#include "strata-span-option.h"

/* A comparison as a flame graph. */

#define WIDTH_PX 1600

/* Draws the call tree of one capture, coloured by its difference from the other. The suffix of @name selects the
 * format: .svg, .png or .pdf. Returns the file's content. */
static GBytes *
diff_picture_new (StrataDiff *diff,
                  StrataDiffSide widths,
                  const StrataPalette *palette,
                  const char *name,
                  GError **error)
{
  g_autoptr (StrataDiffTree) tree = strata_diff_tree_new (diff, NULL);
  g_autoptr (StrataFlame) flame = strata_flame_new_diff (tree, widths);
  const StrataFlameFrame frame = { .root = STRATA_CALL_TREE_ROOT };

  return strata_flame_export (flame, WIDTH_PX, &frame, palette, name, error);
}

/* The options that each side may have. */
typedef struct
{
  char *span;
  char *process;
  char *thread;
  char *mapping;
  char **files; /* a set of runs */
} SideOptions;

typedef struct
{
  StrataStyleOptions style;
  StrataInputOptions input;
  SideOptions both;
  SideOptions sides[STRATA_N_DIFF_SIDES];
  char *clock;
  char *per;
  char *limit;
  char *by;
  char *relatives;
  char *call;
  char *output;
  char **matches;
  char **fail_if;
  gboolean has_threads;
  gboolean has_frames;
  gboolean has_counters;
  gboolean has_measures;
  char *from;
  char *to;
  gboolean is_html;
  gboolean is_flame;
  gboolean is_dark;
  char *widths;
  char *metric;
  char *iteration;
  char *history;
  gboolean lists_runs;
} Options;

/* The data of a comparison, once loaded. */
typedef struct
{
  const StrataCommand *command;
  const Options *options;
  char **files;
  StrataTableStyle style;
  StrataDiffOptions diff;
  StrataClocks clock;
  StrataDiffSide widths;
  GArray *conditions;                       /* (element-type StrataDiffCondition) owned */
  StrataTrace *traces[STRATA_N_DIFF_SIDES]; /* owned */
  StrataScope scopes[STRATA_N_DIFF_SIDES];
} Run;

static void
run_clear (Run *self)
{
  g_clear_pointer (&self->conditions, g_array_unref);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_object (&self->traces[side]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static const struct
{
  const char *name;
  StrataProfileBy by;
} by_names[] = {
  { "name", STRATA_PROFILE_BY_SHAPE },
  { "exact-name", STRATA_PROFILE_BY_NAME },
  { "class", STRATA_PROFILE_BY_CLASS },
  { "package", STRATA_PROFILE_BY_PACKAGE },
};

static const char *
get_by_name (StrataProfileBy by)
{
  for (guint i = 0; i < G_N_ELEMENTS (by_names); i++)
    if (by_names[i].by == by)
      return by_names[i].name;

  g_return_val_if_reached ("");
}

static gboolean
is_file (const char *path)
{
  return path != NULL && !g_str_equal (path, "-");
}

static gboolean
parse_by (const char *text,
          StrataProfileBy *by)
{
  for (guint i = 0; i < G_N_ELEMENTS (by_names); i++)
    if (text == NULL || g_str_equal (by_names[i].name, text))
      {
        *by = by_names[i].by;
        return TRUE;
      }

  return FALSE;
}

/* The option of the side, or else the one for both. */
static const char *
choose (const char *of_side,
        const char *of_both)
{
  return of_side != NULL ? of_side : of_both;
}

static gboolean
choose_scope (Run *run,
              StrataDiffSide side,
              GError **error)
{
  const SideOptions *own = &run->options->sides[side];
  const SideOptions *both = &run->options->both;
  const char *span = choose (own->span, both->span);
  const char *process = choose (own->process, both->process);
  const char *thread = choose (own->thread, both->thread);
  StrataTrace *trace = run->traces[side];
  StrataScope *scope = &run->scopes[side];

  *scope = strata_scope_everything (trace);
  scope->clock = run->clock;

  return strata_span_option_parse_any (span, scope->span, &scope->span, error) &&
         (process == NULL || strata_scope_find_process (trace, process, &scope->process, error)) &&
         (thread == NULL || strata_scope_find_thread (trace, scope->process, thread, &scope->thread, error));
}

static StrataExit
load (Run *run)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      StrataInputOptions input = run->options->input;
      g_autoptr (GError) error = NULL;

      input.mapping = (char *) choose (run->options->sides[side].mapping, input.mapping);
      run->traces[side] = strata_command_load_input (run->files[side], &input);
      if (run->traces[side] == NULL)
        return STRATA_EXIT_BAD_INPUT;

      if (!choose_scope (run, side, &error))
        return strata_command_fail_usage (run->command, "%s: %s", run->files[side], error->message);
    }

  const StrataClocks known = strata_trace_get_clocks (run->traces[STRATA_DIFF_A]) & strata_trace_get_clocks (run->traces[STRATA_DIFF_B]);

  if (known == 0)
    return strata_command_fail_usage (run->command, _ ("one capture has only wall times and the other only CPU times; they cannot be compared"));
  if (run->options->clock != NULL && !(known & run->clock))
    return strata_command_fail_usage (run->command, _ ("only one capture has times of --clock %s"), run->options->clock);

  return STRATA_EXIT_DONE;
}

/* "A=B", each the name or id of a thread. */
static gboolean
parse_match (const Run *run,
             const char *text,
             StrataMatch *match,
             GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, "=", 2);

  if (g_strv_length (names) != 2)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("--match-thread %s: expected two names or ids with “=” between them"), text);
      return FALSE;
    }

  match->reason = STRATA_MATCH_HAND;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!strata_scope_find_thread (run->traces[side], STRATA_NONE, names[side], &match->index[side], error))
      return FALSE;

  return TRUE;
}

static StrataThreadMatch *
match_threads (const Run *run,
               GError **error)
{
  g_autoptr (GArray) matches = g_array_new (FALSE, FALSE, sizeof (StrataMatch));

  for (guint i = 0; run->options->matches != NULL && run->options->matches[i] != NULL; i++)
    {
      StrataMatch match;

      if (!parse_match (run, run->options->matches[i], &match, error))
        return NULL;

      g_array_append_val (matches, match);
    }

  return strata_thread_match_new (run->traces, (const StrataMatch *) matches->data, matches->len);
}

static GArray *
compare_threads (const Run *run,
                 GError **error)
{
  g_autoptr (StrataThreadMatch) match = match_threads (run, error);
  const StrataSpan spans[] = { run->scopes[STRATA_DIFF_A].span, run->scopes[STRATA_DIFF_B].span };

  return match != NULL ? strata_diff_threads_new (run->traces, spans, match, NULL) : NULL;
}

/* @all_frames: (nullable): return location for each frame of both */
static GArray *
compare_frames (const Run *run,
                StrataFrames *all_frames[STRATA_N_DIFF_SIDES],
                GError **error)
{
  g_autoptr (StrataThreadMatch) match = match_threads (run, error);
  g_autoptr (StrataFrames) a = NULL;
  g_autoptr (StrataFrames) b = NULL;

  if (match == NULL)
    return NULL;

  a = strata_frames_new (run->traces[STRATA_DIFF_A], NULL);
  b = strata_frames_new (run->traces[STRATA_DIFF_B], NULL);

  GArray *frames = strata_diff_frames_new ((StrataFrames *const[]){ a, b }, match);

  if (all_frames != NULL)
    {
      all_frames[STRATA_DIFF_A] = g_steal_pointer (&a);
      all_frames[STRATA_DIFF_B] = g_steal_pointer (&b);
    }

  return frames;
}

static guint32
find_row (const Run *run,
          const StrataDiff *diff)
{
  const char *name = run->options->relatives;
  g_autofree char *shape = strata_name_shape_dup (name);
  const guint32 row = strata_diff_find (diff, name);

  return row != STRATA_NONE ? row : strata_diff_find (diff, shape);
}

/* The longest call of the name in A, the same call in B, and all calls inside. */
static GArray *
compare_calls (const Run *run,
               GError **error)
{
  g_autoptr (StrataThreadMatch) threads = match_threads (run, error);
  g_autoptr (StrataCallMatch) calls = strata_call_match_new (run->traces);
  const StrataScope *scope = &run->scopes[STRATA_DIFF_A];
  guint32 slices[STRATA_N_DIFF_SIDES];

  if (threads == NULL || !strata_scope_find_slice (run->traces[STRATA_DIFF_A], run->options->call, scope->thread, scope->span, &slices[STRATA_DIFF_A], error))
    return NULL;

  slices[STRATA_DIFF_B] = strata_call_match_find (calls, threads, STRATA_DIFF_A, slices[STRATA_DIFF_A]);
  if (slices[STRATA_DIFF_B] == STRATA_NONE)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("the longest “%s” of the first capture has no counterpart in the second"), run->options->call);
      return NULL;
    }

  return strata_call_match_compare (calls, slices, G_MAXUINT, NULL);
}

/* Frees the rows. */
static StrataExit
print (const Run *run,
       StrataOutput *output,
       StrataRows *rows)
{
  strata_rows_print (rows, output, run->style);
  strata_rows_unref (rows);
  return STRATA_EXIT_DONE;
}

static StrataExit
write_calls (const Run *run,
             StrataOutput *output)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) rows = compare_calls (run, &error);

  if (rows == NULL)
    return strata_command_fail_usage (run->command, "%s", error->message);

  return print (run, output, strata_call_diff_rows_new (run->traces, rows));
}

static StrataExit
write_relatives (const Run *run,
                 StrataDiff *diff,
                 StrataOutput *output)
{
  const guint32 row = find_row (run, diff);

  if (row == STRATA_NONE)
    return strata_command_fail_usage (run->command, _ ("--relatives %s: neither capture contains this name"), run->options->relatives);

  return print (run, output, strata_diff_relative_rows_new (diff, row, strata_diff_list_relatives (diff, strata_diff_get_row (diff, row))));
}

static StrataExit
write_threads (const Run *run,
               StrataOutput *output)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) threads = compare_threads (run, &error);

  if (threads == NULL)
    return strata_command_fail_usage (run->command, "%s", error->message);

  return print (run, output, strata_diff_thread_rows_new (run->traces, threads));
}

static StrataExit
write_frames (const Run *run,
              StrataOutput *output)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) frames = compare_frames (run, NULL, &error);

  if (frames == NULL)
    return strata_command_fail_usage (run->command, "%s", error->message);

  return print (run, output, strata_diff_frame_rows_new (frames));
}

static StrataExit
write_counters (const Run *run,
                StrataOutput *output)
{
  g_autoptr (GArray) counters = strata_diff_counters_new (run->traces, run->scopes, NULL);

  strata_diff_figures_write_counters (output, counters, run->style);
  return STRATA_EXIT_DONE;
}

static void
clear_latency (gpointer data)
{
  g_free (((StrataLatencyNames *) data)->from);
  g_free (((StrataLatencyNames *) data)->to);
}

/* The figures that conditions need. */
static GArray *
list_latencies (const Run *run)
{
  GArray *latencies = g_array_new (FALSE, FALSE, sizeof (StrataLatencyNames));

  g_array_set_clear_func (latencies, clear_latency);
  for (guint i = 0; i < run->conditions->len; i++)
    {
      StrataLatencyNames names;

      if (strata_diff_condition_get_latency (&g_array_index (run->conditions, StrataDiffCondition, i), &names))
        g_array_append_val (latencies, names);
    }

  return latencies;
}

static GArray *
measure (const Run *run,
         GError **error)
{
  g_autoptr (StrataThreadMatch) match = match_threads (run, error);
  g_autoptr (GArray) latencies = list_latencies (run);
  StrataMeasureInput input = { .match = match, .latencies = (const StrataLatencyNames *) (gpointer) latencies->data, .n_latencies = latencies->len };
  GArray *measures;

  if (match == NULL)
    return NULL;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      input.traces[side] = run->traces[side];
      input.scopes[side] = run->scopes[side];
      input.frames[side] = strata_frames_new (run->traces[side], NULL);
    }

  measures = strata_diff_measures_new (&input, NULL);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_frames_unref (input.frames[side]);
  return measures;
}

static StrataExit
write_measures (const Run *run,
                StrataOutput *output)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) measures = measure (run, &error);

  if (measures == NULL)
    return strata_command_fail_usage (run->command, "%s", error->message);

  return print (run, output, strata_diff_measure_rows_new (measures));
}

static StrataExit
write_latency (const Run *run,
               StrataOutput *output)
{
  const Options *options = run->options;
  StrataDiffLatency latency;

  strata_diff_latency_find (&latency, run->traces, run->scopes, options->from, options->to);
  if (latency.n[STRATA_DIFF_A] + latency.n[STRATA_DIFF_B] == 0)
    return strata_command_fail_usage (run->command, _ ("neither capture has “%s” followed by “%s”"), options->from, options->to);

  strata_diff_figures_write_latency (output, &latency, options->from, options->to, run->style);
  return STRATA_EXIT_DONE;
}

static void
write_page (const Run *run,
            StrataDiff *diff,
            StrataOutput *output,
            StrataDiffPage *page)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autoptr (StrataSession) session = strata_session_new (run->traces[side]);

      page->files[side] = run->files[side];
      page->traces[side] = run->traces[side];
      page->scopes[side] = run->scopes[side];
      strata_diff_page_take_pictures (page, side, session, run->scopes[side].span);
    }

  strata_diff_page_write (output, diff, page);
  strata_diff_page_clear_pictures (page);
}

/* The complete result, for the user or for programs. */
static StrataExit
write_all (const Run *run,
           StrataDiff *diff,
           StrataOutput *output)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) threads = compare_threads (run, &error);
  StrataFrames *all_frames[STRATA_N_DIFF_SIDES] = { NULL, NULL };
  g_autoptr (GArray) frames = threads != NULL ? compare_frames (run, all_frames, &error) : NULL;
  g_autoptr (GArray) measures = frames != NULL ? measure (run, &error) : NULL;

  if (measures == NULL)
    return strata_command_fail_usage (run->command, "%s", error->message);

  if (run->options->is_html)
    write_page (run, diff, output, &(StrataDiffPage){ .threads = threads, .frames = frames, .all_frames = { all_frames[STRATA_DIFF_A], all_frames[STRATA_DIFF_B] }, .measures = measures });
  else
    strata_diff_document_write (output, diff, get_by_name (run->diff.by), run->files, run->traces, threads, frames, measures);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_frames_unref (all_frames[side]);

  return STRATA_EXIT_DONE;
}

static StrataExit
write_picture (const Run *run,
               StrataDiff *diff,
               StrataOutput *output)
{
  const StrataPalette *palette = run->options->is_dark ? strata_palette_get_dark () : strata_palette_get_light ();
  const char *path = run->options->output;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = diff_picture_new (diff, run->widths, palette, is_file (path) ? path : ".svg", &error);
  gsize n_bytes;

  if (bytes == NULL)
    return strata_command_fail (error);

  const char *data = g_bytes_get_data (bytes, &n_bytes);

  strata_output_bytes (output, data, n_bytes);
  return STRATA_EXIT_DONE;
}

static StrataExit
write_names (const Run *run,
             StrataDiff *diff,
             StrataOutput *output)
{
  if (run->style == STRATA_TABLE_TEXT)
    strata_diff_table_write_summary (output, diff);

  return print (run, output, strata_diff_rows_new (diff));
}

static StrataExit
write_asked (const Run *run,
             StrataDiff *diff,
             StrataOutput *output)
{
  const Options *options = run->options;

  if (options->call != NULL)
    return write_calls (run, output);
  if (options->relatives != NULL)
    return write_relatives (run, diff, output);
  if (options->has_threads)
    return write_threads (run, output);
  if (options->has_frames)
    return write_frames (run, output);
  if (options->has_counters)
    return write_counters (run, output);
  if (options->has_measures)
    return write_measures (run, output);
  if (options->from != NULL)
    return write_latency (run, output);
  if (options->is_flame)
    return write_picture (run, diff, output);
  if (options->is_html || run->style == STRATA_TABLE_JSON)
    return write_all (run, diff, output);

  return write_names (run, diff, output);
}

static StrataExit
write_to_stdout (const Run *run,
                 StrataDiff *diff)
{
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  output->unit = strata_trace_get_unit (run->traces[STRATA_DIFF_A]);

  const StrataExit status = write_asked (run, diff, output);
  const StrataExit closed = strata_command_close (output);

  return status != STRATA_EXIT_DONE ? status : closed;
}

/* A comparison that is written to a file. */
typedef struct
{
  const Run *run;
  StrataDiff *diff;
  StrataExit status;
} Writing;

/* The error is NULL if the command has already reported why it failed. */
static gboolean
write_stream (GOutputStream *stream,
              gpointer data,
              GError **error)
{
  Writing *writing = data;
  StrataOutput *output = strata_output_new_for_stream (stream, NULL);

  output->unit = strata_trace_get_unit (writing->run->traces[STRATA_DIFF_A]);

  writing->status = write_asked (writing->run, writing->diff, output);
  return strata_output_close (output, error) && writing->status == STRATA_EXIT_DONE;
}

static StrataExit
write_to_file (const Run *run,
               StrataDiff *diff)
{
  Writing writing = { run, diff, STRATA_EXIT_DONE };
  g_autoptr (GError) error = NULL;

  if (!is_file (run->options->output))
    return write_to_stdout (run, diff);
  if (strata_replace_path (run->options->output, write_stream, &writing, &error))
    return STRATA_EXIT_DONE;

  return error != NULL ? strata_command_fail (error) : writing.status;
}

static gboolean
asks_for (const Run *run,
          StrataFigureKind figure)
{
  for (guint i = 0; i < run->conditions->len; i++)
    if (g_array_index (run->conditions, StrataDiffCondition, i).figure == figure)
      return TRUE;

  return FALSE;
}

/* Conditions that cannot be evaluated are reported last, after the others. */
static StrataExit
check_conditions (const Run *run,
                  const StrataDiff *diff)
{
  g_autoptr (GString) reasons = g_string_new (NULL);
  g_autoptr (GArray) frames = asks_for (run, STRATA_FIGURE_LATE) || asks_for (run, STRATA_FIGURE_FRAME) ? compare_frames (run, NULL, NULL) : NULL;
  g_autoptr (GArray) counters = asks_for (run, STRATA_FIGURE_COUNTER) ? strata_diff_counters_new (run->traces, run->scopes, NULL) : NULL;
  g_autoptr (GArray) measures = asks_for (run, STRATA_FIGURE_MEASURE) ? measure (run, NULL) : NULL;
  const StrataDiffSubject subject = { diff, frames, counters, measures };
  StrataExit status = STRATA_EXIT_DONE;

  /* an unknown thread of --match-thread was rejected earlier */
  if ((frames == NULL && (asks_for (run, STRATA_FIGURE_LATE) || asks_for (run, STRATA_FIGURE_FRAME))) || (measures == NULL && asks_for (run, STRATA_FIGURE_MEASURE)))
    return STRATA_EXIT_BAD_USAGE;

  for (guint i = 0; i < run->conditions->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (strata_diff_condition_check (&g_array_index (run->conditions, StrataDiffCondition, i), &subject, reasons, &error))
        status = STRATA_EXIT_CONDITION;
      else if (error != NULL && status == STRATA_EXIT_DONE)
        status = strata_command_fail (error);
      else if (error != NULL)
        strata_command_fail (error);
    }

  g_printerr ("%s", strata_output_make_plain (reasons->str));
  return status;
}

static StrataExit
compare (Run *run)
{
  StrataExit status = load (run);
  g_autoptr (GError) error = NULL;

  if (status != STRATA_EXIT_DONE)
    return status;
  if (!strata_diff_check_units (run->traces, &error))
    return strata_command_fail (error);

  g_autoptr (StrataDiff) diff = strata_diff_new (run->traces, run->scopes, &run->diff, NULL);

  status = write_to_file (run, diff);
  return status == STRATA_EXIT_DONE ? check_conditions (run, diff) : status;
}

static GArray *
parse_conditions (const Options *options,
                  GError **error)
{
  g_autoptr (GArray) conditions = g_array_new (FALSE, FALSE, sizeof (StrataDiffCondition));

  g_array_set_clear_func (conditions, (GDestroyNotify) strata_diff_condition_clear);
  for (guint i = 0; options->fail_if != NULL && options->fail_if[i] != NULL; i++)
    {
      StrataDiffCondition condition;

      if (!strata_diff_condition_parse (&condition, options->fail_if[i], error))
        return NULL;

      g_array_append_val (conditions, condition);
    }

  return g_steal_pointer (&conditions);
}

static gboolean
parse_clock (const char *text,
             StrataClocks *clock)
{
  *clock = g_strcmp0 (text, "cpu") == 0 ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL;
  return text == NULL || g_str_equal (text, "wall") || g_str_equal (text, "cpu");
}

static gboolean
parse_widths (const char *text,
              StrataDiffSide *widths)
{
  *widths = g_strcmp0 (text, "a") == 0 ? STRATA_DIFF_A : STRATA_DIFF_B;
  return text == NULL || g_str_equal (text, "a") || g_str_equal (text, "b");
}

/* An option without effect is an error. */
static const char *
find_contradiction (const Run *run)
{
  const Options *options = run->options;
  const int n_forms = !!options->is_html + !!options->is_flame + !!options->has_threads + !!options->has_frames + !!options->has_counters + !!options->has_measures + (options->from != NULL) + (options->relatives != NULL) + (options->call != NULL);
  const gboolean has_threads = options->has_threads || options->has_frames || options->has_measures || options->call != NULL || options->is_html || (n_forms == 0 && run->style == STRATA_TABLE_JSON);

  if (n_forms > 1 || ((options->is_html || options->is_flame) && run->style != STRATA_TABLE_TEXT))
    return _ ("--html, --flame, --threads, --frames, --counters, --measures, --from, --relatives and --call cannot be combined, nor --html and --flame with --csv and --json");
  if ((options->from == NULL) != (options->to == NULL))
    return _ ("--from and --to need each other");
  if ((options->widths != NULL || options->is_dark) && !options->is_flame)
    return _ ("--widths and --dark work only with --flame");
  if (options->matches != NULL && !has_threads)
    return _ ("--match-thread works only with --threads, --frames, --measures, --call, --html and --json: names are compared across all threads");

  return NULL;
}

/* Options only for two captures, or only for two sets. */
static const char *
find_set_contradiction (const Options *options,
                        gboolean is_of_sets)
{
  const gboolean has_of_two = options->is_flame || options->has_threads || options->has_frames || options->has_counters || options->has_measures || options->from != NULL || options->to != NULL || options->relatives != NULL || options->call != NULL ||
                              options->matches != NULL || options->widths != NULL || options->is_dark;
  const gboolean has_of_sets = options->metric != NULL || options->iteration != NULL || options->history != NULL || options->lists_runs;

  if (!is_of_sets)
    return has_of_sets ? _ ("--metric, --iteration, --history and --runs work only with --a and --b") : NULL;
  if (options->sides[STRATA_DIFF_A].files == NULL || options->sides[STRATA_DIFF_B].files == NULL)
    return _ ("--a and --b need each other");
  if (has_of_two)
    return _ ("--flame, --threads, --frames, --counters, --measures, --from, --to, --relatives, --call, --match-thread, --widths and --dark need two captures, not --a and --b");
  if (options->is_html && (options->style.is_csv || options->style.is_json || options->lists_runs))
    return _ ("--html cannot be combined with --csv, --json and --runs");

  return NULL;
}

static StrataExit
run_sets (const StrataCommand *command,
          const Options *options)
{
  StrataSetsRequest request = {
    .command = command,
    .load = options->input.load,
    .keeps_names = options->input.keeps_names,
    .options = { .metric = STRATA_N_RUN_METRICS, .iteration = options->iteration },
    .is_html = options->is_html,
    .lists_runs = options->lists_runs,
    .output = options->output,
    .history = options->history,
  };
  StrataDiffOptions limit = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) conditions = parse_conditions (options, &error);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const SideOptions *own = &options->sides[side];

      request.files[side] = own->files;
      request.span[side] = choose (own->span, options->both.span);
      request.process[side] = choose (own->process, options->both.process);
      request.thread[side] = choose (own->thread, options->both.thread);
      request.mapping[side] = choose (own->mapping, options->input.mapping);
    }

  if (conditions == NULL)
    return strata_command_fail_usage (command, "%s", error->message);
  if (!strata_command_get_style (command, options->style, &request.style))
    return STRATA_EXIT_BAD_USAGE;
  if (!parse_clock (options->clock, &request.clock))
    return strata_command_fail_usage (command, _ ("--clock %s: expected wall or cpu"), options->clock);
  if (options->metric == NULL && g_strcmp0 (options->clock, "cpu") == 0)
    request.options.metric = STRATA_RUN_EXCLUSIVE_CPU;
  if (options->metric != NULL && !strata_run_metric_parse (options->metric, &request.options.metric))
    return strata_command_fail_usage (command, _ ("--metric %s: expected inclusive, exclusive, cpu, exclusive-cpu, calls, mean, p50, p95 or max"), options->metric);
  if (options->per != NULL && !strata_diff_per_parse (options->per, &request.options.per))
    return strata_command_fail_usage (command, _ ("--per %s: expected auto, total, second, frame or call"), options->per);
  if (options->per != NULL && options->iteration != NULL)
    return strata_command_fail_usage (command, _ ("--per and --iteration cannot be combined"));
  if (options->by != NULL && !g_str_equal (options->by, "name") && !g_str_equal (options->by, "name-thread"))
    return strata_command_fail_usage (command, _ ("--by %s: sets are compared by name or name-thread"), options->by);
  if (options->limit != NULL && !strata_diff_options_parse_limit (&limit, options->limit))
    return strata_command_fail_usage (command, _ ("--limit %s: expected a time such as 2ms or a share of the scope such as 0.5%%"), options->limit);

  request.options.by_thread = g_strcmp0 (options->by, "name-thread") == 0;
  request.options.limit_ns = (double) limit.limit_ns;
  request.options.limit_frac = limit.limit_frac;
  request.conditions = conditions;
  return strata_diff_sets_run (&request);
}

static StrataExit
run_with (const StrataCommand *command,
          const Options *options,
          char **files)
{
  g_auto (Run) run = { .command = command, .options = options, .files = files };
  g_autoptr (GError) error = NULL;

  if (!strata_command_get_style (command, options->style, &run.style))
    return STRATA_EXIT_BAD_USAGE;
  if (find_contradiction (&run) != NULL)
    return strata_command_fail_usage (command, "%s", find_contradiction (&run));
  if (!parse_by (options->by, &run.diff.by))
    return strata_command_fail_usage (command, _ ("--by %s: expected name, exact-name, class or package"), options->by);
  if (!parse_clock (options->clock, &run.clock))
    return strata_command_fail_usage (command, _ ("--clock %s: expected wall or cpu"), options->clock);
  if (options->per != NULL && !strata_diff_per_parse (options->per, &run.diff.per))
    return strata_command_fail_usage (command, _ ("--per %s: expected auto, total, second, frame or call"), options->per);
  if (options->limit != NULL && !strata_diff_options_parse_limit (&run.diff, options->limit))
    return strata_command_fail_usage (command, _ ("--limit %s: expected a time such as 2ms or a share of the scope such as 0.5%%"), options->limit);
  if (!parse_widths (options->widths, &run.widths))
    return strata_command_fail_usage (command, _ ("--widths %s: expected a or b"), options->widths);

  run.conditions = parse_conditions (options, &error);
  if (run.conditions == NULL)
    return strata_command_fail_usage (command, "%s", error->message);

  return compare (&run);
}

static StrataExit
run_parsed (const StrataCommand *command,
            const Options *options,
            char **files)
{
  const gboolean is_of_sets = options->sides[STRATA_DIFF_A].files != NULL || options->sides[STRATA_DIFF_B].files != NULL;
  const char *contradiction = find_set_contradiction (options, is_of_sets);

  if (!strata_command_check_count (command, files, is_of_sets ? 0 : 2))
    return STRATA_EXIT_BAD_USAGE;
  if (contradiction != NULL)
    return strata_command_fail_usage (command, "%s", contradiction);
  if (is_of_sets)
    return run_sets (command, options);

  if (strata_command_would_overwrite (files[0], options->output) || strata_command_would_overwrite (files[1], options->output))
    return strata_command_fail_overwriting (command, options->output);

  return run_with (command, options, files);
}

static StrataExit
run_diff (const StrataCommand *command,
          char **arguments)
{
  Options options = { 0 };
  SideOptions *a = &options.sides[STRATA_DIFF_A];
  SideOptions *b = &options.sides[STRATA_DIFF_B];
  const GOptionEntry entries[] = {
    { "a", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &a->files, N_ ("Compare a set of runs: a file, a folder or a pattern such as 'before/*'; repeatable"), N_ ("FILES") },
    { "b", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &b->files, N_ ("The set to compare with it"), N_ ("FILES") },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &options.metric, N_ ("For sets: the figure to compare; default exclusive"), N_ ("METRIC") },
    { "iteration", 0, 0, G_OPTION_ARG_STRING, &options.iteration, N_ ("For sets: divide sums by the calls of this name"), N_ ("NAME") },
    { "runs", 0, 0, G_OPTION_ARG_NONE, &options.lists_runs, N_ ("For sets: list the runs, and why some are left out"), NULL },
    { "history", 0, 0, G_OPTION_ARG_FILENAME, &options.history, N_ ("For sets: append a line to this CSV file"), N_ ("FILE.csv") },
    { "html", 0, 0, G_OPTION_ARG_NONE, &options.is_html, N_ ("Write a page for a browser, with pictures of both timelines"), NULL },
    { "flame", 0, 0, G_OPTION_ARG_NONE, &options.is_flame, N_ ("Draw a flame graph coloured by the change; the suffix of -o (.svg, .png or .pdf) sets the format"), NULL },
    { "widths", 0, 0, G_OPTION_ARG_STRING, &options.widths, N_ ("The side whose times set the widths; default b"), "a|b" },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.is_dark, N_ ("Use the dark colours"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_ ("Write to this file instead of standard output"), N_ ("FILE") },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.fail_if, N_ ("Exit with status 3 if CONDITION is true, such as “mean(doFrame) > +10%”; repeatable"), N_ ("CONDITION") },
    { "threads", 0, 0, G_OPTION_ARG_NONE, &options.has_threads, N_ ("Compare how long threads ran and waited"), NULL },
    { "frames", 0, 0, G_OPTION_ARG_NONE, &options.has_frames, N_ ("Compare the frames of applications"), NULL },
    { "counters", 0, 0, G_OPTION_ARG_NONE, &options.has_counters, N_ ("Compare the values of counters"), NULL },
    { "measures", 0, 0, G_OPTION_ARG_NONE, &options.has_measures, N_ ("Compare all other measurements: frames, starts, long tasks, CPU use, async slices, counters"), NULL },
    { "from", 0, 0, G_OPTION_ARG_STRING, &options.from, N_ ("Compare the time from each start of this name to the end of the next slice of --to"), N_ ("NAME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &options.to, N_ ("The slice that ends the time measured from --from"), N_ ("NAME") },
    { "relatives", 0, 0, G_OPTION_ARG_STRING, &options.relatives, N_ ("Show the callers and callees of this name"), N_ ("NAME") },
    { "call", 0, 0, G_OPTION_ARG_STRING, &options.call, N_ ("Compare the longest call of this name in A with the same call in B"), N_ ("NAME") },
    { "match-thread", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.matches, N_ ("Treat these two threads, by name or id, as the same; repeatable"), "A=B" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by, N_ ("What the rows are; only exact-name distinguishes names by their numbers and ids; name-thread is for sets"), "name|exact-name|class|package|name-thread" },
    { "per", 0, 0, G_OPTION_ARG_STRING, &options.per, N_ ("What sums are divided by; by default per frame or per second if the captures differ in length"), "auto|total|second|frame|call" },
    { "limit", 0, 0, G_OPTION_ARG_STRING, &options.limit, N_ ("Ignore smaller changes of a name’s time"), N_ ("TIME or PERCENT") },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &options.clock, N_ ("Sort and test by wall or CPU time"), "wall|cpu" },
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.both.span, N_ ("Count only this time range"), "A..B" },
    { "span-a", 0, 0, G_OPTION_ARG_STRING, &a->span, N_ ("The same, in the first capture"), "A..B" },
    { "span-b", 0, 0, G_OPTION_ARG_STRING, &b->span, N_ ("The same, in the second capture"), "A..B" },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options.both.process, N_ ("Count only this process"), N_ ("ID or NAME") },
    { "process-a", 0, 0, G_OPTION_ARG_STRING, &a->process, N_ ("The same, in the first capture"), N_ ("ID or NAME") },
    { "process-b", 0, 0, G_OPTION_ARG_STRING, &b->process, N_ ("The same, in the second capture"), N_ ("ID or NAME") },
    { "thread", 0, 0, G_OPTION_ARG_STRING, &options.both.thread, N_ ("Count only this thread"), N_ ("ID or NAME") },
    { "thread-a", 0, 0, G_OPTION_ARG_STRING, &a->thread, N_ ("The same, in the first capture"), N_ ("ID or NAME") },
    { "thread-b", 0, 0, G_OPTION_ARG_STRING, &b->thread, N_ ("The same, in the second capture"), N_ ("ID or NAME") },
    STRATA_REBUILD_ENTRY (options.input),
    STRATA_MAX_BYTES_ENTRY (options.input),
    STRATA_STYLE_ENTRIES (options.style),
    STRATA_MAPPING_ENTRY (options.input),
    { "mapping-a", 0, 0, G_OPTION_ARG_FILENAME, &a->mapping, N_ ("The same, in the first capture"), N_ ("FILE") },
    { "mapping-b", 0, 0, G_OPTION_ARG_FILENAME, &b->mapping, N_ ("The same, in the second capture"), N_ ("FILE") },
    STRATA_NO_MAPPING_ENTRY (options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, STRATA_ANY_ARGUMENTS, arguments, &files))
    return STRATA_EXIT_BAD_USAGE;

  return run_parsed (command, &options, files);
}

const StrataCommand strata_command_diff = {
  .name = "diff",
  .arguments = "A B",
  .summary = N_ ("Compare the times of each name in A and B, or in sets of runs"),
  .description = STRATA_SPAN_HELP,
  .run = run_diff,
};
