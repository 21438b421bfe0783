/* test-frames-names.c - which names mark frames, in all spellings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-names.h"

#define NO_ID STRATA_FRAME_NO_ID

static void
test_marks (void)
{
  static const struct
  {
    const char *name;
    StrataFrameMark mark;
    gint64 id;
  } rows[] = {
    { "Choreographer#doFrame", STRATA_MARK_DO_FRAME, NO_ID },
    { "Choreographer#doFrame 12345", STRATA_MARK_DO_FRAME, 12345 },
    { "Choreographer#doFrame 0", STRATA_MARK_DO_FRAME, NO_ID },
    { "Choreographer#doFrame -1", STRATA_MARK_DO_FRAME, NO_ID },
    { "Choreographer#doFrame - resynced to 12345 in 3.2ms", STRATA_MARK_RESYNC, NO_ID },
    { "Choreographer#doFrame 12345 - resynced", STRATA_MARK_NONE, NO_ID },
    { "Choreographer#doFrameX", STRATA_MARK_NONE, NO_ID },
    { "Choreographer#doFrame ", STRATA_MARK_NONE, NO_ID },
    { "H:Vendor::ReceiveVsync dataCount:24bytes now:1 expectedEnd:2 vsyncId:3", STRATA_MARK_RECEIVE_VSYNC, NO_ID },
    { "[app] ReceiveVsync now:1,expectedEnd:2", STRATA_MARK_RECEIVE_VSYNC, NO_ID },
    { "Vendor::ReceiveVsync", STRATA_MARK_NONE, NO_ID },
    { "NotReceiveVsync now:1 expectedEnd:2", STRATA_MARK_NONE, NO_ID },
    { "performTraversals", STRATA_MARK_TRAVERSALS, NO_ID },
    { "DrawFrame", STRATA_MARK_DRAW_FRAME, NO_ID },
    { "DrawFrame 7", STRATA_MARK_DRAW_FRAME, 7 },
    { "DrawFrames", STRATA_MARK_DRAW_FRAME, NO_ID },
    { "DrawFrames 12345", STRATA_MARK_DRAW_FRAME, 12345 },
    { "doFrame", STRATA_MARK_DRAW_FRAME, NO_ID },
    { "syncFrameState", STRATA_MARK_SYNC, NO_ID },
    { "queueBuffer", STRATA_MARK_QUEUE_BUFFER, NO_ID },
    { "eglSwapBuffers", STRATA_MARK_SWAP, NO_ID },
    { "eglSwapBuffersWithDamageKHR", STRATA_MARK_SWAP, NO_ID },
    { "onMessageInvalidate", STRATA_MARK_COMMIT, NO_ID },
    { "onMessageInvalidate 9 ", STRATA_MARK_NONE, NO_ID },
    { "onMessageInvalidate 9", STRATA_MARK_COMMIT, 9 },
    { "commit 9", STRATA_MARK_COMMIT, 9 },
    { "onMessageRefresh", STRATA_MARK_COMPOSITE, NO_ID },
    { "composite 9", STRATA_MARK_COMPOSITE, 9 },
    { "latchBuffer", STRATA_MARK_LATCH, NO_ID },
    { "ReceiveVsync dataCount:24bytes now:1 expectedEnd:2 vsyncId:3", STRATA_MARK_RECEIVE_VSYNC, NO_ID },
    { "H:ReceiveVsync dataCount: 24bytes", STRATA_MARK_RECEIVE_VSYNC, NO_ID },
    { "OnVsyncEvent now:1", STRATA_MARK_ON_VSYNC, NO_ID },
    { "H:UIVsyncTask[timestamp:1][vsyncID:2]", STRATA_MARK_UI_VSYNC_TASK, NO_ID },
    { "MarshRSTransactionData cmdCount:20 transactionFlag:[1,2] isUni:1", STRATA_MARK_MARSHAL, NO_ID },
    { "RSMainThread::ProcessCommandUni[1,2]", STRATA_MARK_PROCESS_COMMAND, NO_ID },
    { "RSMainThread::DoComposition", STRATA_MARK_COMPOSITION, NO_ID },
    { "Trace GPU completion fence 7", STRATA_MARK_FENCE, 7 },
    { "GPU completion fence 7 has signaled", STRATA_MARK_SIGNALED, 7 },
    { "GPU completion fence 7", STRATA_MARK_NONE, NO_ID },
    { "GPU completion fence has signaled", STRATA_MARK_NONE, NO_ID },
    { "M: Frame queued", STRATA_MARK_GPU, NO_ID },
    { "H:M: Frame queued", STRATA_MARK_GPU, NO_ID },
    { "", STRATA_MARK_NONE, NO_ID },
    { "H:", STRATA_MARK_NONE, NO_ID },
    { "draw", STRATA_MARK_NONE, NO_ID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint64 id;

      g_test_message ("%s", rows[i].name);
      g_assert_cmpint (strata_frame_mark_parse (rows[i].name, &id), ==, rows[i].mark);
      g_assert_cmpint (id, ==, rows[i].id);
    }
}

static void
test_vsync (void)
{
  static const struct
  {
    const char *name;
    gint64 now_ns;
    gint64 end_ns;
    gint64 id;
  } rows[] = {
    { "ReceiveVsync dataCount:24bytes now:100 expectedEnd:200 vsyncId:3", 100, 200, 3 },
    { "H:ReceiveVsync dataCount: 24bytes now: 100 expectedEnd: 200 vsyncId: 3", 100, 200, 3 },
    { "ReceiveVsync name:rs dataCount:24bytes now:100 expectedEnd:200 vsyncId:3", 100, 200, 3 },
    { "ReceiveVsync dataCount:24bytes,now:100,expectedEnd:200,vsyncId:3", 100, 200, 3 },
    { "ReceiveVsync dataCount:24Bytes, now:100, expectedEnd:200, vsyncId:3", 100, 200, 3 },
    { "ReceiveVsync vsyncId:3 expectedEnd:200 now:100", 100, 200, 3 },
    { "OnVsyncEvent now:100", 100, STRATA_NO_TIME, NO_ID },
    { "UIVsyncTask[timestamp:100][vsyncID:3]", 100, STRATA_NO_TIME, 3 },
    { "UIVsyncTask[timestamp:100][vsyncID:3][instanceID:100000]", 100, STRATA_NO_TIME, 3 },
    { "ReceiveVsync now:3447969808309 expectedEnd:9223372036854775807 vsyncId:0", 3447969808309, G_MAXINT64, 0 },
    { "ReceiveVsync dataCount:24bytes now:-5 expectedEnd:x vsyncId:", STRATA_NO_TIME, STRATA_NO_TIME, NO_ID },
    { "ReceiveVsync", STRATA_NO_TIME, STRATA_NO_TIME, NO_ID },
    { "ReceiveVsync :::", STRATA_NO_TIME, STRATA_NO_TIME, NO_ID },
    { "ReceiveVsync knownow:5", STRATA_NO_TIME, STRATA_NO_TIME, NO_ID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      StrataVsyncArgs args;

      g_test_message ("%s", rows[i].name);
      g_assert_cmpint (strata_vsync_args_parse (rows[i].name, &args), ==, rows[i].now_ns != STRATA_NO_TIME);
      g_assert_cmpint (args.now_ns, ==, rows[i].now_ns);
      g_assert_cmpint (args.expected_end_ns, ==, rows[i].end_ns);
      g_assert_cmpint (args.vsync_id, ==, rows[i].id);
    }
}

static void
test_flags (void)
{
  static const struct
  {
    const char *name;
    const char *flags;
  } rows[] = {
    { "MarshRSTransactionData cmdCount:20 transactionFlag:[9771,21] isUni:1", "9771/21 " },
    { "MarshRSTransactionData cmdCount:20 transactionFlag:[9771,21],isUni:1,timestamp:5", "9771/21 " },
    { "RSMainThread::ProcessCommandUni[9771,21]", "9771/21 " },
    { "RSMainThread::ProcessCommandUni [1,2],[1,3][44,5]", "1/2 1/3 44/5 " },
    { "RSMainThread::ProcessCommandUni", "" },
    { "RSMainThread::ProcessCommandUni[]", "" },
    { "RSMainThread::ProcessCommandUni[1][,2][3,][x,y][7,8", "" },
    { "[[1,2]", "1/2 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) flags = g_string_new (NULL);
      const char *cursor = rows[i].name;
      gint64 pid, number;

      while (strata_transaction_flag_next (&cursor, &pid, &number))
        g_string_append_printf (flags, "%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT " ", pid, number);
      g_assert_cmpstr (flags->str, ==, rows[i].flags);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/frames-names/marks", test_marks);
  g_test_add_func ("/frames-names/vsync", test_vsync);
  g_test_add_func ("/frames-names/flags", test_flags);
  return g_test_run ();
}
