/* strata-arg-texts.c - texts of arguments, packed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-arg-texts.h"

#include <string.h>

#include "strata-append.h"
#include "strata-column.h"
#include "strata-digits.h"
#include "strata-slots.h"
#include "strata-string-pool.h"
#include "strata-word.h"

/* Arguments of thousands of events differ only in their numbers. A text is stored as its shape, which has a mark in
 * place of each number, and the numbers: a tenth to a fifth of the text. Nothing is lost: only numbers that are
 * written as they were read are taken out. */
typedef enum
{
  MARK_DECIMAL = 1, /* digits without a leading zero, or 0 */
  MARK_HEX,         /* 0x and lower-case digits without a leading zero */
  MARK_ZEROS,       /* digits with leading zeros; the number has a 1 before them */
  MARK_PLAIN,       /* the next character is no mark although it looks like one */
} Mark;

/* The number of digits that always fit. */
#define MOST_DECIMAL_DIGITS 19
#define MOST_HEX_DIGITS 16
#define MOST_ZEROS_DIGITS 18

/* The bytes of a text begin at that of its block, plus its own: so those of all may exceed 32 bits. */
#define TEXTS_A_BLOCK 256

/* Shapes that were found by the lengths of shape and numbers, which are found again without a hash of all their bytes. */
#define N_RECENT 64

typedef struct
{
  const char *shape; /* (nullable) borrowed: in the pool */
  gsize n_bytes;
  guint32 id;
} Recent;

struct _StrataArgTexts
{
  StrataStringPool *shapes; /* owned */
  Recent recent[N_RECENT];
  StrataColumn bytes;  /* guint8: for each text the id of its shape and its numbers */
  StrataColumn blocks; /* gsize: where the texts of a block begin */
  StrataColumn begins; /* guint32: where a text begins in its block */
  StrataSlots slots;   /* id + 1 */
  GString *shape;      /* owned: that of the text that is packed, without an end */
  GString *numbers;    /* owned: its bytes */
};

/**
 * strata_arg_texts_new:
 *
 * Returns: (transfer full): texts with the empty one as %STRATA_ARGS_NONE
 */
StrataArgTexts *
strata_arg_texts_new (void)
{
  StrataArgTexts *self = g_new0 (StrataArgTexts, 1);

  self->shapes = strata_string_pool_new ();
  self->shape = g_string_new (NULL);
  self->numbers = g_string_new (NULL);
  strata_slots_init (&self->slots, 64);
  strata_arg_texts_intern (self, "", 0);
  return self;
}

void
strata_arg_texts_free (StrataArgTexts *self)
{
  if (self == NULL)
    return;

  strata_string_pool_free (self->shapes);
  strata_column_clear (&self->bytes);
  strata_column_clear (&self->blocks);
  strata_column_clear (&self->begins);
  strata_slots_clear (&self->slots);
  g_string_free (self->shape, TRUE);
  g_string_free (self->numbers, TRUE);
  g_free (self);
}

static guint8 *
put_number (guint8 *at,
            guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    *at++ = (guint8) (value | 0x80);

  *at++ = (guint8) value;
  return at;
}

static const guint8 *
read_number (const guint8 *at,
             guint64 *value)
{
  guint shift = 0;

  for (*value = 0; *at >= 0x80; shift += 7)
    *value |= (guint64) (*at++ & 0x7f) << shift;

  *value |= (guint64) *at++ << shift;
  return at;
}

static inline gboolean
is_digit (char c)
{
  return (guint8) (c - '0') < 10;
}

/* A text while it is packed. */
typedef struct
{
  const char *at;
  const char *end;
  char *shape;
  guint8 *numbers;
} Packer;

static inline void
put_mark (Packer *self,
          Mark mark,
          guint64 value)
{
  *self->shape++ = (char) mark;
  self->numbers = put_number (self->numbers, value);
}

/* Reads digits to a number that begins with others. */
static guint64
read_decimal (Packer *self,
              guint64 value,
              gsize most_digits)
{
  const char *end = self->at + MIN (most_digits, (gsize) (self->end - self->at));

  for (; self->at < end && is_digit (*self->at); self->at++)
    value = value * 10 + (guint64) (*self->at - '0');

  return value;
}

static inline gboolean
is_hex_digit (char c)
{
  return is_digit (c) || (c >= 'a' && c <= 'f');
}

static void
pack_hex (Packer *self)
{
  guint64 value = 0;

  self->at += strlen ("0x");
  for (gsize i = 0; i < MOST_HEX_DIGITS && self->at < self->end && is_hex_digit (*self->at); i++, self->at++)
    value = value << 4 | (guint64) g_ascii_xdigit_value (*self->at);

  put_mark (self, MARK_HEX, value);
}

/* Takes a number out, or the first part of a long one. */
static void
pack_digits (Packer *self)
{
  const gsize n_left = (gsize) (self->end - self->at);

  if (*self->at != '0')
    put_mark (self, MARK_DECIMAL, read_decimal (self, 0, MOST_DECIMAL_DIGITS));
  else if (n_left > 1 && is_digit (self->at[1]))
    put_mark (self, MARK_ZEROS, read_decimal (self, 1, MOST_ZEROS_DIGITS));
  else if (n_left > 2 && self->at[1] == 'x' && self->at[2] != '0' && is_hex_digit (self->at[2]))
    pack_hex (self);
  else
    put_mark (self, MARK_DECIMAL, read_decimal (self, 0, 1));
}

/* The same value in each byte. */
#define EACH(value) (G_GUINT64_CONSTANT (0x0101010101010101) * (value))

/* The highest bit of the first byte that is a digit or looks like a mark, among eight characters; perhaps those of later bytes. */
static inline guint64
find_special (guint64 word)
{
  const guint64 low = word & EACH (0x7f);
  const guint64 marks = word - EACH (MARK_PLAIN + 1);
  const guint64 digits = (low + EACH (0x80 - '0')) & ~(low + EACH (0x80 - '9' - 1));

  return (marks | digits) & ~word & EACH (0x80);
}

/* Copies text before the next number or mark, or the end. */
static void
pack_plain (Packer *self)
{
  while (self->end - self->at >= 8)
    {
      const guint64 word = strata_word_load (self->at);
      const guint64 special = find_special (word);
      const gsize n_bytes = special != 0 ? (gsize) __builtin_ctzll (special) / 8 : 8;

      memcpy (self->shape, self->at, 8);
      self->at += n_bytes;
      self->shape += n_bytes;
      if (special != 0)
        return;
    }

  while (self->at < self->end && !is_digit (*self->at) && (guint8) *self->at > MARK_PLAIN)
    *self->shape++ = *self->at++;
}

static inline void
need_room (GString *buffer,
           gsize n_bytes)
{
  if (G_UNLIKELY (buffer->allocated_len <= n_bytes))
    g_string_set_size (buffer, n_bytes);
}

/* Divides a text into its shape and its numbers. No number is longer than its digits. */
static void
pack (StrataArgTexts *self,
      const char *text,
      gsize n_bytes)
{
  need_room (self->shape, 2 * n_bytes + 8);
  need_room (self->numbers, n_bytes);

  Packer packer = { text, text + n_bytes, self->shape->str, (guint8 *) self->numbers->str };

  while (packer.at < packer.end)
    if (is_digit (*packer.at))
      pack_digits (&packer);
    else if (G_UNLIKELY ((guint8) *packer.at <= MARK_PLAIN))
      {
        *packer.shape++ = (char) MARK_PLAIN;
        *packer.shape++ = *packer.at++;
      }
    else
      pack_plain (&packer);

  self->shape->len = (gsize) (packer.shape - self->shape->str);
  self->numbers->len = (gsize) (packer.numbers - (guint8 *) self->numbers->str);
}

static gsize
get_begin (const StrataArgTexts *self,
           guint32 id)
{
  return strata_column_at (&self->blocks, gsize, id / TEXTS_A_BLOCK) + strata_column_at (&self->begins, guint32, id);
}

static const guint8 *
get_bytes (const StrataArgTexts *self,
           guint32 id)
{
  return &strata_column_at (&self->bytes, guint8, get_begin (self, id));
}

static guint32
intern_shape (StrataArgTexts *self)
{
  const GString *shape = self->shape;
  Recent *recent = &self->recent[(shape->len * 7 + self->numbers->len) % N_RECENT];

  if (recent->shape != NULL && recent->n_bytes == shape->len && memcmp (recent->shape, shape->str, shape->len) == 0)
    return recent->id;

  recent->id = strata_string_pool_intern (self->shapes, shape->str, shape->len);
  recent->shape = strata_string_pool_get (self->shapes, recent->id);
  recent->n_bytes = strlen (recent->shape);
  return recent->id;
}

/* Appends the packed text to the bytes, which do not count yet. Returns its length. */
static gsize
append_packed (StrataArgTexts *self)
{
  const guint32 shape = intern_shape (self);
  const gsize most_bytes = 5 + self->numbers->len;

  if (self->bytes.n_allocated - self->bytes.n < most_bytes)
    strata_column_grow (&self->bytes, 1, self->bytes.n + most_bytes);

  guint8 *begin = (guint8 *) self->bytes.data + self->bytes.n;
  guint8 *end = put_number (begin, shape);

  memcpy (end, self->numbers->str, self->numbers->len);
  return (gsize) (end - begin) + self->numbers->len;
}

/* A text ends by its shape, so that it is not the beginning of another. */
static gboolean
is_appended (const StrataArgTexts *self,
             guint32 id,
             gsize n_bytes)
{
  const gsize begin = get_begin (self, id);

  return begin + n_bytes <= self->bytes.n && memcmp (&strata_column_at (&self->bytes, guint8, begin), &strata_column_at (&self->bytes, guint8, self->bytes.n), n_bytes) == 0;
}

/* Adds what was appended as another text. */
static guint32
take_appended (StrataArgTexts *self,
               gsize n_bytes)
{
  const guint32 id = (guint32) self->begins.n;

  if (id % TEXTS_A_BLOCK == 0)
    *(gsize *) strata_column_push (&self->blocks, sizeof (gsize)) = self->bytes.n;

  strata_column_push_u32 (&self->begins, (guint32) (self->bytes.n - strata_column_at (&self->blocks, gsize, id / TEXTS_A_BLOCK)));
  self->bytes.n += n_bytes;
  return id;
}

/**
 * strata_arg_texts_intern:
 * @self: the texts
 * @text: (array length=n_bytes): any bytes, not NUL-ended
 * @n_bytes: how many
 *
 * Finds or adds a text. Bytes that are not UTF-8, and NUL, are replaced by U+FFFD.
 *
 * Returns: the id; equal texts have equal ids
 */
guint32
strata_arg_texts_intern (StrataArgTexts *self,
                         const char *text,
                         gsize n_bytes)
{
  pack (self, text, n_bytes);

  const gsize n_packed = append_packed (self);
  const guint32 hash = strata_word_hash ((const char *) self->bytes.data + self->bytes.n, n_packed);
  StrataSlot *slot = strata_slots_first (&self->slots, hash);

  while (slot->row != 0 && !(slot->hash == hash && is_appended (self, slot->row - 1, n_packed)))
    slot = strata_slots_next (&self->slots, slot);

  if (slot->row != 0)
    return slot->row - 1;

  const guint32 id = take_appended (self, n_packed);

  strata_slots_take (&self->slots, slot, hash, id + 1);
  return id;
}

static const char *
get_shape (const StrataArgTexts *self,
           guint32 id,
           const guint8 **numbers)
{
  guint64 shape;

  *numbers = read_number (get_bytes (self, id), &shape);
  return strata_string_pool_get (self->shapes, (guint32) shape);
}

static void
append_number (GString *text,
               Mark mark,
               guint64 value)
{
  char digits[STRATA_DIGITS_MOST];
  char *end = digits + sizeof digits;
  const char *at = mark == MARK_HEX ? strata_digits_put (end, value, 16) : strata_digits_put (end, value, 10);

  if (mark == MARK_HEX)
    strata_append (text, "0x", strlen ("0x"));
  if (mark == MARK_ZEROS)
    at++;

  strata_append (text, at, (gsize) (end - at));
}

/**
 * strata_arg_texts_dup:
 * @self: the texts
 * @id: an id from strata_arg_texts_intern()
 *
 * Returns: (transfer full): the text
 */
char *
strata_arg_texts_dup (const StrataArgTexts *self,
                      guint32 id)
{
  const guint8 *numbers;
  const char *shape = get_shape (self, id, &numbers);
  GString *text = g_string_sized_new (2 * strlen (shape));

  while (*shape != '\0')
    {
      const char *end = shape;
      guint64 value;

      while ((guint8) *end > MARK_PLAIN)
        end++;
      strata_append (text, shape, (gsize) (end - shape));
      shape = end;
      if (*shape == MARK_PLAIN)
        {
          strata_append (text, shape + 1, 1);
          shape += 2;
        }
      else if (*shape != '\0')
        {
          numbers = read_number (numbers, &value);
          append_number (text, (Mark) *shape++, value);
        }
    }

  return g_string_free (text, FALSE);
}

/**
 * strata_arg_texts_has_word:
 * @self: the texts
 * @id: an id from strata_arg_texts_intern()
 * @word: a word without digits
 *
 * This is faster than reading the text.
 *
 * Returns: whether a text contains a word
 */
gboolean
strata_arg_texts_has_word (const StrataArgTexts *self,
                           guint32 id,
                           const char *word)
{
  const guint8 *numbers;

  return strstr (get_shape (self, id, &numbers), word) != NULL;
}

/* Returns how many different texts there are; ids are below this. */
guint32
strata_arg_texts_get_n_texts (const StrataArgTexts *self)
{
  return (guint32) self->begins.n;
}
