/* strata-ring-format.c - the layout of the fields of an event
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-format.h"

#include "strata-column.h"

/* No field is farther from the start of its record. */
#define MAX_OFFSET (1 << 20)

/* Kernels have a few dozen at most. */
#define MAX_FIELDS 256

/* A kernel describes 1,500 events, but a capture has only a few dozen of them: a description is kept as text until its event is met. */
struct _StrataRingFormats
{
  StrataRingFormat **by_id; /* (array length=STRATA_RING_MAX_FORMATS) owned: parsed formats */
  StrataText *descriptions; /* (array length=STRATA_RING_MAX_FORMATS) owned: descriptions of the others */
  GStringChunk *texts;      /* owned: contains all texts */
  StrataColumn fields;      /* StrataRingField: of the format being parsed */
  guint32 min_id;           /* of all events; above max_id if there are none */
  guint32 max_id;
};

StrataRingFormats *
strata_ring_formats_new (void)
{
  StrataRingFormats *self = g_new0 (StrataRingFormats, 1);

  self->by_id = g_new0 (StrataRingFormat *, STRATA_RING_MAX_FORMATS);
  self->descriptions = g_new0 (StrataText, STRATA_RING_MAX_FORMATS);
  self->min_id = G_MAXUINT32;
  self->texts = g_string_chunk_new (4096);

  return self;
}

static void
free_format (StrataRingFormat *format)
{
  if (format == NULL)
    return;

  g_free (format->fields);
  g_free (format);
}

void
strata_ring_formats_free (StrataRingFormats *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < STRATA_RING_MAX_FORMATS; i++)
    free_format (self->by_id[i]);

  g_free (self->by_id);
  g_free (self->descriptions);
  g_string_chunk_free (self->texts);
  strata_column_clear (&self->fields);
  g_free (self);
}

static gboolean
begins_with (StrataText text,
             const char *word)
{
  return text.n_bytes >= strlen (word) && memcmp (text.text, word, strlen (word)) == 0;
}

static StrataText
skip (StrataText text,
      gsize n_bytes)
{
  return (StrataText){ text.text + n_bytes, text.n_bytes - n_bytes };
}

static StrataText
trim (StrataText text)
{
  while (text.n_bytes > 0 && g_ascii_isspace (*text.text))
    text = skip (text, 1);
  while (text.n_bytes > 0 && g_ascii_isspace (text.text[text.n_bytes - 1]))
    text.n_bytes--;

  return text;
}

/* The number after "key:" in "field:… offset:8; size:4; signed:1;". */
static gboolean
find_number (StrataText line,
             const char *key,
             guint64 max,
             guint64 *value)
{
  const char *const end = line.text + line.n_bytes;
  const char *p = memmem (line.text, line.n_bytes, key, strlen (key));

  return p != NULL && strata_text_parse_uint (p + strlen (key), end, max, value) != NULL;
}

static gboolean
has_word (StrataText text,
          const char *word)
{
  const char *const end = text.text + text.n_bytes;
  const gsize n_bytes = strlen (word);

  for (const char *p = text.text; (p = memmem (p, (gsize) (end - p), word, n_bytes)) != NULL; p++)
    if ((p == text.text || !(g_ascii_isalnum (p[-1]) || p[-1] == '_')) && (p + n_bytes == end || !(g_ascii_isalnum (p[n_bytes]) || p[n_bytes] == '_')))
      return TRUE;

  return FALSE;
}

/* Length of an array element, by its type; 4 for unknown types. */
static guint8
get_element_bytes (StrataText type)
{
  static const struct
  {
    const char *word;
    guint8 n_bytes;
  } words[] = { { "char", 1 }, { "u8", 1 }, { "__u8", 1 }, { "s8", 1 }, { "uint8_t", 1 }, { "bool", 1 }, { "short", 2 }, { "u16", 2 }, { "__u16", 2 }, { "s16", 2 }, { "uint16_t", 2 }, { "long", 8 }, { "u64", 8 }, { "__u64", 8 }, { "s64", 8 }, { "uint64_t", 8 }, { "loff_t", 8 }, { "sector_t", 8 }, { "size_t", 8 }, { "ssize_t", 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (has_word (type, words[i].word))
      return words[i].n_bytes;

  return 4;
}

static guint8
get_kind (StrataText decl,
          gboolean has_brackets)
{
  if (begins_with (decl, "__data_loc"))
    return STRATA_RING_DATA_LOC;
  if (begins_with (decl, "__rel_loc"))
    return STRATA_RING_REL_LOC;

  return has_brackets ? STRATA_RING_ARRAY : STRATA_RING_NUMBER;
}

/* The declared number of elements shows their size whatever their type is: a long has four bytes on some machines, and so
 * "unsigned long args[6]" 24. */
static void
fit_elements (const char *bracket,
              StrataRingField *field)
{
  const guint64 n = g_ascii_strtoull (bracket + 1, NULL, 10);
  const guint64 n_bytes = n > 0 && field->n_bytes % n == 0 ? field->n_bytes / n : 0;

  if (n_bytes == 1 || n_bytes == 2 || n_bytes == 4 || n_bytes == 8)
    field->element_bytes = (guint8) n_bytes;
}

/* An array of longs extends to the end of the record: the declared size of a stack is only how much of it is printed. */
static gboolean
has_open_end (const StrataRingField *field)
{
  return field->n_bytes == 0 || field->element_bytes == 8 || (field->is_long && field->kind == STRATA_RING_ARRAY);
}

/* "unsigned char comm[16]", "char[16] comm", "__data_loc char[] name" or "const char * str". */
static void
parse_declaration (StrataText decl,
                   StrataRingField *field)
{
  const char *bracket = memchr (decl.text, '[', decl.n_bytes);
  StrataText type = decl;

  field->kind = get_kind (decl, bracket != NULL);
  if (field->kind == STRATA_RING_ARRAY && decl.text[decl.n_bytes - 1] == ']')
    type = decl = trim (strata_text (decl.text, bracket));

  while (type.n_bytes > 0 && (g_ascii_isalnum (type.text[type.n_bytes - 1]) || type.text[type.n_bytes - 1] == '_'))
    type.n_bytes--;

  field->name = skip (decl, type.n_bytes);
  field->is_pointer = memchr (type.text, '*', type.n_bytes) != NULL;
  field->is_text = has_word (type, "char") && (field->kind == STRATA_RING_NUMBER ? field->is_pointer : !has_word (type, "unsigned") && !field->is_pointer);
  field->element_bytes = field->is_pointer && field->kind != STRATA_RING_NUMBER ? 8 : get_element_bytes (type);
  field->is_long = !field->is_pointer && has_word (type, "long") && !has_word (type, "long long");
  if (field->kind == STRATA_RING_ARRAY)
    fit_elements (bracket, field);
}

/**
 * strata_ring_field_parse:
 * @line: "field:int pid;	offset:4;	size:4;	signed:1;"
 * @field: (out): the field; its name is in @line
 *
 * Returns: whether it is a valid field
 */
gboolean
strata_ring_field_parse (StrataText line,
                         StrataRingField *field)
{
  const char *end;
  guint64 offset, n_bytes, is_signed = 0;

  line = trim (line);
  if (!begins_with (line, "field:"))
    return FALSE;

  line = skip (line, strlen ("field:"));
  end = memchr (line.text, ';', line.n_bytes);
  if (end == NULL || !find_number (line, "offset:", MAX_OFFSET, &offset) || !find_number (line, "size:", MAX_OFFSET, &n_bytes))
    return FALSE;

  find_number (line, "signed:", 1, &is_signed);
  *field = (StrataRingField){ .offset = (guint32) offset, .n_bytes = (guint32) n_bytes, .is_signed = is_signed != 0 };
  parse_declaration (trim (strata_text (line.text, end)), field);
  return field->name.n_bytes > 0;
}

static StrataText
keep (StrataRingFormats *self,
      StrataText text)
{
  return (StrataText){ g_string_chunk_insert_len (self->texts, text.text, (gssize) text.n_bytes), text.n_bytes };
}

/* The kernel pads the structure of an event, and a record, to a multiple of 8 bytes at most. */
#define MAX_PADDING 16

static gboolean
has_any_length (const StrataRingField *field)
{
  return field->kind != STRATA_RING_NUMBER && (field->kind != STRATA_RING_ARRAY || has_open_end (field));
}

static void
find_lengths (StrataRingFormat *format)
{
  gboolean is_fixed = TRUE;

  for (guint i = 0; i < format->n_fields; i++)
    {
      const StrataRingField *field = &format->fields[i];
      const gboolean is_open = field->kind == STRATA_RING_ARRAY && has_any_length (field);

      is_fixed &= !has_any_length (field);
      format->n_least_bytes = MAX (format->n_least_bytes, field->offset + (is_open ? 0 : field->n_bytes));
    }

  format->n_most_bytes = is_fixed ? format->n_least_bytes + MAX_PADDING : G_MAXUINT32;
}

/* Returns the end of the line that starts at @text. */
static const char *
find_line_end (const char *text,
               const char *end)
{
  const char *line_end = memchr (text, '\n', (gsize) (end - text));

  return line_end != NULL ? line_end : end;
}

static void
read_line (StrataRingFormats *self,
           StrataRingFormat *format,
           StrataText line)
{
  StrataRingField field;

  if (begins_with (line, "name:"))
    format->name = keep (self, trim (skip (line, strlen ("name:"))));
  else if (begins_with (line, "print fmt:"))
    format->print = keep (self, trim (skip (line, strlen ("print fmt:"))));
  else if (self->fields.n < MAX_FIELDS && strata_ring_field_parse (line, &field))
    *(StrataRingField *) strata_column_push (&self->fields, sizeof field) = field;
}

static void
read_description (StrataRingFormats *self,
                  guint32 id)
{
  const char *text = self->descriptions[id].text;
  const char *const end = text + self->descriptions[id].n_bytes;
  StrataRingFormat format = { .id = id, .name = { "", 0 }, .print = { "", 0 } };

  self->fields.n = 0;
  while (text < end)
    {
      const gboolean is_last = begins_with (strata_text (text, end), "print fmt:");
      const char *line_end = is_last ? end : find_line_end (text, end);

      /* what is printed comes last, and may contain line feeds */
      read_line (self, &format, strata_text (text, line_end));
      text = line_end + 1;
    }

  format.n_fields = (guint) self->fields.n;
  format.fields = g_memdup2 (self->fields.data, self->fields.n * sizeof (StrataRingField));
  for (guint i = 0; i < format.n_fields; i++)
    format.fields[i].name = keep (self, format.fields[i].name);

  find_lengths (&format);
  self->by_id[id] = g_memdup2 (&format, sizeof format);
  self->descriptions[id] = (StrataText){ NULL, 0 };
}

/* If a number has several descriptions, the last one counts. */
static void
end_description (StrataRingFormats *self,
                 StrataText text,
                 guint32 id)
{
  if (text.n_bytes == 0 || id >= STRATA_RING_MAX_FORMATS)
    return;

  g_clear_pointer (&self->by_id[id], free_format);
  self->descriptions[id] = keep (self, text);
  self->min_id = MIN (self->min_id, id);
  self->max_id = MAX (self->max_id, id);
}

static guint32
read_id (StrataText line)
{
  guint64 id;

  line = trim (skip (line, strlen ("ID:")));
  return strata_text_parse_uint (line.text, line.text + line.n_bytes, STRATA_RING_MAX_FORMATS - 1, &id) != NULL ? (guint32) id : STRATA_RING_MAX_FORMATS;
}

/**
 * strata_ring_formats_add:
 * @self: formats
 * @text: one or more concatenated format files of the kernel
 * @n_bytes: their length
 *
 * Adds formats. Fields that cannot be parsed are left out.
 */
void
strata_ring_formats_add (StrataRingFormats *self,
                         const char *text,
                         gsize n_bytes)
{
  const char *const end = text + n_bytes;
  const char *begin = NULL;
  guint32 id = STRATA_RING_MAX_FORMATS;

  while (text < end)
    {
      const char *line_end = find_line_end (text, end);
      const StrataText line = strata_text (text, line_end);

      if (begins_with (line, "name:"))
        {
          end_description (self, begin != NULL ? strata_text (begin, text) : (StrataText){ NULL, 0 }, id);
          begin = trim (skip (line, strlen ("name:"))).n_bytes > 0 ? text : NULL;
          id = STRATA_RING_MAX_FORMATS;
        }
      else if (begins_with (line, "ID:"))
        id = read_id (line);

      text = line_end + 1;
    }

  end_description (self, begin != NULL ? strata_text (begin, end) : (StrataText){ NULL, 0 }, id);
}

/**
 * strata_ring_formats_get:
 * @self: formats
 * @id: number of an event
 *
 * Returns: (transfer none) (nullable): its format
 */
const StrataRingFormat *
strata_ring_formats_get (StrataRingFormats *self,
                         guint32 id)
{
  if (id >= STRATA_RING_MAX_FORMATS)
    return NULL;
  if (self->by_id[id] == NULL && self->descriptions[id].n_bytes > 0)
    read_description (self, id);

  return self->by_id[id];
}

/**
 * strata_ring_formats_get_all:
 * @self: formats
 * @min_id: (out): the lowest number of an event; above @max_id if there are no formats
 * @max_id: (out): the highest
 *
 * Returns: (transfer none) (array length=STRATA_RING_MAX_FORMATS): formats by the number of their event; %NULL if there is none,
 *   or if it was not requested before
 */
StrataRingFormat *const *
strata_ring_formats_get_all (const StrataRingFormats *self,
                             guint32 *min_id,
                             guint32 *max_id)
{
  *min_id = self->min_id;
  *max_id = self->max_id;
  return self->by_id;
}

/**
 * strata_ring_format_find_field:
 * @format: a format
 * @name: a name
 *
 * Returns: (transfer none) (nullable): the field of that name
 */
const StrataRingField *
strata_ring_format_find_field (const StrataRingFormat *format,
                               const char *name)
{
  const gsize n_bytes = strlen (name);

  for (guint i = 0; i < format->n_fields; i++)
    if (format->fields[i].name.n_bytes == n_bytes && memcmp (format->fields[i].name.text, name, n_bytes) == 0)
      return &format->fields[i];

  return NULL;
}

/* Finds the elements of a field. */
static inline gboolean
find_bytes (const StrataRingRecord *record,
            const StrataRingField *field,
            guint32 *offset,
            guint32 *n_bytes)
{
  guint32 location;

  if (field->kind == STRATA_RING_NUMBER || field->kind == STRATA_RING_ARRAY)
    {
      *offset = field->offset;
      *n_bytes = field->n_bytes;
      /* the declared size of a stack is how much of it is printed */
      if (field->offset <= record->n_bytes && has_open_end (field))
        *n_bytes = record->n_bytes - field->offset;

      return TRUE;
    }

  if (field->n_bytes != 4 || !strata_ring_record_has (record, field))
    return FALSE;

  location = (guint32) strata_ring_read_uint (record->data + field->offset, 4, record->is_swapped);
  *offset = (location & 0xffff) + (field->kind == STRATA_RING_REL_LOC ? field->offset + 4 : 0);
  *n_bytes = location >> 16;
  return TRUE;
}

static inline gboolean
get_bytes (const StrataRingRecord *record,
           const StrataRingField *field,
           StrataText *bytes)
{
  guint32 offset;
  guint32 n_bytes;

  *bytes = (StrataText){ "", 0 };
  if (!find_bytes (record, field, &offset, &n_bytes) || n_bytes > record->n_bytes || offset > record->n_bytes - n_bytes)
    return FALSE;

  *bytes = (StrataText){ (const char *) record->data + offset, n_bytes };
  return TRUE;
}

/**
 * strata_ring_record_get_bytes:
 * @record: a record
 * @field: one of its fields
 * @bytes: (out): its bytes, in the record
 *
 * Returns: whether it is within the record
 */
gboolean
strata_ring_record_get_bytes (const StrataRingRecord *record,
                              const StrataRingField *field,
                              StrataText *bytes)
{
  return get_bytes (record, field, bytes);
}

/**
 * strata_ring_record_get_text:
 * @record: a record
 * @field: one of its fields
 * @text: (out): its bytes before the first NUL, in the record
 *
 * Names may be in arrays of `char`, `unsigned char` or `u8`.
 *
 * Returns: whether it is within the record
 */
gboolean
strata_ring_record_get_text (const StrataRingRecord *record,
                             const StrataRingField *field,
                             StrataText *text)
{
  const gboolean is_within = get_bytes (record, field, text);

  text->n_bytes = strnlen (text->text, text->n_bytes);
  return is_within;
}
