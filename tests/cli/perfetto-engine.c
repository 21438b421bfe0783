/* perfetto-engine.c - queries a trace with Perfetto's own engine
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* perfetto-engine LIBRARY TRACE [SQL…] prints the rows of each statement, columns separated by tabs, titles first, and a
 * line with byte 1 between statements. Standard error gets the CPU time for reading the trace.
 *
 * Chromium's package chromium-shell contains the engine with an interface for tests, in C++. Its strings and vectors are
 * those of libc++, whose layout is fixed; so this program needs no C++ compiler. */

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <glib.h>

/* std::vector of any type */
typedef struct
{
  char *begin;
  char *end;
  char *end_of_room;
} Vector;

/* std::string; a short text is stored inline, with twice its length in the first byte. */
typedef union
{
  struct
  {
    gsize room_and_1;
    gsize n_bytes;
    const char *text;
  } on_heap;
  char bytes[24];
} String;

typedef struct
{
  Vector rows;  /* one Vector of String per row */
  String error; /* empty if there is none */
} Result;

/* Returned through memory, like every type with a destructor. */
typedef struct
{
  gpointer words[4];
} Status;

typedef struct
{
  void (*init) (gpointer self);
  void (*parse) (Status *status, gpointer self, const Vector *bytes);
  void (*query) (Result *result, gconstpointer self, const String *sql);
} Engine;

/* Larger than the class in any version so far. */
typedef struct
{
  gint64 room[64];
} Processor;

static const char *
get_text (const String *string,
          gsize *n_bytes)
{
  const gboolean is_on_heap = (string->bytes[0] & 1) != 0;

  *n_bytes = is_on_heap ? string->on_heap.n_bytes : (guint8) string->bytes[0] >> 1;
  return is_on_heap ? string->on_heap.text : string->bytes + 1;
}

static gpointer
find (gpointer library,
      const char *name)
{
  gpointer symbol = dlsym (library, name);

  if (symbol == NULL)
    g_error ("the library has no %s", name);

  return symbol;
}

static Engine
load (const char *path)
{
  gpointer library = dlopen (path, RTLD_NOW);
  Engine engine = { 0 };

  if (library == NULL)
    g_error ("%s", dlerror ());

  *(gpointer *) &engine.init = find (library, "_ZN4base4test22TestTraceProcessorImplC1Ev");
  *(gpointer *) &engine.parse = find (library, "_ZN4base4test22TestTraceProcessorImpl10ParseTraceERKNSt3__16vectorIcNS2_9allocatorIcEEEE");
  *(gpointer *) &engine.query = find (library, "_ZNK4base4test22TestTraceProcessorImpl12ExecuteQueryERKNSt3__112basic_stringIcNS2_11char_traitsIcEENS2_9allocatorIcEEEE");
  return engine;
}

static double
get_cpu_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
parse (const Engine *engine,
       Processor *processor,
       const char *path)
{
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_bytes;
  Status status;

  if (!g_file_get_contents (path, &bytes, &n_bytes, &error))
    g_error ("%s", error->message);

  const double begin_s = get_cpu_s ();

  engine->init (processor);
  engine->parse (&status, processor, &(Vector){ bytes, bytes + n_bytes, bytes + n_bytes });
  fprintf (stderr, "%.3f s\n", get_cpu_s () - begin_s);
}

static void
print_row (const Vector *row)
{
  for (const char *at = row->begin; at < row->end; at += sizeof (String))
    {
      gsize n_bytes;
      const char *text = get_text ((const String *) (gconstpointer) at, &n_bytes);

      fwrite (text, 1, n_bytes, stdout);
      putchar (at + sizeof (String) < row->end ? '\t' : '\n');
    }
}

/* Returns whether the statement was accepted. */
static gboolean
query (const Engine *engine,
       const Processor *processor,
       const char *sql)
{
  Result result;
  gsize n_bytes;

  engine->query (&result, processor, &(String){ .on_heap = { (strlen (sql) + 1) | 1, strlen (sql), sql } });

  const char *message = get_text (&result.error, &n_bytes);

  if (n_bytes > 0)
    fprintf (stderr, "%.*s\n", (int) n_bytes, message);
  for (const char *at = result.rows.begin; at < result.rows.end; at += sizeof (Vector))
    print_row ((const Vector *) (gconstpointer) at);

  return n_bytes == 0;
}

int
main (int argc,
      char **argv)
{
  Processor processor = { 0 };
  gboolean is_good = TRUE;

  if (argc < 3)
    g_error ("usage: perfetto-engine LIBRARY TRACE [SQL…]");

  const Engine engine = load (argv[1]);

  parse (&engine, &processor, argv[2]);
  for (int i = 3; i < argc; i++)
    {
      if (i > 3)
        puts ("\001");
      is_good &= query (&engine, &processor, argv[i]);
    }

  return is_good ? 0 : 1;
}
