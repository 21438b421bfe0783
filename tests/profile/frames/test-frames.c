/* test-frames.c - frames: how they are joined, and their deadlines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames.h"

#include "frames-script.h"

/* Expected: a line a frame:
 *   PID [system] BEGIN ui END render BEGIN..END end END VERDICT [+OVERRUN missed N] RULE DEADLINE [#ID] [by id] [shown N]
 * with times in 0.1 ms. */
typedef struct
{
  const char *name;
  const char *script;
  const char *frames;
} Row;

#define APP "process 10 app\n"
#define SF "process 20 surfaceflinger\n"
#define RS "process 30 render_service\n"
#define HZ60 "every VSYNC-app 0 166.67 20\n"

static const Row rows[] = {
  { "by-id", APP HZ60 "thread 10 10 168 Choreographer#doFrame 7;200 -;335 Choreographer#doFrame 8;350 -\nthread 10 11 190 DrawFrames 7;191 syncFrameState;195 -;230 queueBuffer;240 -;250 -;345 DrawFrames 8;346 syncFrameState;347 -;520 -",
    "10 168 ui 191 render 190..250 end 250 on-time -83 counter 333 #7 by id\n"
    "10 335 ui 346 render 345..520 end 520 late +19 missed 1 counter 500 #8 by id\n" },
  { "by-sync", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -;335 Choreographer#doFrame;350 -\nthread 10 11 190 DrawFrame;191 syncFrameState;195 -;230 eglSwapBuffersWithDamageKHR;232 queueBuffer;240 -;245 -;250 -;345 DrawFrame;346 syncFrameState;347 -;360 eglSwapBuffers;365 -;370 -",
    "10 168 ui 191 render 190..250 end 250 on-time -83 counter 333\n"
    "10 335 ui 346 render 345..370 end 370 on-time -130 counter 500\n" },
  /* as in the platform's FrameTimeline, the GPU decides if it is later than queueBuffer */
  { "done-by-the-gpu", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -;335 Choreographer#doFrame;350 -\n"
                                "thread 10 11 190 DrawFrame;191 syncFrameState;195 -;230 queueBuffer;231 Trace GPU completion fence 5;232 -;240 -;250 -;345 DrawFrame;346 syncFrameState;347 -;350 queueBuffer;351 Trace GPU completion fence 6;352 -;360 -;480 -\n"
                                "thread 10 12 233 waiting for GPU completion 5;338 -;353 waiting for GPU completion 6;358 -",
    "10 168 ui 191 render 190..338 end 338 late +4 missed 1 counter 333\n"
    "10 335 ui 346 render 345..360 end 360 on-time -140 counter 500\n" },
  /* the waiting thread has a CPU again 0.5 ms after the GPU is done (333); the second fence is done
   * before the wait, so no thread asks for it: it is the last one submitted by the RenderThread
   * before */
  { "done-by-the-fence", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -;335 Choreographer#doFrame;350 -\n"
                                  "thread 10 11 190 DrawFrame;191 syncFrameState;195 -;230 queueBuffer;231 Trace GPU completion fence 5;232 -;240 -;250 -;345 DrawFrame;346 syncFrameState;347 -;348 queueBuffer;351 Trace GPU completion fence 6;352 -;353 -;380 -\n"
                                  "fence 100 11 228 333\nfence 101 11 347 352\nfence 102 11 370 600\nfence 103 13 350 700\n"
                                  "thread 10 12 233 waiting for GPU completion 5;338 -;354 waiting for GPU completion 6;358 -\nwatch 12 234 333",
    "10 168 ui 191 render 190..333 end 333 on-time 0 counter 333\n"
    "10 335 ui 346 render 345..353 end 353 on-time -147 counter 500\n" },
  /* the GPU was done before the buffer was queued */
  { "done-at-once", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -\nthread 10 11 190 DrawFrame;191 syncFrameState;195 -;330 queueBuffer;331 GPU completion fence 4 has signaled;331.5 -;332 -;340 -",
    "10 168 ui 191 render 190..332 end 332 on-time -1 counter 333\n" },
  /* 48 us after its deadline by DrawFrame, although its buffer was queued before it */
  { "done-with-drawing", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -\nthread 10 11 190 DrawFrame;191 syncFrameState;195 -;330 queueBuffer;332 -;333.9 -",
    "10 168 ui 191 render 190..333 end 333 late +0 missed 1 counter 333\n" },
  /* the VSYNC at 333 was pending, 500 and 667 had no receiver */
  { "held-up-and-pending", APP "counter VSYNC-app 0 166.67 333.33 2000 2166.67 2333.33 2500 2666.67 2833.33\nthread 10 10 168 Choreographer#doFrame;800 -;801 Choreographer#doFrame;820 -",
    "10 168 ui 800 render 800..800 end 800 very-late +466 missed 3 counter 333\n"
    "10 801 ui 820 render 820..820 end 820 very-late +320 missed 2 counter 500\n" },
  { "held-up-and-resynced", APP "counter VSYNC-app 0 166.67 333.33 2000 2166.67 2333.33 2500 2666.67 2833.33\nthread 10 10 168 Choreographer#doFrame;800 -;801 Choreographer#doFrame;802 Choreographer#doFrame - resynced to 9 in 1ms;803 -;820 -",
    "10 168 ui 800 render 800..800 end 800 very-late +466 missed 3 counter 333\n"
    "10 801 ui 820 render 820..820 end 820 on-time -13 counter 833\n" },
  { "without-sync-by-next-begin", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -;335 Choreographer#doFrame;350 -\nthread 10 11 205 DrawFrame;250 -;351 DrawFrame;370 -",
    "10 168 ui 200 render 205..250 end 250 on-time -83 counter 333\n"
    "10 335 ui 350 render 351..370 end 370 on-time -130 counter 500\n" },
  { "two-windows", APP HZ60 "thread 10 10 168 Choreographer#doFrame 7;200 -\nthread 10 11 180 DrawFrames 7;190 -;195 DrawFrames 7;240 -",
    "10 168 ui 200 render 180..240 end 240 on-time -93 counter 333 #7 by id\n" },
  { "resynced-is-no-frame", APP HZ60 "thread 10 10 168 Choreographer#doFrame 7;169 Choreographer#doFrame - resynced to 8 in 1ms;180 -;200 -",
    "10 168 ui 200 render 200..200 end 200 on-time -133 counter 333 #7\n" },
  { "traversals", APP HZ60 "thread 10 10 168 performTraversals;200 -",
    "10 168 ui 200 render 200..200 end 200 on-time -133 counter 333\n" },
  { "traversals-inside-frames", APP HZ60 "thread 10 10 168 Choreographer#doFrame;170 performTraversals;190 -;200 -",
    "10 168 ui 200 render 200..200 end 200 on-time -133 counter 333\n" },
  { "on-another-thread", APP HZ60 "thread 10 12 168 Choreographer#doFrame;200 -;335 Choreographer#doFrame;520 -",
    "10 168 ui 200 render 200..200 end 200 on-time -133 counter 333\n"
    "10 335 ui 520 render 520..520 end 520 late +19 missed 1 counter 500\n" },
  { "on-two-threads", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -\nthread 10 11 190 DrawFrame;191 syncFrameState;195 -;250 -\nthread 10 12 169 Choreographer#doFrame;180 -",
    "10 168 ui 191 render 190..250 end 250 on-time -83 counter 333\n"
    "10 169 ui 180 render 180..180 end 180 on-time -153 counter 333\n" },
  { "on-a-render-thread", APP HZ60 "thread 10 11 168 Choreographer#doFrame;170 DrawFrame;190 -;200 -", "" },
  { "render-alone", APP HZ60 "thread 10 10 168 Choreographer#doFrame;180 -\nthread 10 11 335 DrawFrame;336 syncFrameState;337 -;350 queueBuffer;360 -;370 -",
    "10 168 ui 180 render 180..180 end 180 on-time -153 counter 333\n"
    "10 335 ui 335 render 335..370 end 370 on-time -130 counter 500\n" },
  { "half-at-begin", APP HZ60 "thread 10 10 335 Choreographer#doFrame;350 -\nthread 10 11 168 DrawFrame;170 syncFrameState;180 -;190 -;345 DrawFrame;346 syncFrameState;348 -;360 -",
    "10 168 ui 168 render 168..190 end 190 unfinished counter 333\n"
    "10 335 ui 346 render 345..360 end 360 on-time -140 counter 500\n" },
  { "half-at-begin-by-id", APP HZ60 "thread 10 10 168 Choreographer#doFrame 8;350 -\nthread 10 11 169 DrawFrames 7;190 -;345 DrawFrames 8;360 -",
    "10 168 ui 350 render 345..360 end 360 late +26 missed 1 counter 333 #8 by id\n"
    "10 169 ui 169 render 169..190 end 190 unfinished counter 333 #7\n" },
  { "half-at-end", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -;3300 Choreographer#doFrame;3310 draw\nthread 10 11 195 DrawFrame;240 -\nend 3315",
    "10 168 ui 200 render 195..240 end 240 on-time -93 counter 333\n"
    "10 3300 ui 3315 render 3315..3315 end 3315 unfinished counter 3333\n" },
  { "not-drawn-before-the-end", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -;3300 Choreographer#doFrame;3310 -\nthread 10 11 195 DrawFrame;240 -\nend 3312",
    "10 168 ui 200 render 195..240 end 240 on-time -93 counter 333\n"
    "10 3300 ui 3310 render 3310..3310 end 3310 unfinished counter 3333\n" },
  { "very-late", APP HZ60 "thread 10 10 168 Choreographer#doFrame;540 -",
    "10 168 ui 540 render 540..540 end 540 very-late +206 missed 2 counter 333\n" },
  { "on-the-deadline", APP "every VSYNC-app 0 100 20\nthread 10 10 100 Choreographer#doFrame;200 -;300 Choreographer#doFrame;400.1 -",
    "10 100 ui 200 render 200..200 end 200 on-time 0 counter 200\n"
    "10 300 ui 400 render 400..400 end 400 late +0 missed 1 counter 400\n" },
  { "90-hz", APP "every VSYNC-app 0 111.11 20\nthread 10 10 112 Choreographer#doFrame;200 -;334 Choreographer#doFrame;450 -",
    "10 112 ui 200 render 200..200 end 200 on-time -22 counter 222\n"
    "10 334 ui 450 render 450..450 end 450 late +5 missed 1 counter 444\n" },
  { "120-hz", APP "every VSYNC-app 0 83.33 20\nthread 10 10 84 Choreographer#doFrame;160 -;167 Choreographer#doFrame;260 -",
    "10 84 ui 160 render 160..160 end 160 on-time -6 counter 166\n"
    "10 167 ui 260 render 260..260 end 260 late +10 missed 1 counter 249\n" },
  { "60-then-120-hz", APP "every VSYNC-app 0 166.67 20\nevery VSYNC-app 3250.04 83.33 20\nthread 10 10 168 Choreographer#doFrame;300 -;3334 Choreographer#doFrame;3460 -",
    "10 168 ui 300 render 300..300 end 300 on-time -33 counter 333\n"
    "10 3334 ui 3460 render 3460..3460 end 3460 late +43 missed 1 counter 3416\n" },
  { "no-vsync-before", APP "every VSYNC-app 1000 100 20\nthread 10 10 500 Choreographer#doFrame;550 -;700 Choreographer#doFrame;820 -;1010 Choreographer#doFrame;1020 -",
    "10 500 ui 550 render 550..550 end 550 on-time -50 begin 600\n"
    "10 700 ui 820 render 820..820 end 820 late +20 missed 1 begin 800\n"
    "10 1010 ui 1020 render 1020..1020 end 1020 on-time -80 counter 1100\n" },
  { "held-up", APP "every VSYNC-app 0 100 10\nthread 10 10 890 task;1250 -;1251 Choreographer#doFrame;1255 -;3000 Choreographer#doFrame;3050 -",
    "10 1251 ui 1255 render 1255..1255 end 1255 very-late +255 missed 3 counter 1000\n"
    "10 3000 ui 3050 render 3050..3050 end 3050 on-time -50 begin 3100\n" },
  /* the last VSYNC is at 900; the thread runs, or waits for a CPU, from 890 without a slice */
  { "held-up-without-slice", APP "every VSYNC-app 0 100 10\nthread 10 10 1251 Choreographer#doFrame;1255 -\nrun 0 890 0 R 10\nrun 0 1100 10 R+ 7\nrun 0 1150 7 S 10\nrun 0 1260 10 S 0",
    "10 1251 ui 1255 render 1255..1255 end 1255 very-late +255 missed 3 counter 1000\n" },
  /* it slept from 1100 to 1150, so nothing was pending */
  { "not-held-up", APP "every VSYNC-app 0 100 10\nthread 10 10 1251 Choreographer#doFrame;1255 -\nrun 0 890 0 R 10\nrun 0 1100 10 S 0\nwake 1150 10 7\nrun 0 1150 0 R 10\nrun 0 1260 10 S 0",
    "10 1251 ui 1255 render 1255..1255 end 1255 on-time -96 begin 1351\n" },
  { "no-counter-inferred", APP "thread 10 10 0 Choreographer#doFrame;50 -;100 Choreographer#doFrame;150 -;200 Choreographer#doFrame;250 -;300 Choreographer#doFrame;350 -;400 Choreographer#doFrame;450 -;500 Choreographer#doFrame;620 -;700 Choreographer#doFrame;750 -",
    "10 0 ui 50 render 50..50 end 50 on-time -50 spacing 100\n"
    "10 100 ui 150 render 150..150 end 150 on-time -50 spacing 200\n"
    "10 200 ui 250 render 250..250 end 250 on-time -50 spacing 300\n"
    "10 300 ui 350 render 350..350 end 350 on-time -50 spacing 400\n"
    "10 400 ui 450 render 450..450 end 450 on-time -50 spacing 500\n"
    "10 500 ui 620 render 620..620 end 620 late +20 missed 1 spacing 600\n"
    "10 700 ui 750 render 750..750 end 750 on-time -50 spacing 800\n" },
  { "no-counter-too-few", APP "thread 10 10 0 Choreographer#doFrame;500 -;900 Choreographer#doFrame;950 -",
    "10 0 ui 500 render 500..500 end 500 unjudged\n"
    "10 900 ui 950 render 950..950 end 950 unjudged\n" },
  /* among 2, 37, 4, 10, 10, 10, 26, 13 and so on, three spacings of 10 ms in a row are chance */
  { "no-counter-by-chance", APP "thread 10 10 0 Choreographer#doFrame;5 -;20 Choreographer#doFrame;25 -;390 Choreographer#doFrame;395 -;430 Choreographer#doFrame;435 -;530 Choreographer#doFrame;535 -;"
                                "630 Choreographer#doFrame;635 -;730 Choreographer#doFrame;735 -;990 Choreographer#doFrame;995 -;1120 Choreographer#doFrame;1125 -;1160 Choreographer#doFrame;1165 -;1310 Choreographer#doFrame;1315 -",
    "10 0 ui 5 render 5..5 end 5 unjudged\n10 20 ui 25 render 25..25 end 25 unjudged\n10 390 ui 395 render 395..395 end 395 unjudged\n10 430 ui 435 render 435..435 end 435 unjudged\n"
    "10 530 ui 535 render 535..535 end 535 unjudged\n10 630 ui 635 render 635..635 end 635 unjudged\n10 730 ui 735 render 735..735 end 735 unjudged\n10 990 ui 995 render 995..995 end 995 unjudged\n"
    "10 1120 ui 1125 render 1125..1125 end 1125 unjudged\n10 1160 ui 1165 render 1165..1165 end 1165 unjudged\n10 1310 ui 1315 render 1315..1315 end 1315 unjudged\n" },
  { "two-apps", APP "process 12 other\n" HZ60 "thread 10 10 168 Choreographer#doFrame 7;200 -\nthread 12 12 169 Choreographer#doFrame 7;190 -\nthread 10 11 195 DrawFrames 7;240 -\nthread 12 13 185 DrawFrames 7;350 -",
    "10 168 ui 200 render 195..240 end 240 on-time -93 counter 333 #7 by id\n"
    "12 169 ui 190 render 185..350 end 350 late +16 missed 1 counter 333 #7 by id\n" },
  /* 120 per second beside a counter of 60: another display. The second to last takes 12 ms of its 8.3 */
  { "faster-display", APP HZ60 "thread 10 10 168 Choreographer#doFrame;200 -;251.33 Choreographer#doFrame;280 -;334.66 Choreographer#doFrame;360 -;418 Choreographer#doFrame;450 -;501.33 Choreographer#doFrame;530 -;"
                               "584.66 Choreographer#doFrame;610 -;668 Choreographer#doFrame;690 -;751.33 Choreographer#doFrame;780 -;834.66 Choreographer#doFrame;954.66 -;1001.33 Choreographer#doFrame;1030 -",
    "10 168 ui 200 render 200..200 end 200 on-time -51 spacing 251\n"
    "10 251 ui 280 render 280..280 end 280 on-time -54 spacing 334\n"
    "10 334 ui 360 render 360..360 end 360 on-time -57 spacing 417\n"
    "10 418 ui 450 render 450..450 end 450 on-time -51 spacing 501\n"
    "10 501 ui 530 render 530..530 end 530 on-time -54 spacing 584\n"
    "10 584 ui 610 render 610..610 end 610 on-time -57 spacing 667\n"
    "10 668 ui 690 render 690..690 end 690 on-time -61 spacing 751\n"
    "10 751 ui 780 render 780..780 end 780 on-time -54 spacing 834\n"
    "10 834 ui 954 render 954..954 end 954 late +36 missed 1 spacing 917\n"
    "10 1001 ui 1030 render 1030..1030 end 1030 on-time -54 spacing 1084\n" },
  { "surfaceflinger", APP SF HZ60 "every VSYNC-sf 60 166.67 20\nthread 10 10 168 Choreographer#doFrame;200 -\nthread 10 11 195 DrawFrame;220 -\nthread 20 20 60 onMessageReceived;61 onMessageInvalidate;70 -;72 -;75 onMessageReceived;76 onMessageRefresh;90 -;91 -;228 onMessageInvalidate;240 -;245 onMessageRefresh;400 -",
    "10 168 ui 200 render 195..220 end 220 on-time -113 counter 333 shown 2\n"
    "20 system 61 ui 70 render 76..90 end 90 on-time -136 counter 226\n"
    "20 system 228 ui 240 render 245..400 end 400 late +6 missed 1 counter 393\n" },
  /* the commit at 228 has nothing to display */
  { "surfaceflinger-without-composition", SF "every VSYNC-sf 60 166.67 20\nthread 20 20 61 commit;70 -;76 composite;90 -;228 commit;230 -;395 commit;400 -;401 composite;410 -",
    "20 system 61 ui 70 render 76..90 end 90 on-time -136 counter 226\n"
    "20 system 395 ui 400 render 401..410 end 410 on-time -150 counter 560\n" },
  { "harmony", RS "process 40 app\nthread 40 40 101 ReceiveVsync dataCount:24bytes now:10000000 expectedEnd:26600000 vsyncId:5;150 MarshRSTransactionData cmdCount:1 transactionFlag:[40,9] isUni:1;160 -;170 -\nthread 30 30 201 ReceiveVsync dataCount:24bytes now:20000000 expectedEnd:36600000 vsyncId:5;202 RSMainThread::ProcessCommandUni[40,9];210 -;211 RSMainThread::DoComposition;230 -;240 -\ngpu 30 235 260",
    "40 101 ui 170 render 201..260 end 260 on-time -96 expected-end 266 #5 shown 1\n"
    "30 system 201 ui 240 render 235..260 end 260 on-time -106 expected-end 366 #5\n" },
  /* no display expects 55 us after its VSYNC */
  { "harmony-of-no-display", "process 40 app\nthread 40 40 101 ReceiveVsync dataCount:24bytes now:12345 expectedEnd:67890 vsyncId:77;150 -",
    "40 101 ui 150 render 150..150 end 150 unjudged #77\n" },
  { "harmony-app-late", RS "process 40 app\nthread 40 40 101 ReceiveVsync now:10000000 expectedEnd:26600000 vsyncId:5;150 MarshRSTransactionData transactionFlag:[40,9];160 -;300 -\nthread 30 30 367 ReceiveVsync now:36600000 expectedEnd:53200000 vsyncId:7;368 RSMainThread::ProcessCommandUni[40,9];370 -;380 -",
    "40 101 ui 300 render 367..380 end 380 late +34 missed 1 expected-end 266 #5 shown 1\n"
    "30 system 367 ui 380 render 380..380 end 380 on-time -152 expected-end 532 #7\n" },
  { "harmony-render-service-late", RS "process 40 app\nthread 40 40 101 ReceiveVsync now:10000000 expectedEnd:26600000 vsyncId:5;150 MarshRSTransactionData transactionFlag:[40,9];160 -;170 -\nthread 30 30 201 ReceiveVsync now:20000000 expectedEnd:36600000 vsyncId:5;202 RSMainThread::ProcessCommandUni[40,9];210 -;211 RSMainThread::DoComposition;230 -;240 -\ngpu 30 235 380",
    "40 101 ui 170 render 201..380 end 380 late +14 missed 1 system-expected-end 366 #5 shown 1\n"
    "30 system 201 ui 240 render 235..380 end 380 late +14 missed 1 expected-end 366 #5\n" },
  { "harmony-dropped", RS "process 40 app\nthread 40 40 101 ReceiveVsync now:10000000 expectedEnd:26600000 vsyncId:5;110 MarshRSTransactionData transactionFlag:[40,8];120 -;130 -;140 ReceiveVsync now:13000000 expectedEnd:29600000 vsyncId:6;150 MarshRSTransactionData transactionFlag:[40,9];160 -;170 -\nthread 30 30 201 ReceiveVsync now:20000000 expectedEnd:36600000 vsyncId:5;202 RSMainThread::ProcessCommandUni[40,8],[40,9];210 -;240 -",
    "40 101 ui 130 render 201..240 end 240 dropped expected-end 266 #5 shown 2\n"
    "40 140 ui 170 render 201..240 end 240 on-time -126 expected-end 296 #6 shown 2\n"
    "30 system 201 ui 240 render 240..240 end 240 on-time -126 expected-end 366 #5\n" },
  { "harmony-number-used-before", RS "process 40 app\nthread 30 30 51 ReceiveVsync now:5000000 expectedEnd:21600000;52 RSMainThread::ProcessCommandUni[40,9];60 -;70 -\nthread 40 40 101 ReceiveVsync now:10000000 expectedEnd:26600000;150 MarshRSTransactionData transactionFlag:[40,9];160 -;170 -",
    "30 system 51 ui 70 render 70..70 end 70 on-time -146 expected-end 216\n40 101 ui 170 render 170..170 end 170 unfinished expected-end 266\n" },
  { "harmony-passed-over", RS "process 40 app\nthread 40 40 101 ReceiveVsync now:10000000 expectedEnd:26600000;110 MarshRSTransactionData transactionFlag:[40,8];120 -;130 -;140 ReceiveVsync now:13000000 expectedEnd:29600000;150 MarshRSTransactionData transactionFlag:[40,9];160 -;170 -;240 ReceiveVsync now:23000000 expectedEnd:39600000;250 MarshRSTransactionData transactionFlag:[40,10];260 -;270 -\nthread 30 30 201 ReceiveVsync now:20000000 expectedEnd:36600000;202 RSMainThread::ProcessCommandUni[40,9];210 -;240 -",
    "40 101 ui 130 render 130..130 end 130 dropped expected-end 266\n"
    "40 140 ui 170 render 201..240 end 240 on-time -126 expected-end 296 shown 3\n"
    "40 240 ui 270 render 270..270 end 270 unfinished expected-end 396\n"
    "30 system 201 ui 240 render 240..240 end 240 on-time -126 expected-end 366\n" },
  { "harmony-other-clock", "process 40 app\nthread 40 40 101 ReceiveVsync now:900010000000 expectedEnd:900026600000;170 -;270 ReceiveVsync now:900026600000 expectedEnd:900043200000;450 -",
    "40 101 ui 170 render 170..170 end 170 on-time -97 expected-end 267\n"
    "40 270 ui 450 render 450..450 end 450 late +17 missed 1 expected-end 433\n" },
  { "harmony-inner-args", "process 40 app\nthread 40 40 101 ReceiveVsync;102 OnVsyncEvent now:10000000;103 UIVsyncTask[timestamp:10000000][vsyncID:4];130 -;140 -;170 -\nevery VSync-app 100 166 12",
    "40 101 ui 170 render 170..170 end 170 on-time -96 counter 266 #4\n" },
  { "harmony-beside-main", "process 40 app\nthread 40 41 101 OnVsyncEvent now:10000000;103 UIVsyncTask[timestamp:10000000][vsyncID:4];130 -;140 -\nevery VSync-app 100 166 12",
    "40 101 ui 140 render 140..140 end 140 on-time -126 counter 266 #4\n" },
  { "harmony-unfinished", "process 40 app\nthread 40 40 101 ReceiveVsync now:10000000 expectedEnd:26600000\nend 400",
    "40 101 ui 400 render 400..400 end 400 unfinished expected-end 266\n" },
  { "none", "process 40 app\nthread 40 40 101 a;102 -", "" },
};

/* Each layer has the right answer beside it, worked out by hand: which VSYNC (every 16.667 ms)
 * takes which buffer, and after how many refreshes. */
#define SF60 "process 20 surfaceflinger\nprocess 10 game\nname 11 UnityMain\nevery VSYNC-sf 0 166.67 40\n"
#define SWAP(begin, end) #begin " eglSwapBuffersWithDamageKHR;" #begin ".1 queueBuffer;" #end " -;" #end ".5 -;"

static const Row buffer_rows[] = {
  /* 30 per second: taken at 167, 500, 833, 1167, and then 1667 instead of 1500 */
  { "game-at-30", SF60 "counter Layer#0 0 103 170 436 503 770 837 1103 1170 1603 1670 1936 2003\nthread 10 10 2 Choreographer#doFrame;3 -;168 Choreographer#doFrame;170 -\n"
                       "thread 10 11 " SWAP (100, 105) SWAP (433, 438) SWAP (767, 772) SWAP (1100, 1105) SWAP (1600, 1605) SWAP (1933, 1938) "1990 x;1991 -",
    "unity 10 100 ui 100 render 100..105 end 105 unfinished\n"
    "unity 10 105 ui 105 render 105..438 end 438 on-time -62 repeat 500\n"
    "unity 10 438 ui 438 render 438..772 end 772 on-time -61 repeat 833\n"
    "unity 10 772 ui 772 render 772..1105 end 1105 on-time -61 repeat 1166\n"
    "unity 10 1105 ui 1105 render 1105..1605 end 1605 late +104 missed 1 repeat 1500\n"
    "unity 10 1605 ui 1605 render 1605..1938 end 1938 on-time -62 repeat 2000\n" },
  /* doFrame is no timer for another thread if it queues buffers itself */
  { "in-its-own-frames", SF60 "thread 10 10 2 Choreographer#doFrame;10 queueBuffer;20 -;30 -;400 Choreographer#doFrame;700 -\nthread 10 12 100 queueBuffer;105 -;990 x;991 -",
    "choreographer 10 2 ui 30 render 30..30 end 30 on-time -136 counter 166\nchoreographer 10 400 ui 700 render 700..700 end 700 very-late +199 missed 2 counter 500\n"
    "other 10 100 ui 100 render 100..105 end 105 unfinished\n" },
  /* 60 per second without a counter of the layer: the first VSYNC after each takes it: 167, 333, 500, 833, 1000 */
  { "game-at-60", SF60 "thread 10 11 " SWAP (100, 105) SWAP (266, 271) SWAP (433, 438) SWAP (700, 705) SWAP (933, 938) "990 x;991 -",
    "unity 10 100 ui 100 render 100..105 end 105 unfinished\n"
    "unity 10 105 ui 105 render 105..271 end 271 on-time -62 repeat 333\n"
    "unity 10 271 ui 271 render 271..438 end 438 on-time -62 repeat 500\n"
    "unity 10 438 ui 438 render 438..705 end 705 late +38 missed 1 repeat 666\n"
    "unity 10 705 ui 705 render 705..938 end 938 on-time -62 repeat 1000\n" },
  /* the GPU is done 3 ms after each is queued: 30 per second, and the last one therefore misses the VSYNC at 1167 */
  { "game-and-gpu", SF60 "thread 10 11 100 queueBuffer;101 Trace GPU completion fence 1;102 -;105 -;433 queueBuffer;434 Trace GPU completion fence 2;435 -;438 -;767 queueBuffer;768 Trace GPU completion fence 3;769 -;772 -;1150 queueBuffer;1151 Trace GPU completion fence 4;1152 -;1155 -;1433 queueBuffer;1434 Trace GPU completion fence 5;1435 -;1438 -;1767 queueBuffer;1768 -;\n"
                         "thread 10 12 103 waiting for GPU completion 1;140 -;436 waiting for GPU completion 2;470 -;770 waiting for GPU completion 3;800 -;1153 waiting for GPU completion 4;1190 -;1436 waiting for GPU completion 5;1470 -",
    "unity 10 100 ui 100 render 100..140 end 140 unfinished\n"
    "unity 10 105 ui 105 render 105..470 end 470 on-time -30 repeat 500\n"
    "unity 10 438 ui 438 render 438..800 end 800 on-time -33 repeat 833\n"
    "unity 10 772 ui 772 render 772..1190 end 1190 late +23 missed 1 repeat 1166\n"
    "unity 10 1155 ui 1155 render 1155..1470 end 1470 on-time -196 repeat 1666\n"
    "unity 10 1438 ui 1438 render 1438..1768 end 1768 on-time -65 repeat 1833\n" },
  /* 24 per second: 2 and 3 refreshes alternating are the target */
  { "video-at-24", "process 20 surfaceflinger\nprocess 10 player\nname 11 MediaCodec_loop\nevery VSYNC-sf 0 166.67 40\n"
                   "thread 10 11 100 queueBuffer;101 -;433 queueBuffer;434 -;933 queueBuffer;934 -;1266 queueBuffer;1267 -;1766 queueBuffer;1767 -;2100 queueBuffer;2101 -",
    "video 10 100 ui 100 render 100..101 end 101 unfinished\n"
    "video 10 101 ui 101 render 101..434 end 434 on-time -232 repeat 666\n"
    "video 10 434 ui 434 render 434..934 end 934 on-time -66 repeat 1000\n"
    "video 10 934 ui 934 render 934..1267 end 1267 on-time -233 repeat 1500\n"
    "video 10 1267 ui 1267 render 1267..1767 end 1767 on-time -66 repeat 1833\n"
    "video 10 1767 ui 1767 render 1767..2101 end 2101 on-time -232 repeat 2333\n" },
  /* the raster thread has 16.7 ms, and so has the UI thread; doFrame only gives the timing */
  { "flutter", "process 10 app\nname 11 1.raster\nname 12 1.ui\nevery VSYNC-app 0 166.67 20\nthread 10 10 168 Choreographer#doFrame;170 -;335 Choreographer#doFrame;337 -\n"
               "thread 10 12 170 Animator::BeginFrame;230 -;337 Animator::BeginFrame;510 -;670 Animator::BeginFrame;700 -\n"
               "thread 10 11 231 GPURasterizer::Draw;240 eglSwapBuffers;241 queueBuffer;250 -;255 -;260 -;511 GPURasterizer::Draw;520 eglSwapBuffers;530 -;540 -;701 GPURasterizer::Draw;900 eglSwapBuffers;960 -;972 -",
    "flutter 10 170 ui 230 render 231..260 end 260 on-time -106 budget 366\n"
    "flutter 10 337 ui 510 render 511..540 end 540 late +6 missed 1 budget 533\n"
    "flutter 10 670 ui 700 render 701..972 end 972 late +104 missed 1 budget 867\n" },
  /* a thread that queues nothing for a second has nothing to draw */
  { "pause", SF60 "thread 10 11 " SWAP (100, 105) SWAP (266, 271) SWAP (433, 438) SWAP (600, 605) SWAP (12000, 12005) "12010 x;12011 -",
    "unity 10 100 ui 100 render 100..105 end 105 unfinished\n"
    "unity 10 105 ui 105 render 105..271 end 271 on-time -62 repeat 333\n"
    "unity 10 271 ui 271 render 271..438 end 438 on-time -62 repeat 500\n"
    "unity 10 438 ui 438 render 438..605 end 605 on-time -61 repeat 666\n"
    "unity 10 12000 ui 12000 render 12000..12005 end 12005 unjudged\n" },
  /* without VSYNCs, 30 per second by its own spacing (333, 333, 334, 500): the fifth takes half as long again */
  { "game-without-vsyncs", "process 10 game\nname 11 UnityMain\nthread 10 11 " SWAP (100, 105) SWAP (433, 438) SWAP (766, 771) SWAP (1100, 1105) SWAP (1766, 1771) SWAP (2100, 2105) "2110 x;2111 -",
    "unity 10 100 ui 100 render 100..105 end 105 unfinished\n"
    "unity 10 105 ui 105 render 105..438 end 438 on-time 0 repeat 438\n"
    "unity 10 438 ui 438 render 438..771 end 771 on-time 0 repeat 771\n"
    "unity 10 771 ui 771 render 771..1105 end 1105 on-time 0 repeat 1105\n"
    "unity 10 1105 ui 1105 render 1105..1771 end 1771 late +334 missed 1 repeat 1437\n"
    "unity 10 1771 ui 1771 render 1771..2105 end 2105 on-time 0 repeat 2105\n" },
  /* slices named like swaps, but 0.5, 21, 2, 7, 44 and 1 ms apart, do not follow a display */
  { "swaps-by-chance", "process 10 app\nname 11 worker\nthread 10 11 100 queueBuffer;101 -;105 queueBuffer;106 -;315 queueBuffer;316 -;335 queueBuffer;336 -;405 queueBuffer;406 -;845 queueBuffer;846 -;855 queueBuffer;856 -",
    "other 10 100 ui 100 render 100..101 end 101 unfinished\n"
    "other 10 101 ui 101 render 101..106 end 106 unjudged\n"
    "other 10 106 ui 106 render 106..316 end 316 unjudged\n"
    "other 10 316 ui 316 render 316..336 end 336 unjudged\n"
    "other 10 336 ui 336 render 336..406 end 406 unjudged\n"
    "other 10 406 ui 406 render 406..846 end 846 unjudged\n"
    "other 10 846 ui 846 render 846..856 end 856 unjudged\n" },
  /* the compositor queues buffers of others; the RenderThread draws for the view system */
  { "not-its-own", "process 20 surfaceflinger\nprocess 10 app\nevery VSYNC-app 0 166.67 20\nthread 20 21 100 queueBuffer;101 -;200 queueBuffer;201 -\nthread 10 10 168 Choreographer#doFrame;200 -\n"
                   "thread 10 11 190 DrawFrame;191 syncFrameState;195 -;230 queueBuffer;240 -;250 -",
    "choreographer 10 168 ui 191 render 190..250 end 250 on-time -83 counter 333\n" },
};

static void
append_frame (GString *text,
              const StrataFrames *frames,
              const StrataFrameRow *frame)
{
  guint n_groups;
  const StrataFrameGroup *group = strata_frames_get_groups (frames, &n_groups) + frame->group;
  StrataTrace *trace = strata_frames_get_trace (frames);
  const gboolean is_judged = frame->verdict <= STRATA_FRAME_VERY_LATE;

  g_string_append_printf (text, "%d%s %d ui %d render %d..%d end %d %s", (int) strata_trace_get_processes (trace, NULL)[group->process].pid, group->is_system ? " system" : "",
                          (int) (frame->begin_ns / SCRIPT_NS), (int) (frame->ui_end_ns / SCRIPT_NS), (int) (frame->render_begin_ns / SCRIPT_NS),
                          (int) (frame->render_end_ns / SCRIPT_NS), (int) (frame->end_ns / SCRIPT_NS), strata_frame_verdict_get_id (frame->verdict));
  if (is_judged && frame->overrun_ns > 0)
    g_string_append_printf (text, " +%d missed %u", (int) (frame->overrun_ns / SCRIPT_NS), frame->n_missed);
  else if (is_judged)
    g_string_append_printf (text, " %d", (int) (frame->overrun_ns / SCRIPT_NS));
  if (frame->rule != STRATA_DEADLINE_NONE)
    g_string_append_printf (text, " %s %d", strata_deadline_rule_get_id (frame->rule), (int) (frame->deadline_ns / SCRIPT_NS));
  if (frame->id >= 0)
    g_string_append_printf (text, " #%d", (int) frame->id);
  if (frame->is_joined_by_id)
    g_string_append (text, " by id");
  if (frame->system_frame != STRATA_NONE)
    g_string_append_printf (text, " shown %u", frame->system_frame);
  g_string_append_c (text, '\n');
}

static void
check_parts (const StrataFrames *frames,
             const StrataFrameRow *frame,
             guint32 index)
{
  g_autofree char *rule = strata_frames_dup_rule (frames, index);

  g_assert_cmpint (frame->begin_ns, <=, frame->ui_end_ns);
  g_assert_cmpint (frame->ui_end_ns, <=, frame->end_ns);
  g_assert_cmpint (frame->render_end_ns, <=, frame->end_ns);
  g_assert_cmpint (strata_frame_get_render_ns (frame), >=, 0);
  g_assert_cmpint (strata_frame_get_waiting_ns (frame), >=, 0);
  g_assert_cmpuint (strlen (rule), >, 10);
  g_assert_cmpint (strstr (rule, "exactly at its deadline") != NULL, ==, frame->verdict == STRATA_FRAME_ON_TIME && frame->overrun_ns == 0);
  g_assert_null (strstr (rule, "finished 0 ns"));
  if (frame->ui_slice != STRATA_NONE)
    g_assert_cmpuint (strata_frames_find_slice (frames, frame->ui_slice), ==, index);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (StrataTrace) trace = script_trace (row->script);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_frames;
  const StrataFrameRow *all = strata_frames_get (frames, &n_frames);

  for (guint i = 0; i < n_frames; i++)
    {
      append_frame (text, frames, &all[i]);
      check_parts (frames, &all[i], i);
    }

  g_assert_cmpstr (text->str, ==, row->frames);
}

static void
test_buffers (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (StrataTrace) trace = script_trace (row->script);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_frames;
  guint n_groups;
  const StrataFrameRow *all = strata_frames_get (frames, &n_frames);

  for (guint i = 0; i < n_frames; i++)
    {
      g_string_append_printf (text, "%s ", strata_frame_producer_get_id (strata_frames_get_groups (frames, &n_groups)[all[i].group].producer));
      append_frame (text, frames, &all[i]);
      check_parts (frames, &all[i], i);
    }

  g_assert_cmpstr (text->str, ==, row->frames);
}

static void
test_clock_offset (void)
{
  g_autoptr (StrataTrace) other = script_trace ("thread 40 40 101 ReceiveVsync now:900010000000 expectedEnd:900026600000;170 -");
  g_autoptr (StrataTrace) same = script_trace ("thread 40 40 101 ReceiveVsync now:10000000 expectedEnd:26600000;170 -");
  g_autoptr (StrataFrames) shifted = strata_frames_new (other, NULL);
  g_autoptr (StrataFrames) kept = strata_frames_new (same, NULL);

  g_assert_cmpint (strata_frames_get_clock_offset_ns (shifted), ==, G_GINT64_CONSTANT (10100000) - G_GINT64_CONSTANT (900010000000));
  g_assert_cmpint (strata_frames_get_clock_offset_ns (kept), ==, 0);
}

static void
test_summary (void)
{
  g_autoptr (GString) script = g_string_new ("every VSYNC-app 0 100 102\nprocess 10 app\nthread 10 10 ");
  StrataFrameSummary summary;

  for (guint i = 1; i <= 100; i++)
    g_string_append_printf (script, "%s%u Choreographer#doFrame;%u.%02u -", i > 1 ? ";" : "", i * 100, i * 100 + (i == 100 ? 150 : 0), i == 100 ? 0 : i);

  g_autoptr (StrataTrace) trace = script_trace (script->str);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autofree guint32 *order = strata_frames_list_worst (frames);

  strata_frames_summarise (frames, 0, &summary);
  g_assert_cmpuint (summary.n_frames, ==, 100);
  g_assert_cmpuint (summary.n_judged, ==, 100);
  g_assert_cmpuint (summary.n_verdicts[STRATA_FRAME_LATE], ==, 1);
  g_assert_cmpuint (summary.n_missed, ==, 1);
  g_assert_cmpint (summary.p50_ns, ==, 50 * SCRIPT_NS / 100);
  g_assert_cmpint (summary.p90_ns, ==, 90 * SCRIPT_NS / 100);
  g_assert_cmpint (summary.p95_ns, ==, 95 * SCRIPT_NS / 100);
  g_assert_cmpint (summary.p99_ns, ==, 99 * SCRIPT_NS / 100);
  g_assert_cmpint (summary.longest_ns, ==, 150 * SCRIPT_NS);
  g_assert_cmpuint (summary.longest_frame, ==, 99);
  g_assert_cmpint (summary.period_ns, ==, 100 * SCRIPT_NS);
  g_assert_cmpuint (order[0], ==, 99);
  g_assert_cmpuint (order[1], ==, 98);
  g_assert_cmpuint (order[99], ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/frames/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  for (guint i = 0; i < G_N_ELEMENTS (buffer_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/frames/buffers/", buffer_rows[i].name, NULL);

      g_test_add_data_func (path, &buffer_rows[i], test_buffers);
    }

  g_test_add_func ("/frames/clock-offset", test_clock_offset);
  g_test_add_func ("/frames/summary", test_summary);
  return g_test_run ();
}
