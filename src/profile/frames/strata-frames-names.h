/* strata-frames-names.h - which slices mark frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* What a slice means for frames. */
typedef enum
{
  STRATA_MARK_NONE,            /* not about frames */
  STRATA_MARK_DO_FRAME,        /* Android: the UI thread makes a frame */
  STRATA_MARK_TRAVERSALS,      /* the same before Android 4.3 */
  STRATA_MARK_DRAW_FRAME,      /* Android: the render thread draws one */
  STRATA_MARK_SYNC,            /* Android: the render thread takes over what the UI thread has made */
  STRATA_MARK_QUEUE_BUFFER,    /* Android: the picture is handed over */
  STRATA_MARK_SWAP,            /* the same by EGL */
  STRATA_MARK_FENCE,           /* Android: the picture is handed over while the GPU still draws it, with the number of its fence */
  STRATA_MARK_SIGNALED,        /* Android: the picture is handed over, and the GPU has drawn it */
  STRATA_MARK_GPU_WAIT,        /* Android: a thread waits for that fence */
  STRATA_MARK_RESYNC,          /* Android: a frame that began late takes a later VSYNC for its own */
  STRATA_MARK_COMPOSE,         /* Android: the UI is made by Jetpack Compose */
  STRATA_MARK_FLUTTER_UI,      /* Flutter: the UI thread makes a frame */
  STRATA_MARK_FLUTTER_RASTER,  /* Flutter: the raster thread draws one */
  STRATA_MARK_COMMIT,          /* surfaceflinger begins a frame */
  STRATA_MARK_COMPOSITE,       /* surfaceflinger shows it */
  STRATA_MARK_LATCH,           /* surfaceflinger takes a picture */
  STRATA_MARK_RECEIVE_VSYNC,   /* HarmonyOS: an app or render_service makes a frame */
  STRATA_MARK_ON_VSYNC,        /* HarmonyOS: the same, inside it or on a thread other than the main one */
  STRATA_MARK_UI_VSYNC_TASK,   /* HarmonyOS: the same, further inside */
  STRATA_MARK_MARSHAL,         /* HarmonyOS: an app hands a transaction over */
  STRATA_MARK_PROCESS_COMMAND, /* HarmonyOS: render_service takes transactions */
  STRATA_MARK_COMPOSITION,     /* HarmonyOS: render_service composes */
  STRATA_MARK_GPU,             /* HarmonyOS: the GPU draws a frame */
} StrataFrameMark;

/* The id is not known, or is a placeholder. */
#define STRATA_FRAME_NO_ID G_GINT64_CONSTANT (-1)

/* The track of SurfaceFlinger's frame timeline with what frames took. */
#define STRATA_FRAME_TIMELINE_TRACK "Actual Timeline"

/* The values in the name of a HarmonyOS frame. */
typedef struct
{
  gint64 now_ns;          /* when the VSYNC was, in the clock of the device; STRATA_NO_TIME when not known */
  gint64 expected_end_ns; /* when the frame has to be done, in the same clock */
  gint64 vsync_id;        /* number of the VSYNC, or STRATA_FRAME_NO_ID */
} StrataVsyncArgs;

StrataFrameMark strata_frame_mark_parse (const char *name, gint64 *id);
gboolean strata_frame_name_is_begin (const char *name);
gboolean strata_vsync_args_parse (const char *name, StrataVsyncArgs *args);
gboolean strata_transaction_flag_next (const char **cursor, gint64 *pid, gint64 *number);

G_END_DECLS
