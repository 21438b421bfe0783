/* strata-ring-format.h - the layout of the fields of an event
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* The kernel describes each event in a text file (tracefs, events/…/format), which binary captures
 * contain. libtraceevent parses these, too; but it allocates memory for each event that it
 * prints, handles one file at a time and trusts lengths, so it is not used here. */

/* How the value of a field is stored. */
typedef enum
{
  STRATA_RING_NUMBER,   /* a number */
  STRATA_RING_ARRAY,    /* elements stored in place; with length 0, the rest of the record */
  STRATA_RING_DATA_LOC, /* offset and length of the elements, from the start of the record */
  STRATA_RING_REL_LOC,  /* the same, with the offset from the end of the field */
} StrataRingFieldKind;

/* A field of an event. */
typedef struct
{
  StrataText name;      /* its name */
  guint32 offset;       /* offset from the start of the record */
  guint32 n_bytes;      /* its length */
  guint8 element_bytes; /* for arrays, the length of an element */
  guint8 kind;          /* StrataRingFieldKind */
  guint8 is_signed;     /* whether its number is signed */
  guint8 is_text;       /* whether its elements are characters */
  guint8 is_pointer;    /* whether its number is an address */
  guint8 is_long;       /* whether its number is a `long`, whose length depends on the machine */
} StrataRingField;

/* The kernel's description of a kind of event. */
typedef struct
{
  guint32 id;              /* number of the event in its records */
  StrataText name;         /* its name */
  StrataText print;        /* the kernel's print format, without "print fmt: " */
  StrataRingField *fields; /* (array length=n_fields): its fields, starting with those common to all events */
  guint n_fields;          /* how many */
  guint32 n_least_bytes;   /* minimum length of its records */
  guint32 n_most_bytes;    /* maximum length; G_MAXUINT32 if it depends on the contents */
} StrataRingFormat;

/* An event as the kernel wrote it. */
typedef struct
{
  const guint8 *data;  /* its bytes */
  guint32 n_bytes;     /* how many */
  gboolean is_swapped; /* whether its numbers do not have our endianness */
  guint32 cpu;         /* its CPU */
} StrataRingRecord;

/* Numbers of events have 16 bits. */
#define STRATA_RING_MAX_FORMATS 65536

typedef struct _StrataRingFormats StrataRingFormats;

StrataRingFormats *strata_ring_formats_new (void);
void strata_ring_formats_free (StrataRingFormats *self);
void strata_ring_formats_add (StrataRingFormats *self, const char *text, gsize n_bytes);
const StrataRingFormat *strata_ring_formats_get (StrataRingFormats *self, guint32 id);
StrataRingFormat *const *strata_ring_formats_get_all (const StrataRingFormats *self, guint32 *min_id, guint32 *max_id);
const StrataRingField *strata_ring_format_find_field (const StrataRingFormat *format, const char *name);
gboolean strata_ring_field_parse (StrataText line, StrataRingField *field);
gboolean strata_ring_record_get_bytes (const StrataRingRecord *record, const StrataRingField *field, StrataText *bytes);
gboolean strata_ring_record_get_text (const StrataRingRecord *record, const StrataRingField *field, StrataText *text);

/**
 * strata_ring_read_uint:
 * @data: a number
 * @n_bytes: 1, 2, 4 or 8
 * @is_swapped: whether it does not have our endianness
 *
 * Returns: the number; 0 for any other length
 */
static inline guint64
strata_ring_read_uint (const guint8 *data,
                       guint n_bytes,
                       gboolean is_swapped)
{
  guint16 u16;
  guint32 u32;
  guint64 u64;

  switch (n_bytes)
    {
    case 1:
      return *data;
    case 2:
      memcpy (&u16, data, sizeof u16);
      return is_swapped ? GUINT16_SWAP_LE_BE (u16) : u16;
    case 4:
      memcpy (&u32, data, sizeof u32);
      return is_swapped ? GUINT32_SWAP_LE_BE (u32) : u32;
    case 8:
      memcpy (&u64, data, sizeof u64);
      return is_swapped ? GUINT64_SWAP_LE_BE (u64) : u64;
    default:
      return 0;
    }
}

static inline gint64
strata_ring_extend (guint64 value,
                    guint n_bytes)
{
  return n_bytes == 4 ? (gint32) value : n_bytes == 2 ? (gint16) value
                                     : n_bytes == 1   ? (gint8) value
                                                      : (gint64) value;
}

static inline gboolean
strata_ring_record_has (const StrataRingRecord *record,
                        const StrataRingField *field)
{
  return field->n_bytes <= record->n_bytes && field->offset <= record->n_bytes - field->n_bytes;
}

/**
 * strata_ring_record_get_int:
 * @record: a record
 * @field: a number
 *
 * Returns: its value; an unsigned 64-bit value keeps its bits; 0 if the record is too short
 */
static inline gint64
strata_ring_record_get_int (const StrataRingRecord *record,
                            const StrataRingField *field)
{
  if (G_UNLIKELY (!strata_ring_record_has (record, field)))
    return 0;

  const guint64 value = strata_ring_read_uint (record->data + field->offset, field->n_bytes, record->is_swapped);

  return field->is_signed ? strata_ring_extend (value, field->n_bytes) : (gint64) value;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingFormats, strata_ring_formats_free)

G_END_DECLS
