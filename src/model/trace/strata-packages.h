/* strata-packages.h - packages installed on the device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* A package. */
typedef struct
{
  guint32 name;            /* string id */
  guint32 uid;             /* the user that its processes run as; packages may share one */
  gint64 version;          /* its version code */
  gboolean is_debuggable;  /* whether debuggers may attach */
  gboolean is_profileable; /* whether profilers may, from a shell */
} StrataPackage;

const StrataPackage *strata_packages_get (StrataTrace *trace, guint *n_packages);

G_END_DECLS
