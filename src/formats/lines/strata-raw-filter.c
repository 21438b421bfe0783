/* strata-raw-filter.c - a filter for kept lines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-filter.h"

#include <stdlib.h>
#include <string.h>

#include "strata-ftrace-event.h"
#include "strata-order.h"
#include "strata-pattern.h"

/* A line has to meet all conditions that are set. A filter does not change once it is used, so
 * that workers may share it. */
struct _StrataRawFilter
{
  gboolean has_span;
  StrataSpan span;
  char *kind;         /* owned; nullable */
  gboolean is_others; /* only kinds of events that become no items */
  gint64 *tids;       /* owned; nullable: ascending */
  guint n_tids;
  char *text; /* owned; nullable: to be found with the same case */
  gsize n_text_bytes;
  GRegex *regex;    /* owned; nullable */
  char *expression; /* owned; nullable: what @regex was made from, unless that was plain text */
  gint has_failed;  /* atomic: whether the expression gave up at a line */
  char *lower;      /* owned; nullable: text to be found, ignoring the case of ASCII letters */
  gsize n_lower_bytes;
  gboolean is_folded; /* whether letters beyond ASCII may match some of it */
};

/* Returns a filter that every line passes. */
StrataRawFilter *
strata_raw_filter_new (void)
{
  return g_atomic_rc_box_new0 (StrataRawFilter);
}

StrataRawFilter *
strata_raw_filter_ref (StrataRawFilter *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
raw_filter_clear (gpointer data)
{
  StrataRawFilter *self = data;

  g_free (self->kind);
  g_free (self->tids);
  g_free (self->text);
  g_free (self->lower);
  g_free (self->expression);
  g_clear_pointer (&self->regex, g_regex_unref);
}

void
strata_raw_filter_unref (StrataRawFilter *self)
{
  g_atomic_rc_box_release_full (self, raw_filter_clear);
}

/**
 * strata_raw_filter_set_span:
 * @self: a filter
 * @span: a span of the trace, both ends included
 *
 * Only events in @span pass.
 */
void
strata_raw_filter_set_span (StrataRawFilter *self,
                            StrataSpan span)
{
  self->has_span = TRUE;
  self->span = span;
}

/**
 * strata_raw_filter_set_kind:
 * @self: a filter
 * @kind: name of a kind of event
 *
 * Only events of @kind pass.
 */
void
strata_raw_filter_set_kind (StrataRawFilter *self,
                            const char *kind)
{
  g_free (self->kind);
  self->kind = g_strdup (kind);
}

/* Only events that become no items pass. */
void
strata_raw_filter_set_others (StrataRawFilter *self)
{
  self->is_others = TRUE;
}

/**
 * strata_raw_filter_set_tids:
 * @self: a filter
 * @tids: (array length=n_tids): ids of threads, in any order
 * @n_tids: how many there are; no line passes without any
 *
 * Only lines written by one of these threads pass.
 */
void
strata_raw_filter_set_tids (StrataRawFilter *self,
                            const gint64 *tids,
                            guint n_tids)
{
  g_free (self->tids);
  self->tids = g_new (gint64, MAX (n_tids, 1));
  self->n_tids = n_tids;
  for (guint i = 0; i < n_tids; i++)
    self->tids[i] = tids[i];

  qsort (self->tids, n_tids, sizeof (gint64), strata_order_i64);
}

static gboolean
has_capital (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isupper (g_utf8_get_char (p)))
      return TRUE;

  return FALSE;
}

/* The Kelvin sign folds to "k", and the long s to "s". */
static void
set_lower (StrataRawFilter *self,
           const char *text)
{
  if (!g_str_is_ascii (text))
    return;

  self->lower = g_ascii_strdown (text, -1);
  self->n_lower_bytes = strlen (text);
  self->is_folded = strpbrk (self->lower, "ks") != NULL;
}

/**
 * strata_raw_filter_set_text:
 * @self: a filter
 * @text: valid UTF-8: text that lines must contain
 * @is_regex: whether @text is a regular expression
 * @error: return location for an error
 *
 * Only lines that contain @text pass. Case matters if @text has capital letters.
 *
 * Returns: %FALSE if the expression is invalid
 */
gboolean
strata_raw_filter_set_text (StrataRawFilter *self,
                            const char *text,
                            gboolean is_regex,
                            GError **error)
{
  const gboolean is_exact = has_capital (text);
  g_autofree char *escaped = is_regex ? NULL : g_regex_escape_string (text, -1);

  g_clear_pointer (&self->regex, g_regex_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->lower, g_free);

  if (is_exact && !is_regex)
    {
      self->text = g_strdup (text);
      self->n_text_bytes = strlen (text);
      return TRUE;
    }

  if (!is_regex)
    set_lower (self, text);

  g_free (self->expression);
  self->expression = is_regex ? g_strdup (text) : NULL;
  self->regex = strata_pattern_new (is_regex ? text : escaped, (is_exact ? 0 : G_REGEX_CASELESS) | G_REGEX_OPTIMIZE, error);
  return self->regex != NULL;
}

/* Returns a sentence that says that its expression gave up at a line, or NULL. */
char *
strata_raw_filter_dup_failure (const StrataRawFilter *self)
{
  return g_atomic_int_get (&self->has_failed) ? strata_pattern_dup_failure (self->expression != NULL ? self->expression : "") : NULL;
}

gboolean
strata_raw_filter_is_empty (const StrataRawFilter *self)
{
  return !self->has_span && self->kind == NULL && !self->is_others && self->tids == NULL && self->text == NULL && self->regex == NULL;
}

/**
 * strata_raw_filter_get_span:
 * @self: a filter
 * @span: (out): the span
 *
 * Returns: whether only lines of a span pass
 */
gboolean
strata_raw_filter_get_span (const StrataRawFilter *self,
                            StrataSpan *span)
{
  *span = self->span;

  return self->has_span;
}

static gboolean
is_ascii (const char *text,
          gsize n_bytes)
{
  guint8 all = 0;

  for (gsize i = 0; i < n_bytes; i++)
    all |= (guint8) text[i];

  return all < 0x80;
}

static gboolean
has_lower (const StrataRawFilter *self,
           const char *lines,
           gsize n_bytes)
{
  g_autofree char *lower = g_malloc (MAX (n_bytes, 1));

  for (gsize i = 0; i < n_bytes; i++)
    {
      const guint8 byte = (guint8) lines[i];

      lower[i] = (char) (byte + ((guint8) (byte - 'A') < 26 ? 32 : 0));
    }

  return memmem (lower, n_bytes, self->lower, self->n_lower_bytes) != NULL;
}

/**
 * strata_raw_filter_may_match:
 * @self: a filter
 * @lines: (array length=n_bytes): any number of lines
 * @n_bytes: their length
 *
 * Checks many lines at once, which is much faster than one by one.
 *
 * Returns: %FALSE if certainly none of them passes
 */
gboolean
strata_raw_filter_may_match (const StrataRawFilter *self,
                             const char *lines,
                             gsize n_bytes)
{
  if (self->text != NULL && memmem (lines, n_bytes, self->text, self->n_text_bytes) == NULL)
    return FALSE;
  if (self->kind != NULL && memmem (lines, n_bytes, self->kind, strlen (self->kind)) == NULL)
    return FALSE;

  return self->lower == NULL || has_lower (self, lines, n_bytes) || (self->is_folded && !is_ascii (lines, n_bytes));
}

static gboolean
is_kind (const StrataRawFilter *self,
         const StrataRawLine *line)
{
  const StrataText name = line->event.event;

  return line->is_event && strlen (self->kind) == name.n_bytes && memcmp (name.text, self->kind, name.n_bytes) == 0;
}

/* GLib's regular expressions need valid UTF-8. */
static gboolean
matches_regex (const StrataRawFilter *self,
               StrataText text)
{
  gint *has_failed = (gint *) &self->has_failed;

  if (g_utf8_validate_len (text.text, text.n_bytes, NULL))
    return strata_pattern_matches (self->regex, text.text, (gssize) text.n_bytes, has_failed);

  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) text.n_bytes);

  return strata_pattern_matches (self->regex, valid, -1, has_failed);
}

static gboolean
has_tid (const StrataRawFilter *self,
         gint64 tid)
{
  return bsearch (&tid, self->tids, self->n_tids, sizeof (gint64), strata_order_i64) != NULL;
}

/**
 * strata_raw_filter_matches:
 * @self: a filter
 * @line: a line
 *
 * Returns: whether @line passes
 */
gboolean
strata_raw_filter_matches (const StrataRawFilter *self,
                           const StrataRawLine *line)
{
  if (self->has_span && (!line->is_event || line->time_ns < self->span.begin_ns || line->time_ns > self->span.end_ns))
    return FALSE;
  if (self->tids != NULL && (!line->is_event || !has_tid (self, line->event.tid)))
    return FALSE;
  if (self->kind != NULL && !is_kind (self, line))
    return FALSE;
  if (self->is_others && (!line->is_event || strata_ftrace_event_get_kind (line->event.event) != STRATA_FTRACE_EVENT_OTHER))
    return FALSE;
  if (self->text != NULL)
    return line->text.n_bytes > 0 && memmem (line->text.text, line->text.n_bytes, self->text, self->n_text_bytes) != NULL;

  return self->regex == NULL || matches_regex (self, line->text);
}
