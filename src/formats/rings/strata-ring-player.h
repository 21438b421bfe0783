/* strata-ring-player.h - the records of all CPUs become events, by time
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

/* A player decodes records by the formats of the file and hands them to the sink, which knows what
 * they mean. The frequent ones are read field by field; the fields are found by the keys of the
 * text that the kernel would print ("prev_pid="), whatever they are called. The rest is printed
 * as the kernel would and read as text is. */
typedef struct _StrataRingPlayer StrataRingPlayer;

StrataRingPlayer *strata_ring_player_new (StrataEventSink *sink, StrataRingFormats *formats, StrataRingNames *names, guint long_bytes);
void strata_ring_player_free (StrataRingPlayer *self);
void strata_ring_player_play (StrataRingPlayer *self, StrataRingStream **streams, guint n_streams);
guint64 strata_ring_player_get_n_lost (const StrataRingPlayer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingPlayer, strata_ring_player_free)

G_END_DECLS
