/* android.c - the system's part of the Android scene
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * surfaceflinger generates the VSYNCs and displays the app's frames; system_server answers its
 * calls. The app is in android-app.c.
 */
#include "android.h"

/* surfaceflinger checks for new buffers this long after the apps' VSYNC. */
#define SF_OFFSET_NS 6000000

void
atrace_begin (Actor *self,
              const char *name)
{
  mark (self, "B|%d|%s", self->pid, name);
}

void
atrace_begin_frame (Actor *self,
                    const char *name,
                    gint64 vsync_id)
{
  mark (self, "B|%d|%s %" G_GINT64_FORMAT, self->pid, name, vsync_id);
}

void
atrace_end (Actor *self)
{
  mark (self, "E|%d", self->pid);
}

void
atrace_count (Actor *self,
              const char *name,
              gint64 value)
{
  mark (self, "C|%d|%s|%" G_GINT64_FORMAT, self->pid, name, value);
}

void
atrace_slice (Actor *self,
              const char *name,
              gint64 duration_us)
{
  atrace_begin (self, name);
  burn_about_us (self, duration_us);
  atrace_end (self);
}

/* surfaceflinger */

static void
play_dispatcher (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (gint64 frame = 0;; frame++)
    {
      const gint64 vsync_ns = stage->begin_ns + frame * FRAME_NS;

      sleep_until (vsync_ns);
      atrace_count (self, "VSYNC-app", frame % 2);
      call_make (&stage->vsync_dispatch, frame);
      sleep_until (vsync_ns + SF_OFFSET_NS);
      atrace_count (self, "VSYNC-sf", frame % 2);
      call_make (&stage->vsync_sf, frame);
    }
}

static void
play_event_thread (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->vsync_dispatch);

      atrace_begin_frame (self, "dispatchVsync", FIRST_VSYNC_ID + frame);
      burn_about_us (self, 40);
      call_make (&stage->vsync_app, frame);
      atrace_end (self);
    }
}

static void
composite (Actor *self)
{
  atrace_begin (self, "onMessageRefresh");
  atrace_slice (self, "rebuildLayerStacks", 180);
  atrace_begin (self, "composite");
  atrace_slice (self, "calculateWorkingSet", 110);
  atrace_slice (self, "HwcPresentOrValidateDisplay 0", 620);
  atrace_end (self);
  atrace_slice (self, "postComposition", 160);
  atrace_end (self);
}

static void
play_surfaceflinger (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait_latest (&stage->vsync_sf);
      const gboolean has_buffer = __atomic_load_n (&stage->n_buffers, __ATOMIC_ACQUIRE) > 0;

      atrace_begin_frame (self, "onMessageInvalidate", FIRST_VSYNC_ID + frame);
      atrace_slice (self, has_buffer ? "latchBuffer" : "handlePageFlip: no new buffer", 150);
      if (has_buffer)
        atrace_count (self, "frames queued", __atomic_sub_fetch (&stage->n_buffers, 1, __ATOMIC_ACQ_REL));
      atrace_end (self);
      if (has_buffer)
        composite (self);
    }
}

static void
play_buffer_queue (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 vsync_id = call_wait (&stage->queue_buffer);

      atrace_begin (self, "binder reply");
      atrace_begin_frame (self, "BufferQueueProducer::queueBuffer", vsync_id);
      burn_about_us (self, 90);
      atrace_count (self, "frames queued", __atomic_add_fetch (&stage->n_buffers, 1, __ATOMIC_ACQ_REL));
      atrace_end (self);
      atrace_end (self);
      call_make (&stage->buffer_queued, vsync_id);
    }
}

static const Role surfaceflinger_roles[] = {
  { "surfaceflinger", play_surfaceflinger, 2 },
  { "TimerDispatch", play_dispatcher, 4 },
  { "app", play_event_thread, 3 },
  { "Binder:*_1", play_buffer_queue, 2 },
};

/* system_server */

static void
play_activity_manager (Actor *self)
{
  AndroidStage *stage = self->stage;

  sleep_until (stage->begin_ns + 22 * FRAME_NS);
  mark (self, "S|%d|launching: com.example.shop|7", self->pid);
  for (;;)
    {
      call_wait (&stage->report_drawn);
      atrace_slice (self, "reportFullyDrawn", 400);
      mark (self, "F|%d|launching: com.example.shop|7", self->pid);
      mark (self, "I|%d|Displayed com.example.shop/.ProductListActivity", self->pid);
    }
}

static void
play_binder (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->transact);

      atrace_begin (self, "binder reply");
      atrace_begin (self, "AIDL::java::INotificationManager::getActiveNotifications::server");
      burn_about_us (self, 700);
      atrace_end (self);
      atrace_end (self);
      call_make (&stage->replied, frame);
    }
}

static const Role system_server_roles[] = {
  { "system_server", play_activity_manager, 0 },
  { "Binder:*_C", play_binder, 1 },
};

/* media.swcodec: higher priority than the drawing threads, as for encoders of calls */

static void
encode (Actor *self,
        guint i)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      call_wait (&stage->encode[i]);
      atrace_begin (self, "C2SoftHevcEnc::process");
      burn_us (self, 27000);
      atrace_end (self);
    }
}

static void
play_encoder (Actor *self)
{
  encode (self, 0);
}

static void
play_other_encoder (Actor *self)
{
  encode (self, 1);
}

static const Role codec_roles[] = {
  { "media.swcodec", play_encoder, 3 },
  { "C2-encoder", play_other_encoder, 3 },
};

static void
init_calls (AndroidStage *stage)
{
  Call *const calls[] = { &stage->vsync_dispatch, &stage->vsync_app, &stage->vsync_sf, &stage->draw, &stage->synced, &stage->queue_buffer, &stage->buffer_queued,
                          &stage->transact, &stage->replied, &stage->fetch, &stage->fetched, &stage->decode, &stage->collect, &stage->commit, &stage->prefs_held, &stage->report_drawn, &stage->encode[0], &stage->encode[1] };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    call_init (calls[i]);
}

static void
set_up (gpointer data,
        gint64 begin_ns,
        gint64 slow_frame)
{
  AndroidStage *stage = data;

  stage->begin_ns = begin_ns;
  stage->slow_frame = slow_frame;
  stage->heap_kb = 38 * 1024;
  pthread_mutex_init (&stage->prefs, NULL);
  init_calls (stage);
}

static void
set_up_busy (gpointer data,
             gint64 begin_ns,
             gint64 slow_frame)
{
  AndroidStage *stage = data;

  set_up (data, begin_ns, slow_frame);
  stage->is_busy = TRUE;
}

/* In starting order of the processes. */
static const Cast casts[] = {
  { "surfaceflinger", surfaceflinger_roles, G_N_ELEMENTS (surfaceflinger_roles) },
  { "system_server", system_server_roles, G_N_ELEMENTS (system_server_roles) },
  { "com.example.shop", android_app_roles, N_ANDROID_APP_ROLES },
};

const Scene android_scene = {
  .id = "android",
  .casts = casts,
  .n_casts = G_N_ELEMENTS (casts),
  .n_stage_bytes = sizeof (AndroidStage),
  .n_frames = 150,
  .set_up = set_up,
};

static const Cast busy_casts[] = {
  { "surfaceflinger", surfaceflinger_roles, G_N_ELEMENTS (surfaceflinger_roles) },
  { "system_server", system_server_roles, G_N_ELEMENTS (system_server_roles) },
  { "com.example.shop", android_app_roles, N_ANDROID_APP_ROLES },
  { "media.swcodec", codec_roles, G_N_ELEMENTS (codec_roles) },
};

const Scene android_busy_scene = {
  .id = "android-busy",
  .casts = busy_casts,
  .n_casts = G_N_ELEMENTS (busy_casts),
  .n_stage_bytes = sizeof (AndroidStage),
  .n_frames = 60,
  .set_up = set_up_busy,
};
