/* strata-event-sink-losses.c - missing events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"

/* Each CPU has its own ring. The kernel notes where a ring was full before it was read, and the
 * header says whether the rings overran. If so, each ring begins at another time. That does not mean
 * that its CPU slept before: the events are gone. */

/**
 * strata_event_sink_lose:
 * @self: the sink
 * @cpu: number of a CPU
 * @n_events: how many of its events are missing, or %STRATA_LOSS_UNKNOWN
 *
 * Begins a gap after the CPU's latest event. Its next event ends it.
 */
void
strata_event_sink_lose (StrataEventSink *self,
                        guint32 cpu,
                        guint64 n_events)
{
  if (cpu >= STRATA_EVENT_MAX_CPUS)
    return;

  StrataEventCpu *state = &self->cpus[cpu];

  if (!state->is_in_gap)
    state->gap_ns = state->last_ns;

  state->is_in_gap = TRUE;
  state->is_lossy = TRUE;
  state->is_whole = FALSE;
  state->n_lost += n_events;
}

/**
 * strata_event_sink_lose_all:
 * @self: the sink
 *
 * Begins a gap on each CPU that has had an event: the lost events may belong to any of them.
 */
void
strata_event_sink_lose_all (StrataEventSink *self)
{
  for (guint32 i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    if (self->cpus[i].last_ns != STRATA_NO_TIME)
      strata_event_sink_lose (self, i, STRATA_LOSS_UNKNOWN);
}

/**
 * strata_event_sink_begin_section:
 * @self: the sink
 * @is_overwritten: whether the header says that the rings overran
 *
 * Begins the section after a header. The first event of any CPU begins the section, and the
 * first event of a CPU ends its initial loss.
 */
void
strata_event_sink_begin_section (StrataEventSink *self,
                                 gboolean is_overwritten)
{
  strata_event_sink_end_gaps (self);
  self->section_ns = STRATA_NO_TIME;
  self->is_overwritten = is_overwritten;

  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    {
      self->cpus[i].last_ns = STRATA_NO_TIME;
      self->cpus[i].gap_ns = STRATA_NO_TIME;
      self->cpus[i].is_in_gap = TRUE;
      self->cpus[i].is_lossy = FALSE;
      self->cpus[i].is_whole = FALSE;
      self->cpus[i].n_lost = 0;
      self->cpus[i].announced = STRATA_NONE;
    }
}

/**
 * strata_event_sink_set_is_whole:
 * @self: the sink
 *
 * Declares that no ring overran in the section that has just begun: before the first event of a
 * CPU, nothing happened on it.
 */
void
strata_event_sink_set_is_whole (StrataEventSink *self)
{
  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    self->cpus[i].is_whole = TRUE;
}

/**
 * strata_event_sink_set_cpu_is_whole:
 * @self: the sink
 * @cpu: number of a CPU
 *
 * Declares the same for the ring of one CPU, independent of the others. Must be called before its
 * first event of the section.
 */
void
strata_event_sink_set_cpu_is_whole (StrataEventSink *self,
                                    guint32 cpu)
{
  if (cpu < STRATA_EVENT_MAX_CPUS)
    self->cpus[cpu].is_whole = TRUE;
}

static void
push_loss (StrataEventSink *self,
           guint32 cpu,
           gint64 begin_ns,
           gint64 end_ns)
{
  const guint64 n_lost = self->cpus[cpu].n_lost;
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_LOSS,
    .time_ns = begin_ns,
    .value = end_ns,
    .thread = STRATA_NONE,
    .name = cpu,
    .process = (guint32) (n_lost >> 32),
    .extra = (guint32) n_lost,
  };

  strata_event_log_push (self->log, &token);
}

/**
 * strata_event_sink_end_gap:
 * @self: the sink
 * @cpu: number of a CPU that is in a gap
 * @time_ns: time of its first event after the gap
 *
 * Ends a gap, or handles the first event of a CPU in a section.
 */
void
strata_event_sink_end_gap (StrataEventSink *self,
                           guint32 cpu,
                           gint64 time_ns)
{
  StrataEventCpu *state = &self->cpus[cpu];

  if (self->section_ns == STRATA_NO_TIME)
    self->section_ns = time_ns;

  const gboolean is_first = state->gap_ns == STRATA_NO_TIME;
  const gint64 begin_ns = is_first ? self->section_ns : state->gap_ns;

  if (begin_ns < time_ns && (state->is_lossy || (is_first && self->is_overwritten && !state->is_whole)))
    {
      push_loss (self, cpu, begin_ns, time_ns);

      if (state->running != STRATA_NONE)
        state->running = STRATA_EVENT_LOST;
      state->announced = STRATA_NONE;
      state->seen = STRATA_NONE;
      state->held_ns = STRATA_NO_TIME;
    }

  state->is_in_gap = FALSE;
  state->is_lossy = FALSE;
  state->n_lost = 0;
}

/**
 * strata_event_sink_end_gaps:
 * @self: the sink
 *
 * Ends the gaps that are still open at the end of the text, and settles what only the end of
 * a section shows. A CPU without any events read has no losses.
 */
void
strata_event_sink_end_gaps (StrataEventSink *self)
{
  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    if (self->cpus[i].is_lossy && self->end_ns != STRATA_NO_TIME)
      strata_event_sink_end_gap (self, i, self->end_ns);

  strata_event_sink_settle_cpus (self);
}
