/* strata-perfetto-chrome.c - names of Chrome's processes and threads by their types
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-chrome.h"

#include <string.h>

/* Chrome gives most of its processes and threads a type instead of a name. Threads get the names of the
 * system's threads, processes the names of trace_processor. Other types have no name. */

static const char *const processes[] = {
  [1] = "Browser",
  [2] = "Renderer",
  [3] = "Utility",
  [4] = "Zygote",
  [5] = "SandboxHelper",
  [6] = "Gpu",
  [7] = "PpapiPlugin",
  [8] = "PpapiBroker",
};

static const char *const threads[] = {
  [1] = "CrProcessMain",
  [2] = "ChromeIOThread",
  [3] = "ThreadPoolBackgroundWorker&",
  [4] = "ThreadPoolForegroundWorker&",
  [5] = "ThreadPoolSingleThreadForegroundBlocking&",
  [6] = "ThreadPoolSingleThreadBackgroundBlocking&",
  [7] = "ThreadPoolService",
  [8] = "Compositor",
  [9] = "VizCompositorThread",
  [10] = "CompositorTileWorker&",
  [11] = "ServiceWorkerThread&",
  [50] = "MemoryInfra",
  [51] = "StackSamplingProfiler",
};

static StrataText
get_name (const char *const *names,
          gsize n_names,
          guint64 type)
{
  const char *name = type < n_names && names[type] != NULL ? names[type] : "";

  return (StrataText){ name, strlen (name) };
}

/**
 * strata_perfetto_chrome_get_process:
 * @type: type of a process
 *
 * Returns: its name, or an empty one
 */
StrataText
strata_perfetto_chrome_get_process (guint64 type)
{
  return get_name (processes, G_N_ELEMENTS (processes), type);
}

/**
 * strata_perfetto_chrome_get_thread:
 * @type: type of a thread
 *
 * Returns: its name, or an empty one
 */
StrataText
strata_perfetto_chrome_get_thread (guint64 type)
{
  return get_name (threads, G_N_ELEMENTS (threads), type);
}
