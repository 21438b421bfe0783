/* strata-scope-model.c - the part of a session's trace that profiles cover
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-model.h"

#include <glib/gi18n-lib.h>

#include "strata-session-area.h"

/* One per session, shared by the panes that profile it: a choice in one of them applies to all. It
 * lives as long as the session. */
struct _StrataScopeModel
{
  GObject parent_instance;

  StrataSession *session; /* borrowed: the session owns this */
  StrataScopeChoice choice;
  gboolean is_narrowing;         /* whether a new area becomes the choice */
  gboolean is_narrowed;          /* by an area, not by the user */
  StrataScopeChoice before_area; /* then: the choice to go back to */
  guint rest_id;
};

/* A moving view changes its scope with each frame, so changes are reported after this rest. */
#define REST_MS 60

enum
{
  PROP_0,
  PROP_CHOICE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataScopeModel, strata_scope_model, G_TYPE_OBJECT)

static gboolean
on_rest (gpointer user_data)
{
  StrataScopeModel *self = user_data;

  self->rest_id = 0;
  g_signal_emit (self, signals[CHANGED], 0);

  return G_SOURCE_REMOVE;
}

static void
emit_at_rest (StrataScopeModel *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, on_rest, self);
}

static void
on_viewport_changed (StrataScopeModel *self)
{
  if (self->choice == STRATA_SCOPE_WINDOW)
    emit_at_rest (self);
}

static void
narrow (StrataScopeModel *self)
{
  const StrataScopeChoice before = self->choice;

  strata_scope_model_set_choice (self, STRATA_SCOPE_AREA);
  self->before_area = before;
  self->is_narrowed = TRUE;
}

static void
on_area_changed (StrataScopeModel *self,
                 gboolean is_set)
{
  if (is_set && self->is_narrowing && self->choice != STRATA_SCOPE_AREA)
    narrow (self);
  else if (!is_set && self->is_narrowed)
    strata_scope_model_set_choice (self, self->before_area);
  else if (self->choice == STRATA_SCOPE_AREA)
    emit_at_rest (self);
}

static void
on_selection_changed (StrataScopeModel *self)
{
  if (self->choice == STRATA_SCOPE_SLICE || self->choice == STRATA_SCOPE_THREAD || self->choice == STRATA_SCOPE_PROCESS)
    emit_at_rest (self);
}

/**
 * strata_scope_model_get:
 * @session: a session
 *
 * Returns: (transfer none): its scope
 */
StrataScopeModel *
strata_scope_model_get (StrataSession *session)
{
  StrataScopeModel *self = g_object_get_data (G_OBJECT (session), "strata-scope-model");

  if (self != NULL)
    return self;

  self = g_object_new (STRATA_TYPE_SCOPE_MODEL, NULL);
  self->session = session;
  g_signal_connect_object (strata_session_get_view (session), "viewport-changed", G_CALLBACK (on_viewport_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "area-changed", G_CALLBACK (on_area_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (session), "strata-scope-model", self, g_object_unref);

  return self;
}

StrataScopeChoice
strata_scope_model_get_choice (StrataScopeModel *self)
{
  return self->choice;
}

/**
 * strata_scope_model_set_choice:
 * @self: the model
 * @choice: the new choice
 *
 * Chooses for all panes of the session.
 */
void
strata_scope_model_set_choice (StrataScopeModel *self,
                               StrataScopeChoice choice)
{
  if (self->choice == choice || choice >= STRATA_N_SCOPE_CHOICES)
    return;

  self->choice = choice;
  self->is_narrowed = FALSE;
  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOICE]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * strata_scope_model_set_narrowing:
 * @self: the model
 * @is_narrowing: whether a newly selected area becomes the choice until it is removed
 *
 * Sets whether areas narrow the scope.
 */
void
strata_scope_model_set_narrowing (StrataScopeModel *self,
                                  gboolean is_narrowing)
{
  self->is_narrowing = is_narrowing;
  if (is_narrowing && self->choice != STRATA_SCOPE_AREA && strata_session_get_area (self->session, NULL))
    narrow (self);
}

/* Returns the choice before an area narrowed it, else the whole trace. */
StrataScopeChoice
strata_scope_model_get_wider (StrataScopeModel *self)
{
  return self->is_narrowed ? self->before_area : STRATA_SCOPE_TRACE;
}

static guint32
get_selected_thread (StrataScopeModel *self)
{
  return strata_session_find_item_thread (self->session, strata_session_get_selected_item (self->session));
}

static gboolean
resolve_area (StrataScopeModel *self,
              StrataTrace *trace,
              StrataScope *scope)
{
  guint n_threads;

  if (!strata_session_get_area (self->session, &scope->span))
    return FALSE;

  g_autofree guint32 *threads = strata_session_get_area_threads (self->session, &n_threads);

  /* an area without lanes of threads limits only the time */
  if (n_threads > 0)
    scope->threads = strata_scope_new_threads (trace, threads, n_threads);

  return TRUE;
}

static gboolean
resolve_slice (StrataScopeModel *self,
               StrataTrace *trace,
               StrataScope *scope)
{
  StrataItem item = strata_session_get_selected_item (self->session);

  if (item.kind != STRATA_ITEM_SLICE || item.index >= strata_trace_get_slices (trace)->first_async)
    return FALSE;

  strata_scope_set_subtree (scope, trace, item.index);
  return TRUE;
}

static gboolean
resolve_process (StrataScopeModel *self,
                 StrataTrace *trace,
                 StrataScope *scope)
{
  guint32 thread = get_selected_thread (self);

  if (thread == STRATA_NONE)
    return FALSE;

  scope->process = strata_trace_get_threads (trace, NULL)[thread].process;
  if (scope->process == STRATA_NONE)
    scope->thread = thread;

  return TRUE;
}

/**
 * strata_scope_model_is_about:
 * @self: a scope
 * @item: an item of the session
 *
 * Returns: whether the scope depends on the selection, and @item is selected
 */
gboolean
strata_scope_model_is_about (StrataScopeModel *self,
                             StrataItem item)
{
  const StrataItem selected = strata_session_get_selected_item (self->session);

  return (self->choice == STRATA_SCOPE_SLICE || self->choice == STRATA_SCOPE_THREAD || self->choice == STRATA_SCOPE_PROCESS) &&
         selected.kind == item.kind && selected.index == item.index;
}

/**
 * strata_scope_model_resolve:
 * @self: the model
 * @trace: (out) (transfer none): the trace, on the axis of the scope
 * @scope: (out caller-allocates): the scope; the caller releases its threads
 *
 * Reports the current scope.
 *
 * Returns: %FALSE if the scope needs a selection and there is none
 */
gboolean
strata_scope_model_resolve (StrataScopeModel *self,
                            StrataTrace **trace,
                            StrataScope *scope)
{
  StrataTrace *shown = strata_session_get_trace (self->session);
  StrataViewOptions view_options = strata_view_get_options (strata_session_get_view (self->session));

  /* a part of the axis is meaningful only on this axis */
  *trace = self->choice == STRATA_SCOPE_WINDOW || self->choice == STRATA_SCOPE_AREA ? shown : strata_trace_get_base (shown);
  *scope = strata_scope_everything (*trace);
  scope->clock = view_options.clock;
  scope->has_switches = view_options.has_switches;

  switch (self->choice)
    {
    case STRATA_SCOPE_WINDOW:
      scope->span = strata_viewport_get_span (strata_session_get_viewport (self->session));
      return TRUE;
    case STRATA_SCOPE_AREA:
      return resolve_area (self, *trace, scope);
    case STRATA_SCOPE_SLICE:
      return resolve_slice (self, *trace, scope);
    case STRATA_SCOPE_THREAD:
      scope->thread = get_selected_thread (self);
      return scope->thread != STRATA_NONE;
    case STRATA_SCOPE_PROCESS:
      return resolve_process (self, *trace, scope);
    case STRATA_SCOPE_TRACE:
    case STRATA_N_SCOPE_CHOICES:
      return TRUE;
    }

  return TRUE;
}

/**
 * strata_scope_choice_get_title:
 * @choice: a choice
 *
 * Returns: (transfer none): its title
 */
const char *
strata_scope_choice_get_title (StrataScopeChoice choice)
{
  static const char *const titles[STRATA_N_SCOPE_CHOICES] = {
    [STRATA_SCOPE_TRACE] = N_ ("Whole trace"),
    [STRATA_SCOPE_WINDOW] = N_ ("Visible window"),
    [STRATA_SCOPE_AREA] = N_ ("Selected area"),
    [STRATA_SCOPE_SLICE] = N_ ("Selected slice"),
    [STRATA_SCOPE_THREAD] = N_ ("Selected thread"),
    [STRATA_SCOPE_PROCESS] = N_ ("Selected process"),
  };

  return _ (titles[choice]);
}

/**
 * strata_scope_choice_get_hint:
 * @choice: a choice
 *
 * Returns: (transfer none): what to do if there is no selection that it needs
 */
const char *
strata_scope_choice_get_hint (StrataScopeChoice choice)
{
  if (choice == STRATA_SCOPE_AREA)
    return _ ("Select an area on the timeline to see its calls.");
  if (choice == STRATA_SCOPE_SLICE)
    return _ ("Select a slice of a thread on the timeline to see its calls.");

  return _ ("Select an item of a thread on the timeline to see its calls.");
}

static void
strata_scope_model_get_property (GObject *object,
                                 guint prop_id,
                                 GValue *value,
                                 GParamSpec *pspec)
{
  if (prop_id == PROP_CHOICE)
    g_value_set_uint (value, STRATA_SCOPE_MODEL (object)->choice);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_scope_model_set_property (GObject *object,
                                 guint prop_id,
                                 const GValue *value,
                                 GParamSpec *pspec)
{
  if (prop_id == PROP_CHOICE)
    strata_scope_model_set_choice (STRATA_SCOPE_MODEL (object), g_value_get_uint (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_scope_model_dispose (GObject *object)
{
  g_clear_handle_id (&STRATA_SCOPE_MODEL (object)->rest_id, g_source_remove);

  G_OBJECT_CLASS (strata_scope_model_parent_class)->dispose (object);
}

static void
strata_scope_model_class_init (StrataScopeModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = strata_scope_model_get_property;
  object_class->set_property = strata_scope_model_set_property;
  object_class->dispose = strata_scope_model_dispose;

  /* for a drop-down, whose "no selection" is not a choice */
  properties[PROP_CHOICE] = g_param_spec_uint ("choice", NULL, NULL, 0, G_MAXUINT, STRATA_SCOPE_TRACE,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_scope_model_init (StrataScopeModel *self)
{
}
