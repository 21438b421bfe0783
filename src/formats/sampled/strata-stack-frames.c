/* strata-stack-frames.c - the calls of a stack while it is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stack-frames.h"

#include <string.h>

typedef struct
{
  guint32 name;
  guint32 attrs;
  StrataCallFrame call;
} Frame;

void
strata_stack_frames_clear (StrataStackFrames *self)
{
  g_clear_pointer (&self->frames, g_array_unref);
}

guint
strata_stack_frames_get_n (const StrataStackFrames *self)
{
  return self->frames != NULL ? self->frames->len : 0;
}

/**
 * strata_stack_frames_add_call:
 * @self: a stack
 * @name: string id
 * @attrs: its attributes
 * @call: the call as it was recorded
 *
 * Adds the next call, which may have another name than the recorded one.
 */
void
strata_stack_frames_add_call (StrataStackFrames *self,
                              guint32 name,
                              guint32 attrs,
                              const StrataCallFrame *call)
{
  if (self->frames == NULL)
    self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));

  g_array_append_val (self->frames, ((Frame){ name, attrs, *call }));
}

/**
 * strata_stack_frames_add:
 * @self: a stack
 * @name: string id
 * @attrs: its attributes
 *
 * Adds the next call.
 */
void
strata_stack_frames_add (StrataStackFrames *self,
                         guint32 name,
                         guint32 attrs)
{
  strata_stack_frames_add_call (self, name, attrs, &(StrataCallFrame){ name, STRATA_STRING_EMPTY, STRATA_STRING_EMPTY, 0 });
}

/**
 * strata_stack_frames_describe:
 * @self: a stack that is not empty
 * @attrs: attributes of its last call
 *
 * Replaces the attributes of the last call.
 */
void
strata_stack_frames_describe (StrataStackFrames *self,
                              guint32 attrs)
{
  g_array_index (self->frames, Frame, self->frames->len - 1).attrs = attrs;
}

/**
 * strata_stack_frames_name_native:
 * @samples: the samples that it is for
 * @symbol: a native function, or empty
 * @library: path of its library, or empty
 * @address: address in the library; 0 for only the library
 *
 * Returns: string id of the function; without a symbol, it is named by its library
 */
guint32
strata_stack_frames_name_native (StrataStackSamples *samples,
                                 StrataText symbol,
                                 StrataText library,
                                 guint64 address)
{
  g_autofree char *path = NULL;
  g_autofree char *base = NULL;
  g_autofree char *name = NULL;

  if (symbol.n_bytes == 0)
    {
      path = g_strndup (library.text, library.n_bytes);
      base = library.n_bytes > 0 ? g_path_get_basename (path) : g_strdup ("unknown");
      name = address != 0 ? g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", base, address) : g_strdup_printf ("[%s]", base);
      symbol = (StrataText){ name, strlen (name) };
    }

  return strata_stack_samples_intern (samples, symbol);
}

/**
 * strata_stack_frames_add_native:
 * @self: a stack
 * @samples: the samples that it is for
 * @symbol: name of the function, or empty
 * @library: path of its library, or empty
 * @address: address in the library; 0 for only the library
 *
 * Adds the next call, of a native function. Without a symbol, it is named by its library.
 */
void
strata_stack_frames_add_native (StrataStackFrames *self,
                                StrataStackSamples *samples,
                                StrataText symbol,
                                StrataText library,
                                guint64 address)
{
  const guint32 name = strata_stack_frames_name_native (samples, symbol, library, address);
  const StrataCallFrame call = { symbol.n_bytes > 0 ? name : STRATA_STRING_EMPTY, strata_stack_samples_intern_library (samples, library), STRATA_STRING_EMPTY, address };

  strata_stack_frames_add_call (self, name, strata_stack_samples_intern_place (samples, "library", library), &call);
}

static guint32
take (StrataStackFrames *self,
      StrataStackSamples *samples,
      gboolean is_innermost_first,
      gboolean is_kept)
{
  StrataStackNodes *nodes = strata_stack_samples_get_nodes (samples);
  const guint n = strata_stack_frames_get_n (self);
  guint32 node = STRATA_NONE;

  self->callsite = STRATA_NONE;
  for (guint i = 0; i < n; i++)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, is_innermost_first ? n - 1 - i : i);

      node = strata_stack_nodes_enter (nodes, node, frame->name, frame->attrs);
      if (is_kept && i < STRATA_STACK_MOST_DEPTH)
        self->callsite = strata_stack_samples_enter_call (samples, self->callsite, node, &frame->call);
    }

  if (n > 0)
    g_array_set_size (self->frames, 0);
  return node;
}

/**
 * strata_stack_frames_take:
 * @self: a complete stack; empty afterwards
 * @samples: the samples that it is for
 * @is_innermost_first: the order in which its calls were added
 *
 * Returns: the node of its innermost call, or %STRATA_NONE if there is none
 */
guint32
strata_stack_frames_take (StrataStackFrames *self,
                          StrataStackSamples *samples,
                          gboolean is_innermost_first)
{
  return take (self, samples, is_innermost_first, TRUE);
}

/**
 * strata_stack_frames_add_unknown:
 * @self: a stack
 * @samples: the samples that it is for
 *
 * Adds an unknown call, with the name that profilers use.
 */
void
strata_stack_frames_add_unknown (StrataStackFrames *self,
                                 StrataStackSamples *samples)
{
  strata_stack_frames_add (self, strata_stack_samples_intern (samples, (StrataText){ "[unknown]", 9 }), STRATA_ATTRS_NONE);
}

/**
 * strata_stack_frames_take_any:
 * @self: a stack, the innermost call first
 * @samples: the samples that it is for
 *
 * Like strata_stack_frames_take(), but an empty stack becomes an unknown call, so that the sample is still counted.
 *
 * Returns: the node of the innermost call
 */
guint32
strata_stack_frames_take_any (StrataStackFrames *self,
                              StrataStackSamples *samples)
{
  const gboolean is_empty = strata_stack_frames_get_n (self) == 0;

  if (is_empty)
    strata_stack_frames_add_unknown (self, samples);

  return take (self, samples, TRUE, !is_empty);
}
