/* strata-scope-options.h - the options for the scope of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-command.h"
#include "strata-profile.h"

G_BEGIN_DECLS

/* The options of a scope, as typed. */
typedef struct
{
  char *span;             /* nullable: the value of --span */
  char **processes;       /* (array zero-terminated=1) nullable: as --process */
  char **threads;         /* (array zero-terminated=1) nullable: as --thread */
  char *slice;            /* nullable: as --slice */
  char *clock;            /* nullable: as --clock */
  char *by;               /* nullable: as --by */
  gboolean has_switches;  /* whether --context-switches was given */
  GBytes *chosen_threads; /* nullable: the threads of the scope; owned */
} StrataScopeOptions;

/* Entries of a command's options for @scope, a StrataScopeOptions. */
#define STRATA_SCOPE_ENTRIES(scope)                                                                                                                 \
  { "span", 0, 0, G_OPTION_ARG_STRING, &(scope).span, N_ ("Count only this time range"), "A..B" },                                                  \
      { "process", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(scope).processes, N_ ("Count only this process; repeatable"), N_ ("ID or NAME") },            \
      { "thread", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(scope).threads, N_ ("Count only this thread; repeatable"), N_ ("ID or NAME") },                \
      { "slice", 0, 0, G_OPTION_ARG_STRING, &(scope).slice, N_ ("Count only the longest call of this name and everything it calls"), N_ ("NAME") }, \
      { "clock", 0, 0, G_OPTION_ARG_STRING, &(scope).clock, N_ ("Sort by wall or CPU time, and show shares of it"), "wall|cpu" },                   \
      { "by", 0, 0, G_OPTION_ARG_STRING, &(scope).by, N_ ("What to group calls by"), "name|class|package|thread|process|shape|category|tag" },      \
  {                                                                                                                                                 \
    "context-switches", 0, 0, G_OPTION_ARG_NONE, &(scope).has_switches, N_ ("Show switched-out time as separate calls, as Traceview did"), NULL     \
  }

void strata_scope_options_clear (StrataScopeOptions *self);
gboolean strata_scope_options_check (const StrataScopeOptions *self, const StrataCommand *command, StrataProfileBy *by);
StrataTrace *strata_scope_options_load (StrataScopeOptions *self, const StrataCommand *command, const char *file, const StrataInputOptions *input, StrataScope *scope, StrataExit *status);
void strata_scope_note_unknown_cpu (const char *file, StrataTrace *trace);
void strata_scope_note_unmatched_ends (const char *file, StrataTrace *trace);

G_END_DECLS
