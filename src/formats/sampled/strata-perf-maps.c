/* strata-perf-maps.c - libraries that processes have mapped, and their symbols
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perf-maps.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-order.h"
#include "strata-proto.h"

/* The maps of a process, the newest first: a later map covers earlier ones. The kernel's maps belong to
 * process -1 and are searched for every process. Format of symbols: simpleperf's record_file_format.h,
 * FEAT_FILE and FEAT_FILE2; hiperf's perf_file_format.h, HIPERF_FILES_SYMBOL. */

#define MOST_MAPS 1000000
#define KERNEL_PID (-1)

enum
{
  FEATURE_FILE = 128,
  FEATURE_FILE2 = 132,
  FEATURE_HIPERF_SYMBOLS = 192,
};

typedef struct
{
  guint64 begin;
  guint64 end;
  guint64 offset;
  StrataText library;
  StrataText symbol; /* name of the whole map if it is one function, or empty */
} Map;

typedef struct
{
  guint64 begin;
  guint64 n_bytes;
  StrataText name;
} Symbol;

typedef struct
{
  guint64 min_vaddr;
  guint64 min_offset; /* offset of @min_vaddr in the file */
  gboolean is_kernel;
  gboolean is_module; /* a kernel module: @min_offset is in memory */
  GArray *symbols;    /* (element-type Symbol) owned: by address */
} Library;

struct _StrataPerfMaps
{
  GHashTable *processes; /* pid -> (element-type Map) array, owned */
  GHashTable *libraries; /* path, owned -> Library, owned */
  GHashTable *build_ids; /* path, owned -> text, owned */
  guint n_maps;
};

static void
library_free (gpointer data)
{
  Library *library = data;

  g_array_unref (library->symbols);
  g_free (library);
}

StrataPerfMaps *
strata_perf_maps_new (void)
{
  StrataPerfMaps *self = g_new0 (StrataPerfMaps, 1);

  self->processes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self->libraries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, library_free);
  self->build_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
strata_perf_maps_free (StrataPerfMaps *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->processes);
  g_hash_table_unref (self->libraries);
  g_hash_table_unref (self->build_ids);
  g_free (self);
}

static gpointer
get_key (gint64 pid)
{
  return GSIZE_TO_POINTER ((gsize) pid);
}

static void
add_map (StrataPerfMaps *self,
         gint64 pid,
         Map map)
{
  GArray *maps = g_hash_table_lookup (self->processes, get_key (pid));

  if (self->n_maps++ >= MOST_MAPS)
    return;

  if (maps == NULL)
    {
      maps = g_array_new (FALSE, FALSE, sizeof (Map));
      g_hash_table_insert (self->processes, get_key (pid), maps);
    }

  g_array_append_val (maps, map);
}

/* The kernel's own map is named "[kernel.kallsyms]_text". Its offset in the file equals its address in memory. */
static StrataText
trim_kernel (StrataText library)
{
  const char *end = library.n_bytes > 0 && library.text[0] == '[' ? memchr (library.text, ']', library.n_bytes) : NULL;

  return end != NULL ? (StrataText){ library.text, (gsize) (end + 1 - library.text) } : library;
}

/**
 * strata_perf_maps_add:
 * @self: the maps
 * @pid: a process; -1 is the kernel
 * @begin: address of the library in it
 * @n_bytes: length of the mapping
 * @offset: offset in the library
 * @library: its path
 *
 * Adds a map.
 */
void
strata_perf_maps_add (StrataPerfMaps *self,
                      gint64 pid,
                      guint64 begin,
                      guint64 n_bytes,
                      guint64 offset,
                      StrataText library)
{
  const gboolean is_kernel = pid == KERNEL_PID && offset == begin;
  const Map map = { begin, begin + MIN (n_bytes, G_MAXUINT64 - begin), is_kernel ? 0 : offset, pid == KERNEL_PID ? trim_kernel (library) : library, { "", 0 } };

  add_map (self, pid, map);
}

/* Adds a function that was loaded into the kernel while it ran, such as a BPF program. */
void
strata_perf_maps_add_function (StrataPerfMaps *self,
                               guint64 begin,
                               guint64 n_bytes,
                               StrataText name)
{
  add_map (self, KERNEL_PID, (Map){ begin, begin + MIN (n_bytes, G_MAXUINT64 - begin), 0, { "[kernel]", strlen ("[kernel]") }, name });
}

/**
 * strata_perf_maps_fork:
 * @self: the maps
 * @parent_pid: a process
 * @pid: a process that it started
 *
 * Gives a new process the maps of its parent, unless it has maps already.
 */
void
strata_perf_maps_fork (StrataPerfMaps *self,
                       gint64 parent_pid,
                       gint64 pid)
{
  const GArray *maps = g_hash_table_lookup (self->processes, get_key (parent_pid));

  if (maps == NULL || parent_pid == KERNEL_PID || g_hash_table_contains (self->processes, get_key (pid)))
    return;

  for (guint i = 0; i < maps->len && self->n_maps < MOST_MAPS; i++)
    add_map (self, pid, g_array_index (maps, Map, i));
}

/**
 * strata_perf_maps_set_build_id:
 * @self: the maps
 * @library: a path
 * @id: (array length=n_bytes): its build id
 * @n_bytes: its length
 */
void
strata_perf_maps_set_build_id (StrataPerfMaps *self,
                               StrataText library,
                               const guint8 *id,
                               gsize n_bytes)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n_bytes; i++)
    g_string_append_printf (text, "%02x", id[i]);

  g_hash_table_replace (self->build_ids, g_strndup (library.text, library.n_bytes), g_string_free (text, FALSE));
}

static const Map *
find_map (const StrataPerfMaps *self,
          gint64 pid,
          guint64 ip)
{
  const GArray *maps = g_hash_table_lookup (self->processes, get_key (pid));

  for (guint i = maps != NULL ? maps->len : 0; i-- > 0;)
    {
      const Map *map = &g_array_index (maps, Map, i);

      if (ip >= map->begin && ip < map->end)
        return map;
    }

  return NULL;
}

static const Symbol *
find_symbol (const Library *library,
             guint64 vaddr)
{
  guint begin = 0;
  guint end = library->symbols->len;

  STRATA_BISECT (begin, end, i, g_array_index (library->symbols, Symbol, i).begin <= vaddr);

  const Symbol *symbol = begin > 0 ? &g_array_index (library->symbols, Symbol, begin - 1) : NULL;

  return symbol != NULL && vaddr - symbol->begin < symbol->n_bytes ? symbol : NULL;
}

static guint64
get_vaddr (const Library *library,
           const Map *map,
           guint64 ip)
{
  if (library->is_kernel)
    return ip;

  return ip - map->begin + (library->is_module ? 0 : map->offset) + library->min_vaddr - library->min_offset;
}

/**
 * strata_perf_maps_find:
 * @self: the maps
 * @pid: a process
 * @ip: an address in it
 * @place: (out): what is at that address
 *
 * Returns: whether something is known to be there; if not, @place is unchanged
 */
gboolean
strata_perf_maps_find (const StrataPerfMaps *self,
                       gint64 pid,
                       guint64 ip,
                       StrataPerfPlace *place)
{
  const Map *map = find_map (self, pid, ip);

  if (map == NULL)
    map = find_map (self, KERNEL_PID, ip);
  if (map == NULL)
    return FALSE;

  g_autofree char *path = g_strndup (map->library.text, map->library.n_bytes);
  const Library *library = g_hash_table_lookup (self->libraries, path);
  const Symbol *symbol = library != NULL ? find_symbol (library, get_vaddr (library, map, ip)) : NULL;

  *place = (StrataPerfPlace){
    .library = map->library,
    .build_id = g_hash_table_lookup (self->build_ids, path),
    .address = ip - map->begin + map->offset,
    .symbol = symbol != NULL ? symbol->name : map->symbol,
  };
  return TRUE;
}

STRATA_ORDER_BY (compare_symbols, Symbol, begin)

static void
keep_library (StrataPerfMaps *self,
              StrataText path,
              Library *library)
{
  g_array_sort (library->symbols, compare_symbols);
  g_hash_table_replace (self->libraries, g_strndup (path.text, path.n_bytes), library);
}

/* Reads a file of FEAT_FILE2, as protobuf. */
static void
read_library (StrataPerfMaps *self,
              StrataProto file)
{
  Library *library = g_new0 (Library, 1);
  StrataText path = { "", 0 };

  library->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  while (strata_proto_next (&file))
    {
      StrataProto message = strata_proto_enter (&file);
      Symbol symbol = { 0, 0, { "", 0 } };

      switch (file.number)
        {
        case 1:
          path = strata_proto_get_text (&file);
          break;
        case 2:
          library->is_kernel = strata_proto_get_uint (&file) == 0;
          break;
        case 3:
          library->min_vaddr = strata_proto_get_uint (&file);
          break;
        case 4:
          while (strata_proto_next (&message))
            if (message.number == 1)
              symbol.begin = strata_proto_get_uint (&message);
            else if (message.number == 2)
              symbol.n_bytes = strata_proto_get_uint (&message);
            else if (message.number == 3 && message.wire == STRATA_PROTO_BYTES)
              symbol.name = (StrataText){ (const char *) message.data, (gsize) message.value };
          g_array_append_val (library->symbols, symbol);
          break;
        case 6:
        case 7:
          library->is_module = file.number == 7;
          while (strata_proto_next (&message))
            if (message.number == 1)
              library->min_offset = strata_proto_get_uint (&message);
          break;
        default:
          break;
        }
    }

  keep_library (self, path, library);
}

static gboolean
read_number (const guint8 **p,
             const guint8 *end,
             gsize n_bytes,
             guint64 *value)
{
  *value = 0;
  if ((gsize) (end - *p) < n_bytes)
    return FALSE;

  for (gsize i = n_bytes; i-- > 0;)
    *value = *value << 8 | (*p)[i];

  *p += n_bytes;
  return TRUE;
}

static gboolean
read_text (const guint8 **p,
           const guint8 *end,
           StrataText *text)
{
  const guint8 *nul = *p < end ? memchr (*p, '\0', (gsize) (end - *p)) : NULL;

  if (nul == NULL)
    return FALSE;

  *text = (StrataText){ (const char *) *p, (gsize) (nul - *p) };
  *p = nul + 1;
  return TRUE;
}

/* Reads a file of FEAT_FILE: path, type, lowest address, number of symbols, symbols. */
static void
read_old_library (StrataPerfMaps *self,
                  const guint8 *p,
                  const guint8 *end)
{
  Library *library = g_new0 (Library, 1);
  StrataText path = { "", 0 };
  guint64 type = 1;
  guint64 n = 0;

  library->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  if (read_text (&p, end, &path) && read_number (&p, end, 4, &type) && read_number (&p, end, 8, &library->min_vaddr) && read_number (&p, end, 4, &n))
    for (guint64 i = 0; i < n; i++)
      {
        Symbol symbol;

        if (!read_number (&p, end, 8, &symbol.begin) || !read_number (&p, end, 4, &symbol.n_bytes) || !read_text (&p, end, &symbol.name))
          break;

        g_array_append_val (library->symbols, symbol);
      }

  library->is_kernel = type == 0;
  keep_library (self, path, library);
}

/* Reads a text of hiperf: its length including the NUL, and the bytes. */
static gboolean
read_counted_text (const guint8 **p,
                   const guint8 *end,
                   StrataText *text)
{
  guint64 n_bytes;

  *text = (StrataText){ "", 0 };
  if (!read_number (p, end, 4, &n_bytes) || n_bytes > (guint64) (end - *p))
    return FALSE;

  const guint8 *text_end = *p + n_bytes;

  return n_bytes == 0 || (read_text (p, text_end, text) && *p == text_end);
}

/* Reads a file of hiperf: path, type, address and offset of the code, build id, number of symbols, symbols. */
static gboolean
read_hiperf_library (StrataPerfMaps *self,
                     const guint8 **p,
                     const guint8 *end)
{
  StrataText path;
  StrataText build_id;
  guint64 type;
  guint64 n;
  Library *library = g_new0 (Library, 1);
  gboolean is_whole;

  library->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  is_whole = read_counted_text (p, end, &path) && read_number (p, end, 4, &type) && read_number (p, end, 8, &library->min_vaddr) && read_number (p, end, 8, &library->min_offset) && read_counted_text (p, end, &build_id) && read_number (p, end, 4, &n);
  for (guint64 i = 0; is_whole && i < n; i++)
    {
      Symbol symbol;

      is_whole = read_number (p, end, 8, &symbol.begin) && read_number (p, end, 4, &symbol.n_bytes) && read_counted_text (p, end, &symbol.name);
      if (is_whole)
        g_array_append_val (library->symbols, symbol);
    }

  if (!is_whole)
    {
      library_free (library);
      return FALSE;
    }

  library->is_kernel = type == 0;
  keep_library (self, path, library);
  return TRUE;
}

/* The layout is taken from hiperf's source and has never been checked against a real file. So the section is
 * only used if the layout matches it to the last byte. */
static gboolean
read_hiperf_symbols (StrataPerfMaps *self,
                     const guint8 *data,
                     gsize n_bytes)
{
  const guint8 *p = data;
  const guint8 *end = data + n_bytes;
  g_autoptr (StrataPerfMaps) read = strata_perf_maps_new ();
  guint64 n_files;
  gboolean is_whole = read_number (&p, end, 4, &n_files);

  for (guint64 i = 0; is_whole && i < n_files; i++)
    is_whole = read_hiperf_library (read, &p, end);
  if (!is_whole || p != end)
    return FALSE;

  GHashTableIter iter;
  gpointer path;
  gpointer library;

  g_hash_table_iter_init (&iter, read->libraries);
  while (g_hash_table_iter_next (&iter, &path, &library))
    {
      g_hash_table_iter_steal (&iter);
      g_hash_table_replace (self->libraries, path, library);
    }

  return TRUE;
}

/**
 * strata_perf_maps_read_symbols:
 * @self: the maps
 * @feature: number of a section
 * @data: (array length=n_bytes): the section
 * @n_bytes: its length
 *
 * Reads a section if it contains symbols.
 *
 * Returns: whether it does, in a known layout
 */
gboolean
strata_perf_maps_read_symbols (StrataPerfMaps *self,
                               guint feature,
                               const guint8 *data,
                               gsize n_bytes)
{
  const guint8 *p = data;
  const guint8 *end = data + n_bytes;
  guint64 size;

  if (feature == FEATURE_HIPERF_SYMBOLS)
    return read_hiperf_symbols (self, data, n_bytes);
  if (feature != FEATURE_FILE && feature != FEATURE_FILE2)
    return FALSE;

  while (read_number (&p, end, 4, &size) && size <= (guint64) (end - p))
    {
      if (feature == FEATURE_FILE2)
        read_library (self, strata_proto (p, (gsize) size));
      else
        read_old_library (self, p, p + size);
      p += size;
    }

  return TRUE;
}
