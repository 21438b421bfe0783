/* test-mapping.c - original names from ProGuard or R8 mappings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-mapping.h"

#include <string.h>

#include <glib/gstdio.h>

#include "strata-error.h"
#include "strata-loader.h"
#include "traceview-writer.h"

#define MAPPING                                                                        \
  "# compiler: R8\n"                                                                   \
  "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n"                  \
  "com.shop.Cart -> a.b:\n"                                                            \
  "# {\"id\":\"sourceFile\",\"fileName\":\"Cart.kt\"}\n"                               \
  "    int size -> a\n"                                                                \
  "    com.shop.Item[] items -> b\n"                                                   \
  "    1:3:void add(int,com.shop.Item):10:12 -> a\n"                                   \
  "    4:4:void add(int,com.shop.Item):14 -> a\n"                                      \
  "    1:1:int count():20:20 -> a\n"                                                   \
  "    void remove(com.shop.Item[]) -> a\n"                                            \
  "    5:5:void helper():30:30 -> c\n"                                                 \
  "    5:5:void com.shop.Log.write(java.lang.String):40:40 -> c\n"                     \
  "    5:5:java.lang.String total(java.util.List):50 -> c\n"                           \
  "    void load(int) -> d\n"                                                          \
  "    void save(int) -> d\n"                                                          \
  "    long com.shop.Base.sum(long) -> e\n"                                            \
  "    void narrow(int,int) -> f\n"                                                    \
  "    # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"(I)V\"}\n" \
  "    void wide(int,long) -> f\n"                                                     \
  "    # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"(J)V\"}\n" \
  "    void <init>(int) -> <init>\n"                                                   \
  "com.shop.Item -> x:\r\n"                                                            \
  "    boolean isFree() -> a\r\n"                                                      \
  "com.shop.Item$Kind -> a.c:\n"                                                       \
  "com.shop.Keep -> com.shop.Keep:\n"

typedef struct
{
  const char *name;
  const char *expected; /* NULL if unchanged */
} NameCase;

static const NameCase name_cases[] = {
  { "a.b.a (ILx;)V", "com.shop.Cart.add (ILcom/shop/Item;)V" },
  { "a/b.a (ILx;)V", "com/shop/Cart.add (ILcom/shop/Item;)V" },
  { "a.b.a ()I", "com.shop.Cart.count ()I" },
  { "a.b.a ([Lx;)V", "com.shop.Cart.remove ([Lcom/shop/Item;)V" },
  { "a.b.a (D)V", "com.shop.Cart.a (D)V" },
  { "a.b.a", "com.shop.Cart.add|count|remove" },
  { "x.a (I)V", "com.shop.Item.a (I)V" },
  { "a.b.c (Ljava/util/List;)Ljava/lang/String;", "com.shop.Cart.total (Ljava/util/List;)Ljava/lang/String;" },
  { "a.b.c (I)V", "com.shop.Cart.c (I)V" },
  { "a.b.d (I)V", "com.shop.Cart.load|save (I)V" },
  { "a.b.e (J)J", "com.shop.Base.sum (J)J" },
  /* the only listed overload has another signature */
  { "a.b.e ()V", "com.shop.Cart.e ()V" },
  { "a.b.e (La/b;)J", "com.shop.Cart.e (Lcom/shop/Cart;)J" },
  { "a.b.f (I)V", "com.shop.Cart.narrow (I)V" },
  { "a.b.f (J)V", "com.shop.Cart.wide (J)V" },
  { "a.b.<init> (I)V", "com.shop.Cart.<init> (I)V" },
  { "a.b.unknown (La/c;)[[La/b;", "com.shop.Cart.unknown (Lcom/shop/Item$Kind;)[[Lcom/shop/Cart;" },
  { "x.a ()Z", "com.shop.Item.isFree ()Z" },
  { "x.a ()B", "com.shop.Item.a ()B" },
  { "java.util.List.add (Lx;)Z", "java.util.List.add (Lcom/shop/Item;)Z" },
  { "java/util/List.add (Ljava/lang/Object;)Z", NULL },
  { "com.shop.Keep.run ()V", NULL },
  { "a.b.a (", "com.shop.Cart.add|count|remove (" },
  { "a.b.a (Lx)V", "com.shop.Cart.add|count|remove (Lx)V" },
  { "x:a", "com.shop.Item:isFree" },
  { "a.b:d", "com.shop.Cart:load|save" },
  { "java.util.List:add", NULL },
  { "12", NULL },
  { "<native thread without managed peer>", NULL },
  { "(0x10)", NULL },
  { ".", NULL },
  { "", NULL },
};

static StrataMapping *
new_mapping (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return strata_mapping_new (bytes);
}

static void
test_name (gconstpointer data)
{
  const NameCase *c = data;
  g_autoptr (StrataMapping) mapping = new_mapping (MAPPING);
  g_autofree char *name = strata_mapping_dup_name (mapping, c->name, strlen (c->name));
  guint64 first_line;

  g_assert_cmpstr (name, ==, c->expected);
  g_assert_cmpuint (strata_mapping_get_n_classes (mapping), ==, 4);
  g_assert_cmpuint (strata_mapping_get_n_unknown_lines (mapping, &first_line), ==, 0);
  g_assert_cmpuint (first_line, ==, 0);
}

static const struct
{
  const char *name;
  const char *expected; /* NULL if unchanged */
} id_cases[] = {
  { "12", "com.shop.Cart.add (ILcom.shop.Item;)V" },
  { "0012", "com.shop.Cart.add (ILcom.shop.Item;)V" },
  { "3", "com.shop.Cart.<init> ()V" },
  { "4", "com.shop.Log.write" },
  { "5", "late" },
  { "6", NULL },
  { "12a", NULL },
  { "99999999999", NULL },
  { "com.shop.Cart:add", NULL },
  { "", NULL },
};

static void
test_ids (void)
{
  g_autoptr (StrataMapping) mapping = new_mapping ("# ids\n\n12,1,com.shop.Cart add (ILcom.shop.Item;)V\r\n3,0,com.shop.Cart <init> ()V\nnonsense\n4,com.shop.Log write\n5,1,early\n5,1,late\n7,\n");
  guint64 first_line;

  g_assert_cmpuint (strata_mapping_get_n_ids (mapping), ==, 4);
  g_assert_cmpuint (strata_mapping_get_n_classes (mapping), ==, 0);
  g_assert_cmpuint (strata_mapping_get_n_unknown_lines (mapping, &first_line), ==, 2);
  g_assert_cmpuint (first_line, ==, 5);

  for (guint i = 0; i < G_N_ELEMENTS (id_cases); i++)
    {
      g_autofree char *name = strata_mapping_dup_name (mapping, id_cases[i].name, strlen (id_cases[i].name));

      g_assert_cmpstr (name, ==, id_cases[i].expected);
    }
}

/* A class in the default package uses the separator of the classes before it. */
static void
test_separator (void)
{
  g_autoptr (StrataMapping) mapping = new_mapping (MAPPING);
  g_autofree char *known = strata_mapping_dup_name (mapping, "java/io/File.a ()V", strlen ("java/io/File.a ()V"));
  g_autofree char *name = strata_mapping_dup_name (mapping, "x.a ()Z", strlen ("x.a ()Z"));

  g_assert_null (known);
  g_assert_cmpstr (name, ==, "com/shop/Item.isFree ()Z");
}

typedef struct
{
  const char *text;
  guint n_classes;
  guint64 n_unknown_lines;
  guint64 first_unknown_line;
} TextCase;

static const TextCase text_cases[] = {
  { "", 0, 0, 0 },
  { "\n\n  \n", 0, 0, 0 },
  { "# only a comment", 0, 0, 0 },
  { "hello\nworld\n", 0, 2, 1 },
  { "a -> b:\nnonsense\n    int x -> y\n", 1, 2, 2 },
  { "a -> b:\n    int x\n    -> y\n    int z -> a", 1, 2, 2 },
  { "a -> b", 0, 1, 1 },
  { " -> b:\na -> :\n->:", 0, 3, 1 },
  { "a -> b:\na -> c:\nd -> b:\n", 2, 0, 0 },
  { "a -> b:\n    1:2:3:4:void m(:9 -> x\n    void m() -> \n    () -> x\n    void (a) -> x\n", 1, 2, 3 },
};

static void
test_text (gconstpointer data)
{
  const TextCase *c = data;
  g_autoptr (StrataMapping) mapping = new_mapping (c->text);
  g_autofree char *name = strata_mapping_dup_name (mapping, "b.x (I)V", strlen ("b.x (I)V"));
  guint64 first_line;

  g_assert_cmpuint (strata_mapping_get_n_classes (mapping), ==, c->n_classes);
  g_assert_cmpuint (strata_mapping_get_n_unknown_lines (mapping, &first_line), ==, c->n_unknown_lines);
  g_assert_cmpuint (first_line, ==, c->first_unknown_line);
}

/* Cut anywhere or with any byte replaced, parsing ends, whatever the result. */
static void
test_damage (void)
{
  const gsize n_bytes = strlen (MAPPING);

  for (gsize cut = 0; cut < n_bytes; cut++)
    {
      g_autofree char *text = g_strndup (MAPPING, cut + 1);

      text[cut] = "\0\n:(.)-> ,#\xff"[cut % 11];

      g_autoptr (GBytes) bytes = g_bytes_new (text, cut + 1);
      g_autoptr (StrataMapping) mapping = strata_mapping_new (bytes);

      for (guint i = 0; i < G_N_ELEMENTS (name_cases); i++)
        {
          g_autofree char *name = strata_mapping_dup_name (mapping, name_cases[i].name, strlen (name_cases[i].name));

          g_assert_cmpuint (name != NULL ? strlen (name) : 0, <=, 4096);
        }
    }
}

/* A huge number of methods with the same name, and names that would grow endlessly. */
static void
test_hostile (void)
{
  g_autoptr (GString) text = g_string_new ("a.b -> c:\n");
  g_autoptr (GString) long_name = g_string_new ("c.m (");

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, "    void original%u(int) -> m\n", i);
  g_string_append (text, "long.");
  for (guint i = 0; i < 3000; i++)
    g_string_append (text, "name");
  g_string_append (text, " -> l:\n");
  for (guint i = 0; i < 500; i++)
    g_string_append (long_name, "Ll;");
  g_string_append (long_name, ")V");

  g_autoptr (StrataMapping) mapping = new_mapping (text->str);
  g_autofree char *several = strata_mapping_dup_name (mapping, "c.m (I)V", strlen ("c.m (I)V"));
  g_autofree char *grown = strata_mapping_dup_name (mapping, long_name->str, long_name->len);
  g_autofree char *class_name = strata_mapping_dup_name (mapping, "l.m ()V", strlen ("l.m ()V"));

  g_assert_true (g_str_has_prefix (several, "a.b.original0|original1|original2|original3|"));
  g_assert_true (g_str_has_suffix (several, "|original63 (I)V"));
  g_assert_cmpuint (grown != NULL ? strlen (grown) : 0, <=, 4096);
  g_assert_null (class_name);
}

static const TraceviewSpec spec = {
  .key = "*version\n3\nclock=wall\nnum-method-calls=%d\npid=77\n*threads\n1\tmain\n*methods\n"
         "0x10\ta.b\ta\t(ILx;)V\tSourceFile\t1\n"
         "0x20\tjava.util.List\tsize\t()I\tList.java\t2\n*end\n",
  .version = 3,
  .n_clocks = 1,
  .records = "1>10@10 1>20@20 1<20@30 1<10@40",
};

static GFile *
write_file (const char *folder,
            const char *name,
            const void *data,
            gsize n_bytes)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize) n_bytes, &error);
  g_assert_no_error (error);

  return g_file_new_for_path (path);
}

static void
assert_loads (GFile *file,
              const StrataLoadOptions *options,
              const char *first_name,
              const char *mapping_name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_file (file, options, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[0]), ==, first_name);
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[1]), ==, "java.util.List.size ()I");

  const char *used = strata_trace_get_property (trace, "mapping");
  g_autofree char *base_name = used != NULL ? g_path_get_basename (used) : NULL;

  g_assert_cmpstr (base_name, ==, mapping_name);
}

static void
remove_file (GFile *file)
{
  g_autoptr (GError) error = NULL;

  g_file_delete (file, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (file);
}

/* Found beside the trace, by name or for the whole folder; given by the user; or not wanted. */
static void
test_load (void)
{
  g_autoptr (GByteArray) content = traceview_writer_write (&spec);
  g_autofree char *folder = g_dir_make_tmp ("strata-mapping-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  GFile *trace = write_file (folder, "run.trace", content->data, content->len);
  StrataLoadOptions find = { .find_mapping = TRUE };

  assert_loads (trace, &find, "a.b.a (ILx;)V", NULL);

  GFile *common = write_file (folder, "mapping.txt", MAPPING, strlen (MAPPING));

  assert_loads (trace, NULL, "a.b.a (ILx;)V", NULL);
  assert_loads (trace, &find, "com.shop.Cart.add (ILcom/shop/Item;)V", "mapping.txt");

  GFile *own = write_file (folder, "run.mapping.txt", "own.Name -> a.b:\n", strlen ("own.Name -> a.b:\n"));

  assert_loads (trace, &find, "own.Name.a (ILx;)V", "run.mapping.txt");
  assert_loads (trace, &(StrataLoadOptions){ .mapping = common, .find_mapping = TRUE }, "com.shop.Cart.add (ILcom/shop/Item;)V", "mapping.txt");

  /* an invalid mapping is reported if it was found, and an error if it was given */
  remove_file (own);
  own = write_file (folder, "run.mapping", "nothing\n", strlen ("nothing\n"));
  g_autoptr (StrataTrace) loaded = strata_load_file (trace, &find, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (loaded), STRATA_DIAGNOSTIC_BAD_MAPPING), ==, 1);

  StrataTrace *failed = strata_load_file (trace, &(StrataLoadOptions){ .mapping = own }, NULL, NULL, &error);

  g_assert_null (failed);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_UNKNOWN_FORMAT);
  g_assert_nonnull (strstr (error->message, "run.mapping"));

  remove_file (own);
  remove_file (common);
  remove_file (trace);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (name_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/mapping/name/%u", i);

      g_test_add_data_func (path, &name_cases[i], test_name);
    }

  for (guint i = 0; i < G_N_ELEMENTS (text_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/mapping/text/%u", i);

      g_test_add_data_func (path, &text_cases[i], test_text);
    }

  g_test_add_func ("/mapping/separator", test_separator);
  g_test_add_func ("/mapping/ids", test_ids);
  g_test_add_func ("/mapping/damage", test_damage);
  g_test_add_func ("/mapping/hostile", test_hostile);
  g_test_add_func ("/mapping/load", test_load);

  return g_test_run ();
}
