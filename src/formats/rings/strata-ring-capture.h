/* strata-ring-capture.h - what the captures with pages of the ring buffer have in common
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"
#include "strata-ring-format.h"
#include "strata-ring-names.h"
#include "strata-ring-stream.h"

G_BEGIN_DECLS

/* Captures with more CPUs than this are not of one machine. */
#define STRATA_RING_MAX_CPUS 4096

/**
 * StrataRingCapture:
 * @blob: (owned): the file
 * @formats: (owned): of its events
 * @names: (owned): of threads and addresses
 * @layout: of its pages
 * @clock: of its times
 * @shifts: (element-type StrataColumn) (owned): by CPU: #StrataRingShift, where it is of a guest
 * @is_exact: whether every page of the file was recorded, so that one of zeros is damage
 * @streams: (element-type StrataRingStream) (owned): its CPUs
 * @n_lost: once it is played, how many events its pages said to be missing
 * @n_behind: how many bytes of another file follow
 * @n_unpacked_bytes: what those pages become that are compressed
 *
 * A capture that is being read: a container fills it in, then it is played.
 */
typedef struct
{
  StrataRingBlob *blob;
  StrataRingFormats *formats;
  StrataRingNames *names;
  StrataRingLayout layout;
  StrataRingClock clock;
  GArray *shifts;
  gboolean is_exact;
  GPtrArray *streams;
  guint64 n_lost;
  guint64 n_behind;
  guint64 n_unpacked_bytes;

  /*< private >*/
  GHashTable *stream_by_key;
  guint64 n_bytes; /* of all pages */
} StrataRingCapture;

gboolean strata_ring_capture_init (StrataRingCapture *self, StrataSource *source, GError **error);
void strata_ring_capture_clear (StrataRingCapture *self);
void strata_ring_capture_end_at_next_file (StrataRingCapture *self, guint64 from);
gboolean strata_ring_capture_add (StrataRingCapture *self, guint32 buffer, guint32 cpu, const StrataRingExtent *extent);
guint64 strata_ring_capture_play (StrataRingCapture *self, StrataEventSink *sink);

G_END_DECLS
