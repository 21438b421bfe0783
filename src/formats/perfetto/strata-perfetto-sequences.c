/* strata-perfetto-sequences.c - the incremental state of the writers of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-sequences.h"

#include "strata-perfetto-fields.h"

/* A writer numbers its names and writes each one once; after a clear it starts again. The
 * dictionaries of a state only grow, so that records can look up entries later. Lists of texts
 * are stored as string ids, other lists as messages. */

/* A word is identified by its list and its id in the list, packed into a number. */
#define LIST_BITS 6
#define MAX_IID (G_MAXUINT64 >> LIST_BITS)

struct _StrataPerfettoSequences
{
  GHashTable *by_id;         /* id -> StrataPerfettoSequence, owned */
  StrataStringPool *strings; /* borrowed: of the builder */
  StrataPerfettoSequence *last;
  guint64 n_generations;
};

static StrataPerfettoState *
state_new (void)
{
  StrataPerfettoState *self = g_new0 (StrataPerfettoState, 1);

  self->n_refs = 1;
  return self;
}

StrataPerfettoState *
strata_perfetto_state_ref (StrataPerfettoState *self)
{
  self->n_refs++;
  return self;
}

void
strata_perfetto_state_unref (StrataPerfettoState *self)
{
  if (self == NULL || --self->n_refs > 0)
    return;

  g_clear_pointer (&self->words, strata_perfetto_words_unref);
  g_free (self->defaults.extras);
  g_free (self->defaults.double_extras);
  g_free (self);
}

static void
free_sequence (gpointer data)
{
  StrataPerfettoSequence *self = data;

  strata_perfetto_state_unref (self->state);
  g_free (self);
}

/**
 * strata_perfetto_sequences_new:
 * @strings: where names go
 *
 * Returns: (transfer full): an empty table of sequences
 */
StrataPerfettoSequences *
strata_perfetto_sequences_new (StrataStringPool *strings)
{
  StrataPerfettoSequences *self = g_new0 (StrataPerfettoSequences, 1);

  self->by_id = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, free_sequence);
  self->strings = strings;
  return self;
}

void
strata_perfetto_sequences_free (StrataPerfettoSequences *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->by_id);
  g_free (self);
}

/**
 * strata_perfetto_sequences_get:
 * @self: the sequences
 * @id: id of a sequence
 *
 * Returns: (transfer none): the sequence
 */
StrataPerfettoSequence *
strata_perfetto_sequences_get (StrataPerfettoSequences *self,
                               guint32 id)
{
  StrataPerfettoSequence *sequence = self->last != NULL && self->last->id == id ? self->last : g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (id));

  if (sequence == NULL)
    {
      sequence = g_new0 (StrataPerfettoSequence, 1);
      sequence->id = id;
      sequence->state = state_new ();
      sequence->state->generation = ++self->n_generations;
      g_hash_table_insert (self->by_id, GUINT_TO_POINTER (id), sequence);
    }

  self->last = sequence;
  return sequence;
}

/**
 * strata_perfetto_sequences_clear_state:
 * @self: the sequences
 * @sequence: a sequence
 *
 * Clears the state of a sequence. From now on it is completely known.
 */
void
strata_perfetto_sequences_clear_state (StrataPerfettoSequences *self,
                                       StrataPerfettoSequence *sequence)
{
  strata_perfetto_state_unref (sequence->state);
  sequence->state = state_new ();
  sequence->state->generation = ++self->n_generations;
  sequence->is_valid = TRUE;
}

static void
read_numbers (const StrataProto *field,
              guint64 **numbers,
              guint *n)
{
  StrataProtoNumbers list = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 value;

  if (*numbers == NULL)
    *numbers = g_new (guint64, STRATA_PERFETTO_MAX_EXTRAS);

  while (*n < STRATA_PERFETTO_MAX_EXTRAS && strata_proto_numbers_next (&list, &value))
    (*numbers)[(*n)++] = value;
}

static void
read_event_defaults (StrataPerfettoDefaults *self,
                     StrataProto message)
{
  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_EVENT_DEFAULTS_TRACK)
      {
        self->track = strata_proto_get_uint (&message);
        self->has_track = TRUE;
      }
    else if (message.number == STRATA_PF_EVENT_DEFAULTS_COUNTER_TRACKS)
      read_numbers (&message, &self->extras, &self->n_extras);
    else if (message.number == STRATA_PF_EVENT_DEFAULTS_DOUBLE_COUNTER_TRACKS)
      read_numbers (&message, &self->double_extras, &self->n_double_extras);
}

/**
 * strata_perfetto_sequences_set_defaults:
 * @self: the sequences
 * @sequence: a sequence
 * @defaults: the message
 *
 * Replaces all defaults of a sequence. Records that were read with the old ones keep them.
 */
void
strata_perfetto_sequences_set_defaults (StrataPerfettoSequences *self,
                                        StrataPerfettoSequence *sequence,
                                        StrataProto defaults)
{
  StrataPerfettoState *state = state_new ();

  while (strata_proto_next (&defaults))
    if (defaults.number == STRATA_PF_DEFAULTS_TIMESTAMP_CLOCK)
      state->defaults.clock = strata_proto_get_uint (&defaults);
    else if (defaults.number == STRATA_PF_DEFAULTS_TRACK_EVENT)
      read_event_defaults (&state->defaults, strata_proto_enter (&defaults));

  /* the dictionaries are kept */
  state->generation = sequence->state->generation;
  if (sequence->state->words != NULL)
    state->words = strata_perfetto_words_ref (sequence->state->words);

  strata_perfetto_state_unref (sequence->state);
  sequence->state = state;
}

static guint64
make_key (guint list,
          guint64 iid)
{
  return iid << LIST_BITS | list;
}

/* Lists of messages that are used for more than a text. */
static gboolean
is_message_list (guint list)
{
  static const guint64 lists = G_GUINT64_CONSTANT (1) << STRATA_PF_INTERNED_SOURCE_LOCATIONS | G_GUINT64_CONSTANT (1) << STRATA_PF_INTERNED_FRAMES |
                               G_GUINT64_CONSTANT (1) << STRATA_PF_INTERNED_CALLSTACKS | G_GUINT64_CONSTANT (1) << STRATA_PF_INTERNED_MAPPINGS |
                               G_GUINT64_CONSTANT (1) << STRATA_PF_INTERNED_GRAPHICS_CONTEXTS | G_GUINT64_CONSTANT (1) << STRATA_PF_INTERNED_PACKET_CONTEXTS |
                               G_GUINT64_CONSTANT (1) << STRATA_PF_INTERNED_BUILD_IDS;

  return (lists >> list & 1) != 0;
}

static void
intern_entry (StrataPerfettoSequences *self,
              StrataPerfettoState *state,
              const StrataProto *entry)
{
  StrataProto message = strata_proto_enter (entry);
  const guint8 *text = (const guint8 *) "";
  gsize n_bytes = 0;
  guint64 iid = 0;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_INTERNED_STRING_IID)
      iid = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_INTERNED_STRING_TEXT && message.wire == STRATA_PROTO_BYTES)
      {
        text = message.data;
        n_bytes = (gsize) message.value;
      }

  StrataPerfettoWord word = { .key = make_key (entry->number, iid) };

  /* an id that is defined twice keeps its first meaning */
  if (iid == 0 || iid > MAX_IID || strata_perfetto_words_find (state->words, word.key) != NULL)
    return;

  if (is_message_list (entry->number))
    word.bytes = g_bytes_new (entry->data, (gsize) entry->value);
  else
    word.string = strata_string_pool_intern (self->strings, (const char *) text, (gssize) n_bytes);

  strata_perfetto_words_add (state->words, &word);
}

/**
 * strata_perfetto_sequences_intern:
 * @self: the sequences
 * @sequence: a sequence
 * @interned: the message
 *
 * Adds to the dictionaries of a sequence.
 */
void
strata_perfetto_sequences_intern (StrataPerfettoSequences *self,
                                  StrataPerfettoSequence *sequence,
                                  StrataProto interned)
{
  StrataPerfettoState *state = sequence->state;

  if (state->words == NULL)
    state->words = strata_perfetto_words_new ();

  while (strata_proto_next (&interned))
    if (interned.wire == STRATA_PROTO_BYTES && interned.number < 1u << LIST_BITS)
      intern_entry (self, state, &interned);
}

static const StrataPerfettoWord *
find (const StrataPerfettoState *self,
      guint list,
      guint64 iid)
{
  return self != NULL && self->words != NULL && iid <= MAX_IID ? strata_perfetto_words_find (self->words, make_key (list, iid)) : NULL;
}

/**
 * strata_perfetto_state_find_text:
 * @self: (nullable): a state
 * @list: number of a dictionary, STRATA_PF_INTERNED_…
 * @iid: id in it
 * @string: (out): string id of the text
 *
 * Returns: %FALSE if the id is unknown
 */
gboolean
strata_perfetto_state_find_text (const StrataPerfettoState *self,
                                 guint list,
                                 guint64 iid,
                                 guint32 *string)
{
  const StrataPerfettoWord *word = find (self, list, iid);

  if (word == NULL || word->bytes != NULL)
    return FALSE;

  *string = word->string;
  return TRUE;
}

/**
 * strata_perfetto_state_find_message:
 * @self: (nullable): a state
 * @list: number of a dictionary, STRATA_PF_INTERNED_…
 * @iid: id in it
 * @message: (out): the entry, which lives as long as the state
 *
 * Returns: %FALSE if the id is unknown
 */
gboolean
strata_perfetto_state_find_message (const StrataPerfettoState *self,
                                    guint list,
                                    guint64 iid,
                                    StrataProto *message)
{
  const StrataPerfettoWord *word = find (self, list, iid);

  if (word == NULL || word->bytes == NULL)
    return FALSE;

  gsize n_bytes;
  const guint8 *data = g_bytes_get_data (word->bytes, &n_bytes);

  *message = strata_proto (data, n_bytes);
  return TRUE;
}
