/* strata-perfetto-event-kinds.c - names and meanings of kernel events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-event-kinds.h"

#include <string.h>

#include "strata-ftrace-event.h"
#include "strata-perfetto-fields.h"
#include "strata-proto-schema.h"
#include "strata-proto-text.h"

/* An event is identified by the number of its field. Most numbers are fixed by Perfetto. For other
 * events, the recorder chooses a number and describes the event in the bundles that contain it.
 * Recorders of several sequences choose independently; if a sequence has no description, the latest one
 * of any other sequence is used. */

static const StrataProtoEventKind rows[] = {
#include "strata-perfetto-events.h"
};

/* Most of Perfetto's events have numbers below this. */
#define N_NUMBERED 1024

/* Limit for the described numbers; a recorder describes some hundred. */
#define MOST_OTHERS 65536

/* Maximum length of a text before fields are dropped; longer texts would not be printed anyway. */
#define MOST_TEXT_BYTES 4096

/* A kind that is described by the recorder. */
typedef struct
{
  StrataPerfettoEventKind base;
  gint n_refs;
  char *name;
  char *text;
  GBytes *descriptor; /* (nullable): unchanged from the trace */
} Other;

struct _StrataPerfettoEventKinds
{
  StrataPerfettoEventKind numbered[N_NUMBERED]; /* entries that were looked up have a name */
  GHashTable *others;                           /* number -> Other, owned reference */
  GHashTable *by_sequence;                      /* sequence -> GHashTable, owned, like @others, with its descriptions */
  guint32 latest_sequence;                      /* sequence of @latest */
  GHashTable *latest;                           /* (nullable) borrowed: the table of @by_sequence that was looked up last */
  guint n_described;
  StrataPerfettoEventKind unknown;
};

static void
other_unref (gpointer data)
{
  Other *self = data;

  if (--self->n_refs > 0)
    return;

  g_free (self->name);
  g_free (self->text);
  g_clear_pointer (&self->descriptor, g_bytes_unref);
  g_free (self);
}

/**
 * strata_perfetto_event_kinds_new:
 *
 * Returns: (transfer full): Perfetto's kinds
 */
StrataPerfettoEventKinds *
strata_perfetto_event_kinds_new (void)
{
  StrataPerfettoEventKinds *self = g_new0 (StrataPerfettoEventKinds, 1);

  self->others = g_hash_table_new_full (NULL, NULL, NULL, other_unref);
  self->by_sequence = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  self->unknown = (StrataPerfettoEventKind){ .name = { "ftrace_event", 12 }, .text = "", .kind = STRATA_FTRACE_EVENT_OTHER };
  return self;
}

/**
 * strata_perfetto_event_kinds_free:
 * @self: (nullable) (transfer full): the kinds
 */
void
strata_perfetto_event_kinds_free (StrataPerfettoEventKinds *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->others);
  g_hash_table_unref (self->by_sequence);
  g_free (self);
}

static StrataPerfettoEventKind
make_kind (const char *name,
           const char *text)
{
  StrataPerfettoEventKind self = { .name = { name, strlen (name) }, .text = text };
  StrataKernelKind kernel_kind = STRATA_KERNEL_OTHER;

  self.kind = (guint8) strata_ftrace_event_get_kinds (self.name, &kernel_kind);
  self.kernel_kind = (guint8) kernel_kind;
  return self;
}

/* Takes ownership of @name and @text. */
static Other *
add_other (StrataPerfettoEventKinds *self,
           guint32 number,
           char *name,
           char *text)
{
  Other *other = g_new0 (Other, 1);

  other->base = make_kind (name, text);
  other->n_refs = 1;
  other->name = name;
  other->text = text;
  g_hash_table_insert (self->others, GUINT_TO_POINTER (number), other);
  return other;
}

/* The descriptions of a sequence; %NULL if there are none. */
static GHashTable *
find_described (StrataPerfettoEventKinds *self,
                guint32 sequence)
{
  if (G_UNLIKELY (self->latest == NULL || self->latest_sequence != sequence))
    {
      self->latest = g_hash_table_lookup (self->by_sequence, GUINT_TO_POINTER (sequence));
      self->latest_sequence = sequence;
    }

  return self->latest;
}

static void
note_described (StrataPerfettoEventKinds *self,
                guint32 sequence,
                guint32 number,
                Other *other)
{
  GHashTable *described = find_described (self, sequence);

  if (described == NULL)
    {
      described = g_hash_table_new_full (NULL, NULL, NULL, other_unref);
      g_hash_table_insert (self->by_sequence, GUINT_TO_POINTER (sequence), described);
      self->latest = described;
    }

  other->n_refs++;
  self->n_described += g_hash_table_insert (described, GUINT_TO_POINTER (number), other);
}

/* Device numbers are in the encoding of user space, whatever the name of their type. */
static char
get_mark (StrataText name,
          guint64 type)
{
  switch (type)
    {
    case STRATA_PROTO_TYPE_STRING:
      return '%';
    case STRATA_PROTO_TYPE_BYTES:
      return '|';
    case STRATA_PROTO_TYPE_DOUBLE:
    case STRATA_PROTO_TYPE_FLOAT:
      return '?';
    case STRATA_PROTO_TYPE_SINT32:
    case STRATA_PROTO_TYPE_SINT64:
      return '`';
    case STRATA_PROTO_TYPE_UINT64:
      return strata_text_equals (name, "dev") || strata_text_equals (name, "s_dev") ? '*' : '~';
    case STRATA_PROTO_TYPE_UINT32:
    case STRATA_PROTO_TYPE_FIXED32:
    case STRATA_PROTO_TYPE_FIXED64:
      return '~';
    default:
      return '$';
    }
}

/* Makes "name=$1 other=%2", since the descriptor does not contain the kernel's own format. If two fields have the
 * same number, the first counts. */
static void
put_field (GString *text,
           guint64 *fields,
           StrataProto field)
{
  StrataText name = { "", 0 };
  guint64 number = 0;
  guint64 type = 0;

  while (strata_proto_next (&field))
    if (field.number == STRATA_PF_DESCRIPTOR_FIELD_NAME && field.wire == STRATA_PROTO_BYTES)
      name = (StrataText){ (const char *) field.data, (gsize) field.value };
    else if (field.number == STRATA_PF_DESCRIPTOR_FIELD_NUMBER)
      number = strata_proto_get_uint (&field);
    else if (field.number == STRATA_PF_DESCRIPTOR_FIELD_TYPE)
      type = strata_proto_get_uint (&field);

  if (number >= STRATA_PROTO_TEXT_MAX_FIELDS || text->len >= MOST_TEXT_BYTES || (*fields >> number & 1) != 0)
    return;

  *fields |= G_GUINT64_CONSTANT (1) << number;
  g_string_append_printf (text, "%s%.*s=%c%u", text->len > 0 ? " " : "", (int) MIN (name.n_bytes, 200), name.text, get_mark (name, type), (guint) number);
}

static gboolean
is_described (const Other *other,
              const StrataProto *descriptor)
{
  gsize n_bytes;
  const void *bytes = other != NULL && other->descriptor != NULL ? g_bytes_get_data (other->descriptor, &n_bytes) : NULL;

  return bytes != NULL && n_bytes == descriptor->value && memcmp (bytes, descriptor->data, n_bytes) == 0;
}

static Other *
describe (StrataPerfettoEventKinds *self,
          guint32 number,
          const StrataProto *descriptor)
{
  StrataProto message = strata_proto_enter (descriptor);
  GString *text = g_string_new (NULL);
  guint64 fields = 0;
  char *name = NULL;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_DESCRIPTOR_NAME && message.wire == STRATA_PROTO_BYTES && name == NULL)
      name = g_strndup ((const char *) message.data, (gsize) message.value);
    else if (message.number == STRATA_PF_DESCRIPTOR_FIELD && message.wire == STRATA_PROTO_BYTES)
      put_field (text, &fields, strata_proto_enter (&message));

  Other *other = add_other (self, number, name != NULL ? name : g_strdup (""), g_string_free (text, FALSE));

  other->base.fields = fields | 1; /* no field has number 0 */
  other->descriptor = g_bytes_new (descriptor->data, (gsize) descriptor->value);
  return other;
}

/**
 * strata_perfetto_event_kinds_describe:
 * @self: the kinds
 * @sequence: id of the sequence of the bundle
 * @descriptor: one of a bundle
 *
 * Adds an event that Perfetto has no number for. If another one had its number on this sequence, that one is removed:
 * traces that are concatenated may each choose their own numbers.
 */
void
strata_perfetto_event_kinds_describe (StrataPerfettoEventKinds *self,
                                      guint32 sequence,
                                      StrataProto descriptor)
{
  StrataProto event = { .wire = STRATA_PROTO_VARINT };
  guint32 number = 0;

  while (strata_proto_next (&descriptor))
    if (descriptor.number == STRATA_PF_GENERIC_DESCRIPTOR_FIELD)
      number = (guint32) strata_proto_get_uint (&descriptor);
    else if (descriptor.number == STRATA_PF_GENERIC_DESCRIPTOR_EVENT)
      event = descriptor;

  if (event.wire != STRATA_PROTO_BYTES || strata_perfetto_event_is_known (number))
    return;

  GHashTable *described = find_described (self, sequence);
  const Other *other = described != NULL ? g_hash_table_lookup (described, GUINT_TO_POINTER (number)) : NULL;
  Other *any = g_hash_table_lookup (self->others, GUINT_TO_POINTER (number));

  if (is_described (other, &event) || (other == NULL && self->n_described >= MOST_OTHERS) || (any == NULL && g_hash_table_size (self->others) >= MOST_OTHERS))
    return;

  note_described (self, sequence, number, is_described (any, &event) ? any : describe (self, number, &event));
}

static const StrataPerfettoEventKind *
find_other (StrataPerfettoEventKinds *self,
            guint32 sequence,
            guint32 number)
{
  GHashTable *described = find_described (self, sequence);
  const Other *other = described != NULL ? g_hash_table_lookup (described, GUINT_TO_POINTER (number)) : NULL;

  if (other == NULL)
    other = g_hash_table_lookup (self->others, GUINT_TO_POINTER (number));
  if (other != NULL)
    return &other->base;
  if (g_hash_table_size (self->others) >= MOST_OTHERS)
    return &self->unknown;

  const StrataProtoEventKind *row = strata_proto_event_kind_find (rows, G_N_ELEMENTS (rows), number);

  other = row != NULL ? add_other (self, number, g_strdup (row->name), g_strdup (row->text)) : add_other (self, number, g_strdup_printf ("ftrace_event_%u", number), g_strdup (""));
  return &other->base;
}

/**
 * strata_perfetto_event_kinds_find:
 * @self: the kinds
 * @sequence: id of the sequence of the bundle
 * @number: field number of an event
 *
 * Returns: (transfer none): its kind; valid until another kind gets its number
 */
const StrataPerfettoEventKind *
strata_perfetto_event_kinds_find (StrataPerfettoEventKinds *self,
                                  guint32 sequence,
                                  guint32 number)
{
  if (number >= N_NUMBERED)
    return find_other (self, sequence, number);

  StrataPerfettoEventKind *kind = &self->numbered[number];

  if (G_UNLIKELY (kind->name.text == NULL))
    {
      const StrataProtoEventKind *row = strata_proto_event_kind_find (rows, G_N_ELEMENTS (rows), number);

      if (row == NULL)
        return find_other (self, sequence, number);

      *kind = make_kind (row->name, row->text);
    }

  return kind;
}

/**
 * strata_perfetto_event_is_known:
 * @number: field number of an event
 *
 * Returns: whether Perfetto defines this event
 */
gboolean
strata_perfetto_event_is_known (guint32 number)
{
  return strata_proto_event_kind_find (rows, G_N_ELEMENTS (rows), number) != NULL;
}
