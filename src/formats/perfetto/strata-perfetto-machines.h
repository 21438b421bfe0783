/* strata-perfetto-machines.h - the machines of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-player.h"

G_BEGIN_DECLS

/* A machine. */
typedef struct
{
  StrataPerfettoReader reader; /* reads its packets */
  StrataPerfettoPlayer player; /* shows them */
} StrataPerfettoMachine;

/* The machines of a trace. */
typedef struct
{
  StrataPerfettoPackets packets; /* the trace */

  /* private */
  StrataEventSink *sink;          /* borrowed: of the loader */
  GPtrArray *all;                 /* (element-type StrataPerfettoMachine) owned: in the order of their first packets */
  StrataPerfettoMachine *current; /* borrowed: the machine of the latest packet */
  guint64 n_left_out;             /* packets of machines beyond the limit */
} StrataPerfettoMachines;

void strata_perfetto_machines_init (StrataPerfettoMachines *self, StrataSource *source, StrataEventSink *sink);
void strata_perfetto_machines_clear (StrataPerfettoMachines *self);
gboolean strata_perfetto_machines_read (StrataPerfettoMachines *self, GError **error);
GPtrArray *strata_perfetto_machines_explain (const StrataPerfettoMachines *self);
gboolean strata_perfetto_machines_play (StrataPerfettoMachines *self);

G_END_DECLS
