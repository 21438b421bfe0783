/* strata-proto-schema.h - reads descriptions of protobuf messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-proto.h"

G_BEGIN_DECLS

/* Types of fields, with the numbers that descriptions use. */
typedef enum
{
  STRATA_PROTO_TYPE_DOUBLE = 1,
  STRATA_PROTO_TYPE_FLOAT,
  STRATA_PROTO_TYPE_INT64,
  STRATA_PROTO_TYPE_UINT64,
  STRATA_PROTO_TYPE_INT32,
  STRATA_PROTO_TYPE_FIXED64,
  STRATA_PROTO_TYPE_FIXED32,
  STRATA_PROTO_TYPE_BOOL,
  STRATA_PROTO_TYPE_STRING,
  STRATA_PROTO_TYPE_GROUP,
  STRATA_PROTO_TYPE_MESSAGE,
  STRATA_PROTO_TYPE_BYTES,
  STRATA_PROTO_TYPE_UINT32,
  STRATA_PROTO_TYPE_ENUM,
  STRATA_PROTO_TYPE_SFIXED32,
  STRATA_PROTO_TYPE_SFIXED64,
  STRATA_PROTO_TYPE_SINT32,
  STRATA_PROTO_TYPE_SINT64,
} StrataProtoType;

/* The description of a field. */
typedef struct
{
  char *name;           /* owned: its name */
  char *type_name;      /* owned: full name of the message or the enumeration, or empty */
  GHashTable *members;  /* (nullable) borrowed: of a message, number -> StrataProtoField; of an enumeration, number -> name */
  StrataProtoType type; /* its type */
  gboolean is_repeated; /* whether it may occur several times */
} StrataProtoField;

typedef struct _StrataProtoSchema StrataProtoSchema;

StrataProtoSchema *strata_proto_schema_new (void);
void strata_proto_schema_free (StrataProtoSchema *self);
void strata_proto_schema_add_field (StrataProtoSchema *self, const char *message, guint32 number, const StrataProtoField *field);
void strata_proto_schema_add_value (StrataProtoSchema *self, const char *enumeration, gint32 value, const char *name);
void strata_proto_schema_add_files (StrataProtoSchema *self, StrataProto set);
GHashTable *strata_proto_schema_find_fields (const StrataProtoSchema *self, const char *message);

G_END_DECLS
