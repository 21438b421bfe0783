/* strata-clock-bounds.c - the clock of another device, by the calls between them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>

#include "strata-trace-builder-private.h"

/* A span of a call chain that has slices on two devices is a call from one to the other:
 * the client's part begins before the server's and ends after it. So each such span bounds
 * the offset between their clocks from both sides, as a request and its answer do in NTP:
 *
 *     client begin - server begin  <=  offset  <=  client end - server end
 *
 * All bounds together are as narrow as the fastest way there and the fastest way back. The
 * client's part is the longer one: it has the way on the network in it. Where a server has
 * a span of its own, its parent span is the client's. */

typedef struct
{
  StrataChainId id;
  StrataSpan extent;
  gboolean is_other; /* whether it is on the device whose clock is looked for */
} Part;

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const Part *left = a;
  const Part *right = b;

  if (left->id.chain != right->id.chain)
    return left->id.chain < right->id.chain ? -1 : 1;
  if (left->id.span != right->id.span)
    return left->id.span < right->id.span ? -1 : 1;

  return left->is_other - right->is_other;
}

/* One part for what a span has on a device. */
static void
join_parts (GArray *parts)
{
  guint n = 0;

  g_array_sort (parts, compare_parts);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      Part *last = n > 0 ? &g_array_index (parts, Part, n - 1) : NULL;

      if (last == NULL || compare_parts (last, part) != 0)
        {
          g_array_index (parts, Part, n++) = *part;
          continue;
        }

      last->extent.begin_ns = MIN (last->extent.begin_ns, part->extent.begin_ns);
      last->extent.end_ns = MAX (last->extent.end_ns, part->extent.end_ns);
    }

  g_array_set_size (parts, n);
}

static GArray *
list_parts (StrataTraceBuilder *self,
            guint device)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));

  for (guint32 i = 0; i < self->slices.start.n && self->slices.attrs.n > i; i++)
    {
      const guint32 of_thread = g_array_index (self->trace->threads, StrataThread, strata_column_at (&self->slices.thread, guint32, i)).device;
      const guint32 chain = strata_attr_table_get (self->trace->attrs, strata_column_at (&self->slices.attrs, guint32, i))->chain;
      const gint64 wall_ns = strata_column_at (&self->slices.wall, gint64, i); /* STRATA_NO_TIME while open */
      Part part = { .is_other = of_thread == device };

      if (chain == STRATA_STRING_EMPTY || (of_thread != 0 && of_thread != device) || !strata_chain_id_parse (strata_string_pool_get (self->trace->strings, chain), &part.id))
        continue;

      part.extent.begin_ns = strata_column_at (&self->slices.start, gint64, i);
      part.extent.end_ns = part.extent.begin_ns + MAX (wall_ns, 0);
      if (wall_ns > 0)
        g_array_append_val (parts, part);
    }

  join_parts (parts);
  return parts;
}

static const Part *
find_part (const GArray *parts,
           guint64 chain,
           guint64 span,
           gboolean is_other)
{
  const Part key = { .id = { .chain = chain, .span = span }, .is_other = is_other };

  return parts->len > 0 ? bsearch (&key, parts->data, parts->len, sizeof (Part), compare_parts) : NULL;
}

/* What a call says about the offset that is to be added to the other device's times. */
static void
bound (const Part *client,
       const Part *server,
       gint64 *lower_ns,
       gint64 *upper_ns)
{
  const gint64 begin_ns = client->extent.begin_ns - server->extent.begin_ns;
  const gint64 end_ns = client->extent.end_ns - server->extent.end_ns;

  *lower_ns = MAX (*lower_ns, client->is_other ? -end_ns : begin_ns);
  *upper_ns = MIN (*upper_ns, client->is_other ? -begin_ns : end_ns);
}

/**
 * strata_trace_builder_bound_clock:
 * @self: a builder whose inputs have been read
 * @device: number of another device than that of the first input
 * @lower_ns: (out): the least that may have to be added to its times
 * @upper_ns: (out): the most
 *
 * Bounds the offset of the clock of a device by call chains that reach it.
 *
 * Returns: whether there are such calls, and they agree
 */
gboolean
strata_trace_builder_bound_clock (StrataTraceBuilder *self,
                                  guint device,
                                  gint64 *lower_ns,
                                  gint64 *upper_ns)
{
  g_autoptr (GArray) parts = list_parts (self, device);
  gint64 lower = G_MININT64;
  gint64 upper = G_MAXINT64;

  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      const Part *same = find_part (parts, part->id.chain, part->id.span, !part->is_other);
      const Part *parent = part->id.parent != part->id.span ? find_part (parts, part->id.chain, part->id.parent, !part->is_other) : NULL;

      if (same != NULL && strata_span_get_length_ns (part->extent) < strata_span_get_length_ns (same->extent))
        bound (same, part, &lower, &upper);
      else if (same == NULL && parent != NULL && find_part (parts, part->id.chain, part->id.parent, part->is_other) == NULL &&
               strata_span_get_length_ns (part->extent) < strata_span_get_length_ns (parent->extent))
        bound (parent, part, &lower, &upper);
    }

  if (lower == G_MININT64 || upper == G_MAXINT64 || lower > upper)
    return FALSE;

  *lower_ns = lower;
  *upper_ns = upper;
  return TRUE;
}
