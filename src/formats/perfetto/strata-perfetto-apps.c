/* strata-perfetto-apps.c - app versions of processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-reader.h"

/* The list contains all packages of the device, some hundreds. Packages of the trace's processes become
 * properties: a process has the uid of its package and its name, which may be followed by ":service". */

/* No device has more. */
#define MOST_PACKAGES 16384
#define MOST_PROCESSES 65536
#define MOST_NAME_BYTES 255
#define MOST_TEXT_BYTES 1000

/* Lower uids are the system's own. */
#define FIRST_APP 10000

typedef struct
{
  char *name; /* owned */
  guint64 uid;
  gint64 version;
  gboolean is_debuggable;
  gboolean is_profileable;
} Package;

static void
clear_package (gpointer data)
{
  g_free (((Package *) data)->name);
}

/* Long traces repeat the list. */
static void
keep (StrataPerfettoReader *self,
      const Package *package)
{
  char *key = g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %s", package->uid, package->version, package->name);
  const StrataPackage kept = {
    .name = strata_string_pool_intern (self->strings, package->name, strlen (package->name)),
    .uid = (guint32) package->uid,
    .version = package->version,
    .is_debuggable = package->is_debuggable,
    .is_profileable = package->is_profileable,
  };

  if (g_hash_table_add (self->kept_packages, key))
    strata_trace_builder_add_package (self->builder, &kept);
}

static void
take_package (StrataPerfettoReader *self,
              StrataProto message)
{
  Package package = { 0 };

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_PACKAGE_NAME && package.name == NULL)
      package.name = strata_proto_dup_text (&message, MOST_NAME_BYTES);
    else if (message.number == STRATA_PF_PACKAGE_UID)
      package.uid = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_PACKAGE_DEBUGGABLE)
      package.is_debuggable = strata_proto_get_uint (&message) != 0;
    else if (message.number == STRATA_PF_PACKAGE_PROFILEABLE)
      package.is_profileable = strata_proto_get_uint (&message) != 0;
    else if (message.number == STRATA_PF_PACKAGE_VERSION)
      package.version = strata_proto_get_int (&message);

  if (package.name != NULL && self->packages->len < MOST_PACKAGES)
    {
      keep (self, &package);
      g_array_append_val (self->packages, package);
    }
  else
    g_free (package.name);
}

void
strata_perfetto_reader_take_packages (StrataPerfettoReader *self,
                                      StrataProto list)
{
  if (self->packages == NULL)
    {
      self->packages = g_array_new (FALSE, FALSE, sizeof (Package));
      g_array_set_clear_func (self->packages, clear_package);
      self->kept_packages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    }

  while (strata_proto_next (&list))
    if (list.number == STRATA_PF_PACKAGES_LIST_PACKAGE)
      take_package (self, strata_proto_enter (&list));
}

/* Names that a process may have before it gets its own: an app begins as a copy of one of these. */
gboolean
strata_perfetto_is_born_as (StrataText name)
{
  static const char *const names[] = { "", "zygote", "zygote64", "usap32", "usap64", "<pre-initialized>", "webview_zygote" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strata_text_equals (name, names[i]))
      return TRUE;

  return FALSE;
}

void
strata_perfetto_reader_note_user (StrataPerfettoReader *self,
                                  gint64 pid,
                                  StrataText name,
                                  guint64 uid)
{
  const char *colon = memchr (name.text, ':', name.n_bytes);
  g_autofree char *app = g_strndup (name.text, colon != NULL ? (gsize) (colon - name.text) : MIN (name.n_bytes, MOST_NAME_BYTES));

  if (self->users == NULL)
    self->users = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (self->unnamed == NULL)
    self->unnamed = g_hash_table_new (NULL, NULL);
  if (strata_perfetto_is_born_as ((StrataText){ app, strlen (app) }) && uid >= FIRST_APP && uid <= G_MAXINT32 && g_hash_table_size (self->unnamed) < MOST_PROCESSES)
    g_hash_table_replace (self->unnamed, GINT_TO_POINTER ((gint32) pid), GUINT_TO_POINTER ((guint) uid));
  else
    g_hash_table_remove (self->unnamed, GINT_TO_POINTER ((gint32) pid));
  if (*app != '\0' && g_hash_table_size (self->users) < MOST_PROCESSES)
    g_hash_table_replace (self->users, g_steal_pointer (&app), g_memdup2 (&uid, sizeof uid));
}

/* Each user of a device has a separate range of app ids. */
#define IDS_PER_USER 100000

/* NULL if several packages share the uid, or none has it. */
const char *
strata_perfetto_reader_find_package (const StrataPerfettoReader *self,
                                     guint64 uid)
{
  const char *name = NULL;

  for (guint i = 0; self->packages != NULL && i < self->packages->len; i++)
    {
      const Package *package = &g_array_index (self->packages, Package, i);

      if (package->uid % IDS_PER_USER != uid % IDS_PER_USER)
        continue;
      if (name != NULL && strcmp (name, package->name) != 0)
        return NULL;

      name = package->name;
    }

  return name;
}

/* NULL if the user is not an app's, or has several packages. */
const char *
strata_perfetto_reader_find_app (const StrataPerfettoReader *self,
                                 gint64 uid)
{
  return uid >= FIRST_APP ? strata_perfetto_reader_find_package (self, (guint64) uid) : NULL;
}

static void
tell (GString *text,
      const Package *package)
{
  if (text->len > MOST_TEXT_BYTES)
    return;

  g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT, text->len > 0 ? ", " : "", package->name, package->version);
  if (package->is_debuggable)
    g_string_append (text, " (debuggable)");
  else if (package->is_profileable)
    g_string_append (text, " (profileable)");
}

static void
name_unnamed (StrataPerfettoReader *self)
{
  GHashTableIter iter;
  gpointer pid;
  gpointer uid;

  g_hash_table_iter_init (&iter, self->unnamed);
  while (g_hash_table_iter_next (&iter, &pid, &uid))
    {
      const char *name = strata_perfetto_reader_find_package (self, GPOINTER_TO_UINT (uid));

      if (name != NULL)
        strata_perfetto_reader_name_task (self, GPOINTER_TO_INT (pid), -1, (StrataText){ name, strlen (name) });
    }
}

void
strata_perfetto_reader_tell_apps (StrataPerfettoReader *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->unnamed != NULL)
    name_unnamed (self);

  for (guint i = 0; self->users != NULL && self->packages != NULL && i < self->packages->len; i++)
    {
      Package *package = &g_array_index (self->packages, Package, i);
      const guint64 *uid = g_hash_table_lookup (self->users, package->name);

      /* long traces repeat the list */
      if (uid != NULL && *uid % IDS_PER_USER == package->uid % IDS_PER_USER)
        {
          tell (text, package);
          g_hash_table_remove (self->users, package->name);
        }
    }

  if (text->len > 0)
    strata_trace_builder_add_property (self->builder, "apps", text->str);
}
