/* android.h - data shared by the processes of the Android scene
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <pthread.h>

#include "scenes.h"

/* The number of the first frame; phones are not freshly started for a recording. */
#define FIRST_VSYNC_ID 48200

typedef struct
{
  gint64 begin_ns;
  gint64 slow_frame;
  pthread_mutex_t prefs; /* Worker-2 holds it for too long */
  int worker_tid;
  gboolean is_busy; /* the CPUs are occupied instead */
  int n_buffers;
  gint64 heap_kb;
  Call vsync_dispatch;
  Call vsync_app;
  Call vsync_sf;
  Call draw;
  Call synced;
  Call queue_buffer;
  Call buffer_queued;
  Call transact;
  Call replied;
  Call fetch;
  Call fetched;
  Call decode;
  Call collect;
  Call commit;
  Call prefs_held;
  Call report_drawn;
  Call encode[2];
} AndroidStage;

void atrace_begin (Actor *self, const char *name);
void atrace_begin_frame (Actor *self, const char *name, gint64 vsync_id);
void atrace_end (Actor *self);
void atrace_count (Actor *self, const char *name, gint64 value);
void atrace_slice (Actor *self, const char *name, gint64 duration_us);

#define N_ANDROID_APP_ROLES 9
extern const Role android_app_roles[N_ANDROID_APP_ROLES];
