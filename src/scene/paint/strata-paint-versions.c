/* strata-paint-versions.c - versions of the libraries that draw
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-paint-versions.h"

#include <cairo.h>
#include <pango/pango.h>

#include "strata-system-report.h"

/**
 * strata_paint_versions_add:
 * @report: a report, see strata_system_report_add()
 *
 * Adds the versions of the libraries that draw.
 */
void
strata_paint_versions_add (GString *report)
{
  strata_system_report_add_line (report, "cairo", "%s", cairo_version_string ());
  strata_system_report_add_line (report, "Pango", "%s", pango_version_string ());
}
