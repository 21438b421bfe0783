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

/* A capture that is being read. The container's reader fills it in, then it is played. */
typedef struct
{
  StrataRingBlob *blob;       /* owned: the file */
  StrataRingFormats *formats; /* owned: formats of its events */
  StrataRingNames *names;     /* owned: names of threads and addresses */
  StrataRingLayout layout;    /* layout of its pages */
  StrataRingClock clock;      /* clock of its times */
  GArray *shifts;             /* (element-type StrataColumn) owned: for a guest, by CPU: StrataRingShift */
  gboolean is_exact;          /* whether every page of the file was recorded, so that a page of zeros is damage */
  GPtrArray *streams;         /* (element-type StrataRingStream) owned: its CPUs */
  guint64 n_lost;             /* after it was played, how many events are missing according to its pages */
  guint64 n_behind;           /* how many bytes of other files follow */
  guint64 n_unpacked_bytes;   /* decompressed size of the compressed pages */

  /* private */
  GHashTable *stream_by_key;
  guint64 n_bytes; /* of all pages */
} StrataRingCapture;

gboolean strata_ring_capture_init (StrataRingCapture *self, StrataSource *source, GError **error);
void strata_ring_capture_clear (StrataRingCapture *self);
void strata_ring_capture_end_at_next_file (StrataRingCapture *self, guint64 from);
gboolean strata_ring_capture_add (StrataRingCapture *self, guint32 buffer, guint32 cpu, const StrataRingExtent *extent);
guint64 strata_ring_capture_play (StrataRingCapture *self, StrataEventSink *sink);

G_END_DECLS
