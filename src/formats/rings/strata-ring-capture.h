/* strata-ring-capture.h - common parts of captures with ring buffer pages
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

/* No machine has more CPUs than this. */
#define STRATA_RING_MAX_CPUS 4096

/**
 * StrataRingCapture:
 * @blob: (owned): the file
 * @formats: (owned): formats of its events
 * @names: (owned): names of threads and addresses
 * @layout: layout of its pages
 * @clock: clock of its times
 * @shifts: (element-type StrataColumn) (owned): for a guest, by CPU: #StrataRingShift
 * @is_exact: whether every page of the file was recorded, so that a page of zeros is damage
 * @streams: (element-type StrataRingStream) (owned): its CPUs
 * @n_lost: after it was played, how many events are missing according to its pages
 * @n_behind: how many bytes of other files follow
 * @n_unpacked_bytes: decompressed size of the compressed pages
 *
 * A capture that is being read. The container's reader fills it in, then it is played.
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
