/* openharmony.c - the system's part of the OpenHarmony scene
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * render_service generates the VSYNCs and displays the app's frames; distributeddata answers its
 * calls. The app is in openharmony-app.c. Markers are written like those of HiTraceMeter since API
 * version 19.
 */
#include "openharmony.h"

/* render_service starts this long after the apps' VSYNC. */
#define RS_OFFSET_NS 7000000

void
hitrace_begin (Actor *self,
               const char *name,
               const char *level_and_tags)
{
  mark (self, "B|%d|H:%s|%s", self->pid, name, level_and_tags);
}

void
hitrace_end (Actor *self,
             const char *level_and_tags)
{
  mark (self, "E|%d|%s", self->pid, level_and_tags);
}

void
hitrace_slice (Actor *self,
               const char *name,
               const char *level_and_tags,
               gint64 duration_us)
{
  hitrace_begin (self, name, level_and_tags);
  burn_about_us (self, duration_us);
  hitrace_end (self, level_and_tags);
}

void
hitrace_begin_vsync (Actor *self,
                     gint64 vsync_ns,
                     gint64 frame)
{
  mark (self, "B|%d|H:ReceiveVsync dataCount:24bytes now:%" G_GINT64_FORMAT " expectedEnd:%" G_GINT64_FORMAT " vsyncId:%" G_GINT64_FORMAT "|" LT_GRAPHIC,
        self->pid, vsync_ns, vsync_ns + FRAME_NS, FIRST_VSYNC_ID + frame);
}

/* render_service */

static void
play_generator (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  for (gint64 frame = 0;; frame++)
    {
      const gint64 vsync_ns = stage->begin_ns + frame * FRAME_NS;

      sleep_until (vsync_ns);
      mark (self, "C|%d|H:VSync-app|%" G_GINT64_FORMAT "|" LT_GRAPHIC, self->pid, frame % 2);
      call_make (&stage->vsync_app, frame);
      sleep_until (vsync_ns + RS_OFFSET_NS);
      mark (self, "C|%d|H:VSync-rs|%" G_GINT64_FORMAT "|" LT_GRAPHIC, self->pid, frame % 2);
      call_make (&stage->vsync_rs, frame);
    }
}

static void
process_commands (Actor *self,
                  int n_transactions)
{
  OpenharmonyStage *stage = self->stage;

  mark (self, "B|%d|H:RSMainThread::ProcessCommandUni[%d,%d]|" LT_GRAPHIC, self->pid, stage->app_pid, n_transactions);
  burn_about_us (self, 240);
  hitrace_end (self, LT_GRAPHIC);
}

static void
compose (Actor *self,
         gint64 frame)
{
  OpenharmonyStage *stage = self->stage;

  hitrace_begin (self, "RSMainThread::DoComposition", LT_GRAPHIC);
  hitrace_slice (self, "Animate", LT_GRAPHIC, 120);
  hitrace_slice (self, "RSMainThread::CalcOcclusion", LT_GRAPHIC, 210);
  hitrace_begin (self, "ProcessDisplayRenderNode[0](0,0,1260,2720)", LT_GRAPHIC);
  hitrace_slice (self, "ProcessSurfaceNode:notes0 (0,0,1260,2720)", LT_GRAPHIC, 330);
  hitrace_end (self, LT_GRAPHIC);
  call_make (&stage->render, frame);
  hitrace_end (self, LT_GRAPHIC);
}

static void
play_render_service (Actor *self)
{
  OpenharmonyStage *stage = self->stage;
  int n_seen = 0;

  for (;;)
    {
      const gint64 frame = call_wait_latest (&stage->vsync_rs);
      const int n_transactions = __atomic_load_n (&stage->n_transactions, __ATOMIC_ACQUIRE);

      hitrace_begin_vsync (self, stage->begin_ns + frame * FRAME_NS + RS_OFFSET_NS, frame);
      if (n_transactions != n_seen)
        {
          process_commands (self, n_transactions);
          compose (self, frame);
        }
      hitrace_end (self, LT_GRAPHIC);
      n_seen = n_transactions;
    }
}

static void
play_uni_render (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->render);

      hitrace_begin (self, "Repaint", LT_GRAPHIC);
      hitrace_begin (self, "RenderFrame", LT_GRAPHIC);
      hitrace_slice (self, "RSUniRenderVisitor::DrawSurface", LT_GRAPHIC, frame % 10 == 4 ? 3400 : 2100);
      hitrace_slice (self, "FlushFrame", LT_GRAPHIC, 600);
      hitrace_end (self, LT_GRAPHIC);
      mark (self, "S|%d|H:M: Frame queued|%" G_GINT64_FORMAT "|" LT_GRAPHIC "|gpu", self->pid, frame);
      hitrace_slice (self, "SwapBuffers", LT_GRAPHIC, 260);
      call_make (&stage->present, frame);
      hitrace_end (self, LT_GRAPHIC);
    }
}

static void
play_hardware (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->present);

      sleep_us (900);
      mark (self, "F|%d|H:M: Frame queued|%" G_GINT64_FORMAT "|" LT_GRAPHIC, self->pid, frame);
      hitrace_slice (self, "Commit", LT_GRAPHIC, 300);
    }
}

static const Role render_service_roles[] = {
  { "render_service", play_render_service, 3 },
  { "VSyncGenerator", play_generator, 4 },
  { "RSUniRenderThre", play_uni_render, 3 },
  { "RSHardwareThrea", play_hardware, 2 },
};

/* distributeddata */

static void
play_ipc (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  for (;;)
    {
      const gint64 cookie = call_wait (&stage->query);

      mark (self, "B|%d|H:[a92ab94c18e1341,1,0]#KvStoreServiceStub::OnRemoteRequest code:11|" LT_RPC, self->pid);
      mark (self, "B|%d|H:[a92ab94c18e1341,1,0]#SyncManager::Query|" LT_DATA "|device=tablet,id=%" G_GINT64_FORMAT, self->pid, cookie);
      burn_about_us (self, 900);
      sleep_us (1800);
      hitrace_end (self, LT_DATA);
      hitrace_end (self, LT_RPC);
      call_make (&stage->answered, cookie);
    }
}

static void
play_idle (Actor *self)
{
  for (;;)
    {
      sleep_us (250000);
      hitrace_slice (self, "DistributedData::CheckSync", "I0536", 350);
    }
}

static const Role distributeddata_roles[] = {
  { "distributeddata", play_idle, 0 },
  { "OS_IPC_1_*", play_ipc, 0 },
};

static void
set_up (gpointer data,
        gint64 begin_ns,
        gint64 slow_frame)
{
  OpenharmonyStage *stage = data;
  Call *const calls[] = { &stage->vsync_app, &stage->vsync_rs, &stage->render, &stage->present, &stage->query, &stage->answered, &stage->collect, &stage->save };

  stage->begin_ns = begin_ns;
  stage->slow_frame = slow_frame;
  stage->heap_kb = 21 * 1024;
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    call_init (calls[i]);
}

static void
set_up_disk (gpointer data,
             gint64 begin_ns,
             gint64 slow_frame)
{
  OpenharmonyStage *stage = data;

  set_up (data, begin_ns, slow_frame);
  stage->has_slow_disk = TRUE;
}

/* In starting order of the processes. */
static const Cast casts[] = {
  { "render_service", render_service_roles, G_N_ELEMENTS (render_service_roles) },
  { "distributeddata", distributeddata_roles, G_N_ELEMENTS (distributeddata_roles) },
  { "com.example.notes", openharmony_app_roles, N_OPENHARMONY_APP_ROLES },
};

const Scene openharmony_scene = {
  .id = "openharmony",
  .casts = casts,
  .n_casts = G_N_ELEMENTS (casts),
  .n_stage_bytes = sizeof (OpenharmonyStage),
  .n_frames = 150,
  .set_up = set_up,
};

const Scene openharmony_disk_scene = {
  .id = "openharmony-disk",
  .casts = casts,
  .n_casts = G_N_ELEMENTS (casts),
  .n_stage_bytes = sizeof (OpenharmonyStage),
  .n_frames = 60,
  .set_up = set_up_disk,
};
