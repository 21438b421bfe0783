/* strata-perfetto-out-apps.c - installed packages as a Perfetto packet
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include "strata-packages.h"

#define PACKET_PACKAGES 47
#define LIST_PACKAGE 1

/* Fields of a package. */
#define PACKAGE_NAME 1
#define PACKAGE_UID 2
#define PACKAGE_DEBUGGABLE 3
#define PACKAGE_PROFILEABLE 4
#define PACKAGE_VERSION 5

/* Writes the packages of the first device; other devices have none. */
void
strata_perfetto_out_packages (StrataPerfettoOut *self)
{
  guint n_packages;
  const StrataPackage *packages = strata_packages_get (self->trace, &n_packages);

  if (n_packages == 0)
    return;

  strata_perfetto_out_set_device (self, 0);
  for (guint i = 0; i < n_packages; i++)
    {
      strata_proto_put_text (self->inner, PACKAGE_NAME, strata_trace_get_string (self->trace, packages[i].name));
      strata_proto_put_uint (self->inner, PACKAGE_UID, packages[i].uid);
      strata_proto_put_uint (self->inner, PACKAGE_DEBUGGABLE, (guint64) packages[i].is_debuggable);
      strata_proto_put_uint (self->inner, PACKAGE_PROFILEABLE, (guint64) packages[i].is_profileable);
      strata_proto_put_uint (self->inner, PACKAGE_VERSION, (guint64) packages[i].version);
      strata_proto_put_message (self->body, LIST_PACKAGE, self->inner);
    }
  strata_perfetto_out_end_packet (self, PACKET_PACKAGES, 1);
}
