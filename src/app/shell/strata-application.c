/* strata-application.c - one process, several windows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-application.h"

#include <glib/gi18n-lib.h>

#include "strata-appearance.h"
#include "strata-button-names.h"
#include "strata-compare-file.h"
#include "strata-compare-window.h"
#include "strata-dialogs.h"
#include "strata-lost-keys.h"
#include "strata-open-request.h"
#include "strata-preferences.h"
#include "strata-read-row.h"
#include "strata-renderer.h"
#include "strata-resources.h"
#include "strata-span-text.h"
#include "strata-trace-files.h"
#include "strata-view-actions.h"
#include "strata-window.h"
#include "strata-with.h"

/* Each file has its own window; an empty window is used first. */
struct _StrataApplication
{
  GtkApplication parent_instance;

  StrataAppearance *appearance; /* owned; from startup on */
};

G_DEFINE_FINAL_TYPE (StrataApplication, strata_application, GTK_TYPE_APPLICATION)

typedef struct
{
  const char *action;
  const char *accels[3]; /* NULL-terminated */
} Accel;

/* Keys that work in the whole window. The timeline and the profile pane have their own;
 * ui/gtk/help-overlay.ui lists all. */
static const Accel accels[] = {
  { "win.open", { "<Control>o" } },
  { "win.use-mapping", { "<Control>m" } },
  { "win.rebuild-callers", { "<Control>b" } },
  { "win.by-weight", { "<Control><Shift>w" } },
  { "win.ask-interval", { "<Control><Shift>m" } },
  { "win.add-file", { "<Control><Shift>o" } },
  { "win.show-files", { "<Control><Shift>f" } },
  { "win.load-again", { "F5" } },
  { "win.compare", { "<Control>d" } },
  { "win.save-finding", { "<Control>s" } },
  { "win.export-picture", { "<Control><Shift>p" } },
  { "win.export-slices", { "<Control><Shift>s" } },
  { "win.export-counters", { "<Control><Shift>k" } },
  { "win.export-states", { "<Control><Shift>y" } },
  { "win.cancel", { "Escape" } },
  { "win.zoom-in", { "<Control>plus", "<Control>equal" } },
  { "win.zoom-out", { "<Control>minus" } },
  { "win.zoom-all", { "<Control>0" } },
  { "win.zoom-selection", { "<Control>e" } },
  { "win.show-finding", { "<Control><Shift>e" } },
  { "win.go-to-time", { "<Control><Shift>t" } },
  { "win.find-next", { "<Control>g" } },
  { "win.find-previous", { "<Control><Shift>g" } },
  { "win.view-back", { "<Alt>Left" } },
  { "win.view-forward", { "<Alt>Right" } },
  { "look.lanes-with-hits", { "<Alt><Shift>h" } },
  { "win.filter-lanes", { "<Alt><Shift>l" } },
  { "win.expand-all", { "<Control>bracketright" } },
  { "win.collapse-all", { "<Control>bracketleft" } },
  { "win.toggle-clock", { "<Control>k" } },
  { "look.context-switches", { "<Control>j" } },
  { "look.critical-path", { "<Control>i" } },
  { "look.pane", { "F9" } },
  { "look.details", { "<Shift>F9" } },
  { "win.show-legend", { "F2" } },
  { "window.close", { "<Control>w" } },
  { "app.new-window", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "win.help", { "F1" } },
  { "app.about", { "<Shift>F1" } },
  { "app.quit", { "<Control>q" } },
};

static void
on_new_window (GSimpleAction *action,
               GVariant *parameter,
               gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (strata_window_new (user_data)));
}

static void
on_preferences (GSimpleAction *action,
                GVariant *parameter,
                gpointer user_data)
{
  strata_preferences_show (user_data, gtk_application_get_active_window (user_data));
}

static void
on_about (GSimpleAction *action,
          GVariant *parameter,
          gpointer user_data)
{
  strata_dialogs_show_about (gtk_application_get_active_window (user_data));
}

/* Closes the windows one by one, so that each stops its work and saves its size. */
static void
on_quit (GSimpleAction *action,
         GVariant *parameter,
         gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (user_data));

  for (GList *link = windows; link != NULL; link = link->next)
    gtk_window_close (link->data);
}

static const GActionEntry action_entries[] = {
  { .name = "new-window", .activate = on_new_window },
  { .name = "preferences", .activate = on_preferences },
  { .name = "about", .activate = on_about },
  { .name = "quit", .activate = on_quit },
};

static void
strata_application_startup (GApplication *app)
{
  StrataApplication *self = STRATA_APPLICATION (app);

  G_APPLICATION_CLASS (strata_application_parent_class)->startup (app);

  strata_renderer_choose (gdk_display_get_default ());
  strata_lost_keys_watch ();
  strata_button_names_watch ();
  gtk_window_set_default_icon_name (STRATA_APP_ID);
  self->appearance = strata_appearance_new (gtk_settings_get_default ());

  /* labels can be copied, but moving the focus through them must not select their text */
  g_object_set (gtk_settings_get_default (), "gtk-label-select-on-focus", FALSE, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action, accels[i].accels);

  strata_view_actions_set_accels (GTK_APPLICATION (self));
}

static void
strata_application_activate (GApplication *app)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (app));

  if (window == NULL)
    window = GTK_WINDOW (strata_window_new (GTK_APPLICATION (app)));

  gtk_window_present (window);
}

/* Opens a file in the active window if that is empty; a comparison gets its own window. */
static void
open_file (GtkApplication *app,
           GFile *file,
           const char *hint)
{
  GtkWindow *active = gtk_application_get_active_window (app);

  if (strata_compare_file_is (file))
    strata_compare_window_open_saved (strata_compare_window_new (app), file);
  else
    strata_window_open_at (STRATA_IS_WINDOW (active) ? STRATA_WINDOW (active) : strata_window_new (app), file, hint);
}

static void
strata_application_open (GApplication *app,
                         GFile **files,
                         int n_files,
                         const char *hint)
{
  if (g_str_equal (hint, STRATA_COMPARE_HINT) && n_files == 2)
    {
      strata_compare_window_open (strata_compare_window_new (GTK_APPLICATION (app)), files[0], files[1]);
      return;
    }

  for (int i = 0; i < n_files; i++)
    open_file (GTK_APPLICATION (app), files[i], hint);
}

/* GApplication can open files itself, but its hint is then empty. */
static int
open_files (GApplication *app,
            const char *const *paths,
            const char *hint)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_for_commandline_arg (paths[i]));

  if (!g_application_register (app, NULL, &error))
    {
      g_printerr ("strata: %s\n", error->message);
      return 1;
    }

  g_application_open (app, (GFile **) files->pdata, (int) files->len, hint);
  return 0;
}

static int
compare_files (GApplication *app,
               const char *const *paths)
{
  if (paths != NULL && g_strv_length ((char **) paths) == 2)
    return open_files (app, paths, STRATA_COMPARE_HINT);

  g_printerr ("%s\n", _ ("strata: --compare needs two files, A and B"));
  return 2;
}

/* Adds the files next to the first one: the arguments of --with, or all paths but the first. */
static gboolean
add_with (GPtrArray *files,
          const char *const *texts)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      StrataLoadInput input;

      if (!strata_with_parse (texts[i], &input, &error))
        {
          g_printerr ("strata: %s\n", error->message);
          return FALSE;
        }

      strata_trace_files_add (files, &input);
      g_object_unref (input.file);
    }

  return TRUE;
}

static StrataReading
get_reading (GVariantDict *options)
{
  StrataReading reading = {
    .rebuilds_callers = g_variant_dict_contains (options, "rebuild-callers"),
    .is_by_weight = g_variant_dict_contains (options, "weights"),
  };

  const char *event = NULL;

  g_variant_dict_lookup (options, "interval", "i", &reading.sample_interval_ms);
  if (g_variant_dict_lookup (options, "event", "&s", &event))
    reading.event = g_intern_string (event);

  return reading;
}

static gboolean
is_unusual (StrataReading reading)
{
  return reading.rebuilds_callers || reading.is_by_weight || reading.event != NULL || reading.sample_interval_ms != 0;
}

static int
strata_application_handle_local_options (GApplication *app,
                                         GVariantDict *options)
{
  g_autofree const char **paths = NULL;
  g_autofree const char **with = NULL;
  g_autoptr (GPtrArray) files = strata_trace_files_new ();
  const char *select = NULL;
  const char *span = NULL;
  const char *mapping = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("strata %s\n", STRATA_VERSION);
      return 0;
    }

  g_variant_dict_lookup (options, "select", "&s", &select);
  g_variant_dict_lookup (options, "span", "&s", &span);
  g_variant_dict_lookup (options, "mapping", "^&ay", &mapping);
  g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &paths);

  g_variant_dict_lookup (options, "with", "^a&ay", &with);

  if (g_variant_dict_contains (options, "compare"))
    return compare_files (app, paths);

  const StrataReading reading = get_reading (options);
  const gboolean is_merge = g_variant_dict_contains (options, "merge") && paths != NULL;

  if (!add_with (files, with) || (is_merge && !add_with (files, paths + 1)))
    return 2;
  if (is_merge)
    paths[1] = NULL;

  g_autoptr (GFile) mapping_file = mapping != NULL ? g_file_new_for_commandline_arg (mapping) : NULL;
  g_autofree char *mapping_uri = mapping != NULL ? g_file_get_uri (mapping_file) : NULL;
  g_autofree char *request = select != NULL || span != NULL || mapping != NULL || is_unusual (reading) || files->len > 0 ? strata_open_request_new (select, span, mapping_uri, reading, files) : g_strdup ("");

  if (paths != NULL)
    return open_files (app, paths, request);
  if (*request == '\0')
    return -1;

  g_printerr ("%s\n", _ ("strata: --select, --span, --mapping, --rebuild-callers, --weights, --event, --interval and --with need a FILE"));
  return 2;
}

static void
strata_application_window_added (GtkApplication *app,
                                 GtkWindow *window)
{
  GTK_APPLICATION_CLASS (strata_application_parent_class)->window_added (app, window);
  strata_read_row_follow (window);
}

static void
strata_application_finalize (GObject *object)
{
  StrataApplication *self = STRATA_APPLICATION (object);

  g_clear_pointer (&self->appearance, strata_appearance_free);

  G_OBJECT_CLASS (strata_application_parent_class)->finalize (object);
}

static void
strata_application_class_init (StrataApplicationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GApplicationClass *app_class = G_APPLICATION_CLASS (klass);

  object_class->finalize = strata_application_finalize;
  app_class->startup = strata_application_startup;
  app_class->activate = strata_application_activate;
  app_class->open = strata_application_open;
  app_class->handle_local_options = strata_application_handle_local_options;
  GTK_APPLICATION_CLASS (klass)->window_added = strata_application_window_added;
}

/* GApplication does not translate these texts, and keeps pointers to them. */
static void
add_options (GApplication *app)
{
  const GOptionEntry options[] = {
    { .long_name = "version", .short_name = 'v', .arg = G_OPTION_ARG_NONE, .description = _ ("Print the version and exit") },
    { .long_name = "select", .arg = G_OPTION_ARG_STRING, .description = _ ("Select the longest slice of this name and show it"), .arg_description = _ ("NAME") },
    { .long_name = "span", .arg = G_OPTION_ARG_STRING, .description = _ ("Show this span of time"), .arg_description = "A..B" },
    { .long_name = "mapping", .arg = G_OPTION_ARG_FILENAME, .description = _ ("Restore method names with this mapping of ProGuard, R8 or RheaTrace"), .arg_description = _ ("FILE") },
    { .long_name = "rebuild-callers", .arg = G_OPTION_ARG_NONE, .description = _ ("In method traces, rebuild calls entered before recording") },
    { .long_name = "weights", .arg = G_OPTION_ARG_NONE, .description = _ ("Count the weights of samples (cycles, bytes) instead of time") },
    { .long_name = "event", .arg = G_OPTION_ARG_STRING, .description = _ ("Show only samples of this event or value type, such as alloc_space"), .arg_description = _ ("NAME") },
    { .long_name = "interval", .arg = G_OPTION_ARG_INT, .description = _ ("Sampling interval of a HiCollie tree that does not contain it; default 150"), .arg_description = _ ("MS") },
    { .long_name = "compare", .arg = G_OPTION_ARG_NONE, .description = _ ("Compare two files, A and B, in one window") },
    { .long_name = "merge", .arg = G_OPTION_ARG_NONE, .description = _ ("Show all files in one window, on one time axis") },
    { .long_name = "with", .arg = G_OPTION_ARG_FILENAME_ARRAY, .description = _ ("Put this file on the same time axis; repeatable"), .arg_description = _ ("FILE[@OFFSET][@other]") },
    { .long_name = G_OPTION_REMAINING, .arg = G_OPTION_ARG_FILENAME_ARRAY, .arg_description = _ ("[FILE…]") },
    { 0 },
  };

  g_application_add_main_option_entries (app, options);
}

static void
strata_application_init (StrataApplication *self)
{
  GApplication *app = G_APPLICATION (self);

  strata_resources_register_resource ();
  add_options (app);
  g_application_set_option_context_summary (app, _ ("Views traces of Android and OpenHarmony devices, each file in its own window."));
  g_application_set_option_context_description (app, _ (STRATA_SPAN_HELP));
  g_action_map_add_action_entries (G_ACTION_MAP (self), action_entries, G_N_ELEMENTS (action_entries), self);
}

StrataApplication *
strata_application_new (void)
{
  return g_object_new (STRATA_TYPE_APPLICATION,
                       "application-id", STRATA_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       NULL);
}
