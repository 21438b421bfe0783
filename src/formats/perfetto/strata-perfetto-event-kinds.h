/* strata-perfetto-event-kinds.h - what an event of the kernel is called, and what it means
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-kernel-event.h"
#include "strata-proto.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoEventKind:
 * @name: its name
 * @text: how its fields are printed, see [struct@Strata.ProtoEventKind]; empty if that is not known
 * @fields: of a kind that the recorder describes, bits of the numbers of its fields, else 0
 * @kind: what it is for us
 * @kernel_kind: which of %STRATA_FTRACE_EVENT_KERNEL it is
 *
 * A kind of event.
 */
typedef struct
{
  StrataText name;
  const char *text;
  guint64 fields;
  guint8 kind;
  guint8 kernel_kind;
} StrataPerfettoEventKind;

typedef struct _StrataPerfettoEventKinds StrataPerfettoEventKinds;

StrataPerfettoEventKinds *strata_perfetto_event_kinds_new (void);
void strata_perfetto_event_kinds_free (StrataPerfettoEventKinds *self);
void strata_perfetto_event_kinds_describe (StrataPerfettoEventKinds *self, guint32 sequence, StrataProto descriptor);
const StrataPerfettoEventKind *strata_perfetto_event_kinds_find (StrataPerfettoEventKinds *self, guint32 sequence, guint32 number);
gboolean strata_perfetto_event_is_known (guint32 number);

G_END_DECLS
