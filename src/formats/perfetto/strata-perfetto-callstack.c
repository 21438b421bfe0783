/* strata-perfetto-callstack.c - the stack of an event as an argument
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-args.h"

#include "strata-perfetto-fields.h"

/* A list of calls, the innermost first: "callstack=[bar (foo.c:12),foo,libapp.so+0x1f0]". Packets contain the outermost
 * first, either as texts or as ids of the dictionaries of a profiler. */

/* Many events may have the same stack with different other arguments, so the outermost calls of a long stack are dropped. */
#define MAX_STACK_BYTES (8 * 1024)
#define MAX_FRAMES 1024

/* Longer names and paths are cut, because every call of a stack may have the same one. */
#define MAX_NAME_BYTES 4096

/* A call. */
typedef struct
{
  StrataText function;
  StrataText file;
  StrataText library;
  guint64 rel_pc;
  guint64 line;
} Frame;

/**
 * strata_perfetto_state_get_text:
 * @self: (nullable): a state
 * @strings: the pool of its texts
 * @list: number of a dictionary, STRATA_PF_INTERNED_…
 * @iid: id in it, or 0
 * @n_unknown: (inout): how many ids are unknown
 *
 * Returns: the text; empty if the id is 0 or unknown
 */
StrataText
strata_perfetto_state_get_text (const StrataPerfettoState *self,
                                const StrataStringPool *strings,
                                guint list,
                                guint64 iid,
                                guint64 *n_unknown)
{
  guint32 string = STRATA_STRING_EMPTY;

  if (iid != 0)
    *n_unknown += !strata_perfetto_state_find_text (self, list, iid, &string);

  const char *text = strata_string_pool_get (strings, string);

  return (StrataText){ text, strlen (text) };
}

/**
 * strata_perfetto_state_dup_library:
 * @self: (nullable): a state
 * @strings: the pool of its texts
 * @iid: id of a mapping, or 0
 * @n_unknown: (inout): how many ids are unknown
 *
 * Returns: (transfer full): the path of the mapping, joined from its parts
 */
char *
strata_perfetto_state_dup_library (const StrataPerfettoState *self,
                                   const StrataStringPool *strings,
                                   guint64 iid,
                                   guint64 *n_unknown)
{
  GString *path = g_string_new (NULL);
  gboolean is_relative = FALSE;
  StrataProto mapping;

  if (iid == 0 || !strata_perfetto_state_find_message (self, STRATA_PF_INTERNED_MAPPINGS, iid, &mapping))
    return g_string_free (path, FALSE);

  while (strata_proto_next (&mapping))
    if (mapping.number == STRATA_PF_MAPPING_IS_RELATIVE)
      is_relative = TRUE;
    else if (mapping.number == STRATA_PF_MAPPING_PATH)
      {
        StrataProtoNumbers parts = strata_proto_get_numbers (&mapping, STRATA_PROTO_VARINT);
        guint64 part;

        while (path->len < MAX_NAME_BYTES && strata_proto_numbers_next (&parts, &part))
          {
            const StrataText text = strata_perfetto_state_get_text (self, strings, STRATA_PF_INTERNED_MAPPING_PATHS, part, n_unknown);

            g_string_append_printf (path, "%s%.*s", text.n_bytes > 0 && *text.text != '/' ? "/" : "", (int) MIN (text.n_bytes, MAX_NAME_BYTES), text.text);
          }
      }

  if (is_relative && *path->str == '/')
    g_string_erase (path, 0, 1);
  return g_string_free (path, FALSE);
}

/* A function without a name is named by its library, as in samples. */
static char *
dup_frame (const Frame *frame)
{
  GString *text = g_string_new_len (frame->function.text, (gssize) MIN (frame->function.n_bytes, MAX_NAME_BYTES));
  const int n_file_bytes = (int) MIN (frame->file.n_bytes, MAX_NAME_BYTES);

  if (text->len == 0)
    {
      g_autofree char *path = g_strndup (frame->library.text, frame->library.n_bytes);
      g_autofree char *base = frame->library.n_bytes > 0 ? g_path_get_basename (path) : g_strdup ("unknown");

      g_string_printf (text, frame->rel_pc != 0 ? "%s+0x%" G_GINT64_MODIFIER "x" : "[%s]", base, frame->rel_pc);
    }

  if (frame->file.n_bytes > 0 && frame->line != 0)
    g_string_append_printf (text, " (%.*s:%" G_GUINT64_FORMAT ")", n_file_bytes, frame->file.text, frame->line);
  else if (frame->file.n_bytes > 0)
    g_string_append_printf (text, " (%.*s)", n_file_bytes, frame->file.text);

  return g_string_free (text, FALSE);
}

static char *
dup_inline_frame (StrataProto message)
{
  Frame frame = { .line = 0 };

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_INLINE_FRAME_FUNCTION)
      frame.function = strata_proto_get_text (&message);
    else if (message.number == STRATA_PF_INLINE_FRAME_FILE)
      frame.file = strata_proto_get_text (&message);
    else if (message.number == STRATA_PF_INLINE_FRAME_LINE)
      frame.line = strata_proto_get_uint (&message);

  return dup_frame (&frame);
}

static char *
dup_interned_frame (StrataPerfettoArgs *self,
                    guint64 iid)
{
  g_autofree char *library = NULL;
  guint64 mapping = 0;
  Frame frame = { .line = 0 };
  StrataProto message;

  if (!strata_perfetto_state_find_message (self->state, STRATA_PF_INTERNED_FRAMES, iid, &message))
    {
      self->n_unknown++;
      return g_strdup_printf ("unknown(%" G_GUINT64_FORMAT ")", iid);
    }

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_FRAME_FUNCTION)
      frame.function = strata_perfetto_state_get_text (self->state, self->strings, STRATA_PF_INTERNED_FUNCTION_NAMES, strata_proto_get_uint (&message), &self->n_unknown);
    else if (message.number == STRATA_PF_FRAME_MAPPING)
      mapping = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_FRAME_REL_PC)
      frame.rel_pc = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_FRAME_SOURCE_PATH)
      frame.file = strata_perfetto_state_get_text (self->state, self->strings, STRATA_PF_INTERNED_SOURCE_PATHS, strata_proto_get_uint (&message), &self->n_unknown);
    else if (message.number == STRATA_PF_FRAME_LINE)
      frame.line = strata_proto_get_uint (&message);

  library = strata_perfetto_state_dup_library (self->state, self->strings, mapping, &self->n_unknown);
  frame.library = (StrataText){ library, strlen (library) };
  return dup_frame (&frame);
}

/* Adds frames from the innermost on, as far as there is room. */
static void
put_frames (StrataPerfettoArgs *self,
            const GPtrArray *frames)
{
  const gsize begin = self->text->len;

  g_string_append_c (self->text, '[');
  for (guint i = frames->len; i-- > 0;)
    {
      const char *frame = g_ptr_array_index (frames, i);

      strata_perfetto_args_separate (self);
      if (frames->len - i > MAX_FRAMES || self->text->len - begin + strlen (frame) > MAX_STACK_BYTES)
        {
          g_string_append (self->text, "…");
          self->is_cut = TRUE;
          break;
        }

      strata_perfetto_args_put_text (self, frame, strlen (frame));
    }

  g_string_append_c (self->text, ']');
}

/* Keeps the innermost calls, which come last, of a stack that is too long: more than MAX_FRAMES, which shows that it is cut. */
static void
push_frame (GPtrArray *frames,
            char *frame)
{
  if (frames->len >= 2 * MAX_FRAMES)
    g_ptr_array_remove_range (frames, 0, MAX_FRAMES);

  g_ptr_array_add (frames, frame);
}

/**
 * strata_perfetto_args_put_stack:
 * @self: the arguments
 * @stack: a stack whose calls are texts
 *
 * Writes a stack as a value.
 */
void
strata_perfetto_args_put_stack (StrataPerfettoArgs *self,
                                StrataProto stack)
{
  g_autoptr (GPtrArray) frames = g_ptr_array_new_with_free_func (g_free);

  while (strata_proto_next (&stack))
    if (stack.number == STRATA_PF_INLINE_STACK_FRAMES && stack.wire == STRATA_PROTO_BYTES)
      push_frame (frames, dup_inline_frame (strata_proto_enter (&stack)));

  put_frames (self, frames);
}

/**
 * strata_perfetto_args_put_interned_stack:
 * @self: the arguments
 * @iid: id of a stack in the dictionaries of the sequence
 *
 * Writes a stack as a value. This takes time in proportion to its depth. An unknown stack is counted.
 */
void
strata_perfetto_args_put_interned_stack (StrataPerfettoArgs *self,
                                         guint64 iid)
{
  g_autoptr (GPtrArray) frames = g_ptr_array_new_with_free_func (g_free);
  StrataProto stack;

  if (!strata_perfetto_state_find_message (self->state, STRATA_PF_INTERNED_CALLSTACKS, iid, &stack))
    {
      self->n_unknown++;
      return;
    }

  while (strata_proto_next (&stack))
    if (stack.number == STRATA_PF_CALLSTACK_FRAMES)
      {
        StrataProtoNumbers numbers = strata_proto_get_numbers (&stack, STRATA_PROTO_VARINT);
        guint64 frame;

        while (strata_proto_numbers_next (&numbers, &frame))
          push_frame (frames, dup_interned_frame (self, frame));
      }

  put_frames (self, frames);
}
