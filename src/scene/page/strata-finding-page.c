/* strata-finding-page.c - a finding as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-finding-page.h"

#include <glib/gi18n-lib.h>

#include "strata-causes.h"
#include "strata-draw-list.h"
#include "strata-finding-page-files.h"
#include "strata-profile.h"
#include "strata-scene.h"
#include "strata-units.h"

/* One file that loads nothing from the network: style, script and the timeline are inside. The
 * timeline is the draw lists of a picture several times as wide as a screen, so that it can be
 * zoomed; it is less wide if there are very many items. */

#define STYLE "/org/strataviewer/finding-page/page.css"
#define SCRIPT "/org/strataviewer/finding-page/page.js"

#define WIDTH_PX 1600
#define MOST_WIDTH_FACTOR 8
#define MOST_HEIGHT_PX 6000
#define TITLES_PX 220
#define MOST_PICTURE_BYTES (5 * 1024 * 1024 / 2)
#define MOST_ROWS 40
#define MOST_REASONS 5

struct _StrataFindingPage
{
  StrataTrace *trace; /* owned */
  StrataSpan span;
  char *title;        /* owned */
  char *verdict;      /* owned; nullable */
  char *selected;     /* owned; nullable */
  GPtrArray *reasons; /* (element-type utf8) owned: why the slow frame or the selected slice took so long */
  GPtrArray *notes;   /* (element-type utf8) owned: times and notes, alternating */
  GString *picture;   /* owned: JSON */
};

static void
add_reasons (StrataFindingPage *self,
             const StrataCauses *causes)
{
  guint n_causes;

  strata_causes_get (causes, &n_causes);
  for (guint i = 0; i < MIN (n_causes, MOST_REASONS); i++)
    g_ptr_array_add (self->reasons, strata_causes_dup_text (causes, i));
}

static gboolean
touches (StrataSpan a,
         StrataSpan b)
{
  return a.begin_ns < b.end_ns && a.end_ns > b.begin_ns;
}

/* The headline is about the whole capture; the page may show only a part of it. */
static char *
dup_headline (const StrataFindingPage *self,
              const char *text)
{
  const StrataSpan whole = strata_trace_get_span (self->trace);
  const gboolean is_part = self->span.begin_ns > whole.begin_ns || self->span.end_ns < whole.end_ns;

  return is_part && text != NULL ? g_strdup_printf (_ ("In the whole capture: %s"), text) : g_strdup (text);
}

/* The page is about the selected slice; without one, about the slow frame if it is in the span. */
static void
take_verdict (StrataFindingPage *self,
              StrataSession *session)
{
  StrataFindings *findings = strata_session_get_findings (session);
  const StrataHeadline *headline = strata_findings_get_headline (findings);
  const StrataItem item = strata_session_get_selected_item (session);
  const gboolean has_frame = headline != NULL && headline->kind == STRATA_HEADLINE_LATE_FRAMES && headline->frame != STRATA_NONE;

  self->verdict = dup_headline (self, strata_findings_get_headline_text (findings));
  self->selected = strata_session_describe_selection (session);
  if (item.kind == STRATA_ITEM_SLICE)
    {
      g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (self->trace, item.index);

      add_reasons (self, causes);
    }
  else if (has_frame && touches (strata_findings_get_frame_span (findings, headline->frame), self->span))
    {
      g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (strata_findings_get_frames (findings), headline->frame);

      add_reasons (self, causes);
    }
}

static void
take_notes (StrataFindingPage *self,
            StrataSession *session)
{
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

  for (guint i = 0; i < n_bookmarks; i++)
    {
      char time[STRATA_UNITS_BYTES];

      if (bookmarks[i].time_ns < self->span.begin_ns || bookmarks[i].time_ns > self->span.end_ns)
        continue;

      strata_units_instant (bookmarks[i].time_ns - strata_trace_get_span (self->trace).begin_ns, time);
      g_ptr_array_add (self->notes, g_strdup (time));
      g_ptr_array_add (self->notes, g_strdup (bookmarks[i].note));
    }
}

static void
append_list (GString *out,
             StrataSession *session,
             const StrataSceneRegion *region,
             void (*build) (StrataSession *session, const StrataSceneRegion *region, const StrataPalette *palette, StrataDrawList *list))
{
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();

  build (session, region, strata_palette_get_light (), list);
  strata_draw_list_append_json (list, out);
}

/* Draws the session's lanes into a picture of this width. */
static void
draw_picture (StrataFindingPage *self,
              StrataSession *session,
              int width_px,
              int height_px)
{
  StrataView *view = strata_session_get_view (session);
  StrataViewport viewport = *strata_view_get_viewport (view);
  const StrataSceneRegion lanes = { .width_px = width_px, .height_px = height_px, .scale = 1, .part = STRATA_FRAME_ALL };
  const StrataSceneRegion titles = { .width_px = TITLES_PX + 1, .height_px = height_px, .header_px = TITLES_PX, .scale = 1, .part = STRATA_FRAME_ALL };

  g_string_truncate (self->picture, 0);
  g_string_append_printf (self->picture, "{\"width\":%d,\"height\":%d,\"head\":%d,\"ns\":%" G_GINT64_FORMAT ",\"lanes\":[", width_px, height_px, TITLES_PX, strata_span_get_length_ns (self->span));
  strata_viewport_init (&viewport, viewport.bounds, width_px);
  strata_viewport_show (&viewport, self->span, 0);
  strata_view_swap_viewport (view, &viewport);
  append_list (self->picture, session, &lanes, strata_scene_build_lanes);
  g_string_append_c (self->picture, ',');
  append_list (self->picture, session, &lanes, strata_scene_build_marks);
  g_string_append (self->picture, "],\"titles\":");
  append_list (self->picture, session, &titles, strata_scene_build_lanes);
  strata_view_swap_viewport (view, &viewport);
  g_string_append_c (self->picture, '}');
}

/* As fine as fits. Lanes at the bottom are cut off only as a last resort. */
static void
take_picture (StrataFindingPage *self,
              StrataSession *session)
{
  int height_px = CLAMP (strata_lanes_get_height_px (strata_session_get_lanes (session)), 1, MOST_HEIGHT_PX);
  int factor = MOST_WIDTH_FACTOR;

  draw_picture (self, session, factor * WIDTH_PX, height_px);
  while (self->picture->len > MOST_PICTURE_BYTES && (factor > 1 || height_px > 100))
    {
      if (factor > 1)
        factor /= 2;
      else
        height_px /= 2;

      draw_picture (self, session, factor * WIDTH_PX, height_px);
    }
}

/**
 * strata_finding_page_new:
 * @session: a session whose frames have been found; its view is kept
 * @span: the time to show
 * @title: its title
 *
 * Copies everything that the page needs from a session.
 *
 * Returns: (transfer full): the page, still to be written
 */
StrataFindingPage *
strata_finding_page_new (StrataSession *session,
                         StrataSpan span,
                         const char *title)
{
  StrataFindingPage *self = g_new0 (StrataFindingPage, 1);

  self->trace = g_object_ref (strata_session_get_trace (session));
  self->span = span;
  self->title = g_strdup (title);
  self->reasons = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->picture = g_string_new (NULL);
  take_verdict (self, session);
  take_notes (self, session);
  take_picture (self, session);
  return self;
}

void
strata_finding_page_free (StrataFindingPage *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->trace);
  g_free (self->title);
  g_free (self->verdict);
  g_free (self->selected);
  g_ptr_array_unref (self->reasons);
  g_ptr_array_unref (self->notes);
  g_string_free (self->picture, TRUE);
  g_free (self);
}

static void
put (GString *out,
     const char *open,
     const char *text,
     const char *close)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append_printf (out, "%s%s%s", open, escaped, close);
}

static void
put_file (GString *out,
          const char *open,
          const char *path,
          const char *close)
{
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize n_bytes;
  const char *data = g_bytes_get_data (bytes, &n_bytes);

  g_string_append (out, open);
  g_string_append_len (out, data, (gssize) n_bytes);
  g_string_append (out, close);
}

static void
put_head (const StrataFindingPage *self,
          GString *out)
{
  g_string_append (out, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width\">\n");
  put (out, "<title>", self->title, "</title>\n");
  put_file (out, "<style>\n", STYLE, "</style>\n</head>\n<body>\n");
}

static void
put_verdict (const StrataFindingPage *self,
             GString *out)
{
  char length[STRATA_UNITS_BYTES];
  char begin[STRATA_UNITS_BYTES];
  const char *format = strata_trace_get_format_name (self->trace);

  strata_units_duration (strata_span_get_length_ns (self->span), length);
  strata_units_instant (self->span.begin_ns - strata_trace_get_span (self->trace).begin_ns, begin);

  g_autofree char *facts = g_strdup_printf (_ ("%s, %s from %s"), format != NULL ? format : "", length, begin);

  put (out, "<h1>", self->title, "</h1>\n");
  put (out, "<div class=\"dim\">", facts, "</div>\n");
  if (self->verdict == NULL && self->selected == NULL && self->reasons->len == 0)
    return;

  g_string_append (out, "<div class=\"verdict\">");
  if (self->verdict != NULL)
    put (out, "<div>", self->verdict, "</div>");
  if (self->selected != NULL)
    put (out, "<div class=\"dim\">", self->selected, "</div>");
  g_string_append (out, "<ul>");
  for (guint i = 0; i < self->reasons->len; i++)
    put (out, "<li>", self->reasons->pdata[i], "</li>");
  g_string_append (out, "</ul></div>\n");
}

static void
put_notes (const StrataFindingPage *self,
           GString *out)
{
  if (self->notes->len == 0)
    return;

  put (out, "<h2>", _ ("Notes"), "</h2>\n<table>");
  for (guint i = 0; i + 1 < self->notes->len; i += 2)
    {
      put (out, "<tr><td>", self->notes->pdata[i], "</td>");
      put (out, "<td>", self->notes->pdata[i + 1], "</td></tr>\n");
    }
  g_string_append (out, "</table>\n");
}

static void
put_picture (const StrataFindingPage *self,
             GString *out)
{
  put (out, "<h2>", _ ("Timeline"), "</h2>\n<div class=\"bar\">");
  put (out, "<button id=\"in\" title=\"", _ ("Zoom in"), "\">+</button>");
  put (out, "<button id=\"out\" title=\"", _ ("Zoom out"), "\">−</button>");
  put (out, "<button id=\"all\">", _ ("All"), "</button>");
  put (out, "<span class=\"dim\">", _ ("Drag to move; Ctrl with the wheel zooms; W, A, S and D work as in Strata"), "</span></div>\n");
  g_string_append (out, "<div class=\"picture\"><canvas id=\"ruler\"></canvas><div class=\"view\"><canvas id=\"lanes\"></canvas></div></div><div id=\"tip\" hidden></div>\n");
}

static void
put_duration (GString *out,
              gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  put (out, "<td>", strata_units_duration (duration_ns, text), "</td>");
}

static int
compare_self (gconstpointer a,
              gconstpointer b)
{
  const StrataProfileRow *left = *(const StrataProfileRow *const *) a;
  const StrataProfileRow *right = *(const StrataProfileRow *const *) b;

  return (left->exclusive_ns < right->exclusive_ns) - (left->exclusive_ns > right->exclusive_ns);
}

static void
put_profile (const StrataProfile *profile,
             GString *out)
{
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);
  g_autofree const StrataProfileRow **sorted = g_new (const StrataProfileRow *, n_rows + 1);

  for (guint i = 0; i < n_rows; i++)
    sorted[i] = &rows[i];
  qsort (sorted, n_rows, sizeof *sorted, compare_self);

  put (out, "<h2>", _ ("Calls in this time"), "</h2>\n<table><tr>");
  put (out, "<th>", _ ("Name"), "</th>");
  put (out, "<th>", _ ("Calls"), "</th>");
  put (out, "<th>", _ ("Self"), "</th>");
  put (out, "<th>", _ ("Total"), "</th>");
  put (out, "<th>", _ ("Longest"), "</th></tr>\n");
  for (guint i = 0; i < MIN (n_rows, MOST_ROWS); i++)
    {
      g_autofree char *name = strata_profile_dup_name (profile, sorted[i]->key);
      char calls[STRATA_UNITS_BYTES];

      put (out, "<tr><td>", name, "</td>");
      put (out, "<td>", strata_units_count ((gint64) (sorted[i]->n_calls + sorted[i]->n_recursive_calls), calls), "</td>");
      put_duration (out, sorted[i]->exclusive_ns);
      put_duration (out, sorted[i]->inclusive_ns);
      put_duration (out, sorted[i]->max_ns);
      g_string_append (out, "</tr>\n");
    }
  g_string_append (out, "</table>\n");
}

/**
 * strata_finding_page_to_html:
 * @self: the page
 * @cancellable: (nullable): cancels the writing
 * @error: return location for an error
 *
 * Writes the page. Any thread may do so.
 *
 * Returns: (transfer full): the page, or %NULL if it was cancelled
 */
char *
strata_finding_page_to_html (const StrataFindingPage *self,
                             GCancellable *cancellable,
                             GError **error)
{
  StrataScope scope = strata_scope_everything (self->trace);

  scope.span = self->span;

  g_autoptr (StrataProfile) profile = strata_profile_new (self->trace, &scope, STRATA_PROFILE_BY_NAME, cancellable);

  if (profile == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }

  GString *out = g_string_new (NULL);

  strata_finding_page_files_register_resource ();
  put_head (self, out);
  put_verdict (self, out);
  put_notes (self, out);
  put_picture (self, out);
  put_profile (profile, out);
  put (out, "<footer>", _ ("Made by Strata. This page loads nothing from the network."), "</footer>\n");
  g_string_append_printf (out, "<script type=\"application/json\" id=\"data\">%s</script>\n", self->picture->str);
  put_file (out, "<script>\n", SCRIPT, "</script>\n</body>\n</html>\n");
  return g_string_free (out, FALSE);
}
