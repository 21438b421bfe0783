/* actor.h - the threads of a simulated phone during a recording
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <semaphore.h>

#include <glib.h>

/* One vsync at 60 Hz. */
#define FRAME_NS G_GINT64_CONSTANT (16666667)

/* The state of a thread for its markers and its work. */
typedef struct
{
  gpointer stage; /* borrowed: data shared by the processes of the scene */
  int marker_fd;
  int pid;
  GRand *random; /* owned: jitter, so that no two frames are equal */
} Actor;

/* A thread: its name, in which '*' stands for the process id; its function; and its real-time priority, 0 for none. */
typedef struct
{
  const char *name;
  void (*play) (Actor *self);
  int priority;
} Role;

/* A process; the first role is its main thread. */
typedef struct
{
  const char *comm;
  const Role *roles;
  guint n_roles;
} Cast;

/* Wakes one thread, across processes, with a number. Must be in shared memory. */
typedef struct
{
  sem_t semaphore;
  gint64 value;
} Call;

void call_init (Call *self);
void call_make (Call *self, gint64 value);
gint64 call_wait (Call *self);
gint64 call_wait_latest (Call *self);

gpointer shared_memory_new (gsize n_bytes);
int cast_start (const Cast *self, gpointer stage, int marker_fd);

gint64 now_ns (void);
void sleep_until (gint64 time_ns);
void sleep_us (gint64 duration_us);
void burn_us (Actor *self, gint64 duration_us);
void burn_about_us (Actor *self, gint64 duration_us);
void write_and_sync (Actor *self, const char *name, gsize n_bytes);
void write_in_steps (Actor *self, const char *name, gint64 duration_us);
void read_past_cache (Actor *self, const char *name);

void mark (Actor *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
