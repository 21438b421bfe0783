/* strata-trace-dat-options.c - reads the options of a trace.dat
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-dat-private.h"

/* Larger offsets to the calendar do not fit into 64 bits of ns, and not even clocks that were never set have them. */
#define MAX_DATE_US (G_MAXINT64 / 1000)

static char *
dup_all (StrataDatCursor *option)
{
  gsize n_bytes;

  return strata_dat_cursor_dup_text (option, option->end - option->at, &n_bytes);
}

/* "[local] global counter …" */
static void
take_clock (StrataDatReader *self,
            const char *text)
{
  const char *begin = strchr (text, '[');
  const char *end = begin != NULL ? strchr (begin, ']') : NULL;

  g_free (self->clock);
  self->clock = end != NULL ? g_strndup (begin + 1, (gsize) (end - begin) - 1) : g_strdup (text);
}

/* "overrun: 123" in the statistics of a CPU. */
static void
take_stats (StrataDatReader *self,
            const char *text)
{
  static const char key[] = "\noverrun: ";
  const char *p = strstr (text, key);

  if (p != NULL)
    self->n_overrun += g_ascii_strtoull (p + strlen (key), NULL, 10);
}

static void
take_date (StrataDatReader *self,
           const char *text)
{
  const gint64 date_us = (gint64) g_ascii_strtoull (text, NULL, 0);

  if (date_us > 0 && date_us < MAX_DATE_US)
    self->date_us = date_us;
}

/* Conversion of CPU ticks to ns: factor, shift and offset. */
static void
take_tsc (StrataDatReader *self,
          StrataDatCursor *option)
{
  const guint32 mult = (guint32) strata_dat_cursor_get_uint (option, 4);
  const guint32 shift = (guint32) strata_dat_cursor_get_uint (option, 4);
  const guint64 offset_ns = strata_dat_cursor_get_uint (option, 8);

  if (option->is_cut || shift > 63 || mult == 0)
    return;

  self->tsc = (StrataRingClock){ .mult = mult, .shift = shift, .offset_ns = (gint64) offset_ns };
}

/* For one CPU: the number of measurements, their times, offsets and factors. If there is only one, the clocks have the same
 * rate. */
static void
take_cpu_shifts (StrataDatCursor *option,
                 StrataColumn *shifts)
{
  const guint32 n = (guint32) strata_dat_cursor_get_uint (option, 4);

  if (option->is_cut || n > (option->end - option->at) / 24)
    {
      option->is_cut = TRUE;
      return;
    }

  for (guint32 i = 0; i < n; i++)
    *(StrataRingShift *) strata_column_push (shifts, sizeof (StrataRingShift)) = (StrataRingShift){ .ticks = strata_dat_cursor_get_uint (option, 8) };
  for (guint32 i = 0; i < n; i++)
    strata_column_at (shifts, StrataRingShift, i).offset = (gint64) strata_dat_cursor_get_uint (option, 8);
  for (guint32 i = 0; i < n; i++)
    strata_column_at (shifts, StrataRingShift, i).factor = strata_dat_cursor_get_uint (option, 8);

  if (n == 1)
    strata_column_at (shifts, StrataRingShift, 0).factor = 0;
}

/* Binary places of the factors. Older files do not have them. */
static void
take_cpu_places (StrataDatCursor *option,
                 StrataColumn *shifts)
{
  for (gsize i = 0; i < shifts->n; i++)
    {
      const guint64 n_places = strata_dat_cursor_get_uint (option, 8);

      strata_column_at (shifts, StrataRingShift, i).factor_shift = (guint32) MIN (n_places, 63);
    }
}

/* Converts the times of a guest to those of its host, for each CPU. */
static void
take_shift (StrataDatReader *self,
            StrataDatCursor *option)
{
  GArray *cpus = self->capture.shifts;
  guint32 n_cpus;

  strata_dat_cursor_get_uint (option, 8);
  strata_dat_cursor_get_uint (option, 4);
  n_cpus = (guint32) strata_dat_cursor_get_uint (option, 4);
  if (option->is_cut || n_cpus > STRATA_RING_MAX_CPUS || cpus->len > 0)
    return;

  g_array_set_size (cpus, n_cpus);
  for (guint32 i = 0; i < n_cpus; i++)
    take_cpu_shifts (option, &g_array_index (cpus, StrataColumn, i));
  for (guint32 i = 0; i < n_cpus; i++)
    take_cpu_places (option, &g_array_index (cpus, StrataColumn, i));
  /* the last one only ends the range of the one before */
  for (guint32 i = 0; i < n_cpus; i++)
    g_array_index (cpus, StrataColumn, i).n -= g_array_index (cpus, StrataColumn, i).n > 1;
}

/* Another buffer of version 6: the offset of its table. */
static void
take_old_buffer (StrataDatReader *self,
                 StrataDatCursor *option)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, strata_dat_cursor_get_uint (option, 8));
  char tag[10];

  if (!option->is_cut && strata_dat_cursor_copy (&cursor, tag, sizeof tag) && memcmp (tag, "flyrecord", sizeof tag) == 0)
    strata_dat_reader_take_cpus (self, &cursor, self->n_cpus, FALSE);
  else
    strata_dat_reader_note_damage (self, cursor.at);
}

void
strata_dat_reader_take_option (StrataDatReader *self,
                               guint id,
                               StrataDatCursor *option)
{
  g_autofree char *text = NULL;

  switch (id)
    {
    case STRATA_DAT_DATE:
      text = dup_all (option);
      take_date (self, text);
      break;
    case STRATA_DAT_CPU_STATS:
      text = dup_all (option);
      take_stats (self, text);
      break;
    case STRATA_DAT_BUFFER:
      if (self->version >= 7)
        strata_dat_reader_take_buffer (self, option);
      else
        take_old_buffer (self, option);
      break;
    case STRATA_DAT_TRACE_CLOCK:
      text = dup_all (option);
      take_clock (self, text);
      break;
    case STRATA_DAT_UNAME:
      text = dup_all (option);
      strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "uname", text);
      break;
    case STRATA_DAT_OFFSET:
      text = dup_all (option);
      self->capture.clock.offset_ns += g_ascii_strtoll (text, NULL, 0);
      break;
    case STRATA_DAT_TIME_SHIFT:
      take_shift (self, option);
      break;
    case STRATA_DAT_TSC2NSEC:
      take_tsc (self, option);
      break;
    default:
      break;
    }
}
