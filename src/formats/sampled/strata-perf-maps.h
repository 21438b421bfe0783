/* strata-perf-maps.h - libraries that processes have mapped, and their symbols
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/**
 * StrataPerfMaps:
 *
 * Libraries by process and address, as of the records read so far, and their symbols. Texts are borrowed from the
 * memory of the file.
 */
typedef struct _StrataPerfMaps StrataPerfMaps;

/* The meaning of an address of a process. */
typedef struct
{
  StrataText library;   /* path of the library */
  const char *build_id; /* nullable: its build id in hexadecimal */
  guint64 address;      /* the address in it */
  StrataText symbol;    /* the function there; empty if unknown */
} StrataPerfPlace;

StrataPerfMaps *strata_perf_maps_new (void);
void strata_perf_maps_free (StrataPerfMaps *self);
void strata_perf_maps_add (StrataPerfMaps *self, gint64 pid, guint64 begin, guint64 n_bytes, guint64 offset, StrataText library);
void strata_perf_maps_add_function (StrataPerfMaps *self, guint64 begin, guint64 n_bytes, StrataText name);
void strata_perf_maps_fork (StrataPerfMaps *self, gint64 parent_pid, gint64 pid);
void strata_perf_maps_set_build_id (StrataPerfMaps *self, StrataText library, const guint8 *id, gsize n_bytes);
gboolean strata_perf_maps_read_symbols (StrataPerfMaps *self, guint feature, const guint8 *data, gsize n_bytes);
gboolean strata_perf_maps_find (const StrataPerfMaps *self, gint64 pid, guint64 ip, StrataPerfPlace *place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfMaps, strata_perf_maps_free)

G_END_DECLS
