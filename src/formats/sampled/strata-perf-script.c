/* strata-perf-script.c - the text of "perf script"
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-format.h"
#include "strata-log-parts.h"
#include "strata-stack-frames.h"
#include "strata-stack-lines.h"

/* A sample is a line, followed by the calls of its stack, the innermost first, up to an empty line:
 *
 *   program  1234/1235 [001] 5678.123456:     250000 cpu-clock:pppH:
 *           ffffffff81000000 function+0x10 (library)
 *
 * Program, process, CPU, period, the name of the event, the time and the library may be missing, depending on
 * "perf script -F"; flags ("K" for the kernel) may follow the CPU. Samples without stacks have their function on the same
 * line. Inlined functions have "inlined" instead of the library. "-F +srcline" adds a line below each call, "  file.c:12",
 * or "  library[address]" if that is unknown. */

typedef struct
{
  gint64 pid; /* or -1 */
  gint64 tid;
  gint64 time_ns;
  gint64 period; /* or -1 */
  StrataText comm;
  StrataText event;
  StrataText rest;
} Head;

typedef struct
{
  StrataStackSamples *samples; /* borrowed */
  StrataStackFrames frames;
  guint32 event;
  guint32 thread;
  gint64 pid;
  gint64 tid;
  gint64 time_ns;
  gint64 weight;
  gboolean is_open;
} Reader;

/* " 5678.123456: ", which may follow a name with any number of spaces. */
static const char *
find_time (const char *p,
           const char *end,
           const char **after,
           gint64 *time_ns)
{
  for (; p < end; p++)
    {
      guint64 seconds;
      guint64 fraction;
      gint64 unit_ns = 1000000000;
      const char *dot;
      const char *colon;

      if (*p != ' ' || p + 1 == end || !g_ascii_isdigit (p[1]))
        continue;

      dot = strata_text_parse_uint (p + 1, end, G_MAXINT64 / 1000000000 - 1, &seconds);
      if (dot == NULL || dot == end || *dot != '.')
        continue;

      colon = strata_text_parse_uint (dot + 1, end, 999999999, &fraction);
      if (colon == NULL || colon == end || *colon != ':' || colon - dot < 4 || colon - dot > 10)
        continue;

      for (const char *digit = dot + 1; digit < colon; digit++)
        unit_ns /= 10;

      *time_ns = (gint64) seconds * 1000000000 + (gint64) fraction * unit_ns;
      *after = colon + 1;
      return p;
    }

  return NULL;
}

static const char *
skip_blanks_back (const char *p,
                  const char *end)
{
  while (end > p && end[-1] == ' ')
    end--;

  return end;
}

static const char *
find_last_word (const char *p,
                const char *end)
{
  while (end > p && end[-1] != ' ')
    end--;

  return end;
}

/* Flags like "KH", after a CPU or a thread. */
static const char *
skip_flags_back (const char *p,
                 const char *end)
{
  const char *word = find_last_word (p, end);
  const char *before = skip_blanks_back (p, word);

  if (before == p || (before[-1] != ']' && !g_ascii_isdigit (before[-1])))
    return end;
  for (const char *letter = word; letter < end; letter++)
    if (!g_ascii_isalpha (*letter))
      return end;

  return before;
}

/* "[001]" */
static const char *
skip_cpu_back (const char *p,
               const char *end)
{
  if (end == p || end[-1] != ']')
    return end;

  while (end > p && *end != '[')
    end--;

  return skip_blanks_back (p, end);
}

/* Parses "program  1234/1235 [001] K" from the right. */
static gboolean
parse_task (const char *p,
            const char *end,
            Head *head)
{
  guint64 first;
  guint64 second;
  const char *word;
  const char *after;

  end = skip_cpu_back (p, skip_flags_back (p, skip_blanks_back (p, end)));
  word = find_last_word (p, end);
  after = strata_text_parse_uint (word, end, G_MAXINT32, &first);
  if (after == NULL)
    return FALSE;

  head->pid = -1;
  head->tid = (gint64) first;
  if (after < end && *after == '/' && strata_text_parse_uint (after + 1, end, G_MAXINT32, &second) == end)
    {
      head->pid = (gint64) first;
      head->tid = (gint64) second;
    }
  else if (after != end)
    return FALSE;

  head->comm = strata_log_trim (strata_text (p, word));
  return TRUE;
}

static gboolean
set_unnamed (Head *head,
             const char *end)
{
  const char *name = head->period >= 0 ? "periods" : "samples";

  head->event = (StrataText){ name, strlen (name) };
  head->rest = (StrataText){ end, 0 };
  return TRUE;
}

/* "250000 cpu-clock:pppH: " and the text after it. Lines that "--show-task-events" adds are not samples. */
static gboolean
parse_event (const char *p,
             const char *end,
             Head *head)
{
  guint64 period;
  const char *digits_end = strata_text_parse_uint (p, end, G_MAXINT64, &period);
  const char *after;

  head->period = -1;
  if (digits_end != NULL && (digits_end == end || *digits_end == ' '))
    {
      head->period = (gint64) period;
      p = strata_log_skip_blanks (digits_end, end);
    }

  if (p == end)
    return set_unnamed (head, end);
  for (after = p; after < end; after++)
    if (*after == ':' && (after + 1 == end || g_ascii_isspace (after[1])))
      break;
  if (after == end || after == p || g_str_has_prefix (p, "PERF_RECORD_"))
    return FALSE;

  head->event = strata_text (p, after);
  head->rest = strata_text (after + 1, end);
  return TRUE;
}

/* "program  1234 [001]  250000 cpu-clock: ", without a time. */
static gboolean
parse_timeless (const char *p,
                const char *end,
                Head *head)
{
  end = skip_blanks_back (p, end);

  const char *event = find_last_word (p, end);
  const char *before = skip_blanks_back (p, event);
  const char *number = find_last_word (p, before);
  guint64 period;

  if (event == p || end - event < 2 || end[-1] != ':')
    return FALSE;

  head->time_ns = STRATA_NO_TIME;
  head->event = strata_text (event, end - 1);
  head->rest = (StrataText){ end, 0 };
  head->period = strata_text_parse_uint (number, before, G_MAXINT64, &period) == before ? (gint64) period : -1;
  if (head->period >= 0 && parse_task (p, number, head))
    return TRUE;

  head->period = -1;
  return parse_task (p, event, head);
}

static gboolean
parse_head (StrataText line,
            Head *head)
{
  const char *end = line.text + line.n_bytes;
  const char *after;

  if (line.n_bytes == 0 || *line.text == '\t' || *line.text == '#')
    return FALSE;

  const char *time = find_time (line.text, end, &after, &head->time_ns);

  if (time == NULL)
    return parse_timeless (line.text, end, head);
  if (!parse_task (line.text, time, head))
    return FALSE;

  return parse_event (strata_log_skip_blanks (after, end), end, head);
}

/* Finds the parenthesis that matches the last one: "(/bin/x (deleted))" has two. If there is
 * none, the last one after a space, since a file name may contain a single parenthesis. */
static const char *
find_opened (const char *p,
             const char *end)
{
  const char *open = end;
  int depth = 0;

  do
    {
      open--;
      depth += (*open == ')') - (*open == '(');
    }
  while (open > p && depth > 0);

  if (depth == 0 && open > p && open[-1] == ' ')
    return open;

  for (open = end - 1; open > p && !(*open == '(' && open[-1] == ' '); open--)
    ;

  return open > p ? open : NULL;
}

/* "function(args)+0x10 (library)": removes the library from the end. */
static StrataText
take_library (StrataText *symbol)
{
  const char *end = symbol->text + symbol->n_bytes;
  const char *open = symbol->n_bytes > 0 && end[-1] == ')' ? find_opened (symbol->text, end) : NULL;

  if (open == NULL)
    return (StrataText){ end, 0 };

  *symbol = strata_log_trim (strata_text (symbol->text, open));
  return strata_text (open + 1, end - 1);
}

/* "ffffffff81000000 function(args)+0x10 (library)". The address is always there. */
static gboolean
parse_frame (StrataText line,
             StrataText *symbol,
             StrataText *library,
             guint64 *address)
{
  const StrataText text = strata_log_trim (line);
  const char *p = text.text;
  const char *end = p + text.n_bytes;

  while (p < end && g_ascii_isxdigit (*p))
    p++;
  if (p == text.text || p - text.text > 16 || (p < end && *p != ' '))
    return FALSE;

  *address = g_ascii_strtoull (text.text, NULL, 16);
  *symbol = strata_text (strata_log_skip_blanks (p, end), end);
  *library = take_library (symbol);

  const char *plus = g_strrstr_len (symbol->text, (gssize) symbol->n_bytes, "+0x");

  if (plus != NULL)
    symbol->n_bytes = (gsize) (plus - symbol->text);
  if (symbol->n_bytes == 9 && memcmp (symbol->text, "[unknown]", 9) == 0)
    symbol->n_bytes = 0;

  return TRUE;
}

static gboolean
take_frame (Reader *self,
            StrataText line,
            gboolean may_be_unnamed)
{
  StrataText symbol;
  StrataText library;
  guint64 address;

  if (!self->is_open || !parse_frame (line, &symbol, &library, &address))
    return FALSE;
  if (!may_be_unnamed && symbol.n_bytes == 0 && library.n_bytes == 0)
    return FALSE;

  strata_stack_frames_add_native (&self->frames, self->samples, symbol, library, symbol.n_bytes == 0 && library.n_bytes == 0 ? address : 0);
  if (library.n_bytes == 7 && memcmp (library.text, "inlined", 7) == 0)
    strata_stack_frames_describe (&self->frames, strata_stack_samples_intern_place (self->samples, "kind", library));

  return TRUE;
}

/* " (inlined)" at the end of a line. */
static gboolean
take_inlined (StrataText *text)
{
  static const char word[] = "(inlined)";
  const gsize n_bytes = strlen (word);

  if (text->n_bytes < n_bytes || memcmp (text->text + text->n_bytes - n_bytes, word, n_bytes) != 0)
    return FALSE;

  *text = strata_log_trim (strata_text (text->text, text->text + text->n_bytes - n_bytes));
  return TRUE;
}

/* "file.c:12 (discriminator 3)" or "library[ffff10]": the place in the source of the call in the line above. Only the file is kept:
 * the lines in a function differ from sample to sample, its file does not. */
static gboolean
take_place (Reader *self,
            StrataText line)
{
  StrataText text = strata_log_trim (line);
  const gboolean is_inlined = take_inlined (&text);
  const char *end = text.text + text.n_bytes;
  const char *open = g_strrstr_len (text.text, (gssize) text.n_bytes, " (discriminator ");
  const char *colon = g_strrstr_len (text.text, open != NULL ? open - text.text : (gssize) text.n_bytes, ":");
  guint64 number;

  if (strata_stack_frames_get_n (&self->frames) == 0 || !g_ascii_isspace (*line.text) || text.n_bytes == 0)
    return FALSE;
  if (colon == NULL || strata_text_parse_uint (colon + 1, end, G_MAXINT32, &number) != (open != NULL ? open : end))
    return end[-1] == ']';

  if (is_inlined)
    strata_stack_frames_describe (&self->frames, strata_stack_samples_intern_place (self->samples, "kind", (StrataText){ "inlined", 7 }));
  else if (*text.text != '?')
    strata_stack_frames_describe (&self->frames, strata_stack_samples_intern_place (self->samples, "file", strata_text (text.text, colon)));

  return TRUE;
}

static void
end_sample (Reader *self)
{
  if (!self->is_open)
    return;

  self->is_open = FALSE;
  strata_stack_samples_add (self->samples, self->event, self->thread, self->time_ns, strata_stack_frames_take_any (&self->frames, self->samples), self->weight);
  strata_stack_samples_add_stack (self->samples, STRATA_SAMPLER_PERF_TEXT, self->event, self->pid, self->tid, self->time_ns, self->frames.callsite);
}

static void
begin_sample (Reader *self,
              const Head *head)
{
  end_sample (self);
  self->event = strata_stack_samples_get_kernel_event (self->samples, head->event, head->period >= 0);
  self->thread = strata_stack_samples_get_thread (self->samples, self->event, head->pid, head->tid, head->comm);
  self->pid = head->pid;
  self->tid = head->tid;
  self->time_ns = head->time_ns;
  self->weight = head->period >= 0 ? head->period : 1;
  self->is_open = TRUE;
  take_frame (self, head->rest, FALSE); /* a number may be the address of data */
}

static gboolean
take_line (gpointer data,
           StrataText line)
{
  Reader *self = data;
  Head head;

  if (strata_log_is_blank (line))
    end_sample (self);
  else if (parse_head (line, &head))
    begin_sample (self, &head);
  else
    return *line.text == '#' || take_frame (self, line, TRUE) || take_place (self, line);

  return TRUE;
}

static gboolean
load_perf_script (StrataSource *source,
                  StrataTraceBuilder *builder,
                  GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  Reader self = { .samples = samples };
  StrataLogLines lines;

  strata_stack_samples_keep_calls (samples);

  const gboolean is_read = strata_stack_lines_read (&lines, source, builder, take_line, &self, error);

  end_sample (&self);
  strata_stack_frames_clear (&self.frames);
  if (!is_read)
    return FALSE;

  if (lines.number > 0 && !lines.is_ended)
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (builder), STRATA_DIAGNOSTIC_UNENDED_LINE, (StrataPlace){ lines.number, -1, STRATA_NO_TIME }, NULL, 0);

  return strata_stack_samples_play (samples, error);
}

static int
sniff_perf_script (const guint8 *data,
                   gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  gboolean is_behind_head = FALSE;
  StrataText line;
  Head head;

  while (strata_log_lines_next_of (&p, end, &line))
    {
      StrataText symbol;
      StrataText library;
      guint64 address;

      if (is_behind_head && g_ascii_isspace (*line.text) && parse_frame (line, &symbol, &library, &address))
        return head.time_ns != STRATA_NO_TIME ? 88 : 60;

      is_behind_head = parse_head (line, &head);
      if (is_behind_head && parse_frame (head.rest, &symbol, &library, &address) && library.n_bytes > 0)
        return 88;
    }

  return 0;
}

static const char *const suffixes[] = { "txt", "perf", NULL };

const StrataFormat strata_format_perf_script = {
  .id = "perf-script",
  .name = "perf script",
  .suffixes = suffixes,
  .sniff = sniff_perf_script,
  .load = load_perf_script,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
  .keeps_clock = TRUE,
};
