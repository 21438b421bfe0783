/* strata-stack-frames.h - the calls of a stack while it is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-stack-samples.h"

G_BEGIN_DECLS

/* The calls of a stack until it is complete. Zeroed memory is an empty stack. Free with
 * strata_stack_frames_clear(). */
typedef struct
{
  GArray *frames;   /* owned */
  guint32 callsite; /* of the last stack that was taken, see strata_stack_samples_enter_call() */
} StrataStackFrames;

void strata_stack_frames_clear (StrataStackFrames *self);
guint strata_stack_frames_get_n (const StrataStackFrames *self);
void strata_stack_frames_add (StrataStackFrames *self, guint32 name, guint32 attrs);
void strata_stack_frames_add_call (StrataStackFrames *self, guint32 name, guint32 attrs, const StrataCallFrame *call);
guint32 strata_stack_frames_name_native (StrataStackSamples *samples, StrataText symbol, StrataText library, guint64 address);
void strata_stack_frames_describe (StrataStackFrames *self, guint32 attrs);
void strata_stack_frames_add_native (StrataStackFrames *self, StrataStackSamples *samples, StrataText symbol, StrataText library, guint64 address);
void strata_stack_frames_add_unknown (StrataStackFrames *self, StrataStackSamples *samples);
guint32 strata_stack_frames_take_any (StrataStackFrames *self, StrataStackSamples *samples);
guint32 strata_stack_frames_take (StrataStackFrames *self, StrataStackSamples *samples, gboolean is_innermost_first);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataStackFrames, strata_stack_frames_clear)

G_END_DECLS
