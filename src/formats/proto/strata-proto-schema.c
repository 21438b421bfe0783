/* strata-proto-schema.c - reads descriptions of protobuf messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-proto-schema.h"

/* A description is itself a message: a set of files that contain messages, enumerations and extensions.
 * An extension is a field of the message that it extends. Names are full, ".package.Message". */

/* Maximum nesting of messages. */
#define MAX_DEPTH 16

#define SET_FILES 1

#define FILE_PACKAGE 2
#define FILE_MESSAGES 4
#define FILE_ENUMS 5
#define FILE_EXTENSIONS 7

#define MESSAGE_NAME 1
#define MESSAGE_FIELDS 2
#define MESSAGE_MESSAGES 3
#define MESSAGE_ENUMS 4
#define MESSAGE_EXTENSIONS 6

#define FIELD_NAME 1
#define FIELD_EXTENDEE 2
#define FIELD_NUMBER 3
#define FIELD_LABEL 4
#define FIELD_TYPE 5
#define FIELD_TYPE_NAME 6
#define LABEL_REPEATED 3

#define ENUM_NAME 1
#define ENUM_VALUES 2
#define VALUE_NAME 1
#define VALUE_NUMBER 2

#define MAX_NAME_BYTES 1000

struct _StrataProtoSchema
{
  GHashTable *messages; /* full name -> number -> StrataProtoField, owned */
  GHashTable *enums;    /* full name -> number -> name, owned */
};

static void
free_field (gpointer data)
{
  StrataProtoField *self = data;

  g_free (self->name);
  g_free (self->type_name);
  g_free (self);
}

/**
 * strata_proto_schema_new:
 *
 * Returns: (transfer full): an empty schema
 */
StrataProtoSchema *
strata_proto_schema_new (void)
{
  StrataProtoSchema *self = g_new0 (StrataProtoSchema, 1);

  self->messages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  self->enums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  return self;
}

void
strata_proto_schema_free (StrataProtoSchema *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->messages);
  g_hash_table_unref (self->enums);
  g_free (self);
}

static GHashTable *
get_table (GHashTable *tables,
           const char *name,
           GDestroyNotify free_value)
{
  GHashTable *table = g_hash_table_lookup (tables, name);

  if (table == NULL)
    {
      table = g_hash_table_new_full (NULL, NULL, NULL, free_value);
      g_hash_table_insert (tables, g_strdup (name), table);
    }

  return table;
}

/* What a field consists of may be described later. */
static GHashTable *
get_members (StrataProtoSchema *self,
             const StrataProtoField *field)
{
  if (field->type == STRATA_PROTO_TYPE_MESSAGE)
    return get_table (self->messages, field->type_name, free_field);
  if (field->type == STRATA_PROTO_TYPE_ENUM)
    return get_table (self->enums, field->type_name, g_free);

  return NULL;
}

/**
 * strata_proto_schema_add_field:
 * @self: a schema
 * @message: full name of a message
 * @number: number of a field
 * @field: its description; its members are found by its type
 *
 * Adds a field; the first description of a field wins.
 */
void
strata_proto_schema_add_field (StrataProtoSchema *self,
                               const char *message,
                               guint32 number,
                               const StrataProtoField *field)
{
  GHashTable *fields = get_table (self->messages, message, free_field);

  if (g_hash_table_contains (fields, GUINT_TO_POINTER (number)))
    return;

  StrataProtoField *copy = g_memdup2 (field, sizeof *field);

  copy->name = g_strdup (field->name);
  copy->type_name = g_strdup (field->type_name);
  copy->members = get_members (self, field);
  g_hash_table_insert (fields, GUINT_TO_POINTER (number), copy);
}

/**
 * strata_proto_schema_add_value:
 * @self: a schema
 * @enumeration: full name of an enumeration
 * @value: a value of it
 * @name: its name
 *
 * Adds a value; the first name of a value wins.
 */
void
strata_proto_schema_add_value (StrataProtoSchema *self,
                               const char *enumeration,
                               gint32 value,
                               const char *name)
{
  GHashTable *names = get_table (self->enums, enumeration, g_free);

  if (!g_hash_table_contains (names, GINT_TO_POINTER (value)))
    g_hash_table_insert (names, GINT_TO_POINTER (value), g_strdup (name));
}

/* Returns the text of a field; empty if the field is missing. */
static char *
dup_text (StrataProto message,
          guint32 number)
{
  char *text = NULL;

  while (text == NULL && strata_proto_next (&message))
    if (message.number == number)
      text = strata_proto_dup_text (&message, MAX_NAME_BYTES);

  return text != NULL ? text : g_strdup ("");
}

static void
add_field (StrataProtoSchema *self,
           const char *message,
           StrataProto description)
{
  g_autofree char *name = dup_text (description, FIELD_NAME);
  g_autofree char *type_name = dup_text (description, FIELD_TYPE_NAME);
  g_autofree char *extendee = dup_text (description, FIELD_EXTENDEE);
  StrataProtoField field = { .name = name, .type_name = type_name };
  guint64 number = 0;

  while (strata_proto_next (&description))
    if (description.number == FIELD_NUMBER)
      number = strata_proto_get_uint (&description);
    else if (description.number == FIELD_TYPE)
      field.type = (StrataProtoType) MIN (strata_proto_get_uint (&description), STRATA_PROTO_TYPE_SINT64);
    else if (description.number == FIELD_LABEL)
      field.is_repeated = strata_proto_get_uint (&description) == LABEL_REPEATED;

  if (number > 0 && number <= G_MAXUINT32 && *name != '\0')
    strata_proto_schema_add_field (self, *extendee != '\0' ? extendee : message, (guint32) number, &field);
}

static void
add_enum (StrataProtoSchema *self,
          const char *scope,
          StrataProto description)
{
  g_autofree char *name = dup_text (description, ENUM_NAME);
  g_autofree char *full = g_strdup_printf ("%s.%s", scope, name);

  while (strata_proto_next (&description))
    if (description.number == ENUM_VALUES)
      {
        StrataProto value = strata_proto_enter (&description);
        g_autofree char *text = dup_text (value, VALUE_NAME);
        gint32 number = 0;

        while (strata_proto_next (&value))
          if (value.number == VALUE_NUMBER)
            number = (gint32) strata_proto_get_uint (&value);

        strata_proto_schema_add_value (self, full, number, text);
      }
}

static void
add_message (StrataProtoSchema *self,
             const char *scope,
             StrataProto description,
             guint depth)
{
  g_autofree char *name = dup_text (description, MESSAGE_NAME);
  g_autofree char *full = g_strdup_printf ("%s.%s", scope, name);

  while (strata_proto_next (&description))
    if (description.number == MESSAGE_FIELDS || description.number == MESSAGE_EXTENSIONS)
      add_field (self, full, strata_proto_enter (&description));
    else if (description.number == MESSAGE_ENUMS)
      add_enum (self, full, strata_proto_enter (&description));
    else if (description.number == MESSAGE_MESSAGES && depth < MAX_DEPTH)
      add_message (self, full, strata_proto_enter (&description), depth + 1);
}

static void
add_file (StrataProtoSchema *self,
          StrataProto file)
{
  g_autofree char *package = dup_text (file, FILE_PACKAGE);
  g_autofree char *scope = *package != '\0' ? g_strdup_printf (".%s", package) : g_strdup ("");

  while (strata_proto_next (&file))
    if (file.number == FILE_MESSAGES)
      add_message (self, scope, strata_proto_enter (&file), 0);
    else if (file.number == FILE_ENUMS)
      add_enum (self, scope, strata_proto_enter (&file));
    else if (file.number == FILE_EXTENSIONS)
      add_field (self, scope, strata_proto_enter (&file));
}

/**
 * strata_proto_schema_add_files:
 * @self: a schema
 * @set: a FileDescriptorSet
 *
 * Adds the contents of the described files.
 */
void
strata_proto_schema_add_files (StrataProtoSchema *self,
                               StrataProto set)
{
  while (strata_proto_next (&set))
    if (set.number == SET_FILES)
      add_file (self, strata_proto_enter (&set));
}

/**
 * strata_proto_schema_find_fields:
 * @self: a schema
 * @message: full name of a message
 *
 * Returns: (nullable) (transfer none) (element-type guint StrataProtoField): its fields by number, including those that
 *   are described later; %NULL if nothing has mentioned the message
 */
GHashTable *
strata_proto_schema_find_fields (const StrataProtoSchema *self,
                                 const char *message)
{
  return g_hash_table_lookup (self->messages, message);
}
