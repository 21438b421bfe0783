/* strata-perfetto-vulkan.c - Vulkan submissions of apps, and their memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* Submissions to a queue are slices of their process. Memory that a driver, a device or an image allocates
 * or frees changes a counter of the process.
 * Format: trace/gpu/vulkan_api_event.proto and vulkan_memory_event.proto of Perfetto. */

/* The owner of the memory in an event. */
#define SOURCE_DRIVER 1
#define SOURCE_DEVICE_MEMORY 3
#define SOURCE_BUFFER 4
#define SOURCE_IMAGE 5

#define OPERATION_CREATE 1
#define OPERATION_DESTROY 2
#define OPERATION_BIND 3
#define OPERATION_UNBIND 4

/* Limit for the objects that render stages may name. */
#define MOST_OBJECTS 65536

static void
take_object_name (StrataPerfettoPlayer *self,
                  StrataProto message)
{
  guint64 object = 0;
  guint32 name = STRATA_STRING_EMPTY;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_VULKAN_NAME_OBJECT)
      object = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_VULKAN_NAME_NAME)
      name = strata_proto_intern (&message, self->reader->strings);

  if (name != STRATA_STRING_EMPTY && g_hash_table_size (self->gpu_objects) < MOST_OBJECTS)
    g_hash_table_replace (self->gpu_objects, g_memdup2 (&object, sizeof object), GUINT_TO_POINTER (name));
}

/* Adds command buffers, which come one by one or packed. */
static void
add_buffers (StrataPerfettoArgs *args,
             const StrataProto *field)
{
  StrataProtoNumbers buffers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 buffer;

  while (strata_proto_numbers_next (&buffers, &buffer))
    strata_perfetto_args_add_int (args, "command_buffer", (gint64) buffer);
}

static void
take_submission (StrataPerfettoPlayer *self,
                 gint64 time_ns,
                 StrataProto message)
{
  StrataPerfettoArgs args = { self->text, NULL, self->reader->strings, 0 };
  StrataAttrs attrs = { .category = strata_perfetto_player_intern (self, "gpu") };
  gint64 duration_ns = 0;
  gint64 pid = -1;
  gint64 tid = -1;

  g_string_truncate (self->text, 0);
  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_VULKAN_SUBMIT_DURATION)
      duration_ns = strata_proto_get_int (&message);
    else if (message.number == STRATA_PF_VULKAN_SUBMIT_PID)
      pid = (gint32) strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_VULKAN_SUBMIT_TID)
      tid = (gint32) strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_VULKAN_SUBMIT_BUFFERS)
      add_buffers (&args, &message);
    else if (message.number == STRATA_PF_VULKAN_SUBMIT_SUBMISSION)
      strata_perfetto_args_add_int (&args, "submission", strata_proto_get_int (&message));

  const StrataEventTrack track = {
    .process = strata_event_sink_see_process_at (self->sink, MAX (pid, 0), time_ns),
    .thread = tid > 0 ? strata_event_sink_see_thread (self->sink, pid > 0 ? pid : -1, tid, time_ns) : STRATA_NONE,
    .name = strata_perfetto_player_intern (self, "Vulkan Events"),
  };

  attrs.args = strata_attr_table_intern_args (strata_trace_builder_get_attrs (self->reader->builder), self->text->str, self->text->len);
  strata_perfetto_player_add_span (self, &track, time_ns, duration_ns, strata_perfetto_player_intern (self, "vkQueueSubmit"),
                                   strata_attr_table_intern (strata_trace_builder_get_attrs (self->reader->builder), &attrs));
}

void
strata_perfetto_player_take_vulkan_call (StrataPerfettoPlayer *self,
                                         gint64 time_ns,
                                         StrataProto event)
{
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_VULKAN_CALL_NAME)
      take_object_name (self, strata_proto_enter (&event));
    else if (event.number == STRATA_PF_VULKAN_CALL_SUBMIT)
      take_submission (self, time_ns, strata_proto_enter (&event));
}

/* The name of the counter in trace_processor; NULL if the event is not counted. */
static char *
make_memory_name (guint64 source,
                  guint64 operation,
                  guint64 scope,
                  guint64 type)
{
  static const char *const scopes[] = { "UNSPECIFIED", "COMMAND", "OBJECT", "CACHE", "DEVICE", "INSTANCE" };

  if (source == SOURCE_DRIVER)
    return g_strconcat ("vulkan.mem.driver.scope.", scope < G_N_ELEMENTS (scopes) ? scopes[scope] : "UNKNOWN", NULL);
  if (source == SOURCE_DEVICE_MEMORY && (operation == OPERATION_CREATE || operation == OPERATION_DESTROY))
    return g_strdup_printf ("vulkan.mem.device.memory.type.%" G_GUINT64_FORMAT ".allocation", type);
  if (source == SOURCE_BUFFER || source == SOURCE_IMAGE)
    return g_strdup_printf ("vulkan.mem.device.memory.type.%" G_GUINT64_FORMAT ".bind", type);

  return NULL;
}

/* Whether an operation adds to its counter (1), subtracts from it (-1) or neither (0). */
static int
get_sign (guint64 source,
          guint64 operation)
{
  const gboolean is_bound = source == SOURCE_BUFFER || source == SOURCE_IMAGE;

  if (operation == (is_bound ? OPERATION_BIND : OPERATION_CREATE))
    return 1;

  return operation == (is_bound ? OPERATION_UNBIND : OPERATION_DESTROY) ? -1 : 0;
}

void
strata_perfetto_player_take_vulkan_memory (StrataPerfettoPlayer *self,
                                           gint64 time_ns,
                                           StrataProto event)
{
  guint64 fields[STRATA_PF_VULKAN_MEMORY_TYPE + 1] = { 0 };

  while (strata_proto_next (&event))
    if (event.number < G_N_ELEMENTS (fields))
      fields[event.number] = strata_proto_get_uint (&event);

  const guint64 source = fields[STRATA_PF_VULKAN_MEMORY_SOURCE];
  const guint64 operation = fields[STRATA_PF_VULKAN_MEMORY_OPERATION];
  g_autofree char *name = make_memory_name (source, operation, fields[STRATA_PF_VULKAN_MEMORY_SCOPE], fields[STRATA_PF_VULKAN_MEMORY_TYPE]);
  const int sign = get_sign (source, operation);

  if (name == NULL || sign == 0)
    return;

  const gint64 pid = MAX ((gint32) fields[STRATA_PF_VULKAN_MEMORY_PID], 0);
  const guint32 string = strata_perfetto_player_intern (self, name);
  const guint64 key = (guint64) pid << 32 | string;
  const gint64 more = (gint64) MIN (fields[STRATA_PF_VULKAN_MEMORY_SIZE], G_MAXINT64);
  gint64 *sum = g_hash_table_lookup (self->gpu_memory, &key);

  if (sum == NULL)
    {
      sum = g_new0 (gint64, 1);
      g_hash_table_insert (self->gpu_memory, g_memdup2 (&key, sizeof key), sum);
    }

  *sum = strata_time_add (*sum, sign * more);
  strata_event_sink_add_sample (self->sink, strata_event_sink_see_process_at (self->sink, pid, time_ns), string, time_ns, *sum);
}
