/* strata-sql-callsites.c - stack_profile_*: calls of sampled stacks, and the samples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-callsites.h"
#include "strata-sql-private.h"

static const StrataCallFrame *
get_frame (StrataSqlSource *source,
           guint32 row)
{
  return &g_array_index (strata_callsites_get (source->trace)->frames, StrataCallFrame, row);
}

static const StrataCallsite *
get_site (StrataSqlSource *source,
          guint32 row)
{
  return &g_array_index (strata_callsites_get (source->trace)->sites, StrataCallsite, row);
}

static const StrataCallSample *
get_sample (StrataSqlSource *source,
            guint32 row)
{
  return &g_array_index (strata_callsites_get (source->trace)->samples, StrataCallSample, row);
}

/* Every frame has a mapping, possibly one without a name. The list has the strings of their names, by first frame. */
static const GArray *
need_mappings (StrataSqlSource *source)
{
  const GArray *frames = strata_callsites_get (source->trace)->frames;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  if (source->mappings != NULL)
    return source->mappings;

  source->mappings = g_array_new (FALSE, FALSE, sizeof (guint32));
  source->frame_mapping = g_new (guint32, frames->len + 1);
  for (guint i = 0; i < frames->len; i++)
    {
      const guint32 library = get_frame (source, i)->library;
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (library)));

      if (number == 0)
        {
          g_array_append_val (source->mappings, library);
          number = source->mappings->len;
          g_hash_table_insert (known, GUINT_TO_POINTER (library), GUINT_TO_POINTER (number));
        }

      source->frame_mapping[i] = number - 1;
    }

  return source->mappings;
}

static gint64
get_frame_mapping (StrataSqlSource *source,
                   guint32 row)
{
  need_mappings (source);
  return source->frame_mapping[row];
}

static const char *
get_mapping_name (StrataSqlSource *source,
                  guint32 row)
{
  return strata_trace_get_string (source->trace, g_array_index (need_mappings (source), guint32, row));
}

/* What is known about a library besides its path, or NULL. */
static const StrataLibrary *
get_library (StrataSqlSource *source,
             guint32 row)
{
  return g_hash_table_lookup (strata_callsites_get (source->trace)->libraries, GUINT_TO_POINTER (g_array_index (need_mappings (source), guint32, row)));
}

static const char *
get_build_id (StrataSqlSource *source,
              guint32 row)
{
  const StrataLibrary *library = get_library (source, row);

  return library != NULL ? strata_trace_get_string (source->trace, library->build_id) : NULL;
}

static gint64
get_library_number (StrataSqlSource *source,
                    guint32 row,
                    gsize offset)
{
  const StrataLibrary *library = get_library (source, row);

  return library != NULL ? (gint64) G_STRUCT_MEMBER (guint64, library, offset) : STRATA_SQL_NULL;
}

STRATA_SQL_GETTER (gint64, get_exact_offset, get_library_number (source, row, G_STRUCT_OFFSET (StrataLibrary, exact_offset)))
STRATA_SQL_GETTER (gint64, get_start_offset, get_library_number (source, row, G_STRUCT_OFFSET (StrataLibrary, start_offset)))
STRATA_SQL_GETTER (gint64, get_start, get_library_number (source, row, G_STRUCT_OFFSET (StrataLibrary, start)))
STRATA_SQL_GETTER (gint64, get_end, get_library_number (source, row, G_STRUCT_OFFSET (StrataLibrary, end)))
STRATA_SQL_GETTER (gint64, get_load_bias, get_library_number (source, row, G_STRUCT_OFFSET (StrataLibrary, load_bias)))

static const char *
get_sampler (StrataSqlSource *source,
             guint32 row)
{
  static const char *const names[] = {
    [STRATA_SAMPLER_PERF] = "linux.perf",
    [STRATA_SAMPLER_CHROME] = "chrome",
    [STRATA_SAMPLER_V8] = "legacy_v8",
    [STRATA_SAMPLER_PERF_TEXT] = "perf_text",
    [STRATA_SAMPLER_SIMPLEPERF] = "simpleperf",
    [STRATA_SAMPLER_GECKO] = "gecko",
  };

  return names[get_sample (source, row)->sampler];
}

static const char *
get_mode (StrataSqlSource *source,
          guint32 row)
{
  static const char *const names[] = { "unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user" };
  const StrataCallSample *sample = get_sample (source, row);

  return sample->sampler == STRATA_SAMPLER_PERF ? names[sample->mode < G_N_ELEMENTS (names) ? sample->mode : 0] : NULL;
}

static const char *
get_error (StrataSqlSource *source,
           guint32 row)
{
  static const char *const names[] = { "unknown", "none", "memory_invalid", "unwind_info", "unsupported", "invalid_map", "max_frames_exceeded", "repeated_frame", "invalid_elf", "system_call", "thread_timeout", "thread_does_not_exist", "bad_arch", "maps_parse", "invalid_parameter", "ptrace_call" };
  const guint8 error = get_sample (source, row)->error;

  if (error == STRATA_SAMPLE_UNKNOWN)
    return NULL;

  return names[error < G_N_ELEMENTS (names) ? error : 0];
}

STRATA_SQL_COUNT (count_frames, strata_callsites_get (source->trace)->frames->len)
STRATA_SQL_COUNT (count_sites, strata_callsites_get (source->trace)->sites->len)
STRATA_SQL_COUNT (count_samples, strata_callsites_get (source->trace)->samples->len)
STRATA_SQL_COUNT (count_mappings, need_mappings (source)->len)
STRATA_SQL_GETTER (guint32, get_name, get_frame (source, row)->name)
STRATA_SQL_GETTER (gint64, get_address, (gint64) get_frame (source, row)->address)
STRATA_SQL_GETTER (gint64, get_depth, get_site (source, row)->depth)
STRATA_SQL_GETTER (gint64, get_caller, strata_sql_index (get_site (source, row)->caller))
STRATA_SQL_GETTER (gint64, get_frame_id, get_site (source, row)->frame)
STRATA_SQL_GETTER (gint64, get_ts, get_sample (source, row)->time_ns)
STRATA_SQL_GETTER (gint64, get_utid, strata_sql_source_get_utid (source, get_sample (source, row)->thread))
STRATA_SQL_GETTER (gint64, get_cpu, strata_sql_index (get_sample (source, row)->cpu))
STRATA_SQL_GETTER (gint64, get_callsite, strata_sql_index (get_sample (source, row)->callsite))
STRATA_SQL_GETTER (gint64, get_session, get_sample (source, row)->session)
STRATA_SQL_GETTER (gint64, get_priority, get_sample (source, row)->priority)

static const StrataSqlColumn frame_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the frame", STRATA_SQL_ID, strata_sql_get_row },
  { "name", STRATA_SQL_TEXT, NULL, "Name of the function, if known", 0, .string = get_name },
  { "mapping", STRATA_SQL_INTEGER, NULL, "Its library: stack_profile_mapping.id", 0, get_frame_mapping },
  { "rel_pc", STRATA_SQL_INTEGER, NULL, "Address in the library", 0, get_address },
  { "symbol_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: symbols are not read", 0, strata_sql_get_null },
  { "deobfuscated_name", STRATA_SQL_TEXT, NULL, "Always NULL: name has the restored name", 0, strata_sql_get_null },
  { "type", STRATA_SQL_TEXT, NULL, "Always NULL: kinds of frames are not read", 0, strata_sql_get_null },
};

const StrataSqlTable strata_sql_table_stack_profile_frame = {
  .name = "stack_profile_frame",
  .doc = "Functions in sampled stacks",
  .columns = frame_columns,
  .n_columns = G_N_ELEMENTS (frame_columns),
  .count = count_frames,
};

static const StrataSqlColumn site_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the call", STRATA_SQL_ID, strata_sql_get_row },
  { "depth", STRATA_SQL_INTEGER, NULL, "How many callers it has", 0, get_depth },
  { "parent_id", STRATA_SQL_INTEGER, NULL, "Its caller: stack_profile_callsite.id", 0, get_caller },
  { "frame_id", STRATA_SQL_INTEGER, NULL, "What was called: stack_profile_frame.id", 0, get_frame_id },
};

const StrataSqlTable strata_sql_table_stack_profile_callsite = {
  .name = "stack_profile_callsite",
  .doc = "The tree of all sampled stacks",
  .columns = site_columns,
  .n_columns = G_N_ELEMENTS (site_columns),
  .count = count_sites,
};

static const StrataSqlColumn mapping_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the library", STRATA_SQL_ID, strata_sql_get_row },
  { "name", STRATA_SQL_TEXT, NULL, "Its path; empty if unknown", 0, .word = get_mapping_name },
  { "build_id", STRATA_SQL_TEXT, NULL, "Which build of it, in hexadecimal digits; this and what follows is only known from traced_perf", 0, .word = get_build_id },
  { "start", STRATA_SQL_INTEGER, NULL, "Where it begins in memory", 0, get_start },
  { "end", STRATA_SQL_INTEGER, NULL, "Where it ends", 0, get_end },
  { "load_bias", STRATA_SQL_INTEGER, NULL, "Difference of addresses in the file and in memory", 0, get_load_bias },
  { "start_offset", STRATA_SQL_INTEGER, NULL, "Which part of the file begins there", 0, get_start_offset },
  { "exact_offset", STRATA_SQL_INTEGER, NULL, "The same, if it is in an archive", 0, get_exact_offset },
};

const StrataSqlTable strata_sql_table_stack_profile_mapping = {
  .name = "stack_profile_mapping",
  .doc = "Libraries of the functions in sampled stacks",
  .columns = mapping_columns,
  .n_columns = G_N_ELEMENTS (mapping_columns),
  .count = count_mappings,
  .is_computed = TRUE,
};

static const StrataSqlColumn sample_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the sample", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it was taken", STRATA_SQL_TIME, get_ts },
  { "source", STRATA_SQL_TEXT, NULL, "The sampler: linux.perf, perf_text, simpleperf, gecko, chrome or legacy_v8", 0, .word = get_sampler },
  { "task_context_id", STRATA_SQL_INTEGER, NULL, "Always NULL: the thread is in utid", 0, strata_sql_get_null },
  { "execution_context_id", STRATA_SQL_INTEGER, NULL, "Always NULL: the CPU is in cpu", 0, strata_sql_get_null },
  { "utid", STRATA_SQL_INTEGER, NULL, "The thread: thread.utid", 0, get_utid },
  { "cpu", STRATA_SQL_INTEGER, NULL, "The CPU", 0, get_cpu },
  { "cpu_mode", STRATA_SQL_TEXT, NULL, "What the CPU did: user, kernel, …", 0, .word = get_mode },
  { "callsite_id", STRATA_SQL_INTEGER, NULL, "The innermost call: stack_profile_callsite.id; NULL without a stack", 0, get_callsite },
  { "unwind_error", STRATA_SQL_TEXT, NULL, "Why the stack is incomplete", 0, .word = get_error },
  { "session_id", STRATA_SQL_INTEGER, NULL, "Number of the recording of the sampler", 0, get_session },
  { "process_priority", STRATA_SQL_INTEGER, NULL, "Priority of the process, for chrome", 0, get_priority },
};

const StrataSqlTable strata_sql_table_stack_sample = {
  .name = "stack_sample",
  .doc = "Samples of stacks in Perfetto traces and profiles of perf, simpleperf, Firefox and V8, as they were recorded",
  .columns = sample_columns,
  .n_columns = G_N_ELEMENTS (sample_columns),
  .count = count_samples,
  .is_by_time = TRUE,
};
