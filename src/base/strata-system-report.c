/* strata-system-report.c - versions and features of this computer, for bug reports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-system-report.h"

#include <stdarg.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Reports are sent to others, so they must not identify a person, a file or a computer: they
 * contain no host name, no path and no environment. They are in English, like the source, for
 * the developers who read them. */

#define NAME_WIDTH 14

/**
 * strata_system_report_add_line:
 * @report: a report
 * @name: name of the value
 * @format: printf format of its value
 * @...: its arguments
 *
 * Adds a line.
 */
void
strata_system_report_add_line (GString *report,
                               const char *name,
                               const char *format,
                               ...)
{
  va_list arguments;

  g_string_append_printf (report, "%-*s ", NAME_WIDTH, name);
  va_start (arguments, format);
  g_string_append_vprintf (report, format, arguments);
  va_end (arguments);
  g_string_append_c (report, '\n');
}

/**
 * strata_system_report_add:
 * @report: a report
 *
 * Adds the versions of Strata, the kernel and GLib, the number of CPUs, the memory and
 * the language.
 */
void
strata_system_report_add (GString *report)
{
  const gint64 n_pages = sysconf (_SC_PHYS_PAGES);
  const gint64 page_bytes = sysconf (_SC_PAGESIZE);
  struct utsname system;

  strata_system_report_add_line (report, "Strata", "%s", STRATA_VERSION);
  if (uname (&system) == 0)
    strata_system_report_add_line (report, "System", "%s %s %s", system.sysname, system.release, system.machine);
  strata_system_report_add_line (report, "CPUs", "%u", g_get_num_processors ());
  if (n_pages > 0 && page_bytes > 0)
    strata_system_report_add_line (report, "Memory", "%.1f GiB", (double) n_pages * (double) page_bytes / (1024.0 * 1024 * 1024));
  strata_system_report_add_line (report, "Language", "%s", g_get_language_names ()[0]);
  strata_system_report_add_line (report, "GLib", "%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
}
