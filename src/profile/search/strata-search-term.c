/* strata-search-term.c - one term of a search
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-pattern.h"
#include "strata-search-private.h"
#include "strata-span-text.h"

static gboolean
fail (GError **error,
      const char *sentence)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, sentence);
  return FALSE;
}

static gboolean
set_regex (StrataSearchTerm *self,
           GError **error)
{
  g_autoptr (GError) cause = NULL;

  self->regex = strata_pattern_new (self->text, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, &cause);
  return self->regex != NULL || fail (error, cause->message);
}

static gboolean
is_comparison (StrataSearchOp op)
{
  return op >= STRATA_SEARCH_BELOW;
}

static gboolean
set_time (StrataSearchTerm *self,
          GError **error)
{
  const gsize n = strlen (self->text);

  if (!strata_duration_parse (self->text, &self->number))
    return fail (error, _ ("not a time; write for example 16ms, 250us or 1.5s"));
  if (self->number != 0 && g_ascii_isdigit (self->text[n - 1]))
    return fail (error, _ ("a time needs a unit: ns, us, ms or s"));

  return TRUE;
}

static gboolean
set_number (StrataSearchTerm *self,
            GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (g_ascii_string_to_signed (self->text, 10, G_MININT64, G_MAXINT64, &self->number, &cause))
    return TRUE;
  if (g_error_matches (cause, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS))
    return fail (error, _ ("this number is too large for 64 bits"));

  return fail (error, _ ("not a whole number"));
}

static gboolean
set_real (StrataSearchTerm *self,
          GError **error)
{
  g_autoptr (GError) cause = NULL;
  char *end;

  self->real = g_ascii_strtod (self->text, &end);
  self->is_real = !g_ascii_string_to_signed (self->text, 10, G_MININT64, G_MAXINT64, &self->number, &cause);
  if (g_error_matches (cause, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS))
    return fail (error, _ ("this number is too large for 64 bits"));

  return (end > self->text && *end == '\0' && isfinite (self->real)) || fail (error, _ ("not a number"));
}

/* The value of an argument may be any text; only "<", ">" and so on need a number. */
static gboolean
set_text (StrataSearchTerm *self,
          GError **error)
{
  char *end;

  if (self->op == STRATA_SEARCH_MATCHES)
    return set_regex (self, error);
  if (self->op == STRATA_SEARCH_IS_LIKE)
    self->glob = g_pattern_spec_new (self->folded);
  if (!is_comparison (self->op))
    return TRUE;
  if (self->key == NULL)
    return fail (error, _ ("this is a text field; compare it with :, =, !=, ~ or !~"));

  self->real = g_ascii_strtod (self->text, &end);
  return (end > self->text && *end == '\0') || fail (error, _ ("not a number"));
}

static gboolean
set_known_text (StrataSearchTerm *self,
                GError **error)
{
  if (!set_text (self, error))
    return FALSE;
  if (self->field->fits == NULL || self->field->fits (self))
    return TRUE;

  return fail (error, gettext (self->field->known));
}

static gboolean
set_value (StrataSearchTerm *self,
           GError **error)
{
  const StrataSearchType type = self->field->type;

  if (*self->text == '\0' && !(type == STRATA_SEARCH_TEXT && self->op == STRATA_SEARCH_EQUALS))
    return fail (error, _ ("missing search text"));

  if (type == STRATA_SEARCH_TEXT)
    return set_known_text (self, error);
  if (type == STRATA_SEARCH_WORD)
    return self->op == STRATA_SEARCH_CONTAINS || self->op == STRATA_SEARCH_EQUALS || fail (error, _ ("expected a colon and a word, such as is:unfinished"));
  if (self->op == STRATA_SEARCH_MATCHES)
    return fail (error, _ ("compare this with <, <=, >, >=, = or !="));

  if (type == STRATA_SEARCH_REAL)
    return set_real (self, error);

  return type == STRATA_SEARCH_TIME ? set_time (self, error) : set_number (self, error);
}

static gboolean
is_ascii (const char *text)
{
  while (*text != '\0' && (guchar) *text < 0x80)
    text++;

  return *text == '\0';
}

/* Rejects text that cannot be compared; the caller adds where it is. */
StrataSearchTerm *
strata_search_term_new (const StrataSearchField *field,
                        StrataSearchOp op,
                        const char *key,
                        const char *text,
                        GError **error)
{
  StrataSearchTerm *self = g_new0 (StrataSearchTerm, 1);

  self->field = field;
  self->op = op;
  self->key = g_strdup (key);
  self->text = g_strdup (text);
  self->folded = g_utf8_casefold (text, -1);
  self->is_ascii = is_ascii (text);
  if (set_value (self, error))
    return self;

  strata_search_term_free (self);
  return NULL;
}

void
strata_search_term_free (gpointer data)
{
  StrataSearchTerm *self = data;

  if (self->regex != NULL)
    g_regex_unref (self->regex);
  g_clear_pointer (&self->glob, g_pattern_spec_free);
  g_free (self->key);
  g_free (self->text);
  g_free (self->folded);
  g_free (self);
}

/* Whether @text contains the lower-case ASCII @needle, ignoring case. */
static gboolean
contains_ascii (const char *text,
                const char *needle)
{
  const gsize n = strlen (needle);

  for (; *text != '\0'; text++)
    if (g_ascii_tolower (*text) == *needle && g_ascii_strncasecmp (text, needle, n) == 0)
      return TRUE;

  return n == 0;
}

static gboolean
contains (const StrataSearchTerm *self,
          const char *text)
{
  if (self->is_ascii && is_ascii (text))
    return contains_ascii (text, self->folded);

  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, self->folded) != NULL;
}

/* An expression that would take forever on a text gives up on it. */
static gboolean
matches (const StrataSearchTerm *self,
         const char *text)
{
  return strata_pattern_matches (self->regex, text, -1, (gint *) &self->has_failed);
}

/* Matches the whole text, as the filter of lanes does. */
static gboolean
is_like (const StrataSearchTerm *self,
         const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return g_pattern_spec_match_string (self->glob, folded);
}

gboolean
strata_search_term_has_text (const StrataSearchTerm *self,
                             const char *text)
{
  switch (self->op)
    {
    case STRATA_SEARCH_CONTAINS:
      return contains (self, text);
    case STRATA_SEARCH_MATCHES:
      return matches (self, text);
    case STRATA_SEARCH_IS_LIKE:
      return is_like (self, text);
    case STRATA_SEARCH_EQUALS:
      return strcmp (text, self->text) == 0;
    case STRATA_SEARCH_BELOW:
    case STRATA_SEARCH_AT_MOST:
    case STRATA_SEARCH_ABOVE:
    case STRATA_SEARCH_AT_LEAST:
      break;
    }

  return FALSE;
}

/* @order: of the value relative to the term's: below, at or above 0 */
static gboolean
has_order (const StrataSearchTerm *self,
           int order)
{
  switch (self->op)
    {
    case STRATA_SEARCH_CONTAINS:
    case STRATA_SEARCH_EQUALS:
      return order == 0;
    case STRATA_SEARCH_BELOW:
      return order < 0;
    case STRATA_SEARCH_AT_MOST:
      return order <= 0;
    case STRATA_SEARCH_ABOVE:
      return order > 0;
    case STRATA_SEARCH_AT_LEAST:
      return order >= 0;
    case STRATA_SEARCH_MATCHES:
    case STRATA_SEARCH_IS_LIKE:
      break;
    }

  return FALSE;
}

gboolean
strata_search_term_has_number (const StrataSearchTerm *self,
                               gint64 number)
{
  return has_order (self, (number > self->number) - (number < self->number));
}

gboolean
strata_search_term_has_real (const StrataSearchTerm *self,
                             double number)
{
  return !isunordered (number, self->real) && has_order (self, (number > self->real) - (number < self->real));
}

gboolean
strata_search_term_has_arg (const StrataSearchTerm *self,
                            const char *value)
{
  char *end;

  if (!is_comparison (self->op))
    return strata_search_term_has_text (self, value);

  const double real = g_ascii_strtod (value, &end);

  return end > value && *end == '\0' && strata_search_term_has_real (self, real);
}
