/* strata-perfetto-report.c - reports data of a trace that could not be shown
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-order.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* The warning about kinds that are not shown names as many of them as fit into its sample. */
#define MOST_SIZE_BYTES 200

/* Packets that are not shown, with their names. */
typedef struct
{
  guint32 number;
  const char *name;
  const char *text; /* empty: none of their fields is read */
} Kind;

static const Kind kinds[] = {
#include "strata-perfetto-packet-names.h"
};

static const char *
get_kind_name (guint32 number)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].number == number)
      return kinds[i].name;

  return NULL;
}

static void
report (StrataPerfettoPlayer *self,
        StrataDiagnosticKind kind,
        guint64 count,
        gint64 offset,
        const char *sample)
{
  const StrataPlace place = { 0, offset, STRATA_NO_TIME };

  if (count > 0)
    strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (self->reader->builder), kind, count, place, sample, -1);
}

static char *
dup_field_title (guint32 number)
{
  return g_strdup_printf ("trace field %u", number);
}

static char *
dup_packet_title (guint32 number)
{
  const char *name = get_kind_name (number);

  if (number == STRATA_PERFETTO_PROCESS_FIELDS + STRATA_PF_PROCESS_MEMORY_FILES)
    return g_strdup ("process_stats: open files");
  if (number >= STRATA_PERFETTO_EVENT_FIELDS)
    return g_strdup_printf ("track_event field %u", number - STRATA_PERFETTO_EVENT_FIELDS);

  return name != NULL ? g_strdup_printf ("packet %s", name) : g_strdup_printf ("packet field %u", number);
}

/* The largest kinds come first. */
static int
compare_left_out (gconstpointer a,
                  gconstpointer b,
                  gpointer left_out)
{
  const guint32 number_a = *(const guint32 *) a;
  const guint32 number_b = *(const guint32 *) b;
  const StrataPerfettoLeftOut *row_a = g_hash_table_lookup (left_out, GUINT_TO_POINTER (number_a));
  const StrataPerfettoLeftOut *row_b = g_hash_table_lookup (left_out, GUINT_TO_POINTER (number_b));

  return STRATA_ORDER (row_b->n_bytes, row_a->n_bytes) ?: STRATA_ORDER (number_a, number_b);
}

static GArray *
list_left_out (GHashTable *left_out)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, left_out);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint32 number = GPOINTER_TO_UINT (key);

      g_array_append_val (numbers, number);
    }

  g_array_sort_with_data (numbers, compare_left_out, left_out);
  return numbers;
}

/* Each kind becomes a line of the import report, with its size; the warning names the largest. */
static void
report_left_out (StrataPerfettoPlayer *self,
                 GHashTable *left_out,
                 char *(*dup_title) (guint32 number))
{
  StrataKindTable *kinds_table = strata_trace_builder_get_kinds (self->reader->builder);
  g_autoptr (GArray) numbers = list_left_out (left_out);
  g_autoptr (GString) sizes = g_string_new (NULL);
  guint64 n_packets = 0;
  gboolean is_full = FALSE;

  for (guint i = 0; i < numbers->len; i++)
    {
      const guint32 number = g_array_index (numbers, guint32, i);
      const StrataPerfettoLeftOut *row = g_hash_table_lookup (left_out, GUINT_TO_POINTER (number));
      g_autofree char *title = dup_title (number);

      strata_kind_table_add (kinds_table, title, row->n_packets, row->n_bytes);
      n_packets += row->n_packets;

      g_autofree char *size = g_strdup_printf ("%s%s: %" G_GUINT64_FORMAT " packets, %" G_GUINT64_FORMAT " bytes", i > 0 ? "; " : "", title, row->n_packets, row->n_bytes);

      is_full = is_full || sizes->len + strlen (size) > MOST_SIZE_BYTES;
      if (!is_full)
        g_string_append (sizes, size);
    }

  report (self, STRATA_DIAGNOSTIC_UNSHOWN_PACKET, n_packets, -1, sizes->str);
}

/* Whether another source has the same counts: two sources that read the same buffers report a single loss. */
static gboolean
is_counted (const GArray *losses,
            guint index)
{
  const StrataPerfettoKernelLoss *loss = &g_array_index (losses, StrataPerfettoKernelLoss, index);

  for (guint i = 0; i < index; i++)
    {
      const StrataPerfettoKernelLoss *other = &g_array_index (losses, StrataPerfettoKernelLoss, i);

      if (other->cpu == loss->cpu && other->n_after == loss->n_after && other->n_before == loss->n_before && other->n_earlier == loss->n_earlier)
        return TRUE;
    }

  return FALSE;
}

/* Sums losses by CPU, over all instances of the kernel's buffers. */
static guint64 *
sum_kernel_losses (const GArray *losses)
{
  guint64 *sums = g_new0 (guint64, STRATA_PERFETTO_MAX_CPUS);

  for (guint i = 0; i < losses->len; i++)
    {
      const StrataPerfettoKernelLoss *loss = &g_array_index (losses, StrataPerfettoKernelLoss, i);
      const guint64 n_lost = strata_perfetto_kernel_loss_get (loss);

      if (loss->cpu < STRATA_PERFETTO_MAX_CPUS && n_lost > 0 && !is_counted (losses, i))
        sums[loss->cpu] += n_lost;
    }

  return sums;
}

/* Bundles show where events are lost, but seldom how many; losses that the kernel counted beyond that have no known place. */
static void
report_kernel_losses (StrataPerfettoPlayer *self)
{
  const GArray *losses = self->reader->kernel_losses;
  guint64 n_in_bundles = 0;

  for (guint cpu = 0; cpu < STRATA_PERFETTO_MAX_CPUS; cpu++)
    n_in_bundles += self->cpus[cpu].n_lost;

  report (self, STRATA_DIAGNOSTIC_LOST_EVENTS, n_in_bundles, -1, "lost_events of ftrace_events, which counts a stretch as one");

  g_autofree guint64 *sums = sum_kernel_losses (losses);

  for (guint cpu = 0; cpu < STRATA_PERFETTO_MAX_CPUS; cpu++)
    {
      const guint64 n_placed = self->cpus[cpu].n_lost;

      if (sums[cpu] <= n_placed)
        continue;

      g_autofree char *sample = g_strdup_printf ("CPU %u: %" G_GUINT64_FORMAT " events, ftrace_stats", cpu, sums[cpu]);

      report (self, STRATA_DIAGNOSTIC_LOST_EVENTS, sums[cpu] - n_placed, -1, sample);
    }
}

/* Bundles show where pages could not be read; recorders before that feature only report the kinds of errors. */
static void
report_page_errors (StrataPerfettoPlayer *self)
{
  static const char *const names[] = { NULL, NULL, "unexpected read error", "partial page read", "invalid page header", "short event header", "null padding", "short padding length", "invalid padding length", "short time extend", "short time stamp", "short data length", "zero data length", "invalid data length", "short event id", "end overflow", "short compact event", "invalid event" };
  const StrataPerfettoReader *reader = self->reader;

  report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, reader->n_unread_pages, -1, "ftrace_events: pages of the kernel that the recorder could not read");
  for (guint i = 2; i < 32 && reader->n_unread_pages == 0; i++)
    {
      g_autofree char *sample = g_strdup_printf ("ftrace_stats: %s in pages of the kernel", i < G_N_ELEMENTS (names) ? names[i] : "unknown error");

      report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, (reader->parse_errors >> i) & 1, -1, sample);
    }
}

/**
 * strata_perfetto_player_report:
 * @self: a player that has played everything
 *
 * Reports damaged, lost and omitted data.
 */
void
strata_perfetto_player_report (StrataPerfettoPlayer *self)
{
  const StrataPerfettoReader *reader = self->reader;
  const guint64 n_late = strata_perfetto_clocks_get_n_late (reader->clocks);
  g_autofree char *clock = strata_perfetto_clocks_dup_lost (reader->clocks);

  report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, self->n_damaged_bundles, -1, "ftrace_events");
  report_page_errors (self);
  report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, reader->n_bad_descriptors, -1, "extension_descriptor");
  report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, self->n_damaged, -1, "events");
  report (self, STRATA_DIAGNOSTIC_LOST_PACKETS, reader->n_lost_packets, -1, "previous_packet_dropped");
  report (self, STRATA_DIAGNOSTIC_LOST_PACKETS, reader->buffer_loss.n_discarded + reader->earlier_losses.n_discarded, -1, "trace_stats: discarded");
  report (self, STRATA_DIAGNOSTIC_OVERWRITTEN, reader->buffer_loss.n_overwritten + reader->earlier_losses.n_overwritten, -1, "trace_stats: chunks_overwritten");
  report_kernel_losses (self);
  report (self, STRATA_DIAGNOSTIC_NOT_ENABLED, g_hash_table_size (reader->refusals), -1, reader->refused->str);
  report (self, STRATA_DIAGNOSTIC_UNKNOWN_STATE, reader->n_without_state, -1, "incremental state");
  report (self, STRATA_DIAGNOSTIC_CUT_ARGUMENTS, self->n_cut, -1, "track_event");
  report (self, STRATA_DIAGNOSTIC_UNKNOWN_NAME, self->n_unknown_names, -1, "interned data");
  report (self, STRATA_DIAGNOSTIC_UNKNOWN_TIME, reader->n_without_clock - MIN (n_late, reader->n_without_clock), -1, clock != NULL ? clock : "clock of ftrace_events");
  report (self, STRATA_DIAGNOSTIC_TIME_LIMIT, n_late + reader->n_late_events, -1, "timestamp");
  report_left_out (self, reader->left_out, dup_packet_title);
}

/**
 * strata_perfetto_player_report_packets:
 * @self: the player of the first machine
 * @packets: the packets of the trace
 *
 * Reports damage between and around packets.
 */
void
strata_perfetto_player_report_packets (StrataPerfettoPlayer *self,
                                       const StrataPerfettoPackets *packets)
{
  const gint64 offset = packets->first_bad_offset;

  report (self, STRATA_DIAGNOSTIC_TRUNCATED, packets->is_cut, offset, "last packet");
  report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, packets->n_bad_packets + packets->n_bad_blocks + packets->n_gaps, offset, "packets");
  report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, packets->n_nested_blocks, offset, "compressed packets inside compressed packets");
  report (self, STRATA_DIAGNOSTIC_BLOCK_LIMIT, packets->n_large_blocks, -1, "compressed packets");
  report (self, STRATA_DIAGNOSTIC_TRAILING_BYTES, packets->n_trailing_bytes, offset, "bytes behind the last packet");
  report_left_out (self, packets->other_fields, dup_field_title);
}

/* The largest kind of packets that are not shown. */
static char *
dup_largest_left_out (const StrataPerfettoReader *reader)
{
  GHashTableIter iter;
  gpointer key;
  gpointer value;
  guint32 largest = 0;
  guint64 n_bytes = 0;

  g_hash_table_iter_init (&iter, reader->left_out);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const StrataPerfettoLeftOut *row = value;
      const guint32 number = GPOINTER_TO_UINT (key);

      if (row->n_bytes > n_bytes || (row->n_bytes == n_bytes && number < largest))
        {
          largest = number;
          n_bytes = row->n_bytes;
        }
    }

  return largest != 0 ? dup_packet_title (largest) : NULL;
}

static void
add_reason (GPtrArray *reasons,
            char *reason)
{
  if (g_ptr_array_find_with_equal_func (reasons, reason, g_str_equal, NULL))
    g_free (reason);
  else
    g_ptr_array_add (reasons, reason);
}

/**
 * strata_perfetto_player_explain:
 * @self: a player that has played everything, and found nothing to show
 * @reasons: (element-type utf8): gets the reasons, for the user, translated
 *
 * Explains why there is nothing to show, as far as known.
 */
void
strata_perfetto_player_explain (const StrataPerfettoPlayer *self,
                                GPtrArray *reasons)
{
  const StrataPerfettoReader *reader = self->reader;
  const guint64 n_late = strata_perfetto_clocks_get_n_late (reader->clocks);
  g_autofree char *clock = strata_perfetto_clocks_dup_lost (reader->clocks);
  g_autofree char *kind = dup_largest_left_out (reader);

  if (clock != NULL)
    add_reason (reasons, g_strdup_printf (_ ("no clock snapshot converts %s"), clock));
  else if (reader->n_without_clock > n_late)
    add_reason (reasons, g_strdup (_ ("the clock of ftrace_events is unknown")));
  if (n_late + reader->n_late_events > 0)
    add_reason (reasons, g_strdup (_ ("times are later than 292 years")));
  if (reader->n_without_state > 0)
    add_reason (reasons, g_strdup (_ ("packets depend on earlier ones that are missing")));
  if (kind != NULL)
    add_reason (reasons, g_strdup_printf (_ ("kinds such as “%s” are not shown"), kind));
}

/**
 * strata_perfetto_packets_explain:
 * @self: packets that were all read
 * @reasons: (element-type utf8): gets the reasons, for the user, translated
 *
 * Explains what is wrong with the file.
 */
void
strata_perfetto_packets_explain (const StrataPerfettoPackets *self,
                                 GPtrArray *reasons)
{
  if (self->n_nested_blocks > 0)
    add_reason (reasons, g_strdup (_ ("compressed packets inside compressed packets are not read")));
  if (self->n_large_blocks > 0)
    add_reason (reasons, g_strdup (_ ("a compressed packet exceeds the limit")));
  if (self->n_bad_packets + self->n_bad_blocks + self->n_gaps > 0)
    add_reason (reasons, g_strdup (_ ("parts of it are damaged")));
  if (self->is_cut)
    add_reason (reasons, g_strdup (_ ("the file is cut off")));
}
