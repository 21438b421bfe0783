/* strata-raw-name.c - whether a marker has a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-name.h"

#include <string.h>

/* Whether "H:" is part of a name is known only once a whole file was read, and
 * the same as what a half level at the end of a name is. */

static gboolean
equals (StrataText text,
        const char *string)
{
  return strlen (string) == text.n_bytes && memcmp (text.text, string, text.n_bytes) == 0;
}

static StrataFtraceMark
resolve (const StrataFtraceMark *mark)
{
  StrataFtraceMark resolved = *mark;

  if ((mark->flags & STRATA_FTRACE_MARK_MAYBE_HITRACE) != 0)
    strata_ftrace_mark_resolve (&resolved);

  return resolved;
}

/**
 * strata_raw_is_name:
 * @mark: a marker
 * @name: the name of an item
 *
 * Returns: whether an item that was made of @mark may be called that
 */
gboolean
strata_raw_is_name (const StrataFtraceMark *mark,
                    const char *name)
{
  const StrataText resolved = resolve (mark).name;
  const gsize n_bytes = strlen (name);

  if (equals (mark->name, name) || equals (resolved, name))
    return TRUE;

  /* a text of several lines has the others behind it */
  if (n_bytes > resolved.n_bytes && name[resolved.n_bytes] == '\n' && memcmp (resolved.text, name, resolved.n_bytes) == 0)
    return TRUE;

  return (mark->flags & STRATA_FTRACE_MARK_HALF_LEVEL) != 0 && n_bytes < resolved.n_bytes &&
         resolved.text[n_bytes] == '|' && memcmp (resolved.text, name, n_bytes) == 0;
}

/**
 * strata_raw_is_track:
 * @mark: a marker
 * @track: the name of a track
 *
 * Returns: whether an item that was made of @mark may be there
 */
gboolean
strata_raw_is_track (const StrataFtraceMark *mark,
                     const char *track)
{
  return equals (mark->track, track) || equals (resolve (mark).track, track);
}
