/* test-source.c - containers, by content
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "strata-source.h"

/* Enough for several zstd blocks, and not too compressible. */
#define TEXT_BYTES (400 * 1024)

static char *
make_text (void)
{
  char *text = g_malloc (TEXT_BYTES);
  guint32 state = 1;

  for (gsize i = 0; i < TEXT_BYTES; i++)
    {
      state = state * 1664525u + 1013904223u;
      text[i] = (char) ('a' + (state >> 28));
    }

  return text;
}

typedef struct
{
  guint64 n_bytes;
  gboolean is_equal; /* to the beginning of the text */
  gboolean has_damage;
  StrataDiagnosticKind damage_kind;
} Outcome;

static Outcome
drain (StrataSource *source,
       const char *text,
       GError **error)
{
  Outcome outcome = { 0, TRUE, FALSE, 0 };
  const guint8 *data;
  gsize n_bytes;

  while (strata_source_fill (source, 1, error))
    {
      data = strata_source_get_data (source, &n_bytes);
      g_assert_cmpuint (strata_source_get_offset (source), ==, outcome.n_bytes);
      if (n_bytes == 0)
        break;
      outcome.is_equal = outcome.is_equal && outcome.n_bytes + n_bytes <= TEXT_BYTES && memcmp (data, text + outcome.n_bytes, n_bytes) == 0;
      outcome.n_bytes += n_bytes;
      strata_source_skip (source, n_bytes);
    }

  outcome.has_damage = strata_source_get_damage (source) != NULL;
  outcome.damage_kind = outcome.has_damage ? strata_source_get_damage_kind (source) : 0;

  return outcome;
}

static Outcome
read_all (const GByteArray *input,
          gsize read_bytes,
          const char *text)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (input->data, (gssize) input->len, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, read_bytes, 0, NULL);
  g_autoptr (GError) error = NULL;
  Outcome outcome = drain (source, text, &error);

  g_assert_no_error (error);
  g_assert_true (strata_source_is_at_end (source));

  return outcome;
}

/* A recipe is one word per piece: how the next part of the text is wrapped, or what is between; "["
 * wraps everything after it once more. */
typedef struct
{
  const char *name;
  const char *recipe;
  gboolean has_damage;
  StrataDiagnosticKind damage_kind;
} Container;

static const Container containers[] = {
  { "plain", "plain", FALSE, 0 },
  { "gzip", "gzip", FALSE, 0 },
  { "gzip-members", "gzip gzip empty-gzip gzip", FALSE, 0 },
  { "gzip-zeros", "gzip zeros", FALSE, 0 },
  { "gzip-zeros-between", "gzip zeros gzip", FALSE, 0 },
  { "gzip-garbage", "gzip garbage", TRUE, STRATA_DIAGNOSTIC_TRAILING_BYTES },
  { "gzip-broken-member", "gzip magic", TRUE, STRATA_DIAGNOSTIC_TRAILING_BYTES },
  { "zlib", "zlib", FALSE, 0 },
  { "zlib-line-end", "zlib newline", FALSE, 0 },
  { "zlib-garbage", "zlib garbage", TRUE, STRATA_DIAGNOSTIC_TRAILING_BYTES },
  { "atrace-z", "TRACE zlib", FALSE, 0 },
  { "atrace-z-chatter", "chatter TRACE zlib", FALSE, 0 },
  { "zstd", "zstd", FALSE, 0 },
  { "zstd-frames", "zstd zstd empty-zstd zstd", FALSE, 0 },
  { "zstd-skippable", "skippable zstd skippable zstd skippable", FALSE, 0 },
  { "zstd-zeros", "zstd zeros", FALSE, 0 },
  { "zstd-garbage", "zstd garbage", TRUE, STRATA_DIAGNOSTIC_TRAILING_BYTES },
  { "zstd-in-gzip", "[gzip zstd zstd", FALSE, 0 },
  { "gzip-in-zstd-in-gzip", "[gzip [zstd gzip gzip", FALSE, 0 },
};

typedef void (*Append) (GByteArray *out, const void *data, gsize n_bytes);

static Append
find_append (const char *word)
{
  if (strcmp (word, "gzip") == 0 || strcmp (word, "empty-gzip") == 0)
    return fixture_append_gzip;
  if (strcmp (word, "zlib") == 0)
    return fixture_append_zlib;
  if (strcmp (word, "zstd") == 0 || strcmp (word, "empty-zstd") == 0)
    return fixture_append_zstd;

  return NULL;
}

static const struct
{
  const char *word;
  const char *bytes;
  gsize n_bytes;
} between[] = {
  { "zeros", "\0\0\0\0\0\0\0\0\0\0", 10 },
  { "newline", "\r\n", 2 },
  { "garbage", "garbage garbage garbage", 23 },
  { "magic", "\x1f\x8b\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 14 },
  { "TRACE", "TRACE:\n", 7 },
  { "chatter", "capturing trace... done. ", 25 },
};

static void
append_between (GByteArray *out,
                const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (between); i++)
    {
      if (strcmp (between[i].word, word) == 0)
        {
          g_byte_array_append (out, (const guint8 *) between[i].bytes, (guint) between[i].n_bytes);
          return;
        }
    }

  g_assert_not_reached ();
}

static guint
count_parts (char **words)
{
  guint n = 0;

  for (; *words != NULL; words++)
    n += find_append (*words) != NULL && !g_str_has_prefix (*words, "empty");

  return n;
}

/* The parts have different lengths; together they are the text. */
static void
append_part (GByteArray *out,
             Append append,
             const char *text,
             guint part,
             guint n_parts)
{
  const gsize begin = TEXT_BYTES * part * part / (n_parts * n_parts);
  const gsize end = TEXT_BYTES * (part + 1) * (part + 1) / (n_parts * n_parts);

  append (out, text + begin, end - begin);
}

static GByteArray *
cook (const char *recipe,
      const char *text)
{
  g_auto (GStrv) words = g_strsplit (recipe, " ", -1);
  const guint n_parts = count_parts (words);
  GByteArray *out = g_byte_array_new ();
  guint part = 0;
  guint n_wraps = 0;

  for (; words[n_wraps][0] == '['; n_wraps++)
    ;

  for (char **word = words + n_wraps; *word != NULL; word++)
    {
      const Append append = find_append (*word);

      if (strcmp (*word, "plain") == 0)
        g_byte_array_append (out, (const guint8 *) text, TEXT_BYTES);
      else if (strcmp (*word, "skippable") == 0)
        fixture_append_zstd_skippable (out, 100);
      else if (append == NULL)
        append_between (out, *word);
      else if (g_str_has_prefix (*word, "empty"))
        append (out, text, 0);
      else
        append_part (out, append, text, part++, n_parts);
    }

  while (n_wraps > 0)
    {
      g_autoptr (GByteArray) inner = g_steal_pointer (&out);

      out = g_byte_array_new ();
      find_append (words[--n_wraps] + 1) (out, inner->data, inner->len);
    }

  return out;
}

static void
test_container (gconstpointer data)
{
  const Container *container = data;
  const gsize read_bytes[] = { 0, 1, 7, 1000 };
  g_autofree char *text = make_text ();
  g_autoptr (GByteArray) input = cook (container->recipe, text);

  for (gsize i = 0; i < G_N_ELEMENTS (read_bytes); i++)
    {
      const Outcome outcome = read_all (input, read_bytes[i], text);

      g_assert_cmpuint (outcome.n_bytes, ==, TEXT_BYTES);
      g_assert_true (outcome.is_equal);
      g_assert_cmpint (outcome.has_damage, ==, container->has_damage);
      g_assert_cmpint (outcome.damage_kind, ==, container->damage_kind);
    }
}

typedef struct
{
  const char *name;
  const char *recipe;
} Compressed;

static const Compressed compressed[] = {
  { "gzip", "gzip" },
  { "zlib", "zlib" },
  { "zstd", "zstd" },
  { "zstd-in-gzip", "[gzip zstd" },
};

/* Data before the cut must be returned, except what the compression itself holds back. */
static void
test_cut (gconstpointer data)
{
  const Compressed *row = data;
  g_autofree char *text = make_text ();
  g_autoptr (GByteArray) input = cook (row->recipe, text);

  for (guint percent = 10; percent < 100; percent += 20)
    {
      g_autoptr (GByteArray) part = g_byte_array_new ();
      Outcome outcome;

      g_byte_array_append (part, input->data, input->len / 100 * percent);
      outcome = read_all (part, 0, text);
      g_assert_true (outcome.is_equal);
      g_assert_true (outcome.has_damage);
      g_assert_cmpint (outcome.damage_kind, ==, STRATA_DIAGNOSTIC_TRUNCATED);
      g_assert_cmpuint (outcome.n_bytes + 300 * 1024, >, TEXT_BYTES / 100 * percent);
      g_assert_cmpuint (outcome.n_bytes, <, TEXT_BYTES);
    }
}

static void
test_damaged (gconstpointer data)
{
  const Compressed *row = data;
  g_autofree char *text = make_text ();
  g_autoptr (GByteArray) input = cook (row->recipe, text);
  Outcome outcome;

  memset (input->data + input->len * 9 / 10, 0xff, 64);
  outcome = read_all (input, 0, text);
  g_assert_true (outcome.has_damage);
  g_assert_cmpint (outcome.damage_kind, ==, STRATA_DIAGNOSTIC_DAMAGED_DATA);
  g_assert_cmpuint (outcome.n_bytes, >, TEXT_BYTES / 10);
}

static void
test_limit (gconstpointer data)
{
  const Compressed *row = data;
  g_autofree char *text = make_text ();
  g_autoptr (GByteArray) input = cook (row->recipe, text);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (input->data, (gssize) input->len, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, 1024, TEXT_BYTES - 1, NULL);
  g_autoptr (GError) error = NULL;
  const Outcome outcome = drain (source, text, &error);

  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);
  g_assert_cmpuint (outcome.n_bytes, <, TEXT_BYTES);
}

/* A megabyte of zeros in gzip in gzip takes two hundred bytes. */
static void
test_bomb (void)
{
  g_autofree guint8 *zeros = g_malloc0 (1 << 20);
  g_autoptr (GByteArray) inner = g_byte_array_new ();
  g_autoptr (GByteArray) outer = g_byte_array_new ();
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (StrataSource) source = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 64; i++)
    fixture_append_gzip (inner, zeros, 1 << 20);
  fixture_append_gzip (outer, inner->data, inner->len);

  stream = g_memory_input_stream_new_from_data (outer->data, (gssize) outer->len, NULL);
  source = strata_source_new (stream, 0, 10 << 20, NULL);
  drain (source, (const char *) zeros, &error);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);
}

#define N_MEMBERS 5
#define N_LINES 4000

/* Lines of a member; the last line of a member is only half a line. */
static char *
make_lines (guint member)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  guint32 state = 1 + member;

  for (guint i = 0; i < N_LINES; i++)
    {
      state = state * 1664525u + 1013904223u;
      g_string_append_printf (lines, "member %u line %u %u\n", member, i, state >> 8);
    }
  g_string_append_printf (lines, "member %u half", member);

  return g_string_free (g_steal_pointer (&lines), FALSE);
}

static GString *
read_recovering (const GByteArray *input,
                 gsize read_bytes,
                 guint64 *n_damages)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (input->data, (gssize) input->len, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, read_bytes, 0, NULL);
  g_autoptr (GError) error = NULL;
  GString *out = g_string_new (NULL);
  gsize n_bytes;

  strata_source_open (source, &error);
  strata_source_recover (source);
  while (strata_source_fill (source, 1, &error) && (strata_source_get_data (source, &n_bytes), n_bytes) > 0)
    {
      g_string_append_len (out, (const char *) strata_source_get_data (source, &n_bytes), (gssize) n_bytes);
      strata_source_skip (source, n_bytes);
    }
  g_assert_no_error (error);
  *n_damages = strata_source_get_n_damages (source);
  if (*n_damages > 0)
    g_assert_nonnull (strstr (strata_source_get_damage (source)->message, "compressed bytes were skipped"));

  return out;
}

/* With damage in the third of five, the first two and the last two are complete, except the line that begins in the gap. */
static void
assert_recovers (Append append,
                 gsize damage_at,
                 gsize n_damaged_bytes)
{
  const gsize read_bytes[] = { 0, 1, 7, 4096 };
  g_autoptr (GByteArray) input = g_byte_array_new ();
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new ("\n");

  for (guint i = 0; i < N_MEMBERS; i++)
    {
      g_autofree char *lines = make_lines (i);
      const guint begin = input->len;

      append (input, lines, strlen (lines));
      if (i < 2)
        g_string_append (before, lines);
      else if (i == 2)
        memset (input->data + begin + MIN (damage_at, input->len - begin - n_damaged_bytes), 0xff, n_damaged_bytes);
      else
        g_string_append (after, i == 3 ? strchr (lines, '\n') + 1 : lines);
    }

  for (guint i = 0; i < G_N_ELEMENTS (read_bytes); i++)
    {
      guint64 n_damages;
      g_autoptr (GString) out = read_recovering (input, read_bytes[i], &n_damages);

      g_assert_cmpuint (n_damages, ==, 1);
      g_assert_true (g_str_has_prefix (out->str, before->str));
      g_assert_true (g_str_has_suffix (out->str, after->str));
    }
}

static void
test_recover (void)
{
  const gsize places[] = { 20, 1000, G_MAXSIZE };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    assert_recovers (fixture_append_gzip, places[i], 8);
  assert_recovers (fixture_append_gzip, 100, 3000);

  /* the header of a block: without a checksum, other damage goes unnoticed */
  assert_recovers (fixture_append_zstd, 6, 8);
}

/* The magic alone does not begin a member; the bytes after damage may not be text at all. */
static void
test_recover_nothing (void)
{
  static const char noise[] = "\x1f\x8b\x08\x00 xx \x1f\x8b\x08 \x28\xb5\x2f\xfd\xff\xff";
  g_autofree char *lines = make_lines (0);
  g_autoptr (GByteArray) input = g_byte_array_new ();
  guint8 binary[5000];

  for (guint i = 0; i < sizeof binary; i++)
    binary[i] = (guint8) (i % 7);

  fixture_append_gzip (input, lines, strlen (lines));
  g_byte_array_append (input, (const guint8 *) noise, sizeof noise);
  fixture_append_gzip (input, binary, sizeof binary);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (input->data, (gssize) input->len, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, 0, 0, NULL);
  g_autoptr (GError) error = NULL;

  strata_source_open (source, &error);
  strata_source_recover (source);
  g_assert_true (strata_source_fill (source, G_MAXSIZE / 4, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (strata_source_get_n_damages (source), ==, 1);
  g_assert_cmpint (strata_source_get_damage_kind (source), ==, STRATA_DIAGNOSTIC_TRAILING_BYTES);
  g_assert_cmpuint (strata_source_get_damage_offset (source), ==, strlen (lines));
}

/* A damaged last member is not just a few bytes behind the data. */
static void
test_recover_lost_end (void)
{
  g_autofree char *lines = make_lines (0);
  g_autoptr (GByteArray) input = g_byte_array_new ();
  guint8 lost[5000];

  for (guint i = 0; i < sizeof lost; i++)
    lost[i] = (guint8) (i % 7 + 1);

  fixture_append_gzip (input, lines, strlen (lines));
  g_byte_array_append (input, lost, sizeof lost);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (input->data, (gssize) input->len, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, 0, 0, NULL);
  g_autoptr (GError) error = NULL;

  strata_source_open (source, &error);
  strata_source_recover (source);
  g_assert_true (strata_source_fill (source, G_MAXSIZE / 4, &error));
  g_assert_no_error (error);
  g_assert_cmpint (strata_source_get_damage_kind (source), ==, STRATA_DIAGNOSTIC_DAMAGED_DATA);
  g_assert_nonnull (strstr (strata_source_get_damage (source)->message, "5000 compressed bytes"));
}

#define BYTES(text) text, sizeof (text) - 1

/* Text of Windows and old Macs, and bytes that only look like it. */
static const struct
{
  const char *bytes;
  gsize n_bytes;
  const char *expected; /* NULL: the bytes themselves */
  gboolean has_damage;
} encoded[] = {
  { BYTES ("\xff\xfe#\0 \0t\0\r\0\n\0x\0\n\0"), "# t\r\nx\n", FALSE },
  { BYTES ("\xfe\xff\0#\0 \0t\0\r\0\n\0x\0\n"), "# t\r\nx\n", FALSE },
  { BYTES ("\xff\xfe"
           "a\0b\0c\0d\0e\0f\0g\0h\0i\0\xe4\0\x3d\xd8\x00\xde\n\0"),
    "abcdefghi\xc3\xa4\xf0\x9f\x98\x80\n", FALSE },
  { BYTES ("\xff\xfe"
           "a\0b\0c\0d\0e\0f\0\x3d\xd8z\0\x00\xde\n\0"),
    "abcdef\xef\xbf\xbdz\xef\xbf\xbd\n", FALSE },
  { BYTES ("\xff\xfe"
           "a\0b\0c\0d"),
    "abc", TRUE },
  { BYTES ("\xff\xfe\0\0a\0\0\0"), NULL, FALSE }, /* UTF-32 */
  { BYTES ("\xff\xfe\x12\x34\x56\x78\x9a\xbc\xde\xf0"), NULL, FALSE },
  { BYTES ("\xef\xbb\xbf"
           "a\n\xef\xbb\xbf"),
    "a\n\xef\xbb\xbf", FALSE },
  { BYTES ("\xef\xbb\xbf"), "", FALSE },
  { BYTES ("\xef\xbb"), NULL, FALSE },
  { BYTES ("a\rb\rc"), "a\nb\nc", FALSE },
  { BYTES ("\r\ra\r"), "\n\na\n", FALSE },
  { BYTES ("a\rb\r\n"), NULL, FALSE },
  { BYTES ("a\r"), NULL, FALSE },
  { BYTES ("a\rb\r\x01"), NULL, FALSE },
};

static void
test_texts (void)
{
  const gsize read_bytes[] = { 0, 1, 7, 4096 };

  for (gsize i = 0; i < G_N_ELEMENTS (encoded) * G_N_ELEMENTS (read_bytes); i++)
    {
      const char *bytes = encoded[i / G_N_ELEMENTS (read_bytes)].bytes;
      const gsize n_bytes = encoded[i / G_N_ELEMENTS (read_bytes)].n_bytes;
      const char *expected = encoded[i / G_N_ELEMENTS (read_bytes)].expected;
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
      g_autoptr (StrataSource) source = strata_source_new (stream, read_bytes[i % G_N_ELEMENTS (read_bytes)], 0, NULL);
      g_autoptr (GError) error = NULL;
      gsize n_found;

      g_assert_true (strata_source_fill (source, 1000, &error));
      g_assert_no_error (error);

      const guint8 *data = strata_source_get_data (source, &n_found);

      g_assert_cmpmem (data, n_found, expected != NULL ? expected : bytes, expected != NULL ? strlen (expected) : n_bytes);
      g_assert_true ((strata_source_get_damage (source) != NULL) == encoded[i / G_N_ELEMENTS (read_bytes)].has_damage);
    }
}

/* Text that begins like zlib is text. */
static void
test_no_zlib (void)
{
  static const char *const texts[] = { "x^2 and so on, for a while", "x\x01", "TRACE:\nx^2 and so on", "TRACE:", "x" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (texts[i], -1, NULL);
      g_autoptr (StrataSource) source = strata_source_new (stream, 0, 0, NULL);
      g_autoptr (GError) error = NULL;
      gsize n_bytes;

      g_assert_true (strata_source_fill (source, 1, &error));
      g_assert_no_error (error);
      g_assert_cmpmem (strata_source_get_data (source, &n_bytes), n_bytes, texts[i], strlen (texts[i]));
    }
}

/* The window keeps everything that was not skipped, however often it is refilled. */
static void
test_window (void)
{
  g_autofree char *text = make_text ();
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, TEXT_BYTES, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, 7, 0, NULL);
  g_autoptr (GError) error = NULL;
  gsize n_bytes;

  for (gsize wanted = 1; wanted < 3000; wanted += 13)
    {
      g_assert_true (strata_source_fill (source, wanted, &error));
      g_assert_no_error (error);
      g_assert_nonnull (strata_source_get_data (source, &n_bytes));
      g_assert_cmpuint (n_bytes, >=, wanted);
      g_assert_cmpmem (strata_source_get_data (source, &n_bytes), n_bytes, text + strata_source_get_offset (source), n_bytes);
      strata_source_skip (source, wanted / 2);
    }

  g_assert_true (strata_source_fill (source, G_MAXSIZE, &error));
  g_assert_true (strata_source_is_at_end (source));
  strata_source_get_data (source, &n_bytes);
  g_assert_cmpuint (strata_source_get_offset (source) + n_bytes, ==, TEXT_BYTES);
}

static void
test_empty (void)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new ();
  g_autoptr (StrataSource) source = strata_source_new (stream, 0, 0, NULL);
  g_autoptr (GError) error = NULL;
  gsize n_bytes;

  g_assert_true (strata_source_fill (source, 100, &error));
  g_assert_no_error (error);
  strata_source_get_data (source, &n_bytes);
  g_assert_cmpuint (n_bytes, ==, 0);
  g_assert_true (strata_source_is_at_end (source));
  g_assert_null (strata_source_get_damage (source));
}

static void
test_cancel (void)
{
  g_autofree char *text = make_text ();
  g_autoptr (GByteArray) input = cook ("zstd", text);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (input->data, (gssize) input->len, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (StrataSource) source = strata_source_new (stream, 1024, 0, cancellable);
  g_autoptr (GError) error = NULL;
  gsize n_bytes;

  g_assert_true (strata_source_fill (source, 1, &error));
  strata_source_get_data (source, &n_bytes);
  g_cancellable_cancel (cancellable);
  g_assert_true (strata_source_fill (source, n_bytes, &error));
  g_assert_false (strata_source_fill (source, n_bytes + 1, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Progress counts bytes of the file on disk. */
static void
test_progress (void)
{
  g_autofree char *text = make_text ();
  g_autoptr (GByteArray) input = cook ("zstd", text);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (input->data, (gssize) input->len, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, 1000, 0, NULL);
  StrataProgress progress = { 0 };
  g_autoptr (GError) error = NULL;

  strata_source_set_progress (source, &progress);
  drain (source, text, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (strata_progress_get_done_bytes (&progress), ==, input->len);
}

static void
add_rows (const char *group,
          GTestDataFunc function)
{
  for (gsize i = 0; i < G_N_ELEMENTS (compressed); i++)
    {
      g_autofree char *path = g_strdup_printf ("/source/%s/%s", group, compressed[i].name);

      g_test_add_data_func (path, &compressed[i], function);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (containers); i++)
    {
      g_autofree char *path = g_strdup_printf ("/source/container/%s", containers[i].name);

      g_test_add_data_func (path, &containers[i], test_container);
    }

  add_rows ("cut", test_cut);
  add_rows ("damaged", test_damaged);
  add_rows ("limit", test_limit);
  g_test_add_func ("/source/texts", test_texts);
  g_test_add_func ("/source/recover", test_recover);
  g_test_add_func ("/source/recover-nothing", test_recover_nothing);
  g_test_add_func ("/source/recover-lost-end", test_recover_lost_end);
  g_test_add_func ("/source/bomb", test_bomb);
  g_test_add_func ("/source/no-zlib", test_no_zlib);
  g_test_add_func ("/source/window", test_window);
  g_test_add_func ("/source/empty", test_empty);
  g_test_add_func ("/source/cancel", test_cancel);
  g_test_add_func ("/source/progress", test_progress);

  return g_test_run ();
}
