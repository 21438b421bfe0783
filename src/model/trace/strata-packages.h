/* strata-packages.h - packages installed on the device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/**
 * StrataPackage:
 * @name: string id
 * @uid: the user that its processes run as; packages may share one
 * @version: its version code
 * @is_debuggable: whether debuggers may attach
 * @is_profileable: whether profilers may, from a shell
 *
 * A package.
 */
typedef struct
{
  guint32 name;
  guint32 uid;
  gint64 version;
  gboolean is_debuggable;
  gboolean is_profileable;
} StrataPackage;

const StrataPackage *strata_packages_get (StrataTrace *trace, guint *n_packages);

G_END_DECLS
