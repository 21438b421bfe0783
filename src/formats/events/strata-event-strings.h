/* strata-event-strings.h - a string pool with a cache of recent strings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "strata-ftrace-line.h"
#include "strata-string-pool.h"

G_BEGIN_DECLS

typedef struct _StrataEventStrings StrataEventStrings;

StrataEventStrings *strata_event_strings_new (StrataStringPool *pool);
void strata_event_strings_free (StrataEventStrings *self);
guint32 strata_event_strings_intern (StrataEventStrings *self, StrataText text);
StrataText strata_event_strings_get (const StrataEventStrings *self, guint32 id);
guint32 strata_event_strings_label (StrataEventStrings *self, guint32 id, const char *device);

/* Interns a 0-terminated text. */
static inline guint32
strata_event_strings_intern_word (StrataEventStrings *self,
                                  const char *word)
{
  return strata_event_strings_intern (self, (StrataText){ word, strlen (word) });
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataEventStrings, strata_event_strings_free)

G_END_DECLS
