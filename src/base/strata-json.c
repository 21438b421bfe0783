/* strata-json.c - writes nested JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-json.h"

static void
begin_line (StrataJson *self)
{
  strata_output_char (self->output, '\n');
  strata_output_spaces (self->output, 2 * self->depth);
}

static void
begin_member (StrataJson *self,
              const char *key)
{
  if (self->has_members)
    strata_output_char (self->output, ',');
  if (self->depth > 0)
    begin_line (self);

  if (key != NULL)
    {
      strata_output_json (self->output, key);
      strata_output_text (self->output, ": ");
    }

  self->has_members = TRUE;
}

/**
 * strata_json_begin:
 * @self: the writer
 * @key: (nullable): a key
 * @bracket: '{' or '['
 */
void
strata_json_begin (StrataJson *self,
                   const char *key,
                   char bracket)
{
  begin_member (self, key);
  strata_output_char (self->output, bracket);
  self->depth++;
  self->has_members = FALSE;
}

/**
 * strata_json_end:
 * @self: the writer
 * @bracket: '}' or ']'
 */
void
strata_json_end (StrataJson *self,
                 char bracket)
{
  self->depth--;
  if (self->has_members)
    begin_line (self);

  strata_output_char (self->output, bracket);
  self->has_members = TRUE;
  if (self->depth == 0)
    strata_output_char (self->output, '\n');
}

/**
 * strata_json_string:
 * @self: the writer
 * @key: (nullable): a key
 * @value: (nullable): a string
 */
void
strata_json_string (StrataJson *self,
                    const char *key,
                    const char *value)
{
  begin_member (self, key);
  if (value != NULL)
    strata_output_json (self->output, value);
  else
    strata_output_text (self->output, "null");
}

/**
 * strata_json_number:
 * @self: the writer
 * @key: (nullable): a key
 * @value: a number
 */
void
strata_json_number (StrataJson *self,
                    const char *key,
                    gint64 value)
{
  begin_member (self, key);
  strata_output_number (self->output, value);
}

/**
 * strata_json_boolean:
 * @self: the writer
 * @key: (nullable): a key
 * @value: true or false
 */
void
strata_json_boolean (StrataJson *self,
                     const char *key,
                     gboolean value)
{
  begin_member (self, key);
  strata_output_text (self->output, value ? "true" : "false");
}

/* Begins a member whose value the caller writes. */
void
strata_json_key (StrataJson *self,
                 const char *key)
{
  begin_member (self, key);
}

void
strata_json_null (StrataJson *self,
                  const char *key)
{
  strata_json_string (self, key, NULL);
}
