/* strata-trace-dat-sections.c - reads the parts of a trace.dat that both versions have
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "strata-trace-dat-private.h"

/* Files of the kernel may end with a few zeros. */
#define MAX_LAST_ZEROS 8

/* "header_page", its length and text; then the same of "header_event". */
static void
take_header_info (StrataDatReader *self,
                  StrataDatCursor *cursor)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = strata_dat_cursor_dup_string (cursor);
      const guint64 n_wanted = strata_dat_cursor_get_uint (cursor, 8);
      gsize n_bytes;
      g_autofree char *text = strata_dat_cursor_dup_text (cursor, n_wanted, &n_bytes);
      const guint32 page_bytes = self->capture.layout.page_bytes;

      if (!g_str_equal (name, "header_page"))
        continue;

      strata_ring_layout_parse (&self->capture.layout, text, n_bytes);
      /* the kernel may report a smaller size than that of the recorded page */
      self->capture.layout.page_bytes = MAX (self->capture.layout.page_bytes, page_bytes);
    }
}

/* Texts contain no zeros, except for a few at the end. */
static void
check_text (StrataDatReader *self,
            const StrataDatCursor *cursor,
            const char *text,
            gsize n_bytes)
{
  if (n_bytes > strlen (text) + MAX_LAST_ZEROS)
    strata_dat_reader_note_damage (self, cursor->at - n_bytes + strlen (text));
}

static void
take_formats (StrataDatReader *self,
              StrataDatCursor *cursor)
{
  const guint32 n_formats = (guint32) strata_dat_cursor_get_uint (cursor, 4);

  for (guint32 i = 0; i < n_formats && !cursor->is_cut; i++)
    {
      const guint64 n_wanted = strata_dat_cursor_get_uint (cursor, 8);
      gsize n_bytes;
      g_autofree char *text = strata_dat_cursor_dup_text (cursor, n_wanted, &n_bytes);

      strata_ring_formats_add (self->capture.formats, text, n_bytes);
      check_text (self, cursor, text, n_bytes);
    }
}

static void
take_systems (StrataDatReader *self,
              StrataDatCursor *cursor)
{
  const guint32 n_systems = (guint32) strata_dat_cursor_get_uint (cursor, 4);

  for (guint32 i = 0; i < n_systems && !cursor->is_cut; i++)
    {
      g_autofree char *name = strata_dat_cursor_dup_string (cursor);

      take_formats (self, cursor);
    }
}

static char *
dup_list (StrataDatReader *self,
          StrataDatCursor *cursor,
          guint size_bytes,
          gsize *n_bytes)
{
  const guint64 n_wanted = strata_dat_cursor_get_uint (cursor, size_bytes);
  char *text = strata_dat_cursor_dup_text (cursor, n_wanted, n_bytes);

  check_text (self, cursor, text, *n_bytes);
  return text;
}

/* Returns the start of a description: "name: …", with its number on the next line. */
static const char *
find_format (const char *text,
             const char *end)
{
  while ((text = memmem (text, (gsize) (end - text), "name: ", strlen ("name: "))) != NULL)
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));

      if (line_end != NULL && (gsize) (end - line_end) > strlen ("\nID: ") && memcmp (line_end, "\nID: ", strlen ("\nID: ")) == 0)
        return text;

      text++;
    }

  return end;
}

void
strata_dat_reader_salvage_formats (StrataDatReader *self,
                                   StrataDatCursor *cursor)
{
  gsize n_bytes;
  g_autofree char *text = strata_dat_cursor_dup_text (cursor, cursor->end - MIN (cursor->at, cursor->end), &n_bytes);
  const char *const end = text + n_bytes;
  const char *next;

  for (const char *format = find_format (text, end); format < end; format = next)
    {
      next = find_format (format + 1, end);
      strata_ring_formats_add (self->capture.formats, format, (gsize) (next - format));
    }
}

/* Reads the data that a section or option refers to. */
void
strata_dat_reader_take_section (StrataDatReader *self,
                                guint id,
                                StrataDatCursor *cursor)
{
  StrataRingNames *names = self->capture.names;
  StrataDatCursor whole = *cursor;
  gsize n_bytes;
  char *text;

  switch (id)
    {
    case STRATA_DAT_HEADER_INFO:
      take_header_info (self, cursor);
      break;
    case STRATA_DAT_FTRACE_FORMATS:
      take_formats (self, cursor);
      break;
    case STRATA_DAT_EVENT_FORMATS:
      take_systems (self, cursor);
      break;
    case STRATA_DAT_SYMBOLS:
      text = dup_list (self, cursor, 4, &n_bytes);
      strata_ring_names_take_symbols (names, text, n_bytes);
      break;
    case STRATA_DAT_STRINGS:
      text = dup_list (self, cursor, 4, &n_bytes);
      strata_ring_names_take_strings (names, text, n_bytes);
      break;
    case STRATA_DAT_COMMS:
      text = dup_list (self, cursor, 8, &n_bytes);
      strata_ring_names_take_comms (names, text, n_bytes);
      break;
    default:
      break;
    }

  if (cursor->is_cut && self->version >= 7 && (id == STRATA_DAT_FTRACE_FORMATS || id == STRATA_DAT_EVENT_FORMATS))
    strata_dat_reader_salvage_formats (self, &whole);

  strata_dat_reader_note_cut (self, cursor, whole.at);
}
