/* strata-sql-packages.c - package_list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-packages.h"
#include "strata-sql-private.h"

static const StrataPackage *
get_package (StrataSqlSource *source,
             guint32 row)
{
  guint n_packages;

  return strata_packages_get (source->trace, &n_packages) + row;
}

static guint32
count (StrataSqlSource *source)
{
  guint n_packages;

  strata_packages_get (source->trace, &n_packages);
  return n_packages;
}

STRATA_SQL_GETTER (guint32, get_name, get_package (source, row)->name)
STRATA_SQL_GETTER (gint64, get_uid, get_package (source, row)->uid)
STRATA_SQL_GETTER (gint64, get_version, get_package (source, row)->version != 0 ? get_package (source, row)->version : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, is_debuggable, get_package (source, row)->is_debuggable)
STRATA_SQL_GETTER (gint64, is_profileable, get_package (source, row)->is_profileable)

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the package", STRATA_SQL_ID, strata_sql_get_row },
  { "package_name", STRATA_SQL_TEXT, NULL, "Its name", 0, .string = get_name },
  { "uid", STRATA_SQL_INTEGER, NULL, "The user that its processes run as; packages may share one", 0, get_uid },
  { "debuggable", STRATA_SQL_INTEGER, NULL, "1 if debuggers may attach", 0, is_debuggable },
  { "profileable_from_shell", STRATA_SQL_INTEGER, NULL, "1 if profilers may, from a shell", 0, is_profileable },
  { "version_code", STRATA_SQL_INTEGER, NULL, "Its version", 0, get_version },
};

const StrataSqlTable strata_sql_table_package_list = {
  .name = "package_list",
  .doc = "What is installed on the device, if that was recorded",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
};
