/* strata-perfetto-gpu.c - render stages of the GPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* A render stage is a slice on the track of its hardware queue. Stages of a queue may overlap,
 * so each has its own cookie. Names of queues and stages are interned; in older traces each
 * packet may extend lists of them, and an id is an index in its list. Queues never change, so
 * their names are collected while the trace is read; the name of a stage comes from the packets
 * before it. */

/* A file may describe more than any GPU has. */
#define MAX_DESCRIPTIONS 4096

typedef struct
{
  gint64 duration_ns;
  guint64 queue_iid;
  guint64 stage_iid;
  gint64 queue_id;
  gint64 stage_id;
  guint64 context;
  guint64 target;
  guint64 pass;
  guint64 command_buffer;
  guint64 submission;
  guint64 gpu;
  StrataProto name;
} Stage;

/* Adds the names of a list of descriptions to those of earlier packets. */
static void
add_descriptions (const StrataPerfettoReader *reader,
                  StrataProto specifications,
                  guint32 list,
                  GArray *names)
{
  while (strata_proto_next (&specifications))
    if (specifications.number == list && names->len < MAX_DESCRIPTIONS)
      {
        StrataProto description = strata_proto_enter (&specifications);
        guint32 name = STRATA_STRING_EMPTY;

        while (strata_proto_next (&description))
          if (description.number == STRATA_PF_GPU_STAGE_DESCRIPTION_NAME)
            name = strata_proto_intern (&description, reader->strings);

        g_array_append_val (names, name);
      }
}

/**
 * strata_perfetto_reader_describe_gpu:
 * @self: the reader
 * @event: a render stage
 *
 * Takes the names of queues in a packet, if there are any.
 */
void
strata_perfetto_reader_describe_gpu (StrataPerfettoReader *self,
                                     StrataProto event)
{
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_GPU_RENDER_STAGE_SPECIFICATIONS)
      add_descriptions (self, strata_proto_enter (&event), STRATA_PF_GPU_STAGE_SPECIFICATIONS_QUEUE, self->gpu_queues);
}

static Stage
parse (StrataProto event)
{
  Stage stage = { 0 };

  while (strata_proto_next (&event))
    switch (event.number)
      {
      case STRATA_PF_GPU_RENDER_STAGE_DURATION:
        stage.duration_ns = strata_proto_get_int (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_QUEUE_ID:
        stage.queue_id = (gint32) strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_STAGE_ID:
        stage.stage_id = (gint32) strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_CONTEXT:
        stage.context = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_RENDER_TARGET:
        stage.target = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_RENDER_PASS:
        stage.pass = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_SUBMISSION:
        stage.submission = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_GPU:
        stage.gpu = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_COMMAND_BUFFER:
        stage.command_buffer = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_QUEUE_IID:
        stage.queue_iid = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_STAGE_IID:
        stage.stage_iid = strata_proto_get_uint (&event);
        break;
      case STRATA_PF_GPU_RENDER_STAGE_NAME:
        stage.name = event;
        break;
      default:
        break;
      }

  return stage;
}

static guint32
get_described (const GArray *names,
               gint64 id)
{
  return id >= 0 && id < names->len ? g_array_index (names, guint32, id) : STRATA_STRING_EMPTY;
}

/* The name of an interned description, or of a listed one, or the number. */
static guint32
get_name (StrataPerfettoPlayer *self,
          const StrataPerfettoContext *context,
          guint64 iid,
          const GArray *names,
          gint64 id,
          const char *number)
{
  guint32 name = STRATA_STRING_EMPTY;

  if (iid != 0)
    self->n_unknown_names += !strata_perfetto_state_find_text (context->state, STRATA_PF_INTERNED_GPU_SPECIFICATIONS, iid, &name);
  else
    name = get_described (names, id);

  return name != STRATA_STRING_EMPTY ? name : strata_perfetto_player_intern (self, number);
}

/* The process that draws, or -1. */
static gint64
get_pid (StrataPerfettoPlayer *self,
         const StrataPerfettoContext *context,
         guint64 id)
{
  StrataProto interned;

  if (!strata_perfetto_state_find_message (context->state, STRATA_PF_INTERNED_GRAPHICS_CONTEXTS, id, &interned))
    return GPOINTER_TO_INT (g_hash_table_lookup (self->gpu_contexts, GSIZE_TO_POINTER (id))) - 1;

  while (strata_proto_next (&interned))
    if (interned.number == STRATA_PF_GRAPHICS_CONTEXT_PID)
      return (gint32) strata_proto_get_uint (&interned);

  return -1;
}

/* Adds a Vulkan object, with the name given by the app. */
static void
add_object (StrataPerfettoPlayer *self,
            StrataPerfettoArgs *args,
            const char *key,
            guint64 object)
{
  const guint32 name = GPOINTER_TO_UINT (g_hash_table_lookup (self->gpu_objects, &object));
  const char *text = strata_string_pool_get (self->reader->strings, name);

  if (name != STRATA_STRING_EMPTY)
    strata_perfetto_args_add_text (args, key, text, strlen (text));
  else
    strata_perfetto_args_add_nonzero (args, key, object);
}

/* Adds the driver's own names and values. */
static void
add_extra (StrataPerfettoArgs *args,
           StrataProto extra)
{
  g_autofree char *key = NULL;

  while (strata_proto_next (&extra))
    if (extra.number == STRATA_PF_GPU_STAGE_EXTRA_NAME && key == NULL)
      key = strata_proto_dup_text (&extra, 100);
    else if (extra.number == STRATA_PF_GPU_STAGE_EXTRA_VALUE && extra.wire == STRATA_PROTO_BYTES && key != NULL)
      strata_perfetto_args_add_text (args, key, (const char *) extra.data, (gsize) extra.value);
}

static guint32
intern_attrs (StrataPerfettoPlayer *self,
              const StrataPerfettoContext *context,
              const Stage *stage,
              StrataProto event)
{
  StrataPerfettoArgs args = { self->text, NULL, self->reader->strings, 0 };
  StrataAttrs attrs = { 0 };
  const gint64 pid = get_pid (self, context, stage->context);

  g_string_truncate (self->text, 0);
  if (pid >= 0)
    strata_perfetto_args_add_int (&args, "pid", pid);
  strata_perfetto_args_add_nonzero (&args, "context", stage->context);
  strata_perfetto_args_add_nonzero (&args, "gpu", stage->gpu);
  strata_perfetto_args_add_nonzero (&args, "submission", stage->submission);
  add_object (self, &args, "render_target", stage->target);
  add_object (self, &args, "render_pass", stage->pass);
  add_object (self, &args, "command_buffer", stage->command_buffer);
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_GPU_RENDER_STAGE_EXTRA)
      add_extra (&args, strata_proto_enter (&event));

  attrs.category = strata_string_pool_intern (self->reader->strings, "gpu", 3);
  attrs.args = strata_attr_table_intern_args (strata_trace_builder_get_attrs (self->reader->builder), self->text->str, self->text->len);
  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->reader->builder), &attrs);
}

static void
take_context (StrataPerfettoPlayer *self,
              StrataProto spec)
{
  guint64 context = 0;
  gint32 pid = -1;

  while (strata_proto_next (&spec))
    if (spec.number == STRATA_PF_GPU_STAGE_CONTEXT_CONTEXT)
      context = strata_proto_get_uint (&spec);
    else if (spec.number == STRATA_PF_GPU_STAGE_CONTEXT_PID)
      pid = (gint32) strata_proto_get_uint (&spec);

  if (pid >= 0 && pid < G_MAXINT32)
    g_hash_table_replace (self->gpu_contexts, GSIZE_TO_POINTER (context), GINT_TO_POINTER (pid + 1));
}

static void
take_specifications (StrataPerfettoPlayer *self,
                     StrataProto event)
{
  while (strata_proto_next (&event))
    if (event.number == STRATA_PF_GPU_RENDER_STAGE_SPECIFICATIONS)
      {
        StrataProto specifications = strata_proto_enter (&event);

        add_descriptions (self->reader, specifications, STRATA_PF_GPU_STAGE_SPECIFICATIONS_STAGE, self->gpu_stages);
        while (strata_proto_next (&specifications))
          if (specifications.number == STRATA_PF_GPU_STAGE_SPECIFICATIONS_CONTEXT)
            take_context (self, strata_proto_enter (&specifications));
      }
}

/* Packets with only descriptions have no duration and no stage. */
static gboolean
is_stage (StrataProto event)
{
  while (strata_proto_next (&event))
    if (event.number != STRATA_PF_GPU_RENDER_STAGE_SPECIFICATIONS)
      return TRUE;

  return FALSE;
}

/**
 * strata_perfetto_player_take_render_stage:
 * @self: the player
 * @context: context of the packet
 * @time_ns: when
 * @event: a render stage
 *
 * Plays a render stage.
 */
void
strata_perfetto_player_take_render_stage (StrataPerfettoPlayer *self,
                                          const StrataPerfettoContext *context,
                                          gint64 time_ns,
                                          StrataProto event)
{
  take_specifications (self, event);
  if (!is_stage (event))
    return;

  const Stage stage = parse (event);
  char queue[48];
  char name[48];

  g_snprintf (queue, sizeof queue, "Unknown GPU Queue %" G_GUINT64_FORMAT, stage.queue_iid != 0 ? stage.queue_iid : (guint32) stage.queue_id);
  g_snprintf (name, sizeof name, "render stage(%" G_GUINT64_FORMAT ")", stage.stage_iid != 0 ? stage.stage_iid : (guint64) stage.stage_id);

  const StrataEventTrack track = {
    .process = strata_perfetto_player_get_global (self),
    .thread = STRATA_NONE,
    .name = get_name (self, context, stage.queue_iid, self->reader->gpu_queues, stage.queue_id, queue),
  };
  const guint32 own_name = strata_proto_intern (&stage.name, self->reader->strings);
  const guint32 stage_name = own_name != STRATA_STRING_EMPTY ? own_name : get_name (self, context, stage.stage_iid, self->gpu_stages, stage.stage_id, name);

  strata_perfetto_player_add_span (self, &track, time_ns, stage.duration_ns, stage_name, intern_attrs (self, context, &stage, event));
}
