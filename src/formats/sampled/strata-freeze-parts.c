/* strata-freeze-parts.c - parses lines of a freeze log
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-freeze-parts.h"

#include <string.h>

#include "strata-log-lines.h"
#include "strata-span.h"

typedef enum
{
  FIELD_SEND_THREAD,
  FIELD_SEND_TIME,
  FIELD_HANDLE_TIME,
  FIELD_TRIGGER_TIME,
  FIELD_COMPLETE_TIME,
  FIELD_PRIORITY,
  FIELD_NAME,
  FIELD_ID,
  FIELD_CALLER,
  N_FIELDS,
} Field;

static const char *const field_names[N_FIELDS] = {
  [FIELD_SEND_THREAD] = "send thread",
  [FIELD_SEND_TIME] = "send time",
  [FIELD_HANDLE_TIME] = "handle time",
  [FIELD_TRIGGER_TIME] = "trigger time",
  [FIELD_COMPLETE_TIME] = "completeTime time",
  [FIELD_PRIORITY] = "priority",
  [FIELD_NAME] = "task name",
  [FIELD_ID] = "id",
  [FIELD_CALLER] = "caller",
};

/* A field begins after "{" or a comma. Copied logs may have lost spaces and punctuation. */
static Field
find_field (const char *begin,
            const char *p,
            const char *end,
            gsize *n_bytes)
{
  const char *before = p;

  while (before > begin && before[-1] == ' ')
    before--;
  if (before == begin || strchr ("{,", before[-1]) == NULL)
    return N_FIELDS;

  for (guint i = 0; i < N_FIELDS; i++)
    {
      *n_bytes = strlen (field_names[i]);
      if ((gsize) (end - p) > *n_bytes && memcmp (p, field_names[i], *n_bytes) == 0 && !g_ascii_isalpha (p[*n_bytes]))
        return (Field) i;
    }

  return N_FIELDS;
}

static StrataText
trim_value (const char *p,
            const char *end)
{
  while (p < end && (*p == ' ' || *p == '='))
    p++;
  while (end > p && (end[-1] == ' ' || end[-1] == ','))
    end--;

  return strata_text (p, end);
}

static gint64
get_time (StrataLogClock *clock,
          StrataText value)
{
  gint64 time_ns = STRATA_NO_TIME;

  return strata_log_clock_parse (clock, value.text, value.text + value.n_bytes, &time_ns) != NULL ? time_ns : STRATA_NO_TIME;
}

static gint64
get_number (StrataText value)
{
  guint64 number;

  return strata_text_parse_uint (value.text, value.text + value.n_bytes, G_MAXINT32, &number) != NULL ? (gint64) number : -1;
}

/**
 * strata_freeze_find:
 * @line: a line
 * @word: what to look for
 * @rest: (out): the text after it
 *
 * Returns: whether the line has the word
 */
gboolean
strata_freeze_find (StrataText line,
                    const char *word,
                    StrataText *rest)
{
  const char *found = g_strstr_len (line.text, (gssize) line.n_bytes, word);

  if (found == NULL)
    return FALSE;

  *rest = strata_text (found + strlen (word), line.text + line.n_bytes);
  return TRUE;
}

/* "Event {"; copied logs may have lost the space. */
static gboolean
find_event (StrataText line,
            StrataText *rest)
{
  if (!strata_freeze_find (line, "Event", rest))
    return FALSE;

  *rest = strata_log_trim (*rest);
  return strata_log_skip_word (rest, "{");
}

/**
 * strata_freeze_task_parse:
 * @clock: the clock of the log
 * @line: a line
 * @task: (out caller-allocates): the parsed event; points into the line
 *
 * Returns: whether it has an event, "Event { … }"
 */
gboolean
strata_freeze_task_parse (StrataLogClock *clock,
                          StrataText line,
                          StrataFreezeTask *task)
{
  StrataText values[N_FIELDS];
  StrataText rest;
  Field open = N_FIELDS;

  if (!find_event (line, &rest))
    return FALSE;

  const char *begin = rest.text - 1;
  const char *end = rest.text + rest.n_bytes;
  const char *value = rest.text;

  while (*begin != '{')
    begin--;

  const char *brace = g_strrstr_len (rest.text, (gssize) rest.n_bytes, "}");

  end = brace != NULL ? brace : end;
  for (guint i = 0; i < N_FIELDS; i++)
    values[i] = strata_text (end, end);

  for (const char *p = rest.text; p < end; p++)
    {
      gsize n_bytes = 0;
      const Field field = find_field (begin, p, end, &n_bytes);

      if (field == N_FIELDS)
        continue;
      if (open != N_FIELDS)
        values[open] = trim_value (value, p);

      open = field;
      value = p + n_bytes;
      p = value - 1;
    }
  if (open != N_FIELDS)
    values[open] = trim_value (value, end);

  *task = (StrataFreezeTask){
    .sender = get_number (values[FIELD_SEND_THREAD]),
    .send_ns = get_time (clock, values[FIELD_SEND_TIME]),
    .handle_ns = get_time (clock, values[FIELD_HANDLE_TIME]),
    .trigger_ns = get_time (clock, values[FIELD_TRIGGER_TIME]),
    .complete_ns = get_time (clock, values[FIELD_COMPLETE_TIME]),
    .priority = values[FIELD_PRIORITY],
    .name = values[FIELD_NAME],
    .id = values[FIELD_ID],
    .caller = values[FIELD_CALLER],
  };
  return TRUE;
}

static const char *
parse_pair (const char *p,
            const char *end,
            gint64 *pid,
            gint64 *tid)
{
  guint64 values[2];

  p = strata_text_parse_uint (p, end, G_MAXINT32, &values[0]);
  p = p != NULL && p < end && *p == ':' ? strata_text_parse_uint (p + 1, end, G_MAXINT32, &values[1]) : NULL;
  if (p == NULL)
    return NULL;

  *pid = (gint64) values[0];
  *tid = (gint64) values[1];
  return p;
}

/* "2.6" seconds. */
static gboolean
parse_seconds (StrataText text,
               gint64 *length_ns)
{
  const char *end = text.text + text.n_bytes;
  guint64 seconds;
  gint64 unit_ns = 100000000;
  const char *p = strata_text_parse_uint (text.text, end, G_MAXINT32, &seconds);

  if (p == NULL)
    return FALSE;

  *length_ns = (gint64) seconds * 1000000000;
  if (p < end && *p == '.')
    for (p++; p < end && g_ascii_isdigit (*p); p++, unit_ns /= 10)
      *length_ns += (*p - '0') * unit_ns;

  return TRUE;
}

/**
 * strata_freeze_call_parse:
 * @line: a line
 * @call: (out caller-allocates): the parsed call; points into the line
 *
 * Returns: whether it is a call: "17528:17528 to 1330:1342 code 1f wait:2.6 s …", with "async" in front of a one-way call
 */
gboolean
strata_freeze_call_parse (StrataText line,
                          StrataFreezeCall *call)
{
  StrataText text = strata_log_trim (line);
  StrataText wait;

  *call = (StrataFreezeCall){ .is_one_way = strata_log_skip_word (&text, "async") };

  const char *end = text.text + text.n_bytes;
  const char *p = parse_pair (text.text, end, &call->client_pid, &call->client_tid);

  if (p == NULL || end - p < 4 || memcmp (p, " to ", 4) != 0)
    return FALSE;

  p = parse_pair (p + 4, end, &call->server_pid, &call->server_tid);
  if (p == NULL || !strata_freeze_find (strata_text (p, end), "wait:", &wait) || !parse_seconds (wait, &call->wait_ns))
    return FALSE;

  text = strata_log_trim (strata_text (p, end));
  call->code = strata_text (end, end);
  if (strata_log_skip_word (&text, "code "))
    {
      const char *blank = memchr (text.text, ' ', text.n_bytes);

      call->code = strata_text (text.text, blank != NULL ? blank : end);
    }

  return TRUE;
}

/**
 * strata_freeze_parse_numbers:
 * @text: a text
 * @numbers: (out) (array length=n_wanted): numbers, in hundredths
 * @n_wanted: how many to read
 * @rest: (out): the text after them
 *
 * Reads numbers between blanks, with or without a fraction and a percent sign.
 *
 * Returns: how many there were
 */
guint
strata_freeze_parse_numbers (StrataText text,
                             gint64 *numbers,
                             guint n_wanted,
                             StrataText *rest)
{
  const char *p = text.text;
  const char *end = p + text.n_bytes;
  guint n = 0;

  for (; n < n_wanted; n++)
    {
      guint64 whole;
      guint unit = 10;

      while (p < end && strchr (" \t/,;", *p) != NULL && *p != '\0')
        p++;

      const char *after = strata_text_parse_uint (p, end, G_MAXINT64 / 1000, &whole);

      if (after == NULL)
        break;

      numbers[n] = (gint64) whole * 100;
      p = after;
      if (p < end && *p == '.')
        for (p++; p < end && g_ascii_isdigit (*p); p++, unit /= 10)
          numbers[n] += (gint64) unit * (*p - '0');
      if (p < end && *p == '%')
        p++;
    }

  *rest = strata_log_trim (strata_text (p, end));
  return n;
}
