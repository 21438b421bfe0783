/* strata-refusal.c - known formats that are not read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-refusal.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* A user who picks the wrong file should learn what it is and how to get the right one. Each
 * sentence is appended to "FILE: ". */
typedef struct
{
  const char *magic;
  gsize n_bytes;
  const char *text;
} Refusal;

#define MAGIC(bytes) bytes, sizeof (bytes) - 1

static const Refusal refusals[] = {
  { MAGIC ("file_header:\n"), N_ ("these are raw kernel events in an older form with sections such as “file_header:”, which is not supported; record text, a .sys or a .htrace file with “hitrace” and open that") },
  { MAGIC ("\x49\xdf\x02"), N_ ("this is raw HiTrace of file type 2, whose layout is not known; record text or a .htrace file with “hitrace” and open that") },
  { MAGIC ("version https://git-lfs.github.com/spec/"), N_ ("this is a Git LFS pointer and not the file itself; fetch the file with “git lfs pull”") },
  { MAGIC ("[Strata Comparison]"), N_ ("this is a saved comparison of two captures; open it with “strata FILE”, or compare the captures with “strata-cli diff A B”") },
  { MAGIC ("v8-version,"), N_ ("this is a log of “node --prof”, which only “node --prof-process” can read; record with “node --cpu-prof”") },
  { MAGIC ("FLR\0"), N_ ("this is a recording of Java Flight Recorder, which is not supported; record with atrace or hitrace and open the text") },
  { MAGIC ("\x89PNG\r\n\x1a\n"), N_ ("this is a PNG picture and not a trace; open the trace file itself") },
  { MAGIC ("\xff\xd8\xff"), N_ ("this is a JPEG picture and not a trace; open the trace file itself") },
  { MAGIC ("GIF8"), N_ ("this is a GIF picture and not a trace; open the trace file itself") },
  { MAGIC ("RIFF"), N_ ("this is a WebP picture, a film or a sound and not a trace; open the trace file itself") },
  { MAGIC ("%PDF-"), N_ ("this is a PDF document and not a trace; open the trace file itself") },
  { MAGIC ("\x1f\x8b"), N_ ("this is compressed more than three times over; decompress it first") },
  { MAGIC ("\x28\xb5\x2f\xfd"), N_ ("this is compressed more than three times over; decompress it first") },
  { MAGIC ("\xfd"
           "7zXZ"),
    N_ ("this is compressed with xz, which is not supported; decompress it with “xz -d” first") },
  { MAGIC ("BZh"), N_ ("this is compressed with bzip2, which is not supported; decompress it with “bzip2 -d” first") },
  { MAGIC ("\x04\x22\x4d\x18"), N_ ("this is compressed with LZ4, which is not supported; decompress it with “lz4 -d” first") },
  { MAGIC ("Rar!\x1a\x07"), N_ ("this is a RAR archive; unpack it and open the trace inside") },
  { MAGIC ("7z\xbc\xaf\x27\x1c"), N_ ("this is a 7-Zip archive; unpack it and open the trace inside") },
  { MAGIC ("SQLite format 3"), N_ ("this is an SQLite database and not a trace; open the text that it was made from") },
  { MAGIC ("\x7f"
           "ELF"),
    N_ ("this is a program or a library and not a trace") },
  { MAGIC ("/proc/"), N_ ("this is a list of processes without a trace; put it before the trace in one file and open that") },
  { MAGIC ("PROCESS DUMP"), N_ ("this is a list of processes without a trace; put it before the trace in one file and open that") },
  { MAGIC ("JAVA PROFILE "), N_ ("this is a heap dump (hprof) and not a trace; record a method trace instead") },
};

static gsize
skip_blanks (const guint8 *data,
             gsize n_bytes)
{
  gsize at = n_bytes >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  while (at < n_bytes && g_ascii_isspace ((char) data[at]))
    at++;

  return at;
}

/* An object or an array whose content can only be JSON. */
static gboolean
is_json (const guint8 *data,
         gsize n_bytes)
{
  gsize at;

  if (n_bytes < 2 || (data[0] != '{' && data[0] != '['))
    return FALSE;

  at = 1 + skip_blanks (data + 1, n_bytes - 1);

  return at < n_bytes && strchr ("\"{}[]", data[at]) != NULL && data[at] != 0;
}

/* Both formats have their key near the start; HTTP archives in an object "log". */
static gboolean
has_key (const guint8 *data,
         gsize n_bytes,
         const char *key)
{
  return n_bytes > 0 && g_strstr_len ((const char *) data, (gssize) MIN (n_bytes, 4096), key) != NULL;
}

static const char *
refuse_json (const guint8 *data,
             gsize n_bytes)
{
  if (has_key (data, n_bytes, "\"log\"") && has_key (data, n_bytes, "\"version\""))
    return _ ("this is an HTTP archive (HAR) and not a trace");
  if (has_key (data, n_bytes, "\"snapshot\"") && has_key (data, n_bytes, "\"node_fields\""))
    return _ ("this is a heap snapshot and not a trace; record a CPU profile instead");

  return _ ("this is a JSON file, which is not supported; export the trace as ftrace text, for instance with “traceconv systrace”");
}

/* logcat without times: "D/Tag( 1234): x", "D( 1234) x", "D( 1234: 1250) x", "D/Tag: x", or any text after a "beginning of" line. */
static gboolean
is_log_without_times (const guint8 *data,
                      gsize n_bytes)
{
  static const char beginning[] = "--------- beginning of ";
  const guint8 *newline = memchr (data, '\n', n_bytes);
  const gsize n_line = newline != NULL ? (gsize) (newline - data) : n_bytes;

  if (n_bytes > strlen (beginning) && memcmp (data, beginning, strlen (beginning)) == 0)
    return TRUE;

  return n_line > 3 && memchr ("VDIWEF", data[0], 6) != NULL && (data[1] == '/' || (data[1] == '(' && (data[2] == ' ' || g_ascii_isdigit ((char) data[2])))) &&
         (memchr (data, ')', n_line) != NULL || g_strstr_len ((const char *) data, (gssize) n_line, ": ") != NULL);
}

/* Lines of device logs begin with the date and time, "08-05 17:00:05.123", with or without the
 * year in front. */
static gboolean
is_log (const guint8 *data,
        gsize n_bytes)
{
  static const char shape[] = "00-00 00:00:00.000";
  const gsize n_year_bytes = n_bytes > 5 && g_ascii_isdigit ((char) data[2]) && data[4] == '-' ? 5 : 0;

  if (n_bytes < n_year_bytes + strlen (shape))
    return FALSE;

  for (gsize i = 0; i < strlen (shape); i++)
    {
      const char c = (char) data[n_year_bytes + i];

      if (shape[i] == '0' ? !g_ascii_isdigit (c) : c != shape[i])
        return FALSE;
    }

  return TRUE;
}

/**
 * strata_refusal_find:
 * @data: the first bytes of an input, after decompression
 * @n_bytes: how many there are
 *
 * Recognises formats that are not read.
 *
 * Returns: (nullable) (transfer none): a translated sentence that says what this is and what to do instead; or %NULL
 *   if it is not known
 */
const char *
strata_refusal_find (const guint8 *data,
                     gsize n_bytes)
{
  const gsize at = skip_blanks (data, n_bytes);

  if (at == n_bytes)
    return NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      if (n_bytes >= refusals[i].n_bytes && memcmp (data, refusals[i].magic, refusals[i].n_bytes) == 0)
        return _ (refusals[i].text);
    }

  if (is_json (data + at, n_bytes - at))
    return refuse_json (data + at, n_bytes - at);
  if (is_log_without_times (data + at, n_bytes - at))
    return _ ("this log has no times; save it with “logcat -v threadtime”");
  if (is_log (data + at, n_bytes - at))
    return _ ("this is a log and not a trace; record with “hitrace” or “atrace”");

  return NULL;
}
