/* strata-sql-names.c - names of slices as in PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-pair-key.h"
#include "strata-sql-private.h"
#include "strata-sql-tracks.h"

/* On the timeline, kernel slices have more readable names, for example with the callee. Queries use the names of
 * PerfettoSQL. Each name is translated once per track; names that are not in the pool of the trace have ids after
 * those of the pool. */

typedef struct
{
  StrataTrackKind kind;
  const char *lane; /* name of the track; a "*" at its end matches anything */
  const char *from; /* the name here, with "*" as well */
  const char *to;   /* the name in PerfettoSQL; "*" is replaced by the match of the "*" in @from, "(*)" by that with other brackets */
} Rule;

static const Rule rules[] = {
  { STRATA_TRACK_CPU, "irq", "*", "IRQ (*)" },
  { STRATA_TRACK_CPU, "softirq", "IRQ_POLL", "BLOCK_IOPOLL" },
  { STRATA_TRACK_CPU, "softirq", "napi_gro_receive *", "*" },
  { STRATA_TRACK_CPU, "suspended", "*", "Suspended" },
  { STRATA_TRACK_CPU, "suspend", "*", "(*)" },
  { STRATA_TRACK_CPU, "wakelocks", "*", "Wakelock(*)" },
  { STRATA_TRACK_CPU, "fence *", "*", "fence" },
  { STRATA_TRACK_CPU, "block I/O *", "*", "block_io" },
  { STRATA_TRACK_KERNEL, "binder", "binder call to *", "binder transaction" },
  { STRATA_TRACK_KERNEL, "binder", "binder call from *", "binder reply" },
  { STRATA_TRACK_KERNEL, "system calls", "syscall *", "sys_*" },
  { STRATA_TRACK_KERNEL, "system calls", "*", "sys_*" },
  { STRATA_TRACK_KERNEL, "memory reclaim", "direct reclaim", "mm_vmscan_direct_reclaim" },
  { STRATA_TRACK_KERNEL, "memory reclaim", "contiguous allocation", "mm_cma_alloc" },
  { STRATA_TRACK_KERNEL, "memory reclaim", "slab shrinking", "mm_vmscan_shrink_slab" },
  { STRATA_TRACK_KERNEL, "drivers", "scm_call", "scm" },
  { STRATA_TRACK_KERNEL, "fence waits", "*", "dma_fence_wait" },
  { STRATA_TRACK_KERNEL, "file system", "android_fs_dataread", "android_fs_data_read" },
  { STRATA_TRACK_KERNEL, "file system", "android_fs_datawrite", "android_fs_data_write" },
};

/* Kernel instants are on the tracks of threads. */
static const Rule instant_rules[] = {
  { STRATA_TRACK_THREAD, "", "binder message to *", "binder transaction async" },
  { STRATA_TRACK_THREAD, "", "binder message from *", "binder async rcv" },
  { STRATA_TRACK_THREAD, "", "killed for its memory: *", "mem.lmk" },
  { STRATA_TRACK_THREAD, "", "killed when memory ran out: *", "mem.oom_kill" },
};

struct _StrataSqlNames
{
  GHashTable *translated; /* track and name (gint64, owned) -> id */
  GHashTable *ids;        /* (element-type utf8) borrowed from @texts -> id */
  GPtrArray *texts;       /* (element-type utf8) owned: names that are not in the pool */
  guint32 n_strings;      /* number of strings in the pool */
  gboolean has_instants;  /* whether any name of an instant is translated */
};

static gint64
make_key (guint32 track,
          guint32 name)
{
  return (gint64) ((guint64) track << 32 | name);
}

/* Whether @text matches @pattern; @rest is the match of its "*". */
static gboolean
is_like (const char *text,
         const char *pattern,
         const char **rest)
{
  const gsize n_bytes = strcspn (pattern, "*");

  *rest = text + MIN (n_bytes, strlen (text));
  return pattern[n_bytes] == '*' ? strncmp (text, pattern, n_bytes) == 0 : g_str_equal (text, pattern);
}

static guint32
intern (StrataSqlSource *source,
        const char *text)
{
  StrataSqlNames *self = source->names;
  const guint32 known = strata_string_pool_lookup (strata_trace_get_strings (source->trace), text);
  gpointer id;

  if (known != STRATA_NONE)
    return known;
  if (g_hash_table_lookup_extended (self->ids, text, NULL, &id))
    return GPOINTER_TO_UINT (id);

  const guint32 new_id = self->n_strings + self->texts->len;

  g_ptr_array_add (self->texts, g_strdup (text));
  g_hash_table_insert (self->ids, self->texts->pdata[self->texts->len - 1], GUINT_TO_POINTER (new_id));
  return new_id;
}

static guint32
translate (StrataSqlSource *source,
           const Rule *rule,
           guint32 name)
{
  const char *rest;
  const gsize n_bytes = strcspn (rule->to, "*");

  if (!is_like (strata_trace_get_string (source->trace, name), rule->from, &rest))
    return STRATA_NONE;

  if (g_str_equal (rule->to, "(*)"))
    {
      g_autofree char *round = g_strdup (rest);

      for (char *c = round; *c != '\0'; c++)
        *c = *c == '[' ? '(' : *c == ']' ? ')'
                                         : *c;

      return intern (source, round);
    }

  g_autofree char *text = rule->to[n_bytes] == '*' ? g_strdup_printf ("%.*s%s%s", (int) n_bytes, rule->to, rest, rule->to + n_bytes + 1) : g_strdup (rule->to);

  return intern (source, text);
}

static void
add_name (StrataSqlSource *source,
          const Rule *rule,
          guint32 track,
          guint32 name)
{
  const gint64 key = make_key (track, name);

  if (g_hash_table_contains (source->names->translated, &key))
    return;

  const guint32 id = translate (source, rule, name);

  if (id != STRATA_NONE)
    g_hash_table_insert (source->names->translated, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (id));
}

static void
add_track (StrataSqlSource *source,
           guint32 number,
           const Rule *rule)
{
  const StrataTrack *track = &source->tracks[number];
  guint32 last = STRATA_NONE;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (source->slices->name[i] != last)
        add_name (source, rule, number, source->slices->name[i]);
      last = source->slices->name[i];
    }
}

static void
add_tracks (StrataSqlSource *source)
{
  for (guint32 i = 0; i < source->n_tracks; i++)
    for (guint j = 0; j < G_N_ELEMENTS (rules); j++)
      {
        const char *rest;

        if (source->tracks[i].kind == rules[j].kind && is_like (strata_trace_get_string (source->trace, source->tracks[i].name), rules[j].lane, &rest))
          add_track (source, i, &rules[j]);
      }
}

static void
add_instants (StrataSqlSource *source)
{
  for (guint32 i = 0; i < source->instants->n_instants; i++)
    for (guint j = 0; j < G_N_ELEMENTS (instant_rules); j++)
      {
        const char *rest;

        if (source->instants->track_name[i] == 0 && is_like (strata_trace_get_string (source->trace, source->instants->name[i]), instant_rules[j].from, &rest))
          add_name (source, &instant_rules[j], STRATA_NONE, source->instants->name[i]);
      }

  source->names->has_instants = g_hash_table_size (source->names->translated) > 0;
}

static StrataSqlNames *
need_names (StrataSqlSource *source)
{
  if (G_LIKELY (source->names != NULL))
    return source->names;

  source->names = g_new0 (StrataSqlNames, 1);
  source->names->translated = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  source->names->ids = g_hash_table_new (g_str_hash, g_str_equal);
  source->names->texts = g_ptr_array_new_with_free_func (g_free);
  source->names->n_strings = strata_string_pool_get_n_strings (strata_trace_get_strings (source->trace));
  add_instants (source);
  add_tracks (source);

  return source->names;
}

void
strata_sql_names_free (StrataSqlNames *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->translated);
  g_hash_table_unref (self->ids);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

static guint32
find_translated (StrataSqlSource *source,
                 guint32 track,
                 guint32 name)
{
  const gint64 key = make_key (track, name);
  gpointer id;

  return g_hash_table_lookup_extended (need_names (source)->translated, &key, NULL, &id) ? GPOINTER_TO_UINT (id) : name;
}

guint32
strata_sql_source_get_slice_name (StrataSqlSource *self,
                                  guint32 slice)
{
  const guint32 name = self->slices->name[slice];

  if (slice < self->slices->first_async)
    return name;

  const guint32 track = strata_sql_source_get_slice_track (self, slice);
  const StrataTrackKind kind = self->tracks[track].kind;

  return kind == STRATA_TRACK_CPU || kind == STRATA_TRACK_KERNEL ? find_translated (self, track, name) : name;
}

guint32
strata_sql_source_get_instant_name (StrataSqlSource *self,
                                    guint32 instant)
{
  const guint32 name = self->instants->name[instant];

  return need_names (self)->has_instants ? find_translated (self, STRATA_NONE, name) : name;
}

guint32
strata_sql_source_get_kernel_category (StrataSqlSource *self,
                                       guint32 slice)
{
  static const struct
  {
    const char *lane;
    const char *category;
  } rows[] = { { "irq", "irq" }, { "softirq", "irq" }, { "binder", "binder" }, { "workqueue", "workqueue" }, { STRATA_SQL_HOTPLUG "*", "cpu" } };
  const StrataTrack *track = &self->tracks[strata_sql_source_get_slice_track (self, slice)];
  const char *lane = strata_trace_get_string (self->trace, track->name);
  const char *rest;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (is_like (lane, rows[i].lane, &rest))
      {
        need_names (self);
        return intern (self, rows[i].category);
      }

  return STRATA_STRING_EMPTY;
}

const char *
strata_sql_source_get_string (StrataSqlSource *self,
                              guint32 id)
{
  const guint32 n_strings = self->names != NULL ? self->names->n_strings : STRATA_NONE;

  return G_LIKELY (id < n_strings) ? strata_trace_get_string (self->trace, id) : self->names->texts->pdata[id - n_strings];
}

guint32
strata_sql_source_find_string (StrataSqlSource *self,
                               const char *text)
{
  const guint32 known = strata_string_pool_lookup (strata_trace_get_strings (self->trace), text);
  gpointer id;

  if (known != STRATA_NONE)
    return known;

  return g_hash_table_lookup_extended (need_names (self)->ids, text, NULL, &id) ? GPOINTER_TO_UINT (id) : STRATA_NONE;
}

guint32
strata_sql_source_count_strings (StrataSqlSource *self)
{
  const StrataSqlNames *names = need_names (self);

  return names->n_strings + names->texts->len;
}
