/* strata-perfetto-typed.c - arguments that are messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-typed.h"

#include "strata-perfetto-block.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-reader.h"
#include "strata-real.h"

/* Programs extend events by their own messages, which a trace may describe. Messages of Android
 * and Chrome that are listed in typed.txt need no description. */

#define MAX_DEPTH 16

/* Numbers of dictionaries are less. */
#define N_DICTIONARIES 64

/* The message that is extended. */
#define EVENT ".perfetto.protos.TrackEvent"

#define ANNOTATION ".perfetto.protos.DebugAnnotation"

typedef struct
{
  const char *message; /* or enumeration */
  const char *name;
  gint32 number;
  StrataProtoType type;  /* 0 for a value of an enumeration */
  const char *type_name; /* for an interned text, the number of its dictionary */
  gboolean is_repeated;
} Row;

static const Row rows[] = {
#include "strata-perfetto-typed-rows.h"
};

/* Makes the schema of messages that are known without a description. */
static StrataProtoSchema *
new_schema (void)
{
  StrataProtoSchema *self = strata_proto_schema_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].type == 0)
      strata_proto_schema_add_value (self, rows[i].message, rows[i].number, rows[i].name);
    else
      {
        const StrataProtoField field = { .name = (char *) rows[i].name, .type_name = (char *) rows[i].type_name, .type = rows[i].type, .is_repeated = rows[i].is_repeated };

        strata_proto_schema_add_field (self, rows[i].message, (guint32) rows[i].number, &field);
      }

  return self;
}

static void
add_packed (StrataPerfettoReader *self,
            const StrataProto *field)
{
  StrataPerfettoBlockEnd end;
  gsize n_bytes;
  g_autofree guint8 *set = strata_perfetto_block_unpack (field->data, (gsize) field->value, STRATA_PERFETTO_BLOCK_GZIP, strata_source_get_n_left (self->source), &n_bytes, &end);

  strata_source_count_unpacked (self->source, "Perfetto", n_bytes, NULL);
  self->n_bad_descriptors += end != STRATA_PERFETTO_BLOCK_WHOLE;
  strata_proto_schema_add_files (self->schema, strata_proto (set, n_bytes));
}

/* The schema is made on demand: kernel events need none. */
const StrataProtoSchema *
strata_perfetto_reader_need_schema (StrataPerfettoReader *self)
{
  if (G_UNLIKELY (self->schema == NULL))
    {
      self->schema = new_schema ();
      self->extensions = strata_proto_schema_find_fields (self->schema, EVENT);
    }

  return self->schema;
}

const StrataProtoField *
strata_perfetto_reader_find_extension (StrataPerfettoReader *self,
                                       guint32 number)
{
  strata_perfetto_reader_need_schema (self);
  return g_hash_table_lookup (self->extensions, GUINT_TO_POINTER (number));
}

/**
 * strata_perfetto_reader_take_extensions:
 * @self: the reader
 * @descriptor: the content of a packet that describes extensions
 *
 * Takes a trace's description of its extensions, which may come after the events that use them.
 */
void
strata_perfetto_reader_take_extensions (StrataPerfettoReader *self,
                                        StrataProto descriptor)
{
  strata_perfetto_reader_need_schema (self);
  while (strata_proto_next (&descriptor))
    if (descriptor.number == STRATA_PF_EXTENSION_DESCRIPTOR_SET)
      strata_proto_schema_add_files (self->schema, strata_proto_enter (&descriptor));
    else if (descriptor.number == STRATA_PF_EXTENSION_DESCRIPTOR_SET_GZIP && descriptor.wire == STRATA_PROTO_BYTES)
      add_packed (self, &descriptor);
}

static void
put_float (StrataPerfettoArgs *self,
           guint64 bits)
{
  const guint32 low = (guint32) bits;
  float value;

  memcpy (&value, &low, sizeof value);
  strata_perfetto_args_put_double (self, (double) value);
}

static void
put_enum (StrataPerfettoArgs *self,
          const StrataProtoField *field,
          guint64 bits)
{
  const char *name = g_hash_table_lookup (field->members, GINT_TO_POINTER ((gint32) bits));

  if (name != NULL)
    strata_perfetto_args_put_text (self, name, strlen (name));
  else
    strata_perfetto_args_put_int (self, (gint32) bits);
}

static void
put_number (StrataPerfettoArgs *self,
            const StrataProtoField *field,
            guint64 bits)
{
  switch (field->type)
    {
    case STRATA_PROTO_TYPE_DOUBLE:
      strata_perfetto_args_put_double (self, strata_real_from_bits ((gint64) bits));
      break;
    case STRATA_PROTO_TYPE_FLOAT:
      put_float (self, bits);
      break;
    case STRATA_PROTO_TYPE_BOOL:
      g_string_append (self->text, bits != 0 ? "true" : "false");
      break;
    case STRATA_PROTO_TYPE_ENUM:
      put_enum (self, field, bits);
      break;
    case STRATA_PROTO_TYPE_SINT32:
    case STRATA_PROTO_TYPE_SINT64:
      strata_perfetto_args_put_int (self, strata_proto_unfold (bits));
      break;
    case STRATA_PROTO_TYPE_INT32:
    case STRATA_PROTO_TYPE_SFIXED32:
      strata_perfetto_args_put_int (self, (gint32) bits);
      break;
    case STRATA_PROTO_TYPE_INT64:
    case STRATA_PROTO_TYPE_SFIXED64:
      strata_perfetto_args_put_int (self, (gint64) bits);
      break;
    case STRATA_PROTO_TYPE_UINT64:
    case STRATA_PROTO_TYPE_FIXED64:
    case STRATA_PROTO_TYPE_FIXED32:
    case STRATA_PROTO_TYPE_UINT32:
    case STRATA_PROTO_TYPE_STRING:
    case STRATA_PROTO_TYPE_GROUP:
    case STRATA_PROTO_TYPE_MESSAGE:
    case STRATA_PROTO_TYPE_BYTES:
      strata_perfetto_args_put_uint (self, bits);
      break;
    }
}

static StrataProtoWire
get_wire (StrataProtoType type)
{
  switch (type)
    {
    case STRATA_PROTO_TYPE_DOUBLE:
    case STRATA_PROTO_TYPE_FIXED64:
    case STRATA_PROTO_TYPE_SFIXED64:
      return STRATA_PROTO_FIXED64;
    case STRATA_PROTO_TYPE_FLOAT:
    case STRATA_PROTO_TYPE_FIXED32:
    case STRATA_PROTO_TYPE_SFIXED32:
      return STRATA_PROTO_FIXED32;
    case STRATA_PROTO_TYPE_STRING:
    case STRATA_PROTO_TYPE_GROUP:
    case STRATA_PROTO_TYPE_MESSAGE:
    case STRATA_PROTO_TYPE_BYTES:
      return STRATA_PROTO_BYTES;
    case STRATA_PROTO_TYPE_INT64:
    case STRATA_PROTO_TYPE_UINT64:
    case STRATA_PROTO_TYPE_INT32:
    case STRATA_PROTO_TYPE_BOOL:
    case STRATA_PROTO_TYPE_UINT32:
    case STRATA_PROTO_TYPE_ENUM:
    case STRATA_PROTO_TYPE_SINT32:
    case STRATA_PROTO_TYPE_SINT64:
      return STRATA_PROTO_VARINT;
    }

  return STRATA_PROTO_VARINT;
}

/* Adds numbers, which may be packed. */
static void
put_numbers (StrataPerfettoArgs *self,
             const StrataProtoField *field,
             const StrataProto *at)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (at, get_wire (field->type));
  guint64 bits;

  for (gboolean is_first = TRUE; strata_proto_numbers_next (&numbers, &bits) && strata_perfetto_args_has_room (self); is_first = FALSE)
    {
      if (!is_first)
        g_string_append_c (self->text, ',');
      put_number (self, field, bits);
    }
}

static void add_field (StrataPerfettoArgs *self, const StrataProtoField *field, StrataProto *at, guint depth);

static void
put_message (StrataPerfettoArgs *self,
             const StrataProtoField *field,
             StrataProto message,
             guint depth)
{
  g_string_append_c (self->text, '{');
  while (depth < MAX_DEPTH && strata_perfetto_args_has_room (self) && strata_proto_next (&message))
    {
      const StrataProtoField *inner = g_hash_table_lookup (field->members, GUINT_TO_POINTER (message.number));

      if (inner != NULL)
        add_field (self, inner, &message, depth + 1);
    }

  g_string_append_c (self->text, '}');
}

/* The name of the message that an annotation contains, or NULL. */
static char *
dup_message_name (const StrataPerfettoArgs *self,
                  StrataProto annotation)
{
  guint32 name;

  while (strata_proto_next (&annotation))
    if (annotation.number == STRATA_PF_ANNOTATION_PROTO_TYPE_NAME && annotation.wire == STRATA_PROTO_BYTES)
      return g_strndup ((const char *) annotation.data, (gsize) annotation.value);
    else if (annotation.number == STRATA_PF_ANNOTATION_PROTO_TYPE && strata_perfetto_state_find_text (self->state, STRATA_PF_INTERNED_VALUE_TYPES, strata_proto_get_uint (&annotation), &name))
      return g_strdup (strata_string_pool_get (self->strings, name));

  return NULL;
}

/**
 * strata_perfetto_args_put_proto:
 * @self: arguments
 * @annotation: an annotation that is a message
 * @value: the message
 * @depth: how many values are around it
 *
 * Adds a message as a dictionary, or its length if its type is not known.
 */
void
strata_perfetto_args_put_proto (StrataPerfettoArgs *self,
                                StrataProto annotation,
                                const StrataProto *value,
                                guint depth)
{
  g_autofree char *type_name = self->schema != NULL ? dup_message_name (self, annotation) : NULL;
  const StrataProtoField field = { .members = type_name != NULL ? strata_proto_schema_find_fields (self->schema, type_name) : NULL };
  const gsize begin = self->text->len;
  const guint64 n_bytes = value->wire == STRATA_PROTO_BYTES ? value->value : 0;

  if (field.members != NULL)
    put_message (self, &field, strata_proto_enter (value), depth);
  else
    g_string_append (self->text, "{}");
  if (self->text->len - begin > strlen ("{}") || (type_name != NULL && n_bytes == 0))
    return;

  g_string_truncate (self->text, begin);
  g_string_append_printf (self->text, "(%" G_GUINT64_FORMAT " bytes)", n_bytes);
}

/* The number of the dictionary that has the text of this id, or 0. */
static guint
get_dictionary (const StrataProtoField *field)
{
  const guint64 list = field->type == STRATA_PROTO_TYPE_UINT64 ? g_ascii_strtoull (field->type_name, NULL, 10) : 0;

  return list < N_DICTIONARIES ? (guint) list : 0;
}

static void
put_value (StrataPerfettoArgs *self,
           const StrataProtoField *field,
           const StrataProto *at,
           guint depth)
{
  const gsize n_bytes = at->wire == STRATA_PROTO_BYTES ? (gsize) at->value : 0;
  const guint dictionary = get_dictionary (field);

  if (dictionary != 0)
    strata_perfetto_args_put_interned (self, dictionary, strata_proto_get_uint (at));
  else if (field->type == STRATA_PROTO_TYPE_STRING)
    strata_perfetto_args_put_own_text (self, n_bytes > 0 ? (const char *) at->data : "", n_bytes);
  else if (field->type == STRATA_PROTO_TYPE_MESSAGE)
    put_message (self, field, strata_proto_enter (at), depth);
  else if (get_wire (field->type) == STRATA_PROTO_BYTES)
    g_string_append_printf (self->text, "(%" G_GSIZE_FORMAT " bytes)", n_bytes);
  else
    put_numbers (self, field, at);
}

/* Adds the field at @at. Consecutive fields with its number are items of the same list; @at is moved to the last of them. */
static void
add_field (StrataPerfettoArgs *self,
           const StrataProtoField *field,
           StrataProto *at,
           guint depth)
{
  if (field->type == STRATA_PROTO_TYPE_MESSAGE && g_str_equal (field->type_name, ANNOTATION))
    {
      strata_perfetto_args_add_annotation (self, strata_proto_enter (at));
      return;
    }

  strata_perfetto_args_put_key (self, field->name);
  if (field->is_repeated)
    g_string_append_c (self->text, '[');
  put_value (self, field, at, depth);
  if (!field->is_repeated)
    return;

  for (StrataProto next = *at; strata_proto_next (&next) && next.number == at->number; *at = next)
    if (strata_perfetto_args_has_room (self))
      {
        g_string_append_c (self->text, ',');
        put_value (self, field, &next, depth);
      }

  g_string_append_c (self->text, ']');
}

/**
 * strata_perfetto_args_add_typed:
 * @self: the arguments
 * @extension: the description of the field
 * @event: (inout): a field of an event; moved to the last field that was taken
 * @table: where the keys of such arguments are noted
 *
 * Adds an extension of an event.
 */
void
strata_perfetto_args_add_typed (StrataPerfettoArgs *self,
                                const StrataProtoField *extension,
                                StrataProto *event,
                                StrataAttrTable *table)
{
  strata_attr_table_note_typed (table, extension->name, extension->type == STRATA_PROTO_TYPE_MESSAGE && !extension->is_repeated);
  if (strata_perfetto_args_has_room (self))
    add_field (self, extension, event, 0);
}
