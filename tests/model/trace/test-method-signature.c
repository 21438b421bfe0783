/* test-method-signature.c - formats methods as in source code
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-signature.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *qualified; /* NULL if it is not a method */
  const char *brief;
  const char *result;
} Case;

static const Case cases[] = {
  { "java/io/PrintStream.write ([BII)V", "java.io.PrintStream.write(byte[], int, int)", "PrintStream.write(byte[], int, int)", "void" },
  { "android.os.Handler.dispatchMessage (Landroid/os/Message;)V", "android.os.Handler.dispatchMessage(Message)", "Handler.dispatchMessage(Message)", "void" },
  { "a.b.C$Inner.m (Ljava/util/Map$Entry;)[[Ljava/lang/String;", "a.b.C$Inner.m(Map$Entry)", "C$Inner.m(Map$Entry)", "String[][]" },
  { "a/b/C.<init> ()V", "a.b.C.<init>()", "C.<init>()", "void" },
  { "a/b/C.<clinit> ()V", "a.b.C.<clinit>()", "C.<clinit>()", "void" },
  { "Main.main ([Ljava/lang/String;)V", "Main.main(String[])", "Main.main(String[])", "void" },
  { "a.C.all (BCDFIJSZ[[J)Z", "a.C.all(byte, char, double, float, int, long, short, boolean, long[][])", "C.all(byte, char, double, float, int, long, short, boolean, long[][])", "boolean" },
  { "a.C.list (Ljava/util/List<Ljava/lang/String;>;I)Ljava/util/Map<K, V>;", "a.C.list(List, int)", "C.list(List, int)", "Map" },
  { "a.C.get (TT;)TT;", "a.C.get(T)", "C.get(T)", "T" },
  { "a.C.lambda$run$0$a-b (Landroidx/compose/Composer;I)V", "a.C.lambda$run$0$a-b(Composer, int)", "C.lambda$run$0$a-b(Composer, int)", "void" },
  { "a.C.load|save (I)V", "a.C.load|save(int)", "C.load|save(int)", "void" },
  { "包/类.方法 (L包/类;)V", "包.类.方法(类)", "类.方法(类)", "void" },
  { "<native thread without managed peer>", NULL, NULL, NULL },
  { "Choreographer#doFrame 12345", NULL, NULL, NULL },
  { "net.draw (fast)", NULL, NULL, NULL },
  { "a.C.m (int)void", NULL, NULL, NULL },
  { "a.C.m (I", NULL, NULL, NULL },
  { "a.C.m (I)", NULL, NULL, NULL },
  { "a.C.m (I)VV", NULL, NULL, NULL },
  { "a.C.m (V)V", NULL, NULL, NULL },
  { "a.C.m ([)V", NULL, NULL, NULL },
  { "a.C.m (L;)V", NULL, NULL, NULL },
  { "a.C.m (Ljava/lang/String)V", NULL, NULL, NULL },
  { "a.C.m (La<b;)V", NULL, NULL, NULL },
  { "m (I)V", NULL, NULL, NULL },
  { ".m (I)V", NULL, NULL, NULL },
  { "C. (I)V", NULL, NULL, NULL },
  { "a.b.C.m", NULL, NULL, NULL },
  { "(0x1234)", NULL, NULL, NULL },
  { " ()V", NULL, NULL, NULL },
  { "", NULL, NULL, NULL },
};

static void
assert_form (const char *name,
             StrataSignatureForm form,
             const char *expected)
{
  g_autofree char *text = strata_method_signature_dup (name, form);
  gsize n_bytes = strata_method_signature_write (name, form, NULL, 0);

  g_assert_cmpstr (text, ==, expected != NULL ? expected : name);
  g_assert_cmpuint (n_bytes, ==, expected != NULL ? strlen (expected) : 0);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *result = strata_method_signature_dup_result (c->name);

  assert_form (c->name, STRATA_SIGNATURE_QUALIFIED, c->qualified);
  assert_form (c->name, STRATA_SIGNATURE_SHORT, c->brief);
  g_assert_cmpstr (result, ==, c->result);
}

/* Text that does not fit is cut, and nothing is written beyond the buffer. */
static void
test_small_buffers (void)
{
  const char *whole = "C.m(int[])";

  for (gsize n = 1; n < 16; n++)
    {
      char buffer[17];

      memset (buffer, '#', sizeof buffer);
      g_assert_cmpuint (strata_method_signature_write ("a.C.m ([I)V", STRATA_SIGNATURE_SHORT, buffer, n), ==, strlen (whole));
      g_assert_cmpuint (strlen (buffer), ==, MIN (n - 1, strlen (whole)));
      g_assert_true (g_str_has_prefix (whole, buffer));
      g_assert_cmpint (buffer[n], ==, '#');
    }
}

/* A name of any length takes time linear in its length. */
static void
test_long_name (void)
{
  g_autoptr (GString) name = g_string_new ("a.C.m (");

  for (guint i = 0; i < 1000000; i++)
    g_string_append_c (name, i % 2 == 0 ? '[' : 'I');
  g_string_append (name, ")V");

  g_assert_cmpuint (strata_method_signature_write (name->str, STRATA_SIGNATURE_SHORT, NULL, 0), ==, 0);
  g_string_set_size (name, 4096);
  g_assert_cmpuint (strata_method_signature_write (name->str, STRATA_SIGNATURE_SHORT, NULL, 0), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/method-signature/%u", i);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/method-signature/small-buffers", test_small_buffers);
  g_test_add_func ("/method-signature/long-name", test_long_name);

  return g_test_run ();
}
