/* openharmony.h - data shared by the processes of the OpenHarmony scene
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scenes.h"

#define FIRST_VSYNC_ID 6130

/* Level and tags of a marker: the tags of graphic, ace, ohos and others, as in HiTraceMeter's table. */
#define LT_APP "M62"
#define LT_ACE "I39"
#define LT_GRAPHIC "I38"
#define LT_FRAME "M3839"
#define LT_OHOS "I30"
#define LT_DATA "I36"
#define LT_RPC "D45"
#define LT_ARK "I47"

typedef struct
{
  gint64 begin_ns;
  gint64 slow_frame;
  int app_pid;
  gboolean has_slow_disk; /* waits for the disk instead */
  int n_transactions;
  gint64 heap_kb;
  Call vsync_app;
  Call vsync_rs;
  Call render;
  Call present;
  Call query;
  Call answered;
  Call collect;
  Call save;
} OpenharmonyStage;

void hitrace_begin (Actor *self, const char *name, const char *level_and_tags);
void hitrace_end (Actor *self, const char *level_and_tags);
void hitrace_begin_vsync (Actor *self, gint64 vsync_ns, gint64 frame);
void hitrace_slice (Actor *self, const char *name, const char *level_and_tags, gint64 duration_us);

#define N_OPENHARMONY_APP_ROLES 6
extern const Role openharmony_app_roles[N_OPENHARMONY_APP_ROLES];
