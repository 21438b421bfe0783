/* scenes.h - the scenes that can be played
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "actor.h"

/* A number of processes that share a stage. @set_up is called once, with the time of the first
 * VSYNC and the number of the frame that must be slow; @n_frames are recorded. */
typedef struct
{
  const char *id;
  const Cast *casts;
  guint n_casts;
  gsize n_stage_bytes;
  guint n_frames;
  void (*set_up) (gpointer stage, gint64 begin_ns, gint64 slow_frame);
} Scene;

extern const Scene android_scene;
extern const Scene openharmony_scene;
extern const Scene android_busy_scene;
extern const Scene openharmony_disk_scene;
