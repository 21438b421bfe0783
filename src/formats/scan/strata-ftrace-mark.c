/* strata-ftrace-mark.c - parses the payload of a user-space marker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-mark.h"

#include <string.h>

#include "strata-mark-number.h"
#include "strata-real.h"

/* Android:  B|pid|name   E|pid   S|pid|name|cookie   F|pid|name|cookie
 *           C|pid|name|value[|category]   I|pid|name   N|pid|track|name
 *           G|pid|track|name|cookie   H|pid|track|[name|]cookie
 * HiTrace:  B|pid|H:[chain]#name|M62|args   E|pid|M62
 *           S|pid|H:[chain]#name|task|M62|category|args   F|pid|H:[chain]#name|task|M62
 *           C|pid|H:[chain]#name|value|M62
 * before API version 19:
 *           B|pid|H:[chain]#name    E|pid|    and "H:[chain]#name number" for S, F and C
 *
 * Names may contain bars, so fields are recognized by their form, from the right: the level
 * and tag set ("M62"), and the number before it. Each marker is parsed independently,
 * because a capture can contain several forms. */

/* HiTrace cuts payloads at 512 bytes and Android at 1024, counted with or without the NUL and
 * the line end. A longer payload has another writer and is complete. An incomplete field at
 * the end of a shorter one shows that a kernel cut it. If it may also be the end of a name,
 * the caller decides, because it knows the other markers of the process. */
#define HITRACE_CAP_BYTES 512
#define ANDROID_CAP_BYTES 1024
#define LEAST_CUT_BYTES 200

static inline const char *
text_end (StrataText text)
{
  return text.text + text.n_bytes;
}

static inline const char *
find_bar (StrataText text)
{
  return memchr (text.text, '|', text.n_bytes);
}

static inline const char *
find_last_bar (StrataText text)
{
  return memrchr (text.text, '|', text.n_bytes);
}

/* Removes the first field from @rest, up to a bar or to the end. */
static StrataText
take_field (StrataText *rest)
{
  const char *bar = find_bar (*rest);
  StrataText field = *rest;

  if (bar == NULL)
    {
      *rest = strata_text (text_end (*rest), text_end (*rest));
      return field;
    }

  *rest = strata_text (bar + 1, text_end (*rest));
  return strata_text (field.text, bar);
}

/* Reads a level and tag set, such as "M62" or "I3062": its letter, and a bit for each tag. Returns whether the field is one. */
static gboolean
parse_level (StrataText field,
             char *level,
             guint64 *tags)
{
  const char *p = field.text;
  guint64 bits = 0;

  if (field.n_bytes < 3 || field.n_bytes % 2 == 0 || (*p != 'M' && *p != 'I' && *p != 'D' && *p != 'C'))
    return FALSE;

  for (p++; p < field.text + field.n_bytes; p += 2)
    {
      if (!g_ascii_isdigit (p[0]) || !g_ascii_isdigit (p[1]))
        return FALSE;

      guint tag = (guint) (p[0] - '0') * 10 + (guint) (p[1] - '0');

      if (tag > 63)
        return FALSE;

      bits |= G_GUINT64_CONSTANT (1) << tag;
    }

  *level = field.text[0];
  *tags = bits;
  return TRUE;
}

/* Whether a field is an incomplete level and tag set: empty, "M", "M6". */
static gboolean
is_half_level (StrataText field)
{
  return field.n_bytes == 0 || (field.n_bytes <= 2 && strchr ("DICM", field.text[0]) != NULL && (field.n_bytes == 1 || g_ascii_isdigit (field.text[1])));
}

static const char *
skip_hex (const char *p,
          const char *end)
{
  while (p < end && g_ascii_isxdigit (*p))
    p++;

  return p;
}

/* Finds the end of "[chain,span,parent]#", three hexadecimal numbers, after "H:". Returns the closing bracket, or NULL. */
static const char *
find_chain_end (StrataText name)
{
  const char *p = name.text;
  const char *end = name.text + name.n_bytes;

  if (name.n_bytes < 8 || *p != '[')
    return NULL;

  for (guint i = 0; i < 3; i++)
    {
      const char *begin = p + 1;

      p = skip_hex (begin, end);

      if (p == begin || p == end || *p != (i < 2 ? ',' : ']'))
        return NULL;
    }

  return p + 1 < end && p[1] == '#' ? p : NULL;
}

/* Removes "[chain,span,parent]#" from the name, and the letter of the distributed form
 * "[…]#C##name" or "[…]#S##name", which means client or server and may be missing. */
static void
strip_chain (StrataFtraceMark *mark)
{
  const char *chain_end = find_chain_end (mark->name);

  if (chain_end == NULL)
    return;

  const char *begin = chain_end + 2;
  const char *end = text_end (mark->name);

  mark->chain = strata_text (mark->name.text + 1, chain_end);

  if (end - begin >= 3 && (begin[0] == 'C' || begin[0] == 'S') && begin[1] == '#' && begin[2] == '#')
    {
      mark->side = begin[0];
      begin += 3;
    }
  else if (end - begin >= 2 && begin[0] == '#' && begin[1] == '#')
    begin += 2;

  mark->name = strata_text (begin, end);
}

static void
strip_prefix (StrataFtraceMark *mark)
{
  mark->name = strata_text (mark->name.text + 2, text_end (mark->name));
  mark->flags |= STRATA_FTRACE_MARK_HITRACE;
  strip_chain (mark);
}

static gboolean
has_prefix (StrataText name)
{
  return name.n_bytes >= 2 && name.text[0] == 'H' && name.text[1] == ':';
}

/* Markers of a kind that HiTrace does not write are written by hand: the prefix may precede
 * the name, the track, or both. */
static void
strip_prefixes (StrataFtraceMark *mark)
{
  if (has_prefix (mark->track))
    mark->track = strata_text (mark->track.text + 2, text_end (mark->track));
  if (has_prefix (mark->name))
    strip_prefix (mark);
}

/**
 * strata_ftrace_mark_resolve:
 * @mark: a marker with %STRATA_FTRACE_MARK_MAYBE_HITRACE
 *
 * Parses name and track as HiTrace: removes "H:", the chain and, in the form before
 * API version 19, the single space that its writer adds to the name of a B.
 */
void
strata_ftrace_mark_resolve (StrataFtraceMark *mark)
{
  if (mark->phase == 'B' && mark->name.n_bytes > 2 && text_end (mark->name)[-1] == ' ')
    mark->name.n_bytes--;

  mark->flags &= ~(guint32) STRATA_FTRACE_MARK_MAYBE_HITRACE;
  strip_prefixes (mark);
}

/* Finds the level and tag set, searching from the right; it is never the first field.
 * With @needs_number, the field before it must be a number. */
static gboolean
find_level (StrataText fields,
            gboolean needs_number,
            StrataFtraceMark *mark,
            StrataText *before,
            StrataText *after)
{
  const char *field_end = text_end (fields);
  const char *bar = find_last_bar (fields);

  for (; bar != NULL; bar = memrchr (fields.text, '|', (gsize) (bar - fields.text)))
    {
      *before = strata_text (fields.text, bar);
      *after = strata_text (field_end == text_end (fields) ? field_end : field_end + 1, text_end (fields));

      if (parse_level (strata_text (bar + 1, field_end), &mark->level, &mark->tags))
        {
          const char *number_bar = needs_number ? find_last_bar (*before) : NULL;
          gint64 ignored;

          if (!needs_number || (number_bar != NULL && strata_mark_parse_number (strata_text (number_bar + 1, bar), &ignored)))
            return TRUE;
        }

      field_end = bar;
    }

  mark->level = 0;
  mark->tags = 0;
  return FALSE;
}

/* Whether a payload is as long as its limit. */
static inline gboolean
is_capped (gsize n_bytes,
           gsize cap_bytes)
{
  return n_bytes <= cap_bytes && n_bytes + 2 >= cap_bytes;
}

/* Postpones the meaning of "H:" until the whole file is known, unless a chain after it decides. */
static void
doubt_prefix (StrataFtraceMark *mark)
{
  const StrataText rest = strata_text (mark->name.text + 2, text_end (mark->name));

  mark->flags |= STRATA_FTRACE_MARK_MAYBE_HITRACE;
  if (find_chain_end (rest) != NULL)
    strata_ftrace_mark_resolve (mark);
}

/* Drops an incomplete level at the end of a long payload. */
static StrataText
drop_half_level (StrataText fields,
                 gsize n_payload_bytes,
                 StrataFtraceMark *mark)
{
  const char *bar = find_last_bar (fields);

  if (bar == NULL || !is_half_level (strata_text (bar + 1, text_end (fields))))
    return fields;

  if (n_payload_bytes < LEAST_CUT_BYTES)
    {
      mark->flags |= STRATA_FTRACE_MARK_HALF_LEVEL;
      return fields;
    }

  mark->flags |= STRATA_FTRACE_MARK_CUT;
  return strata_text (fields.text, bar);
}

static gboolean
parse_begin (StrataText fields,
             gsize n_payload_bytes,
             StrataFtraceMark *mark)
{
  StrataText after;

  mark->name = fields;

  if (!has_prefix (fields))
    return TRUE;

  const gboolean is_at_cap = is_capped (n_payload_bytes, HITRACE_CAP_BYTES);

  if (find_level (fields, FALSE, mark, &mark->name, &after))
    {
      if (is_at_cap && after.n_bytes > 0)
        mark->flags |= STRATA_FTRACE_MARK_CUT;

      mark->args = take_field (&after);
      mark->extra = after;
      strip_prefix (mark);
      return TRUE;
    }

  mark->name = drop_half_level (fields, n_payload_bytes, mark);

  /* The writer of the form before API version 19 ends names with a space. */
  if (is_at_cap && text_end (fields)[-1] != ' ')
    mark->flags |= STRATA_FTRACE_MARK_CUT;

  if ((mark->flags & STRATA_FTRACE_MARK_CUT) == 0)
    mark->flags |= STRATA_FTRACE_MARK_OLD;

  doubt_prefix (mark);
  return TRUE;
}

/* Splits "name|number" and reads the number as a cookie or a value. */
static gboolean
split_number (StrataText fields,
              StrataFtraceMark *mark)
{
  const char *bar = find_last_bar (fields);

  if (bar == NULL || !strata_mark_parse_number (strata_text (bar + 1, text_end (fields)), &mark->value))
    return FALSE;

  mark->name = strata_text (fields.text, bar);
  return TRUE;
}

static void
take_hitrace_rest (StrataText after,
                   StrataFtraceMark *mark)
{
  if (mark->phase == 'S')
    {
      mark->category = take_field (&after);
      mark->args = take_field (&after);
    }

  mark->extra = after;
}

/* Reads a value. If it exceeds 64 bits, it becomes the nearest value that fits. */
static gboolean
parse_value (StrataText field,
             StrataFtraceMark *mark)
{
  gboolean is_limit;

  if (!strata_mark_parse_value (field, &mark->value, &is_limit))
    return FALSE;

  if (is_limit)
    mark->flags |= STRATA_FTRACE_MARK_LIMIT;

  return TRUE;
}

static gboolean
parse_real (StrataText field,
            StrataFtraceMark *mark)
{
  double value;

  if (!strata_mark_parse_real (field, &value))
    return FALSE;

  mark->value = strata_real_to_bits (value);
  mark->flags |= STRATA_FTRACE_MARK_REAL;
  return TRUE;
}

/* The value is the first number in a field after the name: the name may contain bars, and a
 * category may follow. */
static gboolean
find_value (StrataText fields,
            gboolean (*parse) (StrataText, StrataFtraceMark *),
            StrataFtraceMark *mark)
{
  StrataText rest = fields;

  take_field (&rest);

  while (rest.n_bytes > 0)
    {
      const char *begin = rest.text;

      if (parse (take_field (&rest), mark))
        {
          mark->name = strata_text (fields.text, begin - 1);
          mark->category = rest;
          return TRUE;
        }
    }

  return FALSE;
}

/* Integers come first, because nearly all values are integers, and a version in a name must not become the value. */
static gboolean
parse_counter (StrataText fields,
               StrataFtraceMark *mark)
{
  if (find_value (fields, parse_value, mark) || find_value (fields, parse_real, mark))
    return TRUE;

  mark->name = fields;
  return FALSE;
}

/* "name|number|M6": only a writer of levels can have put the number there, however short the
 * payload is. At the limit, the level may be missing completely. */
static gboolean
split_cut_number (StrataText fields,
                  gsize n_payload_bytes,
                  StrataFtraceMark *mark)
{
  const char *bar = find_last_bar (fields);

  if (bar != NULL && is_half_level (strata_text (bar + 1, text_end (fields))) && split_number (strata_text (fields.text, bar), mark))
    {
      mark->flags |= STRATA_FTRACE_MARK_CUT;
      return TRUE;
    }

  if (!is_capped (n_payload_bytes, HITRACE_CAP_BYTES) || !split_number (fields, mark))
    return FALSE;

  mark->flags |= STRATA_FTRACE_MARK_CUT;

  /* The end of the number itself may be missing, unless it is 0: it still identifies an F, but is not a value. */
  if (mark->phase == 'C')
    mark->flags |= STRATA_FTRACE_MARK_NO_VALUE;
  else if (mark->value != 0)
    mark->flags |= STRATA_FTRACE_MARK_HALF_VALUE;

  return TRUE;
}

/* Parses S, F and C with "H:". */
static gboolean
parse_hitrace_number (StrataText fields,
                      gsize n_payload_bytes,
                      StrataFtraceMark *mark)
{
  StrataText before;
  StrataText after;

  if (find_level (fields, TRUE, mark, &before, &after))
    {
      if (is_capped (n_payload_bytes, HITRACE_CAP_BYTES) && after.n_bytes > 0)
        mark->flags |= STRATA_FTRACE_MARK_CUT;

      split_number (before, mark);
      take_hitrace_rest (after, mark);
      strip_prefix (mark);
      return TRUE;
    }

  if (split_cut_number (fields, n_payload_bytes, mark) || split_number (fields, mark))
    {
      doubt_prefix (mark);
      return TRUE;
    }

  /* The limit has cut off even the number. */
  if (is_capped (n_payload_bytes, HITRACE_CAP_BYTES))
    {
      mark->name = fields;
      mark->flags |= STRATA_FTRACE_MARK_CUT | STRATA_FTRACE_MARK_NO_VALUE;
      doubt_prefix (mark);
      return TRUE;
    }

  if (strata_mark_split_old_number (fields, &mark->name, &mark->extra, &mark->value))
    {
      mark->flags |= STRATA_FTRACE_MARK_OLD;
      strip_prefix (mark);
      return TRUE;
    }

  mark->name = fields;
  mark->flags |= STRATA_FTRACE_MARK_MAYBE_HITRACE;
  return mark->phase == 'C' && parse_counter (fields, mark);
}

/* Whether a number is written as it would be printed: "007" and "-0" are not, and are other cookies than 7 and 0. */
static gboolean
is_as_printed (StrataText number)
{
  const StrataText trimmed = strata_mark_trim_spaces (number);
  const gsize sign = trimmed.n_bytes > 0 && *trimmed.text == '-';

  return trimmed.n_bytes > sign && (trimmed.text[sign] != '0' || (trimmed.n_bytes == 1 && sign == 0));
}

/* Keeps the text of a cookie that is not a number. */
static void
take_cookie (StrataText field,
             StrataFtraceMark *mark)
{
  if (!is_as_printed (field) || !strata_mark_parse_number (field, &mark->value))
    {
      mark->value = strata_mark_make_cookie (field);
      mark->cookie = field;
      mark->flags |= STRATA_FTRACE_MARK_TEXT_COOKIE;
      if (field.n_bytes == 0)
        mark->flags |= STRATA_FTRACE_MARK_EMPTY_COOKIE;
    }
}

/* Chrome writes "name|cookie|arguments|category": if the last field is not a number, the last number
 * before it is the cookie. The first field is the name. */
static const char *
find_cookie_bar (StrataText fields)
{
  const char *const last = find_last_bar (fields);
  const char *end = text_end (fields);
  gint64 ignored;
  gboolean is_limit;

  for (const char *bar = last; bar != NULL && bar > fields.text; bar = memrchr (fields.text, '|', (gsize) (bar - fields.text)))
    {
      if (strata_mark_parse_value (strata_text (bar + 1, end), &ignored, &is_limit))
        return bar;

      end = bar;
    }

  return last;
}

static gboolean
parse_async (StrataText fields,
             StrataFtraceMark *mark)
{
  const char *bar = find_cookie_bar (fields);

  mark->name = fields;

  if (bar == NULL)
    return FALSE;

  StrataText rest = strata_text (bar + 1, text_end (fields));
  const gboolean has_more = find_last_bar (fields) != bar;

  take_cookie (has_more ? take_field (&rest) : rest, mark);
  mark->name = strata_text (fields.text, bar);
  if (has_more)
    {
      mark->args = take_field (&rest);
      mark->category = take_field (&rest);
      mark->extra = rest;
    }

  return TRUE;
}

/* Whether the last field of a marker is a level, which shows that HiTrace wrote it, even if its phase is
 * not one of HiTrace. Removes the level then. */
static gboolean
take_level (StrataText *fields,
            gboolean needs_number,
            StrataFtraceMark *mark)
{
  StrataText before;

  if (!find_level (*fields, needs_number, mark, &before, &mark->extra))
    return FALSE;

  *fields = before;
  mark->flags |= STRATA_FTRACE_MARK_HITRACE;
  return TRUE;
}

/* Whether the name in "track|name|…" has the prefix of HiTrace. */
static gboolean
has_prefixes (StrataText fields)
{
  take_field (&fields);
  return has_prefix (fields);
}

/* HiTrace itself does not write such markers, but programs write some by hand. */
static void
judge_prefixes (StrataFtraceMark *mark)
{
  if (!has_prefix (mark->name) && !has_prefix (mark->track))
    return;

  if ((mark->flags & STRATA_FTRACE_MARK_HITRACE) != 0)
    strip_prefixes (mark);
  else if (has_prefix (mark->name))
    doubt_prefix (mark);
  else
    mark->flags |= STRATA_FTRACE_MARK_MAYBE_HITRACE;
}

/* G has track, name and cookie; H has track and cookie, and optionally a name.
 * Without a name, that of the track is used. */
static gboolean
parse_track (StrataText fields,
             StrataFtraceMark *mark)
{
  if (has_prefix (fields) || has_prefixes (fields))
    take_level (&fields, TRUE, mark);

  const char *bar = find_last_bar (fields);

  mark->track = take_field (&fields);
  mark->name = mark->track;

  if (bar == NULL)
    return FALSE;

  take_cookie (strata_text (bar + 1, text_end (fields)), mark);

  if (bar >= fields.text)
    mark->name = strata_text (fields.text, bar);

  judge_prefixes (mark);
  return TRUE;
}

/* T and U are G and H in an old draft of the format. Elsewhere they mean something
 * else, so the number of fields must match. */
static gboolean
has_track_fields (StrataText fields,
                  guint least)
{
  const char *last_bar = find_last_bar (fields);
  guint n_fields = 1;
  gint64 ignored;

  for (gsize i = 0; i < fields.n_bytes; i++)
    n_fields += fields.text[i] == '|';

  return n_fields >= least && n_fields <= 3 && strata_mark_parse_number (strata_text (last_bar + 1, text_end (fields)), &ignored);
}

static gboolean
parse_instant (StrataText fields,
               StrataFtraceMark *mark)
{
  if (has_prefix (fields) || has_prefix (mark->track))
    take_level (&fields, FALSE, mark);

  mark->name = fields;
  judge_prefixes (mark);
  return TRUE;
}

static gboolean
parse_instant_on_track (StrataText fields,
                        StrataFtraceMark *mark)
{
  const char *bar = find_bar (fields);

  mark->track = take_field (&fields);
  return parse_instant (fields, mark) && bar != NULL;
}

static gboolean
parse_text (StrataText payload,
            StrataFtraceMark *mark)
{
  mark->phase = 0;
  mark->name = payload;
  return TRUE;
}

static gboolean
parse_fields (StrataText payload,
              StrataText fields,
              StrataFtraceMark *mark)
{
  const gboolean is_hitrace = has_prefix (fields);

  switch (mark->phase)
    {
    case 'B':
      return parse_begin (fields, payload.n_bytes, mark);
    case 'S':
    case 'F':
      return is_hitrace ? parse_hitrace_number (fields, payload.n_bytes, mark) : parse_async (fields, mark);
    case 'C':
      return is_hitrace ? parse_hitrace_number (fields, payload.n_bytes, mark) : parse_counter (fields, mark);
    case 'I':
      return parse_instant (fields, mark);
    case 'N':
      return parse_instant_on_track (fields, mark);
    case 'G':
    case 'H':
      return parse_track (fields, mark);
    case 'T':
      return has_track_fields (fields, 3) ? parse_track (fields, mark) : parse_text (payload, mark);
    case 'U':
      return has_track_fields (fields, 2) ? parse_track (fields, mark) : parse_text (payload, mark);
    default:
      return parse_text (payload, mark);
    }
}

/* Reads and removes the process after the letter, which is nearly always just a number.
 * Returns whether the field is valid. */
static gboolean
take_pid (StrataText *rest,
          StrataFtraceMark *mark)
{
  const char *p = rest->text;
  const char *end = text_end (*rest);
  const char *safe = end - p > 9 ? p + 9 : end; /* this many digits always fit */
  gint64 value = 0;
  guint64 pid;

  for (; p < safe && (guint8) (*p - '0') < 10; p++)
    value = value * 10 + (*p - '0');

  if (G_LIKELY (p > rest->text && (p == end || *p == '|')))
    {
      mark->pid = value;
      *rest = strata_text (p < end ? p + 1 : end, end);
      return TRUE;
    }

  const StrataText field = strata_mark_trim_spaces (take_field (rest));

  if (strata_text_parse_uint (field.text, text_end (field), G_MAXUINT32, &pid) == text_end (field))
    mark->pid = (gint64) pid;
  else if (field.n_bytes > 0 && mark->phase != 'E')
    return FALSE;

  return TRUE;
}

/* An end needs only its letter: "E", "E|pid", "E|pid|", "E|pid|M62". */
static gboolean
is_end (StrataText payload)
{
  if (payload.n_bytes == 0 || payload.text[0] != 'E')
    return FALSE;

  return payload.n_bytes == 1 || payload.text[1] == '|' || strata_mark_trim_spaces (payload).n_bytes == 1;
}

static inline void
clear_long (StrataFtraceMark *mark)
{
  static const StrataText nothing = { "", 0 };

  mark->track = nothing;
  mark->category = nothing;
  mark->args = nothing;
  mark->extra = nothing;
  mark->cookie = nothing;
}

static inline gboolean
is_plain_begin (char phase,
                StrataText fields)
{
  return phase == 'B' && (fields.n_bytes < 2 || fields.text[0] != 'H' || fields.text[1] != ':');
}

/**
 * strata_ftrace_mark_parse_short:
 * @payload: the text written to the kernel's trace_marker
 * @mark: (out caller-allocates): the parsed marker
 *
 * Does the same as [func@Strata.FtraceMark.parse], but does not set track, category,
 * arguments and further fields for markers that have none: ends, and begins whose name
 * does not start with "H:". Captures consist mainly of these.
 *
 * Returns: %FALSE if the phase is known but its fields cannot be parsed
 */
gboolean
strata_ftrace_mark_parse_short (StrataText payload,
                                StrataFtraceMark *mark)
{
  static const StrataText nothing = { "", 0 };
  StrataText rest = payload;

  mark->phase = 0;
  mark->level = 0;
  mark->side = 0;
  mark->flags = 0;
  mark->pid = -1;
  mark->value = 0;
  mark->tags = 0;
  mark->name = nothing;
  mark->chain = nothing;

  gboolean has_fields = payload.n_bytes >= 2 && payload.text[1] == '|';

  if (!has_fields && !is_end (payload))
    {
      clear_long (mark);
      return parse_text (payload, mark);
    }

  mark->phase = payload.text[0];
  rest = strata_text (payload.text + (has_fields ? 2 : payload.n_bytes), text_end (payload));

  if (!take_pid (&rest, mark))
    {
      clear_long (mark);
      return parse_text (payload, mark);
    }

  if (is_capped (payload.n_bytes, ANDROID_CAP_BYTES))
    mark->flags |= STRATA_FTRACE_MARK_CUT;

  if (mark->phase == 'E')
    {
      /* An end without a level is valid, too. */
      if (rest.n_bytes > 0)
        parse_level (take_field (&rest), &mark->level, &mark->tags);
      return TRUE;
    }

  if (G_LIKELY (is_plain_begin (mark->phase, rest)))
    {
      mark->name = rest;
      return TRUE;
    }

  clear_long (mark);
  return parse_fields (payload, rest, mark);
}

/**
 * strata_ftrace_mark_parse:
 * @payload: the text written to the kernel's trace_marker
 * @mark: (out caller-allocates): the parsed marker
 *
 * Parses the payload of a marker. Text in another form is not an error: it is returned as
 * the name, with a phase of 0.
 *
 * Returns: %FALSE if the phase is known but its fields cannot be parsed
 */
gboolean
strata_ftrace_mark_parse (StrataText payload,
                          StrataFtraceMark *mark)
{
  clear_long (mark);
  return strata_ftrace_mark_parse_short (payload, mark);
}
