/* test-kernel-args.c - arguments as printed by the kernel
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-kernel-args.h"

static const struct
{
  const char *text;
  const char *args; /* "key|value" per line; no key for a lone value */
} rows[] = {
  { "irq=42 name=ufshcd", "irq|42\nname|ufshcd\n" },
  { "irq=17 name=some disk", "irq|17\nname|some disk\n" },
  { "transaction=68227878 dest_node=68105302 dest_proc=1020 reply=0 flags=0x10 code=0x3",
    "transaction|68227878\ndest_node|68105302\ndest_proc|1020\nreply|0\nflags|0x10\ncode|0x3\n" },
  { "254,0 RS 65536 () 37869568 + 128 rt,4 [om.example.shop]", "|254,0 RS 65536 () 37869568 + 128 rt,4 [om.example.shop]\n" },
  { "dev 252,0 ino 4981301 pos 0 len 4096", "dev|252,0\nino|4981301\npos|0\nlen|4096\n" },
  { "dev = (253,0), ino = 12, ret = 0", "dev|(253,0)\nino|12\nret|0\n" },
  { "entry_name /a b, offset 0, bytes 4096, cmdline am, ino 836", "entry_name|/a b\noffset|0\nbytes|4096\ncmdline|am\nino|836\n" },
  { "fd: 3, buf: 7ffc, count: 10", "fd|3\nbuf|7ffc\ncount|10\n" },
  { "NR 64 (1, 2, 3)", "NR|64\n|(1, 2, 3)\n" },
  { "name=", "name|\n" },
  { "a= b=1", "a|\nb|1\n" },
  { "=5", "|=5\n" },
  { "only words here", "|only words here\n" },
  { "word", "|word\n" },
  { "word ", "|word \n" },
  { " , ", "" },
  { "", "" },
};

static void
test_rows (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) found = g_string_new (NULL);
      const char *cursor = rows[i].text;
      StrataArg arg;

      while (strata_kernel_args_next (&cursor, &arg))
        g_string_append_printf (found, "%.*s|%.*s\n", (int) arg.n_key_bytes, arg.key != NULL ? arg.key : "", (int) arg.n_value_bytes, arg.value);

      g_assert_cmpstr (found->str, ==, rows[i].args);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kernel-args/rows", test_rows);

  return g_test_run ();
}
