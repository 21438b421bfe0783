/* android-app.c - the app of the Android scene: a scrolling list of products
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Its frames take 4 to 9 ms, except one: binding the row with the large picture decodes it on the
 * main thread, and then waits for a lock that Worker-2 holds while it writes the preferences to
 * disk. In the busy scene the app has little to do, but software encoders occupy all CPUs.
 */
#include "android.h"

#include <unistd.h>

#define PICTURE "hero.webp"
#define PREFS "shop.xml"

/* main */

static void
bind_row (Actor *self,
          gint64 frame)
{
  AndroidStage *stage = self->stage;

  atrace_begin (self, "RV OnBindView");
  atrace_slice (self, "setText", 130);
  if (frame % 3 == 0)
    call_make (&stage->decode, frame);
  burn_about_us (self, 160);
  atrace_end (self);
}

static void
create_row (Actor *self)
{
  atrace_begin (self, "RV CreateView");
  atrace_begin (self, "inflate");
  atrace_slice (self, "LinearLayout", 110);
  atrace_slice (self, "ImageView", 170);
  atrace_slice (self, "TextView", 150);
  atrace_slice (self, "TextView", 120);
  atrace_end (self);
  atrace_end (self);
}

static void
decode_on_main_thread (Actor *self)
{
  atrace_begin (self, "decodeBitmap(" PICTURE ")");
  atrace_begin (self, "BitmapFactory.decodeFile");
  read_past_cache (self, PICTURE);
  burn_us (self, 12000);
  atrace_end (self);
  atrace_begin (self, "DiskLruCache.put");
  write_and_sync (self, "hero.cache", 256 * 1024);
  atrace_end (self);
  atrace_end (self);
}

static void
wait_for_worker (Actor *self)
{
  AndroidStage *stage = self->stage;

  call_make (&stage->commit, 0);
  call_wait (&stage->prefs_held);
  mark (self, "B|%d|monitor contention with owner Worker-2 (%d) at boolean android.app.SharedPreferencesImpl$EditorImpl.commit()(SharedPreferencesImpl.java:614) waiters=0 blocking from java.lang.String com.example.shop.PriceTags.currency()(PriceTags.java:88)", self->pid, stage->worker_tid);
  pthread_mutex_lock (&stage->prefs);
  atrace_end (self);
  pthread_mutex_unlock (&stage->prefs);
}

static void
bind_slow_row (Actor *self)
{
  atrace_begin (self, "RV OnBindView");
  atrace_slice (self, "setText", 130);
  decode_on_main_thread (self);
  wait_for_worker (self);
  atrace_slice (self, "PriceTags.format", 600);
  atrace_end (self);
}

static void
bind_row_while_busy (Actor *self)
{
  AndroidStage *stage = self->stage;

  atrace_begin (self, "RV OnBindView");
  for (guint i = 0; i < G_N_ELEMENTS (stage->encode); i++)
    call_make (&stage->encode[i], 0);
  atrace_slice (self, "setText", 900);
  atrace_slice (self, "PriceTags.format", 1200);
  atrace_end (self);
}

static void
handle_input (Actor *self,
              gint64 frame)
{
  AndroidStage *stage = self->stage;

  atrace_begin (self, "input");
  mark (self, "B|%d|deliverInputEvent src=0x1002 eventTimeNano=%" G_GINT64_FORMAT " id=0x%x", self->pid, now_ns () - 3100000, g_rand_int (self->random));
  atrace_begin (self, "RV Scroll");
  burn_about_us (self, 540);
  if (frame == stage->slow_frame && stage->is_busy)
    bind_row_while_busy (self);
  else if (frame == stage->slow_frame)
    bind_slow_row (self);
  else if (frame % 4 == 1)
    bind_row (self, frame);
  if (frame % 12 == 5)
    create_row (self);
  atrace_end (self);
  atrace_end (self);
  atrace_end (self);
}

static void
animate (Actor *self,
         gint64 frame)
{
  const gint64 phase = frame % 40;

  atrace_begin (self, "animation");
  if (phase == 0)
    mark (self, "S|%d|animator:translateX|%" G_GINT64_FORMAT, self->pid, frame / 40);
  burn_about_us (self, phase < 22 ? 620 : 150);
  if (phase == 22)
    mark (self, "F|%d|animator:translateX|%" G_GINT64_FORMAT, self->pid, frame / 40);
  atrace_end (self);
}

static void
draw (Actor *self,
      gint64 frame)
{
  AndroidStage *stage = self->stage;

  atrace_begin (self, "draw");
  atrace_begin (self, "Record View#draw()");
  atrace_slice (self, "RecyclerView.draw", 700);
  atrace_slice (self, "BottomNavigationView.draw", 260);
  atrace_end (self);
  atrace_begin (self, "postAndWait");
  call_make (&stage->draw, FIRST_VSYNC_ID + frame);
  call_wait (&stage->synced);
  atrace_end (self);
  atrace_end (self);
}

static void
measure (Actor *self,
         gboolean has_new_row)
{
  atrace_begin (self, "measure");
  atrace_slice (self, "ConstraintLayout.onMeasure", 520);
  atrace_slice (self, "RecyclerView.onMeasure", has_new_row ? 1500 : 640);
  atrace_end (self);
}

static void
lay_out (Actor *self,
         gboolean has_new_row)
{
  atrace_begin (self, "layout");
  atrace_begin (self, "RV OnLayout");
  atrace_slice (self, "RV FullInvalidate", has_new_row ? 1100 : 370);
  atrace_end (self);
  atrace_end (self);
}

static void
traverse (Actor *self,
          gint64 frame)
{
  atrace_begin (self, "traversal");
  measure (self, frame % 12 == 5);
  lay_out (self, frame % 12 == 5);
  draw (self, frame);
  atrace_end (self);
}

static void
call_system (Actor *self,
             gint64 frame)
{
  AndroidStage *stage = self->stage;

  atrace_begin (self, "binder transaction");
  call_make (&stage->transact, frame);
  call_wait (&stage->replied);
  atrace_end (self);
}

static void
follow_up (Actor *self,
           gint64 frame)
{
  AndroidStage *stage = self->stage;

  stage->heap_kb += g_rand_int_range (self->random, 60, 260);
  atrace_count (self, "HeapSize (KB)", stage->heap_kb);
  if (frame % 45 == 30)
    call_make (&stage->collect, frame);
  if (frame % 9 == 2)
    call_make (&stage->fetch, frame);
  if (frame == 60)
    {
      mark (self, "N|%d|Lifecycle|ProductListActivity.onTopResumedActivityChanged", self->pid);
      call_make (&stage->report_drawn, frame);
    }
}

static void
do_frame (Actor *self,
          gint64 frame)
{
  atrace_begin_frame (self, "Choreographer#doFrame", FIRST_VSYNC_ID + frame);
  handle_input (self, frame);
  animate (self, frame);
  traverse (self, frame);
  atrace_end (self);
}

static void
play_main (Actor *self)
{
  AndroidStage *stage = self->stage;

  write_and_sync (self, PICTURE, 768 * 1024);
  for (;;)
    {
      const gint64 frame = call_wait_latest (&stage->vsync_app);

      do_frame (self, frame);
      follow_up (self, frame);
      if (frame % 11 == 6)
        call_system (self, frame);
    }
}

/* RenderThread */

static void
queue_buffer (Actor *self,
              gint64 vsync_id)
{
  AndroidStage *stage = self->stage;

  atrace_begin (self, "eglSwapBuffersWithDamageKHR");
  burn_about_us (self, 240);
  atrace_begin (self, "queueBuffer");
  atrace_begin (self, "binder transaction");
  call_make (&stage->queue_buffer, vsync_id);
  call_wait (&stage->buffer_queued);
  atrace_end (self);
  atrace_end (self);
  atrace_end (self);
}

static void
flush_commands (Actor *self,
                gboolean has_new_texture)
{
  atrace_begin (self, "flush commands");
  if (has_new_texture)
    atrace_slice (self, "Upload 480x270 Texture", 1300);
  atrace_slice (self, "executeDrawOps", 1700);
  atrace_slice (self, "GrGpu::submit", 400);
  atrace_end (self);
}

static void
play_render_thread (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 vsync_id = call_wait (&stage->draw);

      atrace_begin_frame (self, "DrawFrames", vsync_id);
      atrace_begin (self, "syncFrameState");
      atrace_slice (self, "prepareTree", 210);
      atrace_end (self);
      call_make (&stage->synced, vsync_id);
      atrace_slice (self, "dequeueBuffer", 80);
      flush_commands (self, vsync_id % 4 == 0);
      queue_buffer (self, vsync_id);
      atrace_end (self);
    }
}

/* background threads */

static void
play_heap_task_daemon (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      call_wait (&stage->collect);
      atrace_begin (self, "Background concurrent copying GC");
      atrace_slice (self, "InitializePhase", 300);
      atrace_slice (self, "FlipThreadRoots", 500);
      atrace_slice (self, "MarkingPhase", 4200);
      atrace_slice (self, "CopyingPhase", 6100);
      stage->heap_kb -= stage->heap_kb / 6;
      atrace_count (self, "HeapSize (KB)", stage->heap_kb);
      atrace_slice (self, "ReclaimPhase", 1300);
      atrace_end (self);
    }
}

static void
play_decoder (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->decode);

      mark (self, "G|%d|ImageLoader|load thumb_%" G_GINT64_FORMAT ".webp|%" G_GINT64_FORMAT, self->pid, frame, frame);
      mark (self, "B|%d|decodeBitmap(thumb_%" G_GINT64_FORMAT ".webp)", self->pid, frame);
      burn_about_us (self, 3600);
      atrace_end (self);
      mark (self, "H|%d|ImageLoader|%" G_GINT64_FORMAT, self->pid, frame);
    }
}

/* One thread sends the first half of a request, another receives the answer. */
static void
play_sender (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->fetch);

      mark (self, "S|%d|net.request|%" G_GINT64_FORMAT, self->pid, frame);
      atrace_slice (self, "writeRequestHeaders", 240);
      call_make (&stage->fetched, frame);
    }
}

static void
play_receiver (Actor *self)
{
  AndroidStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->fetched);

      sleep_us (g_rand_int_range (self->random, 30000, 190000));
      atrace_slice (self, "readResponse", 500);
      mark (self, "F|%d|net.request|%" G_GINT64_FORMAT, self->pid, frame);
      atrace_slice (self, "parseProducts", 2300);
    }
}

static void
play_worker (Actor *self)
{
  AndroidStage *stage = self->stage;

  stage->worker_tid = gettid ();
  for (;;)
    {
      call_wait (&stage->commit);
      pthread_mutex_lock (&stage->prefs);
      atrace_begin (self, "SharedPreferencesImpl#commit");
      call_make (&stage->prefs_held, 0);
      for (const gint64 end_ns = now_ns () + 21000000; now_ns () < end_ns;)
        {
          atrace_slice (self, "writeToFile", 700);
          atrace_begin (self, "fsync");
          write_and_sync (self, PREFS, 192 * 1024);
          atrace_end (self);
        }
      atrace_end (self);
      pthread_mutex_unlock (&stage->prefs);
    }
}

const Role android_app_roles[N_ANDROID_APP_ROLES] = {
  { "com.example.shop", play_main, 1 },
  { "RenderThread", play_render_thread, 2 },
  { "HeapTaskDaemon", play_heap_task_daemon, 0 },
  { "OkHttp Dispatch", play_sender, 0 },
  { "OkHttp Connect", play_receiver, 0 },
  { "OkHttp Connect", play_receiver, 0 },
  { "Worker-1", play_decoder, 0 },
  { "Worker-2", play_worker, 0 },
  { "Worker-3", play_decoder, 0 },
};
