/* strata-perfetto-event-kinds.h - names and meanings of kernel events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-kernel-event.h"
#include "strata-proto.h"

G_BEGIN_DECLS

/* A kind of event. */
typedef struct
{
  StrataText name;    /* its name */
  const char *text;   /* the format of its fields, see StrataProtoEventKind; empty if unknown */
  guint64 fields;     /* for a kind that is described by the recorder, a bit per field number; else 0 */
  guint8 kind;        /* its kind in the reader */
  guint8 kernel_kind; /* its kind if @kind is STRATA_FTRACE_EVENT_KERNEL */
} StrataPerfettoEventKind;

typedef struct _StrataPerfettoEventKinds StrataPerfettoEventKinds;

StrataPerfettoEventKinds *strata_perfetto_event_kinds_new (void);
void strata_perfetto_event_kinds_free (StrataPerfettoEventKinds *self);
void strata_perfetto_event_kinds_describe (StrataPerfettoEventKinds *self, guint32 sequence, StrataProto descriptor);
const StrataPerfettoEventKind *strata_perfetto_event_kinds_find (StrataPerfettoEventKinds *self, guint32 sequence, guint32 number);
gboolean strata_perfetto_event_is_known (guint32 number);

G_END_DECLS
