/* strata-ring-player.h - turns the records of all CPUs into events, in time order
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

/* A player decodes records by the formats of the file and passes them to the sink, which interprets
 * them. Frequent events are decoded field by field. The fields are found by the keys in the kernel's
 * print format ("prev_pid="), whatever their names are. Other events are printed as the kernel would
 * and parsed like text. */
typedef struct _StrataRingPlayer StrataRingPlayer;

StrataRingPlayer *strata_ring_player_new (StrataEventSink *sink, StrataRingFormats *formats, StrataRingNames *names, guint long_bytes);
void strata_ring_player_free (StrataRingPlayer *self);
void strata_ring_player_play (StrataRingPlayer *self, StrataRingStream **streams, guint n_streams);
guint64 strata_ring_player_get_n_lost (const StrataRingPlayer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingPlayer, strata_ring_player_free)

G_END_DECLS
