/* strata-lanes-filter.c - the filter of lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-pattern.h"

/* Commas separate patterns. A text between slashes is a single regular expression, even if it has
 * commas. "process:" and "thread:" before a pattern select whose names are matched. */

typedef enum
{
  OF_ALL,
  OF_PROCESSES,
  OF_THREADS,
} Scope;

typedef struct
{
  Scope scope;
  GPatternSpec *glob; /* owned; NULL for a regular expression */
  GRegex *regex;      /* owned; NULL for a glob */
  char *expression;   /* owned; the text of the expression */
  gint has_failed;    /* whether it gave up on a title */
} StrataLanePattern;

static void
pattern_free (gpointer data)
{
  StrataLanePattern *self = data;

  g_clear_pointer (&self->glob, g_pattern_spec_free);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->expression);
  g_free (self);
}

static const char *
take_scope (const char *text,
            Scope *scope)
{
  static const struct
  {
    const char *prefix;
    Scope scope;
  } rows[] = { { "process:", OF_PROCESSES }, { "thread:", OF_THREADS } };

  *scope = OF_ALL;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_ascii_strncasecmp (text, rows[i].prefix, strlen (rows[i].prefix)) == 0)
      {
        *scope = rows[i].scope;
        return text + strlen (rows[i].prefix);
      }

  return text;
}

/* A pattern without wildcards matches anywhere in a title. */
static void
add_glob (GPtrArray *patterns,
          char *part)
{
  Scope scope;
  g_autofree char *folded = g_utf8_casefold (take_scope (g_strstrip (part), &scope), -1);
  g_autofree char *anywhere = strpbrk (folded, "*?") == NULL ? g_strconcat ("*", folded, "*", NULL) : NULL;

  if (*folded == '\0')
    return;

  StrataLanePattern *pattern = g_new0 (StrataLanePattern, 1);

  pattern->scope = scope;
  pattern->glob = g_pattern_spec_new (anywhere != NULL ? anywhere : folded);
  g_ptr_array_add (patterns, pattern);
}

static gboolean
add_regex (GPtrArray *patterns,
           const char *text,
           Scope scope,
           GError **error)
{
  g_autofree char *between = g_strndup (text + 1, strlen (text) - 2);
  g_autoptr (GError) why = NULL;
  GRegex *regex = strata_pattern_new (between, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, &why);

  if (regex == NULL)
    {
      g_set_error (error, G_REGEX_ERROR, why->code, _ ("“%s” is not a valid regular expression: %s"), between, why->message);
      return FALSE;
    }

  StrataLanePattern *pattern = g_new0 (StrataLanePattern, 1);

  pattern->scope = scope;
  pattern->regex = regex;
  pattern->expression = g_steal_pointer (&between);
  g_ptr_array_add (patterns, pattern);
  return TRUE;
}

static GPtrArray *
compile (const char *text,
         GError **error)
{
  g_autoptr (GPtrArray) patterns = g_ptr_array_new_with_free_func (pattern_free);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_auto (GStrv) parts = NULL;
  Scope scope;
  const char *rest = take_scope (g_strstrip (valid), &scope);
  const gsize n_bytes = strlen (rest);

  if (n_bytes > 2 && rest[0] == '/' && rest[n_bytes - 1] == '/')
    return add_regex (patterns, rest, scope, error) ? g_steal_pointer (&patterns) : NULL;

  parts = g_strsplit (valid, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    add_glob (patterns, parts[i]);

  return g_steal_pointer (&patterns);
}

void
strata_lane_filter_clear (StrataLaneFilter *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->patterns, g_ptr_array_unref);
}

static gboolean
is_in_scope (const StrataLanePattern *pattern,
             const StrataLane *lane)
{
  if (pattern->scope == OF_PROCESSES)
    return strata_lane_is_group (lane);

  return pattern->scope == OF_ALL || strata_lane_get_class (lane)->find_thread != NULL;
}

static gboolean
matches_any (const GPtrArray *patterns,
             const StrataLane *lane)
{
  g_autofree char *folded = g_utf8_casefold (lane->title, -1);
  gboolean matches = FALSE;

  for (guint i = 0; i < patterns->len && !matches; i++)
    {
      StrataLanePattern *pattern = g_ptr_array_index (patterns, i);

      if (is_in_scope (pattern, lane))
        matches = pattern->glob != NULL ? g_pattern_spec_match_string (pattern->glob, folded) : strata_pattern_matches (pattern->regex, lane->title, -1, &pattern->has_failed);
    }

  return matches;
}

static gboolean
is_without_content (const StrataLane *lane)
{
  return strata_lane_get_class (lane)->needs_rows && lane->n_all_rows == 0;
}

/* Removes lanes that match no pattern, lanes without hits if only those are wanted, and extras that
 * are not shown unless a pattern matches them. Pinned lanes stay. Returns how many lanes are left. */
guint
strata_lanes_refilter (StrataLanes *self)
{
  const GPtrArray *patterns = self->filter.patterns;
  gboolean is_group_wanted = FALSE;
  guint n_left = 0;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);
      const gboolean is_hit = self->hits == NULL || self->hits[i];
      gboolean is_found = (patterns != NULL && matches_any (patterns, lane)) || (self->hits != NULL && is_hit);
      gboolean is_wanted = patterns == NULL || is_found;

      if (strata_lane_is_group (lane))
        is_group_wanted = is_wanted;

      lane->is_filtered_out = strata_lane_is_group (lane) || !(is_wanted || is_group_wanted) || !is_hit ||
                              !(is_found || (lane->extra & ~self->shown) == 0) || is_without_content (lane);
      if (lane->is_filtered_out)
        {
          lane->is_filtered_out = !lane->is_pinned || is_without_content (lane);
          continue;
        }

      g_array_index (self->lanes, StrataLane, lane->group).is_filtered_out = FALSE;
      n_left++;
    }

  strata_lanes_lay_out (self);
  return n_left;
}

/**
 * strata_lanes_filter:
 * @self: the lanes
 * @patterns: (nullable): titles with * and ?, separated by commas, or a regular expression between slashes; %NULL for all lanes
 *
 * Removes the lanes whose title matches no pattern; case is ignored.
 * A group that matches keeps all its lanes; one with a lane that
 * matches keeps its header. Lanes that are not shown by default are shown if they match,
 * and pinned ones stay. "process:" before a pattern matches only names of processes,
 * "thread:" only names of threads. An invalid regular expression matches nothing.
 *
 * Returns: how many lanes are left, not counting groups
 */
guint
strata_lanes_filter (StrataLanes *self,
                     const char *patterns)
{
  char *copy = g_strdup (patterns);

  strata_lane_filter_clear (&self->filter);
  self->filter.text = copy;
  if (copy != NULL)
    self->filter.patterns = compile (copy, NULL);
  if (copy != NULL && self->filter.patterns == NULL)
    self->filter.patterns = g_ptr_array_new_with_free_func (pattern_free);

  const guint n_left = strata_lanes_refilter (self);

  strata_lanes_report (self, STRATA_LANES_LAYOUT);
  return n_left;
}

/* Returns the patterns of strata_lanes_filter(); NULL if there is none. */
const char *
strata_lanes_get_filter (const StrataLanes *self)
{
  return self->filter.text;
}

/**
 * strata_lanes_dup_filter_failure:
 * @self: the lanes
 *
 * Returns: (nullable) (transfer full): a sentence about an expression that gave up on a title, or %NULL
 */
char *
strata_lanes_dup_filter_failure (const StrataLanes *self)
{
  const GPtrArray *patterns = self->filter.patterns;

  for (guint i = 0; patterns != NULL && i < patterns->len; i++)
    {
      const StrataLanePattern *pattern = g_ptr_array_index (patterns, i);

      if (pattern->has_failed)
        return strata_pattern_dup_failure (pattern->expression);
    }

  return NULL;
}

/**
 * strata_lanes_check_filter:
 * @patterns: see strata_lanes_filter()
 * @error: return location for an error
 *
 * Returns: whether they are valid
 */
gboolean
strata_lanes_check_filter (const char *patterns,
                           GError **error)
{
  g_autoptr (GPtrArray) compiled = compile (patterns, error);

  return compiled != NULL;
}

/**
 * strata_lanes_set_hits:
 * @self: the lanes
 * @has_hits: (nullable): for each lane, whether a search found anything in it; %NULL for all lanes
 *
 * Shows only lanes with hits and pinned lanes.
 *
 * Returns: whether anything may have changed
 */
gboolean
strata_lanes_set_hits (StrataLanes *self,
                       const guint8 *has_hits)
{
  guint8 *copy = has_hits != NULL ? g_memdup2 (has_hits, self->lanes->len) : NULL;

  if (copy == NULL && self->hits == NULL)
    return FALSE;

  g_free (self->hits);
  self->hits = copy;
  strata_lanes_refilter (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
  return TRUE;
}
