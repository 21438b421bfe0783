/* strata-async-replay.c - turns tokens of asynchronous markers into slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-async-replay.h"

#include <string.h>

#include "strata-event-sink-private.h"
#include "strata-mark-number.h"
#include "strata-pair-key.h"

/* An end finds its begin by process, name and cookie. HiTrace cuts markers at 512 bytes, so a long
 * name keeps only the first digits of its cookie, or none. Such a begin waits for its end: it is
 * paired with the one end that fits what is left of the cookie, cut or whole. If two fit, the pair
 * cannot be known, and all of them become instants that are flagged as cut. So do begins without
 * an end.
 *
 * Whole cookies of equally long names are kept too, because the end of a whole begin may be cut. */

/* Names that were cut are at least this long: process, chain and cookie take less than the rest. */
#define LEAST_NAME_BYTES 256

/* Beyond this many open begins of a name, give up on pairing them. */
#define MOST_OPEN 1000

/* The open begins of one name in one process. */
typedef struct
{
  GArray *open; /* (element-type StrataEventToken) owned */
  gboolean is_ambiguous;
} Group;

struct _StrataAsyncReplay
{
  StrataTraceBuilder *builder; /* borrowed: of the loader */
  StrataEventStrings *strings; /* borrowed: of the reader */
  GHashTable *groups;          /* process and name (gint64, owned) -> Group, owned */
};

static void
group_free (Group *self)
{
  g_array_unref (self->open);
  g_free (self);
}

/**
 * strata_async_replay_new:
 * @builder: receives the slices
 * @strings: interns names
 *
 * Returns: (transfer full): a replay for tokens of phases S and F
 */
StrataAsyncReplay *
strata_async_replay_new (StrataTraceBuilder *builder,
                         StrataEventStrings *strings)
{
  StrataAsyncReplay *self = g_new0 (StrataAsyncReplay, 1);

  self->builder = builder;
  self->strings = strings;
  self->groups = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, (GDestroyNotify) group_free);
  return self;
}

/**
 * strata_async_replay_free:
 * @self: (nullable) (transfer full): the replay
 */
void
strata_async_replay_free (StrataAsyncReplay *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->groups);
  g_free (self);
}

static gboolean
is_cut (const StrataEventToken *token)
{
  return (token->flags & STRATA_EVENT_TOKEN_NO_COOKIE) != 0;
}

/* Nearly all names are short, and only HiTrace cuts markers. */
static inline gboolean
may_be_cut (const StrataAsyncReplay *self,
            const StrataEventToken *token)
{
  return (token->flags & STRATA_EVENT_TOKEN_APART) != 0 && strata_event_strings_get (self->strings, token->name).n_bytes >= LEAST_NAME_BYTES;
}

static Group *
find_group (StrataAsyncReplay *self,
            const StrataEventToken *token)
{
  const gint64 key = (gint64) ((guint64) token->process << 32 | token->name);

  return g_hash_table_lookup (self->groups, &key);
}

static Group *
get_group (StrataAsyncReplay *self,
           const StrataEventToken *token)
{
  const gint64 key = (gint64) ((guint64) token->process << 32 | token->name);
  Group *group = find_group (self, token);

  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->open = g_array_new (FALSE, FALSE, sizeof (StrataEventToken));
      g_hash_table_insert (self->groups, g_memdup2 (&key, sizeof key), group);
    }

  return group;
}

static StrataAsyncKey
make_key (const StrataEventToken *token,
          gint64 cookie)
{
  return (StrataAsyncKey){
    .cookie = cookie,
    .process = token->process,
    .name = token->name,
    .kind = STRATA_ASYNC_NAME,
    .is_apart = (token->flags & STRATA_EVENT_TOKEN_APART) != 0,
  };
}

/* HiTraceMeter: slices of one category share a lane; without a category, each name has its own. */
static void
begin (StrataAsyncReplay *self,
       const StrataEventToken *token,
       const StrataAsyncKey *key,
       gboolean has_cookie)
{
  const StrataAttrTable *attrs = strata_trace_builder_get_attrs (self->builder);
  const guint32 category = strata_attr_table_get (attrs, token->extra).category;

  strata_trace_builder_begin_async (self->builder, key, token->thread, token->time_ns,
                                    category != STRATA_STRING_EMPTY ? category : token->name, token->name, token->extra);

  if (G_UNLIKELY ((token->flags & STRATA_EVENT_TOKEN_CUT) != 0))
    strata_trace_builder_flag_async (self->builder, STRATA_SLICE_CUT);
  if (G_UNLIKELY (!has_cookie || (key->cookie == STRATA_MARK_EMPTY_COOKIE && (token->flags & STRATA_EVENT_TOKEN_APART) != 0)))
    strata_trace_builder_flag_async (self->builder, STRATA_SLICE_NO_COOKIE);
}

static void
add_instant (StrataAsyncReplay *self,
             const StrataEventToken *token)
{
  g_autofree char *name = strata_event_name_cut (strata_event_strings_get (self->strings, token->name));

  strata_trace_builder_add_instant (self->builder, token->thread, token->process, STRATA_STRING_EMPTY, token->time_ns,
                                    strata_event_strings_intern (self->strings, (StrataText){ name, strlen (name) }));
}

/* Whether @cookie begins with @left, the rest of a cut cookie. 0 means that no digit is left. */
static gboolean
is_begin_of (gint64 left,
             gint64 cookie)
{
  char begin[24];
  char whole[24];

  if (left == 0)
    return TRUE;

  g_snprintf (begin, sizeof begin, "%" G_GINT64_FORMAT, left);
  g_snprintf (whole, sizeof whole, "%" G_GINT64_FORMAT, cookie);
  return g_str_has_prefix (whole, begin);
}

/* Whether two markers may have the same cookie. */
static gboolean
fits (const StrataEventToken *a,
      const StrataEventToken *b)
{
  if (!is_cut (a) && !is_cut (b))
    return a->value == b->value;

  return (is_cut (a) && is_begin_of (a->value, b->value)) || (is_cut (b) && is_begin_of (b->value, a->value));
}

/* Returns how many open begins of @group may have the cookie of @token, and sets @last to the last of them. */
static guint
find_fitting (const Group *group,
              const StrataEventToken *token,
              guint *last)
{
  guint n = 0;

  for (guint i = 0; i < group->open->len; i++)
    if (fits (&g_array_index (group->open, StrataEventToken, i), token))
      {
        *last = i;
        n++;
      }

  return n;
}

/* It can no longer be known which end belongs to which begin. Whole begins still end by their cookie. */
static void
give_up (StrataAsyncReplay *self,
         Group *group)
{
  for (guint i = 0; i < group->open->len; i++)
    if (is_cut (&g_array_index (group->open, StrataEventToken, i)))
      add_instant (self, &g_array_index (group->open, StrataEventToken, i));

  g_array_set_size (group->open, 0);
  group->is_ambiguous = TRUE;
}

static gboolean
has_cut (const Group *group,
         const StrataEventToken *token)
{
  for (guint i = 0; i < group->open->len; i++)
    {
      const StrataEventToken *open = &g_array_index (group->open, StrataEventToken, i);

      if (is_cut (open) && fits (open, token))
        return TRUE;
    }

  return FALSE;
}

static void
begin_cut (StrataAsyncReplay *self,
           const StrataEventToken *token)
{
  Group *group = get_group (self, token);

  if (!group->is_ambiguous && has_cut (group, token))
    give_up (self, group);

  if (group->is_ambiguous)
    add_instant (self, token);
  else
    g_array_append_val (group->open, *token);
}

/**
 * strata_async_replay_begin:
 * @self: the replay
 * @token: an %STRATA_EVENT_TOKEN_ASYNC_BEGIN whose name is final
 *
 * Begins an asynchronous slice. Tokens must come in time order.
 */
void
strata_async_replay_begin (StrataAsyncReplay *self,
                           const StrataEventToken *token)
{
  if (G_UNLIKELY (is_cut (token)))
    {
      begin_cut (self, token);
      return;
    }

  const StrataAsyncKey key = make_key (token, token->value);

  begin (self, token, &key, TRUE);
  if (G_LIKELY (!may_be_cut (self, token)))
    return;

  Group *group = get_group (self, token);

  if (!group->is_ambiguous)
    g_array_append_val (group->open, *token);
  if (group->open->len > MOST_OPEN)
    give_up (self, group);
}

/* Ends the begin at @index of @group. A begin that was cut becomes a slice only now. */
static void
end_at (StrataAsyncReplay *self,
        Group *group,
        guint index,
        const StrataEventToken *token)
{
  const StrataEventToken open = g_array_index (group->open, StrataEventToken, index);
  const gboolean has_cookie = !is_cut (token) || !is_cut (&open);
  const gint64 longest = ABS (token->value) > ABS (open.value) ? token->value : open.value;
  const StrataAsyncKey key = make_key (&open, has_cookie ? (is_cut (&open) ? token->value : open.value) : longest);

  if (is_cut (&open))
    begin (self, &open, &key, has_cookie);

  strata_trace_builder_end_async (self->builder, &key, token->time_ns);
  g_array_remove_index (group->open, index);
}

/* Returns how many open begins fit an end. If exactly one does, it is ended. */
static guint
end_only (StrataAsyncReplay *self,
          const StrataEventToken *token,
          Group **group)
{
  guint index = 0;

  *group = find_group (self, token);

  const guint n = *group != NULL ? find_fitting (*group, token, &index) : 0;

  if (n == 1)
    end_at (self, *group, index, token);

  return n;
}

static void
end_cut (StrataAsyncReplay *self,
         const StrataEventToken *token)
{
  Group *group;
  const guint n = end_only (self, token, &group);

  if (n == 1)
    return;

  if (n > 1 && has_cut (group, token))
    give_up (self, group);

  add_instant (self, token);
}

/* Ends the only cut begin that fits an end with a whole cookie. */
static gboolean
end_whole (StrataAsyncReplay *self,
           const StrataEventToken *token)
{
  Group *group;
  const guint n = end_only (self, token, &group);

  if (n > 1)
    give_up (self, group);

  return n == 1;
}

/* Removes the begin that is ended by its cookie. */
static void
forget (StrataAsyncReplay *self,
        const StrataEventToken *token)
{
  Group *group = find_group (self, token);

  for (guint i = group != NULL ? group->open->len : 0; i-- > 0;)
    {
      const StrataEventToken *open = &g_array_index (group->open, StrataEventToken, i);

      if (!is_cut (open) && open->value == token->value)
        {
          g_array_remove_index (group->open, i);
          return;
        }
    }
}

/**
 * strata_async_replay_end:
 * @self: the replay
 * @token: an %STRATA_EVENT_TOKEN_ASYNC_END whose name is final
 *
 * Ends an asynchronous slice. Tokens must come in time order.
 *
 * Returns: %FALSE if none was open and nothing else shows the end
 */
gboolean
strata_async_replay_end (StrataAsyncReplay *self,
                         const StrataEventToken *token)
{
  if (G_UNLIKELY (is_cut (token)))
    {
      end_cut (self, token);
      return TRUE;
    }

  const StrataAsyncKey key = make_key (token, token->value);

  if (G_LIKELY (!may_be_cut (self, token)))
    return strata_trace_builder_end_async (self->builder, &key, token->time_ns);

  if (!strata_trace_builder_is_async_open (self->builder, &key))
    return end_whole (self, token) || strata_trace_builder_end_async (self->builder, &key, token->time_ns);

  forget (self, token);
  return strata_trace_builder_end_async (self->builder, &key, token->time_ns);
}

/**
 * strata_async_replay_finish:
 * @self: the replay
 *
 * Adds the begins that are still waiting for an end.
 */
void
strata_async_replay_finish (StrataAsyncReplay *self)
{
  GHashTableIter iter;
  gpointer group;

  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, NULL, &group))
    give_up (self, group);
}
