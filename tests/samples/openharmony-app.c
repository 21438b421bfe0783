/* openharmony-app.c - the app of the OpenHarmony scene: a scrolling list of notes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One frame is slow: reaching the end of the list parses all attachments and queries the database,
 * both on the main thread. In the disk scene it commits each row separately.
 */
#include "openharmony.h"

#define DATABASE "notes.db"

/* main */

static void
query_database (Actor *self)
{
  mark (self, "B|%d|H:RdbStore::Query|" LT_DATA "|table=attachments,rows=1840,pages=(0,11)", self->pid);
  hitrace_slice (self, "SqliteConnection::Prepare", LT_DATA, 700);
  hitrace_begin (self, "SqliteConnection::Step", LT_DATA);
  for (guint i = 0; i < 2; i++)
    read_past_cache (self, DATABASE);
  hitrace_end (self, LT_DATA);
  hitrace_begin (self, "SqliteConnection::Checkpoint", LT_DATA);
  write_and_sync (self, "notes.db-wal", 384 * 1024);
  hitrace_end (self, LT_DATA);
  hitrace_end (self, LT_DATA);
}

static void
reach_end (Actor *self)
{
  hitrace_begin (self, "onReachEnd", LT_APP);
  mark (self, "B|%d|H:JSON.parse|" LT_APP "|bytes=1482112,source=attachments.json", self->pid);
  burn_us (self, 26000);
  hitrace_end (self, LT_APP);
  query_database (self);
  hitrace_end (self, LT_APP);
}

static void
save_rows (Actor *self)
{
  hitrace_begin (self, "onReachEnd", LT_APP);
  mark (self, "B|%d|H:RdbStore::BatchInsert|" LT_DATA "|table=notes,rows=64", self->pid);
  hitrace_begin (self, "SqliteConnection::Commit", LT_DATA);
  write_in_steps (self, "notes.db-wal", 30000);
  hitrace_end (self, LT_DATA);
  hitrace_end (self, LT_DATA);
  hitrace_end (self, LT_APP);
}

static void
run_script (Actor *self,
            gint64 frame)
{
  OpenharmonyStage *stage = self->stage;

  hitrace_begin (self, "HandleTouchEvent", LT_ACE);
  mark (self, "B|%d|H:onScrollIndex|" LT_APP "|start=%" G_GINT64_FORMAT ",end=%" G_GINT64_FORMAT, self->pid, frame / 5, frame / 5 + 12);
  burn_about_us (self, 560);
  if (frame == stage->slow_frame && stage->has_slow_disk)
    save_rows (self);
  else if (frame == stage->slow_frame)
    reach_end (self);
  hitrace_end (self, LT_APP);
  hitrace_end (self, LT_ACE);
}

static void
build_row (Actor *self,
           gint64 frame)
{
  mark (self, "B|%d|H:LazyForEach predict index:%" G_GINT64_FORMAT "|" LT_ACE, self->pid, frame / 5 + 14);
  hitrace_begin (self, "CustomNode:BuildItem NoteRow", LT_ACE);
  hitrace_slice (self, "ExecuteJS", LT_ARK, 1100);
  hitrace_slice (self, "Create[Image]", LT_ACE, 190);
  hitrace_slice (self, "Create[Text]", LT_ACE, 140);
  hitrace_end (self, LT_ACE);
  hitrace_end (self, LT_ACE);
}

static void
lay_out (Actor *self,
         gint64 frame)
{
  hitrace_begin (self, "FlushLayoutTask", LT_ACE);
  hitrace_begin (self, "Measure[List][self:41][parent:40][key:notes]", LT_ACE);
  if (frame % 5 == 3)
    build_row (self, frame);
  hitrace_slice (self, "Measure[ListItem][self:57][parent:41]", LT_ACE, 720);
  hitrace_end (self, LT_ACE);
  hitrace_slice (self, "Layout[List][self:41][parent:40][key:notes]", LT_ACE, 830);
  hitrace_end (self, LT_ACE);
}

static void
send_to_render_service (Actor *self)
{
  OpenharmonyStage *stage = self->stage;
  const int n_transactions = __atomic_load_n (&stage->n_transactions, __ATOMIC_ACQUIRE) + 1;

  hitrace_begin (self, "FlushMessages", LT_ACE);
  mark (self, "B|%d|H:MarshRSTransactionData cmdCount:%d transactionFlag:[%d,%d] isUni:1|" LT_GRAPHIC, self->pid, g_rand_int_range (self->random, 9, 46), self->pid, n_transactions);
  burn_about_us (self, 420);
  __atomic_store_n (&stage->n_transactions, n_transactions, __ATOMIC_RELEASE);
  hitrace_end (self, LT_GRAPHIC);
  hitrace_slice (self, "SendCommands", LT_GRAPHIC, 260);
  hitrace_end (self, LT_ACE);
}

static void
flush_vsync (Actor *self,
             gint64 frame)
{
  hitrace_begin (self, "FlushVsync", LT_ACE);
  run_script (self, frame);
  mark (self, "B|%d|H:UITaskScheduler::FlushTask|" LT_FRAME "|dirty=%d", self->pid, g_rand_int_range (self->random, 1, 9));
  lay_out (self, frame);
  hitrace_slice (self, "FlushRenderTask 3", LT_ACE, 1450);
  hitrace_end (self, LT_FRAME);
  send_to_render_service (self);
  hitrace_end (self, LT_ACE);
}

static void
fling (Actor *self,
       gint64 frame)
{
  const gint64 phase = frame % 50;

  if (phase == 2)
    mark (self, "S|%d|H:APP_LIST_FLING|%" G_GINT64_FORMAT "|" LT_ACE "|animation|bundleName=com.example.notes,abilityName=EntryAbility", self->pid, frame / 50);
  if (phase == 38)
    mark (self, "F|%d|H:APP_LIST_FLING|%" G_GINT64_FORMAT "|" LT_ACE, self->pid, frame / 50);
}

static void
follow_up (Actor *self,
           gint64 frame)
{
  OpenharmonyStage *stage = self->stage;

  stage->heap_kb += g_rand_int_range (self->random, 40, 190);
  mark (self, "C|%d|H:ArkTS heap (KB)|%" G_GINT64_FORMAT "|" LT_ARK, self->pid, stage->heap_kb);
  if (frame % 40 == 35)
    call_make (&stage->collect, frame);
  if (frame % 8 == 5)
    call_make (&stage->save, frame);
  if (frame % 25 == 10)
    {
      mark (self, "S|%d|H:[a92ab94c18e1341,0,0]#loadFromOtherDevice|%" G_GINT64_FORMAT "|" LT_APP "|sync|device=tablet,kind=notes", self->pid, frame);
      call_make (&stage->query, frame);
    }
}

static void
play_main (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  __atomic_store_n (&stage->app_pid, self->pid, __ATOMIC_RELEASE);
  write_and_sync (self, DATABASE, 768 * 1024);
  for (;;)
    {
      const gint64 frame = call_wait_latest (&stage->vsync_app);

      hitrace_begin_vsync (self, stage->begin_ns + frame * FRAME_NS, frame);
      flush_vsync (self, frame);
      hitrace_slice (self, "RequestNextVSync", LT_GRAPHIC, 40);
      hitrace_end (self, LT_GRAPHIC);
      fling (self, frame);
      follow_up (self, frame);
    }
}

/* background threads */

static void
play_ipc (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  for (;;)
    {
      const gint64 cookie = call_wait (&stage->answered);

      mark (self, "B|%d|H:[a92ab94c18e1341,2,1]#OnSyncComplete|" LT_RPC, self->pid);
      burn_about_us (self, 400);
      hitrace_end (self, LT_RPC);
      mark (self, "F|%d|H:[a92ab94c18e1341,2,1]#loadFromOtherDevice|%" G_GINT64_FORMAT "|" LT_APP, self->pid, cookie);
    }
}

static void
play_collector (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  for (;;)
    {
      call_wait (&stage->collect);
      hitrace_begin (self, "PartialGC::RunPhases", LT_ARK);
      hitrace_slice (self, "ConcurrentMarker::MarkRoots", LT_ARK, 900);
      hitrace_slice (self, "ParallelEvacuator::Evacuate", LT_ARK, 3100);
      hitrace_slice (self, "ConcurrentSweeper::Sweep", LT_ARK, 1700);
      stage->heap_kb -= stage->heap_kb / 7;
      hitrace_end (self, LT_ARK);
    }
}

static void
play_task_worker (Actor *self)
{
  OpenharmonyStage *stage = self->stage;

  for (;;)
    {
      const gint64 frame = call_wait (&stage->save);

      mark (self, "S|%d|H:saveDraft|%" G_GINT64_FORMAT "|" LT_APP "|storage|note=%" G_GINT64_FORMAT ",reason=autosave", self->pid, frame, frame / 8);
      mark (self, "B|%d|H:Task Perform: name : saveDraft, taskId : %" G_GINT64_FORMAT ", priority : 1|" LT_OHOS, self->pid, frame);
      burn_about_us (self, 1900);
      hitrace_begin (self, "fsync", LT_APP);
      write_and_sync (self, "draft.json", 48 * 1024);
      hitrace_end (self, LT_APP);
      hitrace_end (self, LT_OHOS);
      mark (self, "F|%d|H:saveDraft|%" G_GINT64_FORMAT "|" LT_APP, self->pid, frame);
    }
}

/* Thumbnails are fetched in parallel; without a category each name has its own lane. */
static void
play_ffrt (Actor *self)
{
  for (;;)
    {
      const int cookie = g_rand_int_range (self->random, 1, 100000);

      sleep_us (g_rand_int_range (self->random, 60000, 160000));
      mark (self, "S|%d|H:fetchThumbnail|%d|" LT_APP "||url=https://notes.example.com/t?id=%d&size=96", self->pid, cookie, cookie);
      sleep_us (g_rand_int_range (self->random, 20000, 90000));
      hitrace_slice (self, "ImageSource::CreatePixelMap", "I34", 1600);
      mark (self, "F|%d|H:fetchThumbnail|%d|" LT_APP, self->pid, cookie);
    }
}

const Role openharmony_app_roles[N_OPENHARMONY_APP_ROLES] = {
  { "com.example.notes", play_main, 2 },
  { "OS_IPC_2_*", play_ipc, 0 },
  { "OS_GC_Thread", play_collector, 0 },
  { "TaskWorkThread", play_task_worker, 0 },
  { "OS_FFRT_2_1", play_ffrt, 0 },
  { "OS_FFRT_2_2", play_ffrt, 0 },
};
