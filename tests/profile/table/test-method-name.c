/* test-method-name.c - parses names of methods
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-name.h"

typedef struct
{
  const char *name;
  const char *class_name;
  const char *package;
} Case;

static const Case cases[] = {
  { "android/graphics/Bitmap.getHeight ()I", "android/graphics/Bitmap", "android/graphics" },
  { "android.os.Handler.dispatchMessage (Landroid/os/Message;)V", "android.os.Handler", "android.os" },
  { "a.b.C$1.<init> (I)V", "a.b.C$1", "a.b" },
  { "-$$Lambda$x.run ()V", "-$$Lambda$x", "" },
  { "Main.main ([Ljava/lang/String;)V", "Main", "" },
  { "a.b.C.m", "a.b.C", "a.b" },
  { "net.request", "", "" },
  { "Choreographer#doFrame 12345", "", "" },
  { "draw (fast)", "", "" },
  { "launching: com.example.app", "", "" },
  { "a..b.c", "a..b", "a." },
  { ".a.b.c", "", "" },
  { "a.b.c.", "", "" },
  { "", "", "" },
  { " (x)", "", "" },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *class_name = g_strndup (c->name, strata_method_name_get_class_bytes (c->name));
  g_autofree char *package = g_strndup (c->name, strata_method_name_get_package_bytes (c->name));

  g_assert_cmpstr (class_name, ==, c->class_name);
  g_assert_cmpstr (package, ==, c->package);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/method-name/%u", i);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  return g_test_run ();
}
