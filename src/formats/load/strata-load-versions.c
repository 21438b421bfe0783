/* strata-load-versions.c - versions of the libraries that unpack files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-load-versions.h"

#include <archive.h>
#include <zlib.h>
#include <zstd.h>

#include "strata-system-report.h"

/**
 * strata_load_versions_add:
 * @report: a report, see strata_system_report_add()
 *
 * Adds the versions of the libraries that unpack files.
 */
void
strata_load_versions_add (GString *report)
{
  strata_system_report_add_line (report, "zstd", "%s", ZSTD_versionString ());
  strata_system_report_add_line (report, "zlib", "%s", zlibVersion ());
  strata_system_report_add_line (report, "libarchive", "%s", archive_version_string ());
}
