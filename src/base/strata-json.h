/* strata-json.h - writes nested JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-output.h"

G_BEGIN_DECLS

/* Writes JSON with its commas and indents. Keys are NULL in arrays. */
typedef struct
{
  StrataOutput *output; /* borrowed */
  guint depth;
  gboolean has_members; /* whether a comma is due */
} StrataJson;

void strata_json_begin (StrataJson *self, const char *key, char bracket);
void strata_json_end (StrataJson *self, char bracket);
void strata_json_string (StrataJson *self, const char *key, const char *value);
void strata_json_number (StrataJson *self, const char *key, gint64 value);
void strata_json_boolean (StrataJson *self, const char *key, gboolean value);
void strata_json_key (StrataJson *self, const char *key);
void strata_json_null (StrataJson *self, const char *key);

G_END_DECLS
