/* strata-perf-sections.c - sections of a perf.data about its machine, events and libraries
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perf-sections.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

/* Sections below 128 are perf's, those from 128 on simpleperf's, and those from 192 on hiperf's. The latter are known from memory of
 * hiperf's source (perf_file_format.h), and no real file was at hand: they are only used if the known layout matches them to the last
 * byte, and are reported as unused otherwise.
 * Format: tools/perf/Documentation/perf.data-file-format.txt and simpleperf's record_file_format.h. */

#define MOST_EVENTS 1024
#define MOST_TEXT_BYTES 4096

enum
{
  SECTION_BUILD_ID = 2,
  SECTION_HOSTNAME = 3,
  SECTION_RELEASE = 4,
  SECTION_VERSION = 5,
  SECTION_ARCH = 6,
  SECTION_CPU = 8,
  SECTION_COMMAND = 11,
  SECTION_EVENTS = 12,
  SECTION_LAST_OF_PERF = 63,
  SECTION_META_INFO = 129,
  SECTION_LAST_OF_SIMPLEPERF = 134,
  SECTION_HIPERF_SYMBOLS = 192,
  SECTION_HIPERF_COMMAND = 193,
  SECTION_HIPERF_TIME = 194,
  SECTION_HIPERF_OFF_CPU = 195,
  SECTION_HIPERF_DEVHOST = 196,
};

/**
 * strata_perf_sections_init:
 * @self: (out caller-allocates): the sections; empty afterwards
 * @builder: where properties go
 * @maps: where symbols and build ids go
 */
void
strata_perf_sections_init (StrataPerfSections *self,
                           StrataTraceBuilder *builder,
                           StrataPerfMaps *maps)
{
  *self = (StrataPerfSections){
    .builder = builder,
    .maps = maps,
    .names = g_ptr_array_new_with_free_func (g_free),
    .types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
  };
}

void
strata_perf_sections_clear (StrataPerfSections *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->types, g_hash_table_unref);
}

/* Reads a text with its length, which includes padding. */
static char *
read_string (StrataPerfBytes *bytes)
{
  const guint64 n_bytes = strata_perf_bytes_read (bytes, 4);
  StrataPerfBytes part = strata_perf_bytes_take (bytes, n_bytes);
  const StrataText text = strata_perf_bytes_read_text (&part);

  return g_strndup (text.text, MIN (text.n_bytes, MOST_TEXT_BYTES));
}

static void
add_property (StrataPerfSections *self,
              const char *key,
              StrataPerfBytes section)
{
  g_autofree char *text = read_string (&section);

  if (*text != '\0')
    strata_trace_builder_add_property (self->builder, key, text);
}

static void
read_command (StrataPerfSections *self,
              StrataPerfBytes section)
{
  g_autoptr (GString) command = g_string_new (NULL);

  for (guint64 n = strata_perf_bytes_read (&section, 4); n > 0 && strata_perf_bytes_get_n (&section) > 0 && command->len < MOST_TEXT_BYTES; n--)
    {
      g_autofree char *word = read_string (&section);

      g_string_append_printf (command, "%s%s", command->len > 0 ? " " : "", word);
    }

  if (command->len > 0)
    strata_trace_builder_add_property (self->builder, "command", command->str);
}

static void
read_events (StrataPerfSections *self,
             StrataPerfBytes section)
{
  const guint64 n_events = strata_perf_bytes_read (&section, 4);
  const guint64 attr_bytes = strata_perf_bytes_read (&section, 4);

  for (guint64 i = 0; i < MIN (n_events, MOST_EVENTS) && strata_perf_bytes_get_n (&section) > 0; i++)
    {
      strata_perf_bytes_take (&section, attr_bytes);

      const guint64 n_ids = strata_perf_bytes_read (&section, 4);

      g_ptr_array_add (self->names, read_string (&section));
      strata_perf_bytes_take (&section, n_ids * 8);
    }
}

/* Records with their own header: process, 20 bytes and how many of them are used, path. */
static void
read_build_ids (StrataPerfSections *self,
                StrataPerfBytes section)
{
  while (strata_perf_bytes_get_n (&section) >= 36)
    {
      StrataPerfBytes header = strata_perf_bytes_take (&section, 8);

      strata_perf_bytes_read (&header, 4);

      const gboolean has_length = (strata_perf_bytes_read (&header, 2) & 1 << 15) != 0;
      const guint64 n_bytes = strata_perf_bytes_read (&header, 2);

      if (n_bytes < 36)
        return;

      StrataPerfBytes record = strata_perf_bytes_take (&section, n_bytes - 8);

      strata_perf_bytes_read (&record, 4);

      const StrataPerfBytes id = strata_perf_bytes_take (&record, 24);

      if (!record.is_cut)
        strata_perf_maps_set_build_id (self->maps, strata_perf_bytes_read_text (&record), id.at, has_length ? MIN (id.at[20], 20) : 20);
    }
}

/* Lines "name,type,config". */
static void
read_types (StrataPerfSections *self,
            StrataText text)
{
  g_autofree char *whole = g_strndup (text.text, text.n_bytes);
  g_auto (GStrv) lines = g_strsplit (whole, "\n", MOST_EVENTS);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *comma = strchr (lines[i], ',');

      if (comma != NULL)
        g_hash_table_replace (self->types, g_strdup (comma + 1), g_strndup (lines[i], (gsize) (comma - lines[i])));
    }
}

/* Keys and values, each with its NUL. */
static void
read_meta_info (StrataPerfSections *self,
                StrataPerfBytes section)
{
  static const char *const shown[] = { "simpleperf_version", "product_props", "android_version", "android_build_fingerprint", "kernel_version", "app_package_name" };

  while (strata_perf_bytes_get_n (&section) > 0)
    {
      const StrataText key = strata_perf_bytes_read_text (&section);
      const StrataText value = strata_perf_bytes_read_text (&section);

      if (strata_text_equals (key, "event_type_info"))
        read_types (self, value);

      for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
        if (strata_text_equals (key, shown[i]))
          {
            g_autofree char *text = g_strndup (value.text, MIN (value.n_bytes, MOST_TEXT_BYTES));

            strata_trace_builder_add_property (self->builder, shown[i], text);
          }
    }
}

static void
report_unused (StrataPerfSections *self,
               guint number)
{
  const gboolean is_known = number >= SECTION_HIPERF_SYMBOLS && number <= SECTION_HIPERF_DEVHOST;
  g_autofree char *text = g_strdup_printf (is_known ? _ ("section %u, whose layout is unknown") : _ ("section %u, which may contain symbols"), number);

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_SKIPPED_SECTION, (StrataPlace){ 0, -1, STRATA_NO_TIME }, text, -1);
}

/* Reads a text with its length, which includes the NUL. It has to fill the whole section. */
static gboolean
read_whole_text (StrataPerfBytes section,
                 StrataText *text)
{
  const guint64 n_bytes = strata_perf_bytes_read (&section, 4);

  if (section.is_cut || n_bytes != strata_perf_bytes_get_n (&section) || n_bytes == 0)
    return FALSE;

  *text = strata_perf_bytes_read_text (&section);
  return text->n_bytes + 1 == n_bytes && g_utf8_validate (text->text, (gssize) text->n_bytes, NULL);
}

/* Returns: whether the section is hiperf's and has the known layout */
static gboolean
read_hiperf (StrataPerfSections *self,
             guint number,
             StrataPerfBytes section)
{
  static const char *const keys[] = { "command", "record_time", "off_cpu", "devhost" };
  StrataText text = { "", 0 };

  if (number < SECTION_HIPERF_COMMAND || number > SECTION_HIPERF_DEVHOST)
    return FALSE;
  if (number == SECTION_HIPERF_OFF_CPU && strata_perf_bytes_get_n (&section) == 0)
    text = (StrataText){ "1", 1 };
  else if (!read_whole_text (section, &text))
    return FALSE;

  g_autofree char *value = g_strndup (text.text, MIN (text.n_bytes, MOST_TEXT_BYTES));

  if (*value != '\0')
    strata_trace_builder_add_property (self->builder, keys[number - SECTION_HIPERF_COMMAND], value);

  return TRUE;
}

/**
 * strata_perf_sections_read:
 * @self: the sections
 * @number: number of this section
 * @section: its bytes
 *
 * Reads a section. Sections without a use for stacks are skipped, unknown ones are reported.
 */
void
strata_perf_sections_read (StrataPerfSections *self,
                           guint number,
                           StrataPerfBytes section)
{
  switch (number)
    {
    case SECTION_BUILD_ID:
      read_build_ids (self, section);
      break;
    case SECTION_HOSTNAME:
      add_property (self, "hostname", section);
      break;
    case SECTION_RELEASE:
      add_property (self, "kernel", section);
      break;
    case SECTION_VERSION:
      add_property (self, "perf_version", section);
      break;
    case SECTION_ARCH:
      add_property (self, "machine", section);
      break;
    case SECTION_CPU:
      add_property (self, "cpu", section);
      break;
    case SECTION_COMMAND:
      read_command (self, section);
      break;
    case SECTION_EVENTS:
      read_events (self, section);
      break;
    case SECTION_META_INFO:
      read_meta_info (self, section);
      break;
    default:
      if (!strata_perf_maps_read_symbols (self->maps, number, section.at, strata_perf_bytes_get_n (&section)) && !read_hiperf (self, number, section) && number > SECTION_LAST_OF_PERF && (number < SECTION_META_INFO || number > SECTION_LAST_OF_SIMPLEPERF))
        report_unused (self, number);
      break;
    }
}

/**
 * strata_perf_sections_find_event:
 * @self: the sections
 * @nth: number of the event, in the order of the header
 * @type: its type
 * @config: its number among those of its type
 *
 * Returns: (transfer none) (nullable): its name in the file
 */
const char *
strata_perf_sections_find_event (const StrataPerfSections *self,
                                 guint nth,
                                 guint32 type,
                                 guint64 config)
{
  g_autofree char *key = g_strdup_printf ("%u,%" PRIu64, type, config);
  const char *name = nth < self->names->len ? g_ptr_array_index (self->names, nth) : g_hash_table_lookup (self->types, key);

  return name != NULL && *name != '\0' ? name : NULL;
}
