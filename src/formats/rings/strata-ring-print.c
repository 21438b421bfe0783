/* strata-ring-print.c - prints an event as the kernel does
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print-private.h"

#define MAX_WIDTH 200

/* Buffer size for texts that are not in the record. */
#define SCRATCH_BYTES 4096

static gint32
read_width (StrataRingParser *self,
            gboolean *is_star)
{
  gint32 width = 0;

  *is_star = self->at < self->end && *self->at == '*';
  self->at += *is_star;
  for (; self->at < self->end && g_ascii_isdigit (*self->at); self->at++)
    width = MIN (MAX_WIDTH, width * 10 + (*self->at - '0'));

  return width;
}

static void
read_flags (StrataRingParser *self,
            StrataRingPlace *place)
{
  for (; self->at < self->end && *self->at != '\0' && strchr ("-0#+ ", *self->at) != NULL; self->at++)
    {
      place->is_left |= *self->at == '-';
      place->has_zeros |= *self->at == '0';
      place->is_alternate |= *self->at == '#';
      place->has_sign |= *self->at == '+';
    }
}

/* Lengths are those of the traced machine. */
static void
read_length (StrataRingParser *self,
             StrataRingPlace *place)
{
  guint n_longs = 0;
  guint n_shorts = 0;
  gboolean is_long = FALSE;

  for (; self->at < self->end && *self->at != '\0' && strchr ("hlLqjzt", *self->at) != NULL; self->at++)
    {
      n_shorts += *self->at == 'h';
      n_longs += *self->at == 'l';
      n_longs += *self->at == 'L' || *self->at == 'q' || *self->at == 'j' ? 2 : 0;
      is_long |= *self->at == 'z' || *self->at == 't';
    }

  place->bytes = (gint8) (n_longs >= 2 ? 8 : n_longs == 1 || is_long ? self->print->long_bytes
                                         : n_shorts >= 2             ? 1
                                         : n_shorts == 1             ? 2
                                                                     : 4);
}

static void
read_conversion (StrataRingParser *self,
                 StrataRingPlace *place)
{
  if (self->at >= self->end)
    {
      self->is_bad = TRUE;
      return;
    }

  place->conversion = *self->at++;
  if (strchr ("diuxXocsp", place->conversion) == NULL)
    self->is_bad = TRUE;

  if (place->conversion != 'p')
    return;

  place->bytes = 8;
  for (guint i = 0; self->at < self->end && g_ascii_isalnum (*self->at); self->at++)
    if (i + 1 < sizeof place->form)
      place->form[i++] = *self->at;
}

/* Parses "%-5d" after the text before it. */
static void
read_place (StrataRingParser *format,
            StrataRingPlace *place)
{
  gboolean is_star;

  place->precision = -1;
  place->node = place->width_node = place->precision_node = STRATA_RING_NO_VALUE;
  format->at++;
  read_flags (format, place);
  place->width = read_width (format, &is_star);
  if (is_star)
    place->width_node = 0;

  if (format->at < format->end && *format->at == '.')
    {
      format->at++;
      place->precision = read_width (format, &is_star);
      if (is_star)
        place->precision_node = 0;
    }

  read_length (format, place);
  read_conversion (format, place);
}

/* Skips to the comma after an argument, or to the end. */
static void
skip_argument (StrataRingParser *args)
{
  guint depth = 0;
  gboolean is_quoted = FALSE;

  for (; args->at < args->end && (*args->at != ',' || depth > 0 || is_quoted); args->at++)
    {
      const char c = *args->at;

      if (c == '"' && args->at[-1] != '\\')
        is_quoted = !is_quoted;
      else if (!is_quoted && (c == '(' || c == '{'))
        depth++;
      else if (!is_quoted && depth > 0 && (c == ')' || c == '}'))
        depth--;
    }
}

/* Parses an argument. If only the kernel can compute it, for example from its clock or its memory, it has no value. */
static guint32
read_argument (StrataRingParser *args)
{
  const char *begin;
  guint32 node;

  if (!strata_ring_parser_take (args, ','))
    {
      args->is_bad = TRUE;
      return 0;
    }

  begin = args->at;
  node = strata_ring_parser_read (args);
  if (!args->is_bad)
    return node;

  *args = (StrataRingParser){ .print = args->print, .at = begin, .end = args->end };
  skip_argument (args);
  args->print->n_unknown++;
  return STRATA_RING_NO_VALUE;
}

/* Splits the text at its places and parses an argument for each. */
static void
read_places (StrataRingPrint *self,
             StrataText format,
             StrataRingParser *args)
{
  StrataRingParser text = { .print = self, .at = format.text, .end = format.text + format.n_bytes };

  while (!text.is_bad && !args->is_bad && text.at < text.end)
    {
      StrataRingPlace place = { .before = { text.at, 0 } };
      const char *percent = memchr (text.at, '%', (gsize) (text.end - text.at));

      text.at = percent != NULL ? percent : text.end;
      place.before = strata_text (place.before.text, text.at);
      if (percent != NULL && percent + 1 < text.end && percent[1] == '%')
        {
          place.before.n_bytes++;
          text.at += 2;
        }
      else if (percent != NULL)
        {
          read_place (&text, &place);
          if (place.width_node == 0)
            place.width_node = read_argument (args);
          if (place.precision_node == 0)
            place.precision_node = read_argument (args);
          place.node = read_argument (args);
        }

      *(StrataRingPlace *) strata_column_push (&self->places, sizeof place) = place;
    }

  args->is_bad |= text.is_bad;
}

/* The name of a system call is "sys_openat" for both begin and end. */
static void
set_name (StrataRingPrint *self,
          StrataRingSystemCall system_call)
{
  const char *const end = self->format->name.text + self->format->name.n_bytes;
  const StrataText call = strata_text (strata_ring_system_call_get_name (self->format, system_call), end);
  g_autofree char *text = g_strdup_printf ("sys_%.*s", (int) call.n_bytes, call.text);

  self->name = (StrataText){ g_string_chunk_insert (self->texts, text), strlen (text) };
}

/**
 * strata_ring_print_new:
 * @format: the format whose `print fmt` is compiled; must outlive the result
 * @long_bytes: length of a long on the traced machine, if no field of @format shows it
 *
 * Returns: (transfer full): the compiled text
 */
StrataRingPrint *
strata_ring_print_new (const StrataRingFormat *format,
                       guint long_bytes)
{
  StrataRingPrint *self = g_new0 (StrataRingPrint, 1);
  StrataRingSystemCall system_call;
  StrataRingParser parser = { .print = self, .at = format->print.text, .end = format->print.text + format->print.n_bytes };
  StrataText text;

  self->format = format;
  self->long_bytes = long_bytes;
  for (guint i = 0; i < format->n_fields; i++)
    if (format->fields[i].is_long && format->fields[i].kind == STRATA_RING_NUMBER && (format->fields[i].n_bytes == 4 || format->fields[i].n_bytes == 8))
      self->long_bytes = format->fields[i].n_bytes;

  self->texts = g_string_chunk_new (256);
  self->name = format->name;
  system_call = strata_ring_system_call_find (format);
  if (system_call != STRATA_RING_NO_SYSTEM_CALL)
    {
      set_name (self, system_call);
      strata_ring_system_call_compile (self, system_call);
      return self;
    }
  if (!strata_ring_parser_take (&parser, '"'))
    return self;

  parser.at--;
  text = strata_ring_parser_read_string (&parser);
  read_places (self, text, &parser);
  self->is_compiled = !parser.is_bad && 2 * self->n_unknown <= self->places.n;
  self->special = strata_ring_special_find (format);
  if (self->is_compiled)
    strata_ring_special_name_probe (self);

  for (gsize i = 0; i < self->places.n && self->is_compiled; i++)
    strata_ring_place_find_field (self, &strata_column_at (&self->places, StrataRingPlace, i));

  return self;
}

/**
 * strata_ring_print_free:
 * @self: (nullable) (transfer full): a compiled text
 */
void
strata_ring_print_free (StrataRingPrint *self)
{
  if (self == NULL)
    return;

  g_string_chunk_free (self->texts);
  strata_column_clear (&self->nodes);
  strata_column_clear (&self->names);
  strata_column_clear (&self->places);
  g_free (self);
}

gboolean
strata_ring_print_is_compiled (const StrataRingPrint *self)
{
  return self->is_compiled && self->n_unknown == 0;
}

/* Returns the kernel's name of the event when it is printed; lives as long as @self. */
StrataText
strata_ring_print_get_name (const StrataRingPrint *self)
{
  return self->name;
}

static void
put_hex (StrataRingText *text,
         const char *before,
         guint64 value)
{
  strata_ring_text_put (text, before, strlen (before));
  strata_ring_text_put_uint (text, value, 16);
}

/* "name", or "name+0x12/0x340" if the offset is printed, and the module. */
static void
put_symbol (StrataRingText *text,
            const StrataRingPlace *place,
            guint64 address,
            StrataRingNames *names)
{
  StrataRingSymbol symbol;

  if (names == NULL || !strata_ring_names_find_symbol (names, address, &symbol))
    {
      put_hex (text, "0x", address);
      return;
    }

  strata_ring_text_put (text, symbol.name.text, symbol.name.n_bytes);
  if (place->form[0] == 'S' || place->form[0] == 'F' || place->form[0] == 'B')
    {
      put_hex (text, "+0x", symbol.offset);
      if (symbol.n_bytes > 0)
        put_hex (text, "/0x", symbol.n_bytes);
    }

  strata_ring_text_put (text, symbol.module.text, symbol.module.n_bytes);
}

static gint32
get_length (StrataRingEvaluation *evaluation,
            gint32 length,
            guint32 node,
            gint64 most)
{
  const gint64 value = node != STRATA_RING_NO_VALUE ? strata_ring_evaluate (evaluation, node).number : length;

  return (gint32) CLAMP (value, 0, most);
}

/* An address; if letters follow, the kernel's form of the bytes at the address. */
static void
put_pointer (StrataRingText *text,
             const StrataRingPlace *place,
             const StrataRingValue *value,
             StrataRingEvaluation *evaluation)
{
  const gsize width = (gsize) get_length (evaluation, place->width, place->width_node, G_MAXINT32);
  char hex[16];

  if (value->is_text && strata_ring_text_put_address (text, place->form, value->text, width, evaluation->record->is_swapped))
    return;

  if (place->form[0] != 0 && strchr ("sSfFB", place->form[0]) != NULL && !value->is_text)
    put_symbol (text, place, (guint64) value->number, evaluation->names);
  else if (value->is_text)
    strata_ring_text_put (text, value->text.text, strnlen (value->text.text, value->text.n_bytes));
  else
    {
      const guint n_digits = evaluation->print->long_bytes == 4 ? 8 : sizeof hex;

      for (guint i = 0; i < n_digits; i++)
        hex[i] = "0123456789abcdef"[(guint64) value->number >> 4 * (n_digits - 1 - i) & 15];

      strata_ring_text_put (text, hex, n_digits);
    }
}

/* A string in the record. */
static StrataText
get_string (const StrataRingRecord *record,
            const StrataRingValue *value)
{
  if (value->is_text)
    return value->field != NULL ? (StrataText){ value->text.text, strnlen (value->text.text, value->text.n_bytes) } : value->text;
  if (!value->is_address || (guint64) value->number >= record->n_bytes)
    return (StrataText){ "", 0 };

  const char *const begin = (const char *) record->data + value->number;

  return (StrataText){ begin, strnlen (begin, record->n_bytes - (gsize) value->number) };
}

static void
put_string (StrataRingText *text,
            gint32 precision,
            const StrataRingRecord *record,
            const StrataRingValue *value)
{
  StrataText string = get_string (record, value);

  /* a pointer to unknown data */
  if (!value->is_text && !value->is_address && value->number != 0)
    {
      strata_ring_text_put (text, "0x", 2);
      strata_ring_text_put_uint (text, (guint64) value->number, 16);
      return;
    }

  if (precision >= 0)
    string.n_bytes = MIN (string.n_bytes, (gsize) precision);

  strata_ring_text_put (text, string.text, string.n_bytes);
}

static guint64
narrow (gint64 value,
        guint n_bytes)
{
  return n_bytes >= 8 ? (guint64) value : (guint64) value & ((G_GUINT64_CONSTANT (1) << (n_bytes * 8)) - 1);
}

static void
put_number (StrataRingText *text,
            const StrataRingPlace *place,
            gint64 number)
{
  const guint64 value = narrow (number, (guint) place->bytes);

  switch (place->conversion)
    {
    case 'd':
    case 'i':
      number = strata_ring_extend (value, (guint) place->bytes);
      if (place->has_sign && number >= 0)
        strata_ring_text_put (text, "+", 1);
      strata_ring_text_put_int (text, number);
      break;
    case STRATA_RING_CALL_VALUE:
      strata_ring_text_put (text, "0x", value < 10 ? 0 : 2);
      strata_ring_text_put_uint (text, value, 16);
      break;
    case 'c':
      strata_ring_text_put (text, &(char){ (char) number }, 1);
      break;
    case 'x':
    case 'X':
    case 'o':
      if (place->is_alternate)
        strata_ring_text_put (text, "0x", place->conversion == 'o' ? 1 : 2);
      strata_ring_text_put_uint (text, value, place->conversion == 'o' ? 8 : 16);
      break;
    default:
      strata_ring_text_put_uint (text, value, 10);
      break;
    }
}

/* Pads the text since @begin. Zeros are inserted after the sign or 0x. */
static void
pad (StrataRingText *text,
     char *begin,
     const StrataRingPlace *place,
     gsize width)
{
  const gsize n = (gsize) (text->at - begin);
  const gsize n_more = width > n ? MIN (width - n, (gsize) (text->end - text->at)) : 0;
  const gboolean is_number = strchr ("diuxXo", place->conversion) != NULL;
  const gboolean has_zeros = (place->has_zeros && !place->is_left) || (is_number && place->precision > 0);
  const gsize n_kept = !has_zeros ? 0 : n > 0 && (*begin == '-' || *begin == '+') ? 1
                                    : place->is_alternate && n > 1                ? 2
                                                                                  : 0;

  if (n_more == 0)
    return;

  if (!place->is_left)
    memmove (begin + n_kept + n_more, begin + n_kept, n - n_kept);

  memset (place->is_left ? text->at : begin + n_kept, has_zeros && is_number ? '0' : ' ', n_more);
  text->at += n_more;
}

static void
put_upper (char *begin,
           const char *end)
{
  for (; begin < end; begin++)
    *begin = g_ascii_toupper (*begin);
}

/* A text or an address. */
static void
put_value (StrataRingEvaluation *evaluation,
           const StrataRingPlace *place,
           StrataRingText *text)
{
  const StrataRingValue value = strata_ring_evaluate (evaluation, place->node);

  if (place->conversion == 's')
    put_string (text, place->precision >= 0 ? get_length (evaluation, place->precision, place->precision_node, STRATA_RING_TEXT_BYTES) : -1, evaluation->record, &value);
  else
    put_pointer (text, place, &value, evaluation);
}

static void
put_place (StrataRingEvaluation *evaluation,
           const StrataRingPlace *place,
           StrataRingText *text)
{
  if (place->node == STRATA_RING_NO_VALUE)
    {
      strata_ring_text_put (text, "?", 1);
      return;
    }

  char *const begin = text->at;
  const gboolean is_filled = place->form[0] != 'h' && place->form[0] != 'b';
  gsize width = is_filled ? (gsize) get_length (evaluation, place->width, place->width_node, MAX_WIDTH) : 0;

  if (place->conversion == 's' || place->conversion == 'p')
    put_value (evaluation, place, text);
  else
    put_number (text, place, strata_ring_evaluate_number (evaluation, place->node));

  if (place->conversion == 'X')
    put_upper (begin, text->at);
  if (place->precision > 0 && strchr ("diuxXo", place->conversion) != NULL)
    width = MAX (width, (gsize) place->precision);
  if (width > 0)
    pad (text, begin, place, width);
}

/* Prints all fields except those common to all events, if the `print fmt` cannot be used. */
static void
put_fields (const StrataRingPrint *self,
            const StrataRingRecord *record,
            StrataRingText *text)
{
  for (guint i = 0; i < self->format->n_fields; i++)
    {
      const StrataRingField *field = &self->format->fields[i];
      StrataText bytes;

      if (field->name.n_bytes >= 7 && memcmp (field->name.text, "common_", 7) == 0)
        continue;

      strata_ring_text_put (text, " ", 1);
      strata_ring_text_put (text, field->name.text, field->name.n_bytes);
      strata_ring_text_put (text, "=", 1);
      if (field->kind == STRATA_RING_NUMBER && !field->is_pointer)
        strata_ring_text_put_int (text, strata_ring_record_get_int (record, field));
      else if (field->kind == STRATA_RING_NUMBER)
        {
          strata_ring_text_put (text, "0x", 2);
          strata_ring_text_put_uint (text, (guint64) strata_ring_record_get_int (record, field), 16);
        }
      else if (strata_ring_record_get_bytes (record, field, &bytes) && field->is_text)
        strata_ring_text_put (text, bytes.text, strnlen (bytes.text, bytes.n_bytes));
      else
        strata_ring_text_put_address (text, "h", bytes, bytes.n_bytes, record->is_swapped);
    }
}

static void
put_places (const StrataRingPrint *self,
            gsize first,
            gsize end,
            const StrataRingRecord *record,
            StrataRingNames *names,
            StrataRingText *text)
{
  char scratch[SCRATCH_BYTES];
  StrataRingEvaluation evaluation = { .print = self, .record = record, .names = names };

  for (gsize i = first; i < end; i++)
    {
      const StrataRingPlace *place = &strata_column_at (&self->places, StrataRingPlace, i);

      /* cppcheck-suppress legacyUninitvar; it is written to before it is read */
      evaluation.scratch = (StrataRingText){ scratch, scratch + sizeof scratch };
      if (i > first || first == 0)
        strata_ring_text_put (text, place->before.text, place->before.n_bytes);
      if (place->is_plain)
        put_number (text, place, strata_ring_record_get_int (record, &place->field));
      else if (place->conversion != 0)
        put_place (&evaluation, place, text);
    }
}

/**
 * strata_ring_print_write:
 * @self: a text
 * @record: an event
 * @names: names of threads and addresses
 * @text: where to write
 *
 * Prints an event.
 */
void
strata_ring_print_write (const StrataRingPrint *self,
                         const StrataRingRecord *record,
                         StrataRingNames *names,
                         StrataRingText *text)
{
  if (self->special != STRATA_RING_SPECIAL_NONE)
    strata_ring_special_write (self, record, names, text);
  else if (self->is_compiled)
    put_places (self, 0, self->places.n, record, names, text);
  else
    put_fields (self, record, text);
}

/**
 * strata_ring_print_write_key:
 * @self: a text
 * @key: a key in it, as in "key=%s"
 * @record: an event
 * @names: names of threads and addresses
 * @text: where to write
 *
 * Prints the value after a key, which may consist of several places without text between them.
 */
void
strata_ring_print_write_key (const StrataRingPrint *self,
                             const char *key,
                             const StrataRingRecord *record,
                             StrataRingNames *names,
                             StrataRingText *text)
{
  const guint32 first = strata_ring_print_find_key (self, key);
  gsize end = (gsize) first + 1;

  if (first == STRATA_RING_NO_VALUE)
    return;

  while (end < self->places.n && strata_column_at (&self->places, StrataRingPlace, end).before.n_bytes == 0)
    end++;

  put_places (self, first, end, record, names, text);
}

/**
 * strata_ring_print_get_number:
 * @self: a text
 * @place: a number in it
 * @record: an event
 * @names: names of threads and addresses
 *
 * Returns: the number printed there; an unsigned 64-bit value keeps its bits
 */
gint64
strata_ring_print_get_number (const StrataRingPrint *self,
                              guint32 place,
                              const StrataRingRecord *record,
                              StrataRingNames *names)
{
  const StrataRingPlace *at = &strata_column_at (&self->places, StrataRingPlace, place);
  StrataRingEvaluation evaluation = { .print = self, .record = record, .names = names };
  char scratch[SCRATCH_BYTES];

  evaluation.scratch = (StrataRingText){ scratch, scratch + sizeof scratch };

  const gint64 number = at->is_plain ? strata_ring_record_get_int (record, &at->field) : strata_ring_evaluate_number (&evaluation, at->node);
  const guint64 value = narrow (number, (guint) at->bytes);

  return at->conversion == 'd' || at->conversion == 'i' ? strata_ring_extend (value, (guint) at->bytes) : (gint64) value;
}

/* A text as printed; it is not copied if it is in the record or the format. */
static gboolean
get_word (StrataRingEvaluation *evaluation,
          const StrataRingPlace *place,
          StrataText *word)
{
  const StrataRingValue value = strata_ring_evaluate (evaluation, place->node);

  if (!value.is_text && !value.is_address && value.number != 0)
    return FALSE;

  *word = get_string (evaluation->record, &value);
  return TRUE;
}

/**
 * strata_ring_print_get_word:
 * @self: a text
 * @place: a place in it that is a word or a symbol
 * @record: an event
 * @names: names of threads and addresses
 * @room: receives a text that is in neither of them
 *
 * Returns: the text printed there; lives as long as @self, @record and the contents of @room
 */
StrataText
strata_ring_print_get_word (const StrataRingPrint *self,
                            guint32 place,
                            const StrataRingRecord *record,
                            StrataRingNames *names,
                            StrataRingText *room)
{
  const StrataRingPlace *at = &strata_column_at (&self->places, StrataRingPlace, place);
  StrataRingEvaluation evaluation = { .print = self, .record = record, .names = names, .scratch = *room };
  const char *const begin = room->at;
  StrataText word;

  if (at->conversion == 's' && get_word (&evaluation, at, &word))
    {
      room->at = evaluation.scratch.at;
      return word;
    }

  put_place (&evaluation, at, room);
  return strata_text (begin, room->at);
}
