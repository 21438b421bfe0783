/* strata-clock-bounds.c - finds the clock of another device by the calls between them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bisect.h"
#include "strata-order.h"
#include "strata-trace-builder-private.h"

/* A span of a call chain that has slices on two devices is a call from one to the other:
 * the client's part begins before the server's and ends after it. So each such span bounds
 * the offset between their clocks from both sides, as a request and its answer do in NTP:
 *
 *     client begin - server begin  <=  offset  <=  client end - server end
 *
 * All bounds together are as narrow as the fastest transit there and the fastest one back.
 * The client's part is the longer one, since it includes the transit on the network. If a
 * server has its own span, its parent span is the client's.
 *
 * Two clocks do not run equally fast: 20 ppm are 1.2 ms in a minute, more than a transit takes. So the offset is a line
 * over time, below all upper and above all lower bounds. The room that the bounds leave for a drift is a concave
 * function of it: a search finds its maximum, and from there the least and the greatest drift that all calls allow. If
 * 0 is not between them, a drift is proven, and the middle is taken. Otherwise, of the drifts that leave nearly the
 * maximum room, the one nearest to 0 is taken. Transits that take longer at one end of a capture than at the other
 * allow a drift, but leave as much room without it. If 0 is only just possible, taking it would shift the ends of a
 * short capture by more than the transits take (100 ppm in a second: 58 us, and 37 us this way). The offset is in the
 * middle of the remaining room.
 *
 * Times of text are rounded to microseconds. The error is computed from bounds that are widened by the rounding; the
 * chosen clock respects the bounds unchanged, so that no server precedes its client. If a device only calls another one
 * whose clock was found by calls, that clock's error is in its bounds, too. */

typedef struct
{
  StrataChainId id;
  StrataSpan extent;
  guint device;
} Part;

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const Part *left = a;
  const Part *right = b;

  return STRATA_ORDER (left->id.chain, right->id.chain) ?: (STRATA_ORDER (left->id.span, right->id.span) ?: STRATA_ORDER (left->device, right->device));
}

/* Joins the slices of a span on one device into one part. */
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

/* The file of another device; only the first device has several files. */
static const StrataInput *
find_input (StrataTraceBuilder *self,
            guint device)
{
  for (guint i = 0; i < self->trace->inputs->len; i++)
    if (g_array_index (self->trace->inputs, StrataInput, i).device == device)
      return &g_array_index (self->trace->inputs, StrataInput, i);

  return NULL;
}

/* The calendar of a device can be set by anyone, and is much less reliable than calls. */
static gboolean
is_known (StrataTraceBuilder *self,
          guint device)
{
  const StrataInput *input = device != 0 ? find_input (self, device) : NULL;

  return device == 0 || (input != NULL && strata_clock_rule_is_precise (input->rule));
}

static GArray *
list_parts (StrataTraceBuilder *self,
            guint device)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  gboolean are_wanted[STRATA_MAX_DEVICES];

  for (guint i = 0; i < STRATA_MAX_DEVICES; i++)
    are_wanted[i] = i == device || is_known (self, i);

  for (guint32 i = 0; i < self->slices.name.n && self->slices.attrs.n > i; i++)
    {
      const guint32 of_thread = g_array_index (self->trace->threads, StrataThread, strata_column_at (&self->slices.thread, guint32, i)).device;
      const guint32 chain = strata_attr_table_get (self->trace->attrs, strata_column_at (&self->slices.attrs, guint32, i)).chain;
      const gint64 wall_ns = strata_ns_log_get (&self->slices.wall, i); /* STRATA_NO_TIME while open */
      Part part = { .device = of_thread };

      if (chain == STRATA_STRING_EMPTY || of_thread >= STRATA_MAX_DEVICES || !are_wanted[of_thread] || !strata_chain_id_parse (strata_string_pool_get (self->trace->strings, chain), &part.id))
        continue;

      part.extent.begin_ns = strata_ns_log_get (&self->slices.start, i);
      part.extent.end_ns = part.extent.begin_ns + MAX (wall_ns, 0);
      if (wall_ns > 0)
        g_array_append_val (parts, part);
    }

  join_parts (parts);
  return parts;
}

/* The first part of a span, on any device. */
static guint
find_span (const GArray *parts,
           guint64 chain,
           guint64 span)
{
  const Part key = { .id = { .chain = chain, .span = span } };
  guint begin = 0;
  guint end = parts->len;

  STRATA_BISECT (begin, end, middle, compare_parts (&g_array_index (parts, Part, middle), &key) < 0);
  return begin;
}

static gboolean
is_of (const GArray *parts,
       guint index,
       guint64 chain,
       guint64 span)
{
  if (index >= parts->len)
    return FALSE;

  const StrataChainId *id = &g_array_index (parts, Part, index).id;

  return id->chain == chain && id->span == span;
}

static gboolean
has_part (const GArray *parts,
          guint64 chain,
          guint64 span,
          guint device)
{
  for (guint i = find_span (parts, chain, span); is_of (parts, i, chain, span); i++)
    if (g_array_index (parts, Part, i).device == device)
      return TRUE;

  return FALSE;
}

/* A bound at a time of the other device. */
typedef struct
{
  gint64 time_ns;
  gint64 offset_ns;
  gint64 error_ns; /* of the clock that the bound refers to */
} Bound;

typedef struct
{
  GArray *lower; /* (element-type Bound) owned */
  GArray *upper; /* (element-type Bound) owned */
  gint64 from_ns;
  gint64 slack_ns; /* how much each bound may be wrong */
  StrataSpan span; /* of the times of all bounds */
} Bounds;

/* Times of a file may be anything: clamped, so that sums of such offsets do not overflow. */
static gint64
subtract (gint64 a_ns,
          gint64 b_ns)
{
  return CLAMP (strata_time_add (a_ns, -b_ns), G_MININT64 / 8, G_MAXINT64 / 8);
}

static void
add_bound (Bounds *self,
           GArray *array,
           gint64 time_ns,
           gint64 known_ns,
           gint64 error_ns)
{
  const Bound row = { time_ns, subtract (known_ns, time_ns), error_ns };

  g_array_append_val (array, row);
  self->span.begin_ns = MIN (self->span.begin_ns, time_ns);
  self->span.end_ns = MAX (self->span.end_ns, time_ns);
}

/* Adds the bounds that a call puts on the offset to add to the times of @device. */
static void
add_call (Bounds *self,
          StrataTraceBuilder *builder,
          const Part *client,
          const Part *server,
          guint device)
{
  const Part *known = client->device == device ? server : client;
  const StrataInput *input = known->device != 0 ? find_input (builder, known->device) : NULL;
  const gint64 error_ns = input != NULL ? strata_input_get_error_ns (input, known->extent.begin_ns) : 0;

  if (client->device == device)
    {
      add_bound (self, self->upper, client->extent.begin_ns, server->extent.begin_ns, error_ns);
      add_bound (self, self->lower, client->extent.end_ns, server->extent.end_ns, error_ns);
    }
  else
    {
      add_bound (self, self->lower, server->extent.begin_ns, client->extent.begin_ns, error_ns);
      add_bound (self, self->upper, server->extent.end_ns, client->extent.end_ns, error_ns);
    }
}

STRATA_ORDER_BY (compare_bounds, Bound, time_ns)

/* Of many bounds with equal errors, only the corners of their hull matter, each for some drift. */
static void
keep_hull (GArray *array,
           int sign)
{
  guint n = 0;

  g_array_sort (array, compare_bounds);
  for (guint i = 0; i < array->len; i++)
    {
      const Bound last = g_array_index (array, Bound, i);

      for (; n >= 2; n--)
        {
          const Bound *corner = &g_array_index (array, Bound, n - 1);
          const Bound *before = &g_array_index (array, Bound, n - 2);
          const double turn = ((double) corner->time_ns - (double) before->time_ns) * (double) (last.offset_ns - before->offset_ns) -
                              ((double) last.time_ns - (double) before->time_ns) * (double) (corner->offset_ns - before->offset_ns);

          if (sign * turn < 0)
            break;
        }

      g_array_index (array, Bound, n++) = last;
    }

  g_array_set_size (array, n);
}

/* If some bounds refer to another clock than the rest, both the hull of the bounds and the hull of the widened bounds
 * matter, so all are kept. */
static void
keep_hulls (Bounds *self)
{
  for (guint i = 1; i < self->lower->len; i++)
    if (g_array_index (self->lower, Bound, i).error_ns != g_array_index (self->lower, Bound, 0).error_ns)
      return;

  keep_hull (self->lower, 1);
  keep_hull (self->upper, -1);
}

static gint64
get_slack_ns (const Bounds *self,
              const Bound *bound)
{
  return self->slack_ns > 0 ? self->slack_ns + bound->error_ns : 0;
}

/* The bounds of the offset at from_ns for a drift. */
static StrataSpan
get_room (const Bounds *self,
          gint64 ppb)
{
  const StrataDrift drift = { ppb, self->from_ns };
  StrataSpan room = { G_MININT64 / 2, G_MAXINT64 / 2 };

  for (guint i = 0; i < self->lower->len; i++)
    {
      const Bound *lower = &g_array_index (self->lower, Bound, i);

      room.begin_ns = MAX (room.begin_ns, lower->offset_ns - strata_drift_get_ns (&drift, lower->time_ns) - get_slack_ns (self, lower));
    }

  for (guint i = 0; i < self->upper->len; i++)
    {
      const Bound *upper = &g_array_index (self->upper, Bound, i);

      room.end_ns = MIN (room.end_ns, upper->offset_ns - strata_drift_get_ns (&drift, upper->time_ns) + get_slack_ns (self, upper));
    }

  return room;
}

static gint64
get_room_ns (const Bounds *self,
             gint64 ppb)
{
  return strata_span_get_length_ns (get_room (self, ppb));
}

/* Steered clocks are off by at most this. */
#define MOST_PPB 500000

static gint64
find_widest (const Bounds *self)
{
  gint64 begin = -MOST_PPB;
  gint64 end = MOST_PPB;

  while (end - begin > 2)
    {
      const gint64 third = (end - begin) / 3;

      if (get_room_ns (self, begin + third) < get_room_ns (self, end - third))
        begin += third;
      else
        end -= third;
    }

  return begin + (end - begin) / 2;
}

/* The farthest possible drift between a possible one and a limit. */
static gint64
find_edge (const Bounds *self,
           gint64 possible,
           gint64 limit,
           gint64 least_ns)
{
  if (get_room_ns (self, limit) >= least_ns)
    return limit;

  while (ABS (limit - possible) > 1)
    {
      const gint64 middle = possible + (limit - possible) / 2;

      if (get_room_ns (self, middle) >= least_ns)
        possible = middle;
      else
        limit = middle;
    }

  return possible;
}

/* How far a possible clock may be from the one found, at a time: each edge of the possible range is
 * a concave function of the drift. */
static gint64
find_error (const Bounds *self,
            const StrataClockBounds *found,
            const gint64 edges_ppb[2],
            gint64 time_ns,
            gboolean is_upper)
{
  const gint64 found_ns = found->offset_ns + strata_drift_get_ns (&found->drift, time_ns);
  gint64 ends[2] = { edges_ppb[0], edges_ppb[1] };
  gint64 most_ns = 0;

  for (gboolean is_done = FALSE; !is_done;)
    {
      const gint64 third = (ends[1] - ends[0]) / 3;
      const gint64 tried[2] = { ends[0] + third, ends[1] - third };
      gint64 errors_ns[2];

      is_done = third == 0;
      for (guint i = 0; i < 2; i++)
        {
          const StrataDrift drift = { tried[i], self->from_ns };
          const StrataSpan room = get_room (self, tried[i]);
          const gint64 edge_ns = (is_upper ? room.end_ns : room.begin_ns) + strata_drift_get_ns (&drift, time_ns);

          errors_ns[i] = is_upper ? edge_ns - found_ns : found_ns - edge_ns;
          most_ns = MAX (most_ns, errors_ns[i]);
        }

      ends[errors_ns[0] < errors_ns[1] ? 0 : 1] = tried[errors_ns[0] < errors_ns[1] ? 0 : 1];
    }

  return most_ns;
}

/* Times in text are whole microseconds, and each bound has two of them. */
#define ROUNDING_NS 1000

/* The least and the greatest drift that leave a share of the maximum room, or for 0 that are possible; if none is, the
 * nearest to that. */
static void
find_edges (const Bounds *self,
            double share,
            gint64 edges_ppb[2])
{
  const gint64 widest = find_widest (self);
  const gint64 room_ns = get_room_ns (self, widest);
  const gint64 least_ns = MIN (room_ns, (gint64) ((double) room_ns * share));

  edges_ppb[0] = find_edge (self, widest, -MOST_PPB, least_ns);
  edges_ppb[1] = find_edge (self, widest, MOST_PPB, least_ns);
}

#define LIKELY_SHARE 0.7

static gint64
choose_drift (const Bounds *self,
              const gint64 possible_ppb[2])
{
  const gboolean is_proven = possible_ppb[0] > 0 || possible_ppb[1] < 0;
  gint64 edges_ppb[2];

  find_edges (self, is_proven ? 0 : LIKELY_SHARE, edges_ppb);
  return is_proven ? edges_ppb[0] + (edges_ppb[1] - edges_ppb[0]) / 2 : CLAMP (0, edges_ppb[0], edges_ppb[1]);
}

/* Returns: whether all calls agree on a clock */
static gboolean
find_clock (Bounds *self,
            StrataClockBounds *found)
{
  gint64 possible_ppb[2];

  self->from_ns = self->span.begin_ns + strata_span_get_length_ns (self->span) / 2;
  self->slack_ns = ROUNDING_NS;
  find_edges (self, 0, possible_ppb);
  self->slack_ns = 0;

  found->drift = (StrataDrift){ choose_drift (self, possible_ppb), self->from_ns };
  found->drift_error_ppb = MAX (possible_ppb[1] - found->drift.ppb, found->drift.ppb - possible_ppb[0]);

  const StrataSpan room = get_room (self, found->drift.ppb);

  found->offset_ns = room.begin_ns + strata_span_get_length_ns (room) / 2;
  found->error_ns = 0;
  found->span = self->span;
  self->slack_ns = ROUNDING_NS;
  for (guint i = 0; i < 2; i++)
    {
      found->error_ns = MAX (found->error_ns, find_error (self, found, possible_ppb, self->span.begin_ns, i > 0));
      found->error_ns = MAX (found->error_ns, find_error (self, found, possible_ppb, self->span.end_ns, i > 0));
    }

  return get_room_ns (self, found->drift.ppb) >= 0;
}

/* Adds the bounds from two parts of the same call. */
static void
add_pair (Bounds *self,
          StrataTraceBuilder *builder,
          const Part *a,
          const Part *b,
          guint device)
{
  const gboolean is_client = strata_span_get_length_ns (a->extent) > strata_span_get_length_ns (b->extent);

  if ((a->device == device) != (b->device == device) && strata_span_get_length_ns (a->extent) != strata_span_get_length_ns (b->extent))
    add_call (self, builder, is_client ? a : b, is_client ? b : a, device);
}

/* Adds the bounds of a part with others of its span and of its parent span. */
static void
add_part (Bounds *self,
          StrataTraceBuilder *builder,
          const GArray *parts,
          guint index,
          guint device)
{
  const Part *part = &g_array_index (parts, Part, index);
  const guint64 chain = part->id.chain;
  gboolean has_same = FALSE;

  for (guint i = find_span (parts, chain, part->id.span); is_of (parts, i, chain, part->id.span); i++)
    {
      has_same |= i != index;
      if (i < index)
        add_pair (self, builder, &g_array_index (parts, Part, i), part, device);
    }

  if (has_same || part->id.parent == part->id.span || has_part (parts, chain, part->id.parent, part->device))
    return;

  for (guint i = find_span (parts, chain, part->id.parent); is_of (parts, i, chain, part->id.parent); i++)
    {
      const Part *parent = &g_array_index (parts, Part, i);

      if (strata_span_get_length_ns (part->extent) < strata_span_get_length_ns (parent->extent))
        add_pair (self, builder, parent, part, device);
    }
}

/**
 * strata_trace_builder_bound_clock:
 * @self: a builder whose inputs have been read
 * @device: number of another device than that of the first input
 * @bounds: (out): the offset to add to its times
 *
 * Finds the clock of a device by call chains between it and devices with known clocks.
 *
 * Returns: whether there are such calls, and they agree; if they do not, for example because a clock was set in
 *   between, @bounds has their span
 */
gboolean
strata_trace_builder_bound_clock (StrataTraceBuilder *self,
                                  guint device,
                                  StrataClockBounds *bounds)
{
  g_autoptr (GArray) parts = list_parts (self, device);
  g_autoptr (GArray) lower = g_array_new (FALSE, FALSE, sizeof (Bound));
  g_autoptr (GArray) upper = g_array_new (FALSE, FALSE, sizeof (Bound));
  Bounds all = { .lower = lower, .upper = upper, .span = { G_MAXINT64, G_MININT64 } };

  for (guint i = 0; i < parts->len; i++)
    add_part (&all, self, parts, i, device);

  *bounds = (StrataClockBounds){ 0 };
  if (lower->len == 0)
    return FALSE;

  keep_hulls (&all);
  return find_clock (&all, bounds);
}
