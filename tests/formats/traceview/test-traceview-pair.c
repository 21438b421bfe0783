/* test-traceview-pair.c - method traces with key and data in two files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "strata-loader.h"
#include "traceview-writer.h"

#define WHOLE "1:0:A.a ()V@100+100/40 | "
#define DATA_ALONE "1:0:(0x10)@100+100/40 | unknown-method=2 unknown-thread=2"
#define KEY_ALONE "| truncated=1"

typedef enum
{
  NO_FILE,
  KEY,
  DATA,
  WHOLE_TRACE,
  CUT_KEY,
  NOISE,
} Content;

typedef struct
{
  const char *name;
  Content key;          /* of trace.key */
  Content data;         /* of trace.data */
  Content base;         /* of trace */
  const char *opened;   /* which of the files */
  const char *expected; /* NULL if an error is expected */
} Row;

static const Row rows[] = {
  { "by-key", KEY, DATA, NO_FILE, "trace.key", WHOLE },
  { "by-data", KEY, DATA, NO_FILE, "trace.data", WHOLE },
  { "by-base-name", KEY, DATA, NO_FILE, "trace", WHOLE },
  { "by-base-name-whole-beside", KEY, DATA, WHOLE_TRACE, "trace.key", WHOLE },
  { "key-alone", KEY, NO_FILE, NO_FILE, "trace.key", KEY_ALONE },
  { "key-alone-by-base-name", KEY, NO_FILE, NO_FILE, "trace", KEY_ALONE },
  { "data-alone", NO_FILE, DATA, NO_FILE, "trace.data", DATA_ALONE },
  { "data-alone-by-base-name", NO_FILE, DATA, NO_FILE, "trace", DATA_ALONE },
  { "whole-in-key", WHOLE_TRACE, DATA, NO_FILE, "trace.key", WHOLE },
  { "whole-in-data", KEY, WHOLE_TRACE, NO_FILE, "trace.data", WHOLE },
  { "noise-beside-key", KEY, NOISE, NO_FILE, "trace.key", KEY_ALONE },
  { "noise-beside-data", NOISE, DATA, NO_FILE, "trace.data", DATA_ALONE },
  { "cut-key-beside-data", CUT_KEY, DATA, NO_FILE, "trace.data", DATA_ALONE },
  { "base-is-a-file", KEY, DATA, NOISE, "trace", NULL },
  { "nothing", NO_FILE, NO_FILE, NO_FILE, "trace", NULL },
  { "other-half-only", NO_FILE, DATA, NO_FILE, "trace.key", NULL },
};

static void
write_part (const char *folder,
            const char *name,
            Content content)
{
  static const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@0/100 1<10@40/200" };
  g_autoptr (GByteArray) bytes = traceview_writer_write (&spec);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  const char *whole = (const char *) bytes->data;
  const gsize n_key = (gsize) (g_strstr_len (whole, bytes->len, "SLOW") - whole);
  gboolean is_written = TRUE;

  switch (content)
    {
    case NO_FILE:
      break;
    case KEY:
      is_written = g_file_set_contents (path, whole, (gssize) n_key, NULL);
      break;
    case DATA:
      is_written = g_file_set_contents (path, whole + n_key, (gssize) (bytes->len - n_key), NULL);
      break;
    case WHOLE_TRACE:
      is_written = g_file_set_contents (path, whole, (gssize) bytes->len, NULL);
      break;
    case CUT_KEY:
      is_written = g_file_set_contents (path, whole, (gssize) n_key / 2, NULL);
      break;
    case NOISE:
      is_written = g_file_set_contents (path, "no trace at all\n", -1, NULL);
      break;
    }

  g_assert_true (is_written);
}

static void
check_opened (const char *folder,
              const Row *row)
{
  g_autofree char *path = g_build_filename (folder, row->opened, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_file (file, NULL, NULL, NULL, &error);

  if (row->expected != NULL)
    {
      g_autofree char *description = NULL;

      g_assert_no_error (error);
      description = fixture_describe (trace);
      g_assert_cmpstr (description, ==, row->expected);
    }
  else
    {
      g_assert_null (trace);
      g_assert_true (g_str_has_prefix (error->message, path));
    }
}

static void
test_row (gconstpointer data)
{
  static const char *const names[] = { "trace.key", "trace.data", "trace" };
  const Row *row = data;
  g_autofree char *folder = g_dir_make_tmp ("strata-test-XXXXXX", NULL);

  write_part (folder, "trace.key", row->key);
  write_part (folder, "trace.data", row->data);
  write_part (folder, "trace", row->base);
  check_opened (folder, row);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/traceview-pair/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  return g_test_run ();
}
