/* strata-simpleperf.c - the reports of simpleperf and of hiperf
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-format.h"
#include "strata-report-records.h"
#include "strata-stack-frames.h"
#include "strata-stack-lines.h"

/* The text of "simpleperf report-sample" has a paragraph "sample:" with one key per line, and the calls of the
 * stack below "callchain:"; the symbol above that is the innermost call. hiperf and simpleperf also write protobuf.
 * Format: simpleperf's report_sample.cpp. */

typedef struct
{
  StrataStackSamples *samples; /* borrowed */
  StrataStackFrames frames;
  GString *symbol_text;  /* owned */
  GString *library_text; /* owned */
  GString *event;        /* owned */
  GString *thread_name;  /* owned */
  gboolean has_call;
  gboolean is_open;
  gint64 time_ns;
  gint64 weight;
  gint64 pid;
  gint64 tid;
  gint64 n_lost;
  guint64 n_switches;
  gboolean is_switch; /* whether the following lines are of a context switch */
} Reader;

static void
end_call (Reader *self)
{
  if (self->has_call)
    strata_stack_frames_add_native (&self->frames, self->samples, g_str_equal (self->symbol_text->str, "unknown") ? (StrataText){ "", 0 } : (StrataText){ self->symbol_text->str, self->symbol_text->len },
                                    (StrataText){ self->library_text->str, self->library_text->len }, 0);

  self->has_call = FALSE;
  g_string_truncate (self->symbol_text, 0);
  g_string_truncate (self->library_text, 0);
}

static void
end_sample (Reader *self)
{
  end_call (self);
  if (self->is_open)
    {
      const guint32 event = strata_stack_samples_get_kernel_event (self->samples, (StrataText){ self->event->str, self->event->len }, self->weight >= 0);
      const guint32 thread = strata_stack_samples_get_thread (self->samples, event, self->pid, self->tid, (StrataText){ self->thread_name->str, self->thread_name->len });

      strata_stack_samples_add (self->samples, event, thread, self->time_ns, strata_stack_frames_take_any (&self->frames, self->samples), self->weight >= 0 ? self->weight : 1);
      strata_stack_samples_add_stack (self->samples, STRATA_SAMPLER_SIMPLEPERF, event, self->pid, self->tid, self->time_ns, self->frames.callsite);
    }

  self->is_open = FALSE;
  self->time_ns = STRATA_NO_TIME;
  self->weight = -1;
  self->pid = -1;
  self->tid = 0;
}

static void
set (GString *string,
     StrataText text)
{
  g_string_truncate (string, 0);
  g_string_append_len (string, text.text, (gssize) MIN (text.n_bytes, 65536));
}

static gint64
get_number (StrataText text)
{
  guint64 number;

  return strata_text_parse_uint (text.text, text.text + text.n_bytes, G_MAXINT64, &number) != NULL ? (gint64) number : 0;
}

/* Returns: whether the line is known */
static gboolean
take_line (Reader *self,
           StrataText line)
{
  StrataText text = strata_log_trim (line);

  if (text.n_bytes == 7 && memcmp (text.text, "sample:", 7) == 0)
    {
      end_sample (self);
      self->is_open = TRUE;
      self->is_switch = FALSE;
      return TRUE;
    }
  if (text.n_bytes == 15 && memcmp (text.text, "context_switch:", 15) == 0)
    {
      end_sample (self);
      self->is_switch = TRUE;
      self->n_switches++;
      return TRUE;
    }
  if (self->is_switch)
    return strata_log_skip_word (&text, "switch_on:") || strata_log_skip_word (&text, "time:") || strata_log_skip_word (&text, "thread_id:");
  if (!self->is_open && strata_log_skip_word (&text, "lost_count:"))
    {
      self->n_lost += get_number (text);
      return TRUE;
    }
  if (!self->is_open)
    return strata_log_skip_word (&text, "sample_count:");
  if (strata_log_skip_word (&text, "event_type:"))
    set (self->event, text);
  else if (strata_log_skip_word (&text, "time:"))
    self->time_ns = get_number (text);
  else if (strata_log_skip_word (&text, "event_count:"))
    self->weight = get_number (text);
  else if (strata_log_skip_word (&text, "process_id:"))
    self->pid = get_number (text);
  else if (strata_log_skip_word (&text, "thread_id:"))
    self->tid = get_number (text);
  else if (strata_log_skip_word (&text, "thread_name:"))
    set (self->thread_name, text);
  else if (strata_log_skip_word (&text, "vaddr_in_file:"))
    {
      end_call (self);
      self->has_call = TRUE;
    }
  else if (strata_log_skip_word (&text, "file:"))
    set (self->library_text, text);
  else if (strata_log_skip_word (&text, "symbol:"))
    set (self->symbol_text, text);
  else if (strata_log_skip_word (&text, "lost_situation:"))
    end_sample (self);
  else
    return text.n_bytes == 0 || strata_log_skip_word (&text, "callchain:") || strata_log_skip_word (&text, "execution_type:") || strata_log_skip_word (&text, "unwinding_result:") || strata_log_skip_word (&text, "error_code:");

  return TRUE;
}

static gboolean
on_line (gpointer data,
         StrataText line)
{
  return take_line (data, line) || strata_log_is_blank (line);
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            StrataTraceBuilder *builder,
            GError **error)
{
  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (builder);
  StrataLogLines lines;
  const gboolean is_read = strata_stack_lines_read (&lines, source, builder, on_line, self, error);

  end_sample (self);
  if (self->n_lost > 0)
    strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_LOST_EVENTS, (guint64) self->n_lost, (StrataPlace){ 0, -1, STRATA_NO_TIME }, NULL, -1);
  if (self->n_switches > 0)
    strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_UNSHOWN_PACKET, self->n_switches, (StrataPlace){ 0, -1, STRATA_NO_TIME }, _ ("context switches"), -1);

  return is_read;
}

static gboolean
load_text (StrataSource *source,
           StrataTraceBuilder *builder,
           GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  g_autoptr (GString) symbol = g_string_new (NULL);
  g_autoptr (GString) library = g_string_new (NULL);
  g_autoptr (GString) event = g_string_new (NULL);
  g_autoptr (GString) thread_name = g_string_new (NULL);
  Reader self = { .samples = samples, .symbol_text = symbol, .library_text = library, .event = event, .thread_name = thread_name, .time_ns = STRATA_NO_TIME, .weight = -1, .pid = -1 };

  strata_stack_samples_keep_calls (samples);

  const gboolean is_read = read_lines (&self, source, builder, error);

  strata_stack_frames_clear (&self.frames);
  return is_read && strata_stack_samples_play (samples, error);
}

static gboolean
load_records (StrataSource *source,
              StrataTraceBuilder *builder,
              GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);

  strata_stack_samples_keep_calls (samples);
  return strata_report_read_records (samples, source, builder, error) && strata_stack_samples_play (samples, error);
}

static gboolean
load_simpleperf (StrataSource *source,
                 StrataTraceBuilder *builder,
                 GError **error)
{
  gsize n_bytes;

  if (!strata_source_fill (source, STRATA_REPORT_MAGIC_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);
  const gboolean is_text = !strata_report_has_magic (data, n_bytes, STRATA_REPORT_SIMPLEPERF);

  return is_text ? load_text (source, builder, error) : load_records (source, builder, error);
}

static int
sniff_simpleperf (const guint8 *data,
                  gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  gboolean is_behind_head = FALSE;
  StrataText line;

  if (strata_report_has_magic (data, n_bytes, STRATA_REPORT_SIMPLEPERF))
    return 95;

  while (strata_log_lines_next_of (&p, end, &line))
    {
      StrataText text = strata_log_trim (line);

      if (is_behind_head && strata_log_skip_word (&text, "event_type:"))
        return 90;
      is_behind_head = text.n_bytes == 7 && memcmp (text.text, "sample:", 7) == 0;
    }

  return 0;
}

static int
sniff_hiperf (const guint8 *data,
              gsize n_bytes)
{
  return strata_report_has_magic (data, n_bytes, STRATA_REPORT_HIPERF) ? 95 : 0;
}

static const char *const suffixes[] = { "txt", "trace", NULL };
static const char *const hiperf_suffixes[] = { "proto", "data", NULL };

const StrataFormat strata_format_simpleperf = {
  .id = "simpleperf",
  .name = "simpleperf report",
  .suffixes = suffixes,
  .sniff = sniff_simpleperf,
  .load = load_simpleperf,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
  .keeps_clock = TRUE,
};

const StrataFormat strata_format_hiperf = {
  .id = "hiperf",
  .name = "hiperf report",
  .suffixes = hiperf_suffixes,
  .sniff = sniff_hiperf,
  .load = load_records,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
  .keeps_clock = TRUE,
};
