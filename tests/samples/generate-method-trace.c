/* generate-method-trace.c - writes the bundled method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: generate-method-trace OUT.trace
 *
 * Plays the program of method-program.c on a simulated clock and writes a file like ART's: data
 * version 3 with both clocks. The output is the same on every machine; a test compares it with the
 * bundled file.
 */
#include <string.h>

#include "method-program.h"

#define FRAME_US 16667
#define N_FRAMES 54
#define N_PAGES 7
#define N_THUMBS 38

typedef enum
{
  ACTION_ENTER,
  ACTION_EXIT,
  ACTION_UNROLL,
} Action;

/* A record of the file, and its index in its thread, for a stable order. */
typedef struct
{
  guint32 wall_us;
  guint32 cpu_us;
  guint32 method_action;
  guint16 thread;
  guint index;
} Record;

/* A thread that is being played. */
typedef struct
{
  GArray *records; /* (element-type Record) borrowed: of all threads */
  GArray *depths;  /* (element-type guint) owned: how often each method is open */
  guint16 thread;
  guint32 wall_us;
  guint32 cpu_us;
  guint32 random;
  guint n_outlier_calls;
} Player;

static guint32
next_random (Player *self)
{
  self->random = self->random * 1664525u + 1013904223u;
  return self->random >> 8;
}

static guint
find_method (const char *label,
             gsize n_label_bytes)
{
  for (guint i = 0; i < n_methods; i++)
    if (strlen (methods[i].label) == n_label_bytes && strncmp (methods[i].label, label, n_label_bytes) == 0)
      return i;

  g_assert_not_reached ();
}

/* Every record costs the app a microsecond, like real tracing. */
static void
add_record (Player *self,
            guint method,
            Action action)
{
  const Record record = { self->wall_us, self->cpu_us, (method + 1) << 2 | action, self->thread, self->records->len };

  g_array_append_val (self->records, record);
  self->wall_us++;
  self->cpu_us++;
}

static void
spend (Player *self,
       guint cpu_us,
       guint wait_us)
{
  const guint percent = 60 + next_random (self) % 80;

  self->cpu_us += cpu_us * percent / 100;
  self->wall_us += cpu_us * percent / 100 + wait_us * percent / 100;
}

static void play_method (Player *self, guint method, gboolean is_thrown);

/* One word of a method's calls, see Method. */
static void
play_word (Player *self,
           const char *word,
           gboolean is_thrown)
{
  const gsize n_label_bytes = strcspn (word, "*!?^-");
  const char *suffix = word + n_label_bytes;
  const guint method = find_method (word, n_label_bytes);
  const char *times = strchr (suffix, '*');
  const guint n_calls = times != NULL ? (guint) (times[1] - '0') : 1;

  if (strchr (suffix, '?') != NULL && next_random (self) % 4 != 0)
    return;
  if (strchr (suffix, '^') != NULL && (g_array_index (self->depths, guint, method) >= MAX_RECURSION || next_random (self) % 5 == 0))
    return;
  for (guint i = 0; i < n_calls; i++)
    play_method (self, method, (is_thrown && strchr (suffix, '-') == NULL) || strchr (suffix, '!') != NULL);
}

static guint
get_factor (Player *self,
            guint method)
{
  if (strcmp (methods[method].label, OUTLIER_LABEL) != 0)
    return 1;

  return self->n_outlier_calls++ == OUTLIER_CALL ? OUTLIER_FACTOR : 1;
}

/* A thrown exception leaves through the last call of each method. */
static void
play_method (Player *self,
             guint method,
             gboolean is_thrown)
{
  const Method *const what = &methods[method];
  g_auto (GStrv) words = g_strsplit (what->calls, " ", 0);
  const guint n_words = *what->calls == '\0' ? 0 : g_strv_length (words);
  const guint factor = get_factor (self, method);

  g_array_index (self->depths, guint, method)++;
  add_record (self, method, ACTION_ENTER);
  spend (self, what->cpu_us * factor / (n_words + 1), 0);
  for (guint i = 0; i < n_words; i++)
    {
      play_word (self, words[i], is_thrown && i == n_words - 1);
      spend (self, what->cpu_us * factor / (n_words + 1), 0);
    }
  spend (self, 0, what->wait_us * factor);
  add_record (self, method, is_thrown ? ACTION_UNROLL : ACTION_EXIT);
  g_array_index (self->depths, guint, method)--;
}

static void
player_init (Player *self,
             GArray *records,
             guint16 thread,
             guint32 begin_us)
{
  *self = (Player){ .records = records, .thread = thread, .wall_us = begin_us, .random = thread * 7919u };
  self->depths = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_set_size (self->depths, n_methods);
}

/* Calls the method with this label repeatedly, each time at the next beat. */
static void
play_thread (GArray *records,
             guint16 thread,
             guint32 begin_us,
             guint32 beat_us,
             guint n_calls,
             const char *label)
{
  Player player;

  player_init (&player, records, thread, begin_us);
  for (guint i = 0; i < n_calls; i++)
    {
      const guint32 beat = begin_us + beat_us * i;

      player.wall_us = MAX (player.wall_us, beat);
      play_method (&player, find_method (label, strlen (label)), FALSE);
    }
  g_array_free (player.depths, TRUE);
}

/* The last call of this thread has no end in the trace. */
static void
play_waiter (GArray *records,
             guint16 thread)
{
  const guint wait = find_method ("waitForWork", strlen ("waitForWork"));
  Player player;

  player_init (&player, records, thread, 300);
  for (guint i = 0; i < 5; i++)
    {
      play_method (&player, wait, FALSE);
      player.wall_us += 240000;
    }
  add_record (&player, wait, ACTION_ENTER);
  g_array_free (player.depths, TRUE);
}

static int
compare_records (gconstpointer a,
                 gconstpointer b)
{
  const Record *const first = a;
  const Record *const second = b;

  if (first->wall_us != second->wall_us)
    return first->wall_us < second->wall_us ? -1 : 1;
  return first->index < second->index ? -1 : 1;
}

static void
append_key (GString *out,
            const GArray *records)
{
  const Record *const last = &g_array_index (records, Record, records->len - 1);

  g_string_append (out, "*version\n3\ndata-file-overflow=false\nclock=dual\n");
  g_string_append_printf (out, "elapsed-time-usec=%u\nnum-method-calls=%u\nclock-call-overhead-nsec=240\nvm=art\npid=4711\n", last->wall_us + 40, records->len);
  g_string_append (out, "*threads\n1\tmain\n14\tHeapTaskDaemon\n19\tpool-2-thread-1\n20\tpool-2-thread-2\n23\tOkHttp https://api.example.com/...\n*methods\n");
  for (guint i = 0; i < n_methods; i++)
    g_string_append_printf (out, "0x%x\t%s\t%s\t%s\t%s\n", (i + 1) << 2, methods[i].class_name, methods[i].name, methods[i].signature, methods[i].file);
  g_string_append (out, "*end\n");
}

static void
append_number (GString *out,
               guint64 number,
               guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    g_string_append_c (out, (char) (number >> (8 * i) & 0xff));
}

static void
append_data (GString *out,
             const GArray *records)
{
  append_number (out, 0x574f4c53, 4);
  append_number (out, 3, 2);
  append_number (out, 32, 2);
  append_number (out, G_GUINT64_CONSTANT (1767225600000000), 8);
  append_number (out, 14, 2);
  append_number (out, 0, 8);
  append_number (out, 0, 6);
  for (guint i = 0; i < records->len; i++)
    {
      const Record *const record = &g_array_index (records, Record, i);

      append_number (out, record->thread, 2);
      append_number (out, record->method_action, 4);
      append_number (out, record->cpu_us, 4);
      append_number (out, record->wall_us, 4);
    }
}

int
main (int argc,
      char **argv)
{
  g_autoptr (GArray) records = g_array_new (FALSE, FALSE, sizeof (Record));
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    {
      g_printerr ("usage: generate-method-trace OUT.trace\n");
      return 2;
    }
  play_thread (records, 1, 120, FRAME_US, N_FRAMES, "dispatch");
  play_waiter (records, 14);
  play_thread (records, 19, 2400, 2 * FRAME_US + 9000, N_THUMBS / 2, "runTask");
  play_thread (records, 20, 8100, 2 * FRAME_US + 7000, N_THUMBS / 2, "runTask");
  play_thread (records, 23, 41000, 7 * FRAME_US, N_PAGES, "fetch");
  g_array_sort (records, compare_records);
  append_key (out, records);
  append_data (out, records);
  if (g_file_set_contents (argv[1], out->str, (gssize) out->len, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}
