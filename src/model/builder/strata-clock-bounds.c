/* strata-clock-bounds.c - the clock of another device, by the calls between them
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
 * All bounds together are as narrow as the fastest way there and the fastest way back. The
 * client's part is the longer one: it has the way on the network in it. Where a server has
 * a span of its own, its parent span is the client's.
 *
 * Two clocks do not go equally fast: 20 millionths are 1.2 ms in a minute, more than a way
 * takes. So the offset is a line over time, below all upper and above all lower bounds. How
 * much room the bounds leave for a drift is a concave function of it: its maximum is found by
 * a search, and from there the least and the greatest drift that all calls allow. Where 0 is not among
 * these, a drift is proven, and the one in the middle is taken. Else the nearest to 0 is taken of those that
 * leave nearly as much room as any. Ways that take longer at one end of a capture than at the other allow a
 * drift, but leave as much room without it. Where 0 is only just possible, taking it would put the ends of a
 * short capture off by more than the ways take (100 millionths in a second: 58 us, and 37 us so). The
 * offset is in the middle of what the bounds leave.
 *
 * Times of text are rounded to microseconds. What is possible, which makes the error, is what the bounds
 * allow if each is wrong by that; the clock that is taken keeps them as they are, so that no server
 * is before its client. A device that only calls another whose clock was found by calls has the
 * error of that in its bounds, too. */

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

  if (left->id.chain != right->id.chain)
    return left->id.chain < right->id.chain ? -1 : 1;
  if (left->id.span != right->id.span)
    return left->id.span < right->id.span ? -1 : 1;

  return (left->device > right->device) - (left->device < right->device);
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

/* The file of another device; the first device has any number of files. */
static const StrataInput *
find_input (StrataTraceBuilder *self,
            guint device)
{
  for (guint i = 0; i < self->trace->inputs->len; i++)
    if (g_array_index (self->trace->inputs, StrataInput, i).device == device)
      return &g_array_index (self->trace->inputs, StrataInput, i);

  return NULL;
}

/* The calendar of a device is set by whoever likes, and is not nearly as good as calls. */
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
      const guint32 chain = strata_attr_table_get (self->trace->attrs, strata_column_at (&self->slices.attrs, guint32, i))->chain;
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

/* The first part of a span, of whichever device. */
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
  gint64 error_ns; /* of the clock that it is to */
} Bound;

typedef struct
{
  GArray *lower; /* (element-type Bound) owned */
  GArray *upper; /* (element-type Bound) owned */
  gint64 from_ns;
  gint64 slack_ns; /* by how much each bound may be wrong */
  StrataSpan span; /* of the times of all bounds */
} Bounds;

/* Times of a file may be anything: sums of such offsets do not overflow. */
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

/* What a call says about the offset that is to be added to the times of @device. */
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

/* Of many bounds, those count for one drift or another that are corners of their hull; all of them are of equal errors. */
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

/* Where a part of the bounds is to another clock than the rest, both the hull of what they say and that of what
 * they say at worst count, so that all are kept. */
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

/* Clocks that are steered go wrong by no more than this. */
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

/* The drift between one that is possible and a limit that is the farthest possible. */
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

/* How far a possible clock may be from the one that was found, at a time: each edge of what is
 * possible is a concave function of the drift. */
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

/* Text has whole microseconds, of which each bound has two. */
#define ROUNDING_NS 1000

/* The least and the greatest drift that leave a share of the widest room, or, for 0, that are possible; if none is,
 * the one that is nearest to that. */
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

/* Adds what a part and another of the same call say. */
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

/* Adds what a part says by its span and by that which is its parent. */
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
 * @bounds: (out): what has to be added to its times
 *
 * Finds the clock of a device by call chains between it and those whose clocks are known.
 *
 * Returns: whether there are such calls, and they agree; if they do not, as where a clock was set
 *   meanwhile, @bounds has their span
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
