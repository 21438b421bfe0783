/* strata-perfetto-args.c - annotations of an event as arguments
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-args.h"

#include "strata-append.h"
#include "strata-digits.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-own.h"
#include "strata-real.h"

/* Dictionaries become {key=value,key=value} and lists [value,value], up to this depth. */
#define MAX_DEPTH 16

/* Type of a value in the older form that is a dictionary. */
#define NESTED_DICTIONARY 1

/* Longer texts do not look like numbers. */
#define MAX_NUMBER_BYTES 40

/* Arguments of one event are cut after this length. */
#define MAX_TEXT_BYTES (64 * 1024)

/* Interned values may occur in many events and are cut earlier, so that a small file needs little memory. */
#define MAX_INTERNED_BYTES (4 * 1024)

/* The same once interned values have taken much memory. */
#define MAX_TIGHT_BYTES 64

/* Whether they have not reached the maximum length. */
gboolean
strata_perfetto_args_has_room (const StrataPerfettoArgs *self)
{
  return self->text->len < (self->most_bytes > 0 ? self->most_bytes : MAX_TEXT_BYTES);
}

/**
 * strata_perfetto_args_separate:
 * @self: arguments
 *
 * Adds a comma before a value, unless it is the first one.
 */
void
strata_perfetto_args_separate (StrataPerfettoArgs *self)
{
  const char last = self->text->len > 0 ? self->text->str[self->text->len - 1] : '{';

  if (last != '{' && last != '[')
    g_string_append_c (self->text, ',');
}

/* Whether a text with this character has to be quoted. */
static const guint8 is_special[G_MAXUINT8 + 1] = {
  [','] = TRUE,
  ['{'] = TRUE,
  ['}'] = TRUE,
  ['['] = TRUE,
  [']'] = TRUE,
  ['('] = TRUE,
  [')'] = TRUE,
  ['"'] = TRUE,
  ['\0'] = TRUE,
};

void
strata_perfetto_args_put_uint (StrataPerfettoArgs *self,
                               guint64 value)
{
  char digits[STRATA_DIGITS_MOST];
  const char *at = strata_digits_put (digits + sizeof digits, value, 10);

  strata_append (self->text, at, (gsize) (digits + sizeof digits - at));
}

void
strata_perfetto_args_put_int (StrataPerfettoArgs *self,
                              gint64 value)
{
  if (value < 0)
    g_string_append_c (self->text, '-');

  strata_perfetto_args_put_uint (self, value < 0 ? -(guint64) value : (guint64) value);
}

/* Adds a pointer or an id. */
void
strata_perfetto_args_put_hex (StrataPerfettoArgs *self,
                              guint64 value)
{
  char digits[STRATA_DIGITS_MOST];
  const char *at = strata_digits_put (digits + sizeof digits, value, 16);

  strata_append (self->text, "0x", 2);
  strata_append (self->text, at, (gsize) (digits + sizeof digits - at));
}

/**
 * strata_perfetto_args_put_text:
 * @self: arguments
 * @text: a text
 * @n_bytes: length of it
 *
 * Adds a value. A text with a comma or a bracket is quoted, since these would change its end.
 */
void
strata_perfetto_args_put_text (StrataPerfettoArgs *self,
                               const char *text,
                               gsize n_bytes)
{
  gboolean is_quoted = FALSE;

  n_bytes = MIN (n_bytes, MAX_TEXT_BYTES);
  for (gsize i = 0; i < n_bytes && !is_quoted; i++)
    is_quoted = is_special[(guint8) text[i]];

  if (!is_quoted)
    {
      if (strata_perfetto_args_has_room (self))
        strata_append (self->text, text, MIN (n_bytes, MAX_TEXT_BYTES - self->text->len));
      return;
    }

  g_string_append_c (self->text, '"');
  for (gsize i = 0; i < n_bytes && strata_perfetto_args_has_room (self); i++)
    if (text[i] == '"' || text[i] == '\\')
      g_string_append_printf (self->text, "\\%c", text[i]);
    else
      g_string_append_c (self->text, text[i] != '\0' ? text[i] : ' ');

  g_string_append_c (self->text, '"');
}

#define DIGITS "0123456789"

/* Whether a text is a number as JSON writes it. */
static gboolean
is_json_number (const char *text)
{
  text += *text == '-';

  const gsize n_digits = strspn (text, DIGITS);

  if (n_digits == 0 || (*text == '0' && n_digits > 1))
    return FALSE;

  text += n_digits;
  if (*text == '.' && g_ascii_isdigit (text[1]))
    text += 1 + strspn (text + 1, DIGITS);
  if ((*text == 'e' || *text == 'E') && (g_ascii_isdigit (text[1]) || ((text[1] == '+' || text[1] == '-') && g_ascii_isdigit (text[2]))))
    text += 2 + strspn (text + 2, DIGITS);

  return *text == '\0';
}

/* Whether a text without quotes would read as a number, a pointer or a boolean, see strata-perfetto-out-events.c. */
static gboolean
reads_as_other (const char *text,
                gsize n_bytes)
{
  if (n_bytes == 0 || n_bytes > MAX_NUMBER_BYTES || (!g_ascii_isdigit (*text) && strchr ("-tf", *text) == NULL))
    return FALSE;

  char word[MAX_NUMBER_BYTES + 1];

  memcpy (word, text, n_bytes);
  word[n_bytes] = '\0';
  if (g_str_has_prefix (word, "0x"))
    return word[2] != '\0' && word[2 + strspn (word + 2, DIGITS "abcdef")] == '\0';

  return is_json_number (word) || g_str_equal (word, "true") || g_str_equal (word, "false");
}

/**
 * strata_perfetto_args_put_own_text:
 * @self: arguments
 * @text: a text
 * @n_bytes: length of it
 *
 * Adds a value that is a text, even if it looks like a number or another value.
 */
void
strata_perfetto_args_put_own_text (StrataPerfettoArgs *self,
                                   const char *text,
                                   gsize n_bytes)
{
  /* an item of a list that is empty */
  const gboolean is_item = n_bytes == 0 && self->text->len > 0 && strchr ("[,", self->text->str[self->text->len - 1]) != NULL;

  if (G_LIKELY (!is_item && !reads_as_other (text, n_bytes)))
    {
      strata_perfetto_args_put_text (self, text, n_bytes);
      return;
    }

  g_string_append_c (self->text, '"');
  strata_append (self->text, text, n_bytes);
  g_string_append_c (self->text, '"');
}

/* Adds an interned text. If it is too long, it is cut after a whole character. */
static void
put_interned (StrataPerfettoArgs *self,
              const char *text)
{
  const gsize most_bytes = self->most_bytes > 0 ? MAX_TIGHT_BYTES : MAX_INTERNED_BYTES;
  gsize n_bytes = strnlen (text, most_bytes + 1);
  const gboolean is_cut = n_bytes > most_bytes;

  for (n_bytes = MIN (n_bytes, most_bytes); is_cut && n_bytes > 0 && (text[n_bytes] & 0xc0) == 0x80;)
    n_bytes--;

  strata_perfetto_args_put_own_text (self, text, n_bytes);
  if (is_cut)
    g_string_append (self->text, "…");
}

/**
 * strata_perfetto_args_put_interned:
 * @self: arguments
 * @list: number of a dictionary, STRATA_PF_INTERNED_…
 * @iid: id of a text in it
 *
 * Adds that text as a value.
 */
void
strata_perfetto_args_put_interned (StrataPerfettoArgs *self,
                                   guint list,
                                   guint64 iid)
{
  guint32 string;

  if (strata_perfetto_state_find_text (self->state, list, iid, &string))
    {
      put_interned (self, strata_string_pool_get (self->strings, string));
      return;
    }

  g_autofree char *unknown = g_strdup_printf ("unknown(%" G_GUINT64_FORMAT ")", iid);

  self->n_unknown++;
  put_interned (self, unknown);
}

/**
 * strata_perfetto_args_put_double:
 * @self: arguments
 * @value: a number
 *
 * Writes a number that may have a fraction as a value.
 */
void
strata_perfetto_args_put_double (StrataPerfettoArgs *self,
                                 double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (self->text, strata_real_format (value, digits));
}

static void put_value (StrataPerfettoArgs *self, StrataProto annotation, guint depth);

/* Returns whether there was a name. */
static gboolean
put_name (StrataPerfettoArgs *self,
          StrataProto annotation)
{
  while (strata_proto_next (&annotation))
    if (annotation.number == STRATA_PF_ANNOTATION_NAME && annotation.wire == STRATA_PROTO_BYTES)
      {
        strata_append (self->text, (const char *) annotation.data, (gsize) MIN (annotation.value, MAX_TEXT_BYTES));
        return TRUE;
      }
    else if (annotation.number == STRATA_PF_ANNOTATION_NAME_IID)
      {
        strata_perfetto_args_put_interned (self, STRATA_PF_INTERNED_ANNOTATION_NAMES, strata_proto_get_uint (&annotation));
        return TRUE;
      }

  return FALSE;
}

/* An item without a value, or a list of such items, takes no index in Perfetto: removes it if the text from @begin is one. */
static void
drop_hollow (StrataPerfettoArgs *self,
             gsize begin)
{
  const char *item = self->text->str + begin;

  if (*item == ',')
    item++;
  if (*item == '\0' || g_str_equal (item, "[]"))
    g_string_truncate (self->text, begin);
}

/* Adds the entries of a dictionary or the items of a list, from the fields with @number. */
static void
put_children (StrataPerfettoArgs *self,
              StrataProto annotation,
              guint32 number,
              guint depth)
{
  const gboolean is_list = number == STRATA_PF_ANNOTATION_ITEMS;

  g_string_append_c (self->text, is_list ? '[' : '{');
  while (strata_proto_next (&annotation) && strata_perfetto_args_has_room (self))
    if (annotation.number == number)
      {
        const gsize begin = self->text->len;

        strata_perfetto_args_separate (self);
        if (!is_list && put_name (self, strata_proto_enter (&annotation)))
          g_string_append_c (self->text, '=');
        put_value (self, strata_proto_enter (&annotation), depth + 1);
        if (is_list)
          drop_hollow (self, begin);
      }

  g_string_append_c (self->text, is_list ? ']' : '}');
}

/* Adds the next of the names that the older form lists apart from its values. */
static void
put_next_key (StrataPerfettoArgs *self,
              StrataProto *keys)
{
  while (strata_proto_next (keys))
    if (keys->number == STRATA_PF_NESTED_ANNOTATION_KEYS && keys->wire == STRATA_PROTO_BYTES)
      {
        strata_perfetto_args_put_text (self, (const char *) keys->data, (gsize) keys->value);
        g_string_append_c (self->text, '=');
        return;
      }
}

static void put_nested (StrataPerfettoArgs *self, StrataProto nested, guint depth);

/* Adds the entries or items of a value in the older form. */
static void
put_nested_children (StrataPerfettoArgs *self,
                     StrataProto nested,
                     guint32 number,
                     guint depth)
{
  const gboolean is_list = number == STRATA_PF_NESTED_ANNOTATION_ITEMS;
  StrataProto keys = nested;

  g_string_append_c (self->text, is_list ? '[' : '{');
  while (strata_proto_next (&nested) && strata_perfetto_args_has_room (self))
    if (nested.number == number)
      {
        const gsize begin = self->text->len;

        strata_perfetto_args_separate (self);
        if (!is_list)
          put_next_key (self, &keys);
        put_nested (self, strata_proto_enter (&nested), depth + 1);
        if (is_list)
          drop_hollow (self, begin);
      }

  g_string_append_c (self->text, is_list ? ']' : '}');
}

/* The same for a value without children. */
static void
put_nested_leaf (StrataPerfettoArgs *self,
                 const StrataProto *field)
{
  if (field->number == STRATA_PF_NESTED_ANNOTATION_TEXT && field->wire == STRATA_PROTO_BYTES)
    strata_perfetto_args_put_own_text (self, (const char *) field->data, (gsize) field->value);
  else if (field->number == STRATA_PF_NESTED_ANNOTATION_INT)
    strata_perfetto_args_put_int (self, strata_proto_get_int (field));
  else if (field->number == STRATA_PF_NESTED_ANNOTATION_DOUBLE)
    strata_perfetto_args_put_double (self, strata_proto_get_double (field));
  else if (field->number == STRATA_PF_NESTED_ANNOTATION_BOOL)
    g_string_append (self->text, strata_proto_get_uint (field) != 0 ? "true" : "false");
}

/* Adds a value in the older form, which Chrome still writes. */
static void
put_nested (StrataPerfettoArgs *self,
            StrataProto nested,
            guint depth)
{
  const StrataProto whole = nested;
  const gsize begin = self->text->len;

  if (depth > MAX_DEPTH)
    {
      self->is_cut = TRUE;
      return;
    }

  while (strata_proto_next (&nested))
    if (nested.number == STRATA_PF_NESTED_ANNOTATION_VALUES || nested.number == STRATA_PF_NESTED_ANNOTATION_ITEMS)
      {
        put_nested_children (self, whole, nested.number, depth);
        return;
      }
    else
      put_nested_leaf (self, &nested);

  if (self->text->len == begin && strata_proto_find_uint (whole, STRATA_PF_NESTED_ANNOTATION_TYPE) == NESTED_DICTIONARY)
    g_string_append (self->text, "{}");
}

/* Returns whether the field is the value, or its first part. */
static gboolean
put_field (StrataPerfettoArgs *self,
           const StrataProto *field,
           const StrataProto *annotation,
           guint depth)
{
  switch (field->number)
    {
    case STRATA_PF_ANNOTATION_BOOL:
      g_string_append (self->text, strata_proto_get_uint (field) != 0 ? "true" : "false");
      return TRUE;
    case STRATA_PF_ANNOTATION_UINT:
      strata_perfetto_args_put_uint (self, strata_proto_get_uint (field));
      return TRUE;
    case STRATA_PF_ANNOTATION_INT:
      strata_perfetto_args_put_int (self, strata_proto_get_int (field));
      return TRUE;
    case STRATA_PF_ANNOTATION_DOUBLE:
      strata_perfetto_args_put_double (self, strata_proto_get_double (field));
      return TRUE;
    case STRATA_PF_ANNOTATION_POINTER:
      strata_perfetto_args_put_hex (self, strata_proto_get_uint (field));
      return TRUE;
    case STRATA_PF_ANNOTATION_JSON:
      strata_perfetto_args_put_json (self, field, MAX_DEPTH);
      return TRUE;
    case STRATA_PF_ANNOTATION_TEXT:
      strata_perfetto_args_put_own_text (self, (const char *) field->data, field->wire == STRATA_PROTO_BYTES ? (gsize) field->value : 0);
      return TRUE;
    case STRATA_PF_ANNOTATION_TEXT_IID:
      strata_perfetto_args_put_interned (self, STRATA_PF_INTERNED_STRING_VALUES, strata_proto_get_uint (field));
      return TRUE;
    case STRATA_PF_ANNOTATION_NESTED:
      put_nested (self, strata_proto_enter (field), depth);
      return TRUE;
    case STRATA_PF_ANNOTATION_ENTRIES:
    case STRATA_PF_ANNOTATION_ITEMS:
      put_children (self, *annotation, field->number, depth);
      return TRUE;
    case STRATA_PF_ANNOTATION_PROTO:
      strata_perfetto_args_put_proto (self, *annotation, field, depth);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
put_value (StrataPerfettoArgs *self,
           StrataProto annotation,
           guint depth)
{
  const StrataProto whole = annotation;

  if (depth > MAX_DEPTH)
    {
      self->is_cut = TRUE;
      return;
    }

  while (strata_proto_next (&annotation))
    if (put_field (self, &annotation, &whole, depth))
      return;

  /* an empty list or dictionary has no fields */
  if (self->text->len > 0 && self->text->str[self->text->len - 1] == '=')
    g_string_append (self->text, "{}");
}

/* Adds the value of an argument without a name that strata-cli wrote. Returns whether it is one. */
static gboolean
put_nameless (StrataPerfettoArgs *self,
              StrataProto annotation)
{
  StrataProto value = annotation;
  gboolean is_nameless = FALSE;

  while (strata_proto_next (&annotation))
    is_nameless |= annotation.number == STRATA_PF_ANNOTATION_NAME && annotation.wire == STRATA_PROTO_BYTES &&
                   strata_text_equals (strata_proto_get_text (&annotation), STRATA_PERFETTO_OWN_ARG);

  while (is_nameless && strata_proto_next (&value))
    if (value.number == STRATA_PF_ANNOTATION_TEXT && value.wire == STRATA_PROTO_BYTES)
      strata_append (self->text, (const char *) value.data, (gsize) MIN (value.value, MAX_TEXT_BYTES));

  return is_nameless;
}

/**
 * strata_perfetto_args_add_annotation:
 * @self: the arguments
 * @annotation: a debug annotation
 *
 * Adds a named value, which may be a tree.
 */
void
strata_perfetto_args_add_annotation (StrataPerfettoArgs *self,
                                     StrataProto annotation)
{
  if (!strata_perfetto_args_has_room (self))
    return;

  strata_perfetto_args_separate (self);
  if (put_nameless (self, annotation))
    return;
  if (put_name (self, annotation))
    g_string_append_c (self->text, '=');
  put_value (self, annotation, 0);
}

/* Begins an argument. */
void
strata_perfetto_args_put_key (StrataPerfettoArgs *self,
                              const char *key)
{
  strata_perfetto_args_separate (self);
  strata_append (self->text, key, strlen (key));
  g_string_append_c (self->text, '=');
}

/**
 * strata_perfetto_args_add_text:
 * @self: the arguments
 * @key: a key
 * @value: (array length=n_bytes): a text
 * @n_bytes: its length
 *
 * Adds a text.
 */
void
strata_perfetto_args_add_text (StrataPerfettoArgs *self,
                               const char *key,
                               const char *value,
                               gsize n_bytes)
{
  if (!strata_perfetto_args_has_room (self))
    return;

  strata_perfetto_args_put_key (self, key);
  strata_perfetto_args_put_text (self, value, n_bytes);
}

/**
 * strata_perfetto_args_add_int:
 * @self: the arguments
 * @key: a key
 * @value: a number
 *
 * Adds a number.
 */
void
strata_perfetto_args_add_int (StrataPerfettoArgs *self,
                              const char *key,
                              gint64 value)
{
  strata_perfetto_args_put_key (self, key);
  strata_perfetto_args_put_int (self, value);
}

/* Adds a text. */
void
strata_perfetto_args_add_word (StrataPerfettoArgs *self,
                               const char *key,
                               const char *word)
{
  strata_perfetto_args_add_text (self, key, word, strlen (word));
}

/**
 * strata_perfetto_args_add_nonzero:
 * @self: the arguments
 * @key: a key
 * @value: a number
 *
 * Adds a number unless it is 0, which means that it is missing.
 */
void
strata_perfetto_args_add_nonzero (StrataPerfettoArgs *self,
                                  const char *key,
                                  guint64 value)
{
  if (value != 0)
    strata_perfetto_args_add_int (self, key, (gint64) value);
}

/* Adds the parts of a place in the source. */
void
strata_perfetto_args_put_location (StrataPerfettoArgs *self,
                                   StrataProto location)
{
  while (strata_proto_next (&location))
    if (location.number == STRATA_PF_SOURCE_LOCATION_FILE && location.wire == STRATA_PROTO_BYTES)
      strata_perfetto_args_add_text (self, "file", (const char *) location.data, (gsize) location.value);
    else if (location.number == STRATA_PF_SOURCE_LOCATION_FUNCTION && location.wire == STRATA_PROTO_BYTES)
      strata_perfetto_args_add_text (self, "function", (const char *) location.data, (gsize) location.value);
    else if (location.number == STRATA_PF_SOURCE_LOCATION_LINE)
      strata_perfetto_args_add_int (self, "line", strata_proto_get_int (&location));
}

/* Adds a place in the source: that of an event (STRATA_PERFETTO_SOURCE, or STRATA_PERFETTO_INLINE_SOURCE if it is not
 * interned), or that which posted its task (STRATA_PERFETTO_ORIGIN). */
void
strata_perfetto_args_add_location (StrataPerfettoArgs *self,
                                   const char *key,
                                   StrataProto location)
{
  strata_perfetto_args_put_key (self, key);
  g_string_append_c (self->text, '{');
  strata_perfetto_args_put_location (self, location);
  g_string_append_c (self->text, '}');
}
