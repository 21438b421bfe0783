/* strata-perfetto-player.h - plays the records of a trace in order of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-cpuprofile-parts.h"
#include "strata-perfetto-bundles.h"
#include "strata-perfetto-memo.h"

G_BEGIN_DECLS

/* CPUs with higher numbers are not played. */
#define STRATA_PERFETTO_MAX_CPUS STRATA_EVENT_MOST_CPUS
#define STRATA_PERFETTO_N_CATEGORIES 64

/* Size of a thread name in the kernel. */
#define STRATA_PERFETTO_COMM_BYTES 16

/* What runs on a CPU; compact switches do not contain it. */
typedef struct
{
  gint64 latest_ns;                      /* time of its latest played event; 0 if none */
  guint64 n_lost;                        /* how many events were lost before its bundles */
  guint32 tid;                           /* the thread of the latest switch */
  guint8 n_comm_bytes;                   /* length of @comm */
  guint8 rank;                           /* priority of the thread, as in StrataCpuRuns */
  guint8 is_known;                       /* whether there was a switch since the last loss of events */
  char comm[STRATA_PERFETTO_COMM_BYTES]; /* name of the thread */
} StrataPerfettoCpu;

/* The end of a complete event, known since its start. */
typedef struct
{
  gint64 time_ns;             /* when */
  guint64 order;              /* at equal times, the slice that began last ends first */
  StrataPerfettoTrack *track; /* borrowed: the track on which a slice ends */
  gsize place;                /* its index among the open slices of @track */
  gint64 cpu_ns;              /* the CPU time of its thread, or STRATA_NO_TIME */
} StrataPerfettoEnd;

/* Events with higher numbers are looked up by their names each time. */
#define STRATA_PERFETTO_N_PLACES 1024

/* The state of playing a trace. */
typedef struct
{
  StrataPerfettoReader *reader; /* borrowed: the reader of the trace */
  StrataEventSink *sink;        /* borrowed: where events go */
  StrataPerfettoCpu *cpus;      /* owned */
  StrataPerfettoMemo *memo;     /* owned */
  guint32 recording;            /* of the bundles that are being played */
  /* the counters of Perfetto's own kinds of events, plus one, by their numbers; 0 if unknown */
  guint16 places[STRATA_PERFETTO_N_PLACES];
  guint kernel_version; /* major * 1000 + minor */
  StrataColumn ends;    /* StrataPerfettoEnd: a heap */
  guint64 n_ends;
  gsize n_moves;           /* how many of the reader's moves were played */
  GHashTable *open_frames; /* cookie -> StrataPerfettoFrame, owned */
  GHashTable *expected;    /* process and token of expected frames, owned */
  guint64 n_frames;
  GHashTable *open_phases; /* string id of a lane -> StrataEventTrack, owned: who has a buffer */
  guint64 n_phases;
  GHashTable *rails;        /* session and index -> string id of the name */
  GHashTable *joined;       /* two lists of categories -> string id of both + 1, owned */
  GHashTable *stack_texts;  /* generation and id of a stack -> string id + 1, owned */
  GHashTable *sums;         /* track and generation -> StrataPerfettoSum, owned: sums of incremental counters */
  guint64 n_next;           /* events that wait for the next slice of their track */
  GHashTable *old_flows;    /* owned: numbers of first-version flows that have begun */
  GHashTable *early_sums;   /* message and track -> StrataPerfettoSum, owned: sums at events that are later in time than in the file */
  GHashTable *gpu_counters; /* id -> StrataPerfettoGpuCounter, owned */
  GHashTable *gpu_contexts; /* context of a GPU -> pid + 1 */
  GHashTable *gpu_objects;  /* Vulkan object -> string id of its name */
  GHashTable *gpu_memory;   /* process and string id of a counter -> gint64, owned */
  GHashTable *task_cpus;    /* tid -> CPU on which it runs, for kernels other than Linux */
  GArray *gpu_stages;       /* string ids: names of its stages so far */
  guint64 n_spans;
  StrataColumn rooms;                                   /* StrataColumn: from tracks without open slices, for reuse */
  GHashTable *inputs;                                   /* (nullable) owned: input devices by id */
  GHashTable *power;                                    /* (nullable) owned: counters of energy, wakelocks and users */
  struct _StrataPerfettoSamples *samples;               /* (nullable) owned: stacks sampled by a profiler */
  StrataCpuprofileParts *profiles;                      /* (nullable) owned: CPU profiles of V8 */
  GString *text;                                        /* owned: buffer for arguments */
  guint32 categories[STRATA_PERFETTO_N_CATEGORIES];     /* string ids of recent categories of track events */
  guint32 category_attrs[STRATA_PERFETTO_N_CATEGORIES]; /* the sets of attributes with just that */
  gboolean has_global;                                  /* whether the process of global tracks has its name */
  StrataLineStore *lines;                               /* (nullable) borrowed: where kernel events are kept as lines */
  guint64 n_lines;
  guint64 n_damaged_bundles;
  guint64 n_damaged; /* other messages with a part that could not be read */
  guint64 n_unknown_names;
  guint64 n_cut;            /* track events with a part that did not fit */
  guint64 n_repeated_bytes; /* by how much their arguments are longer than the events */
} StrataPerfettoPlayer;

void strata_perfetto_player_init (StrataPerfettoPlayer *self, StrataPerfettoReader *reader);
void strata_perfetto_player_clear (StrataPerfettoPlayer *self);
void strata_perfetto_player_play (StrataPerfettoPlayer *self);
guint32 strata_perfetto_player_intern (StrataPerfettoPlayer *self, const char *text);

/* strata-perfetto-report.c */
void strata_perfetto_player_report (StrataPerfettoPlayer *self);
void strata_perfetto_player_explain (const StrataPerfettoPlayer *self, GPtrArray *reasons);
void strata_perfetto_packets_explain (const StrataPerfettoPackets *self, GPtrArray *reasons);
void strata_perfetto_player_report_packets (StrataPerfettoPlayer *self, const StrataPerfettoPackets *packets);

/* strata-perfetto-lives.c: passes on the entries of process lists */
void strata_perfetto_player_tell_lives (StrataPerfettoPlayer *self);
void strata_perfetto_player_settle_moves (StrataPerfettoPlayer *self);
gint64 strata_perfetto_player_move_threads (StrataPerfettoPlayer *self, gint64 time_ns);

/* strata-perfetto-ftrace.c */
guint8 strata_perfetto_player_get_rank (guint64 priority);
void strata_perfetto_player_take_bundle (StrataPerfettoPlayer *self, StrataPerfettoBundle *bundle, guint list, gint64 until_ns);

/* strata-perfetto-lines.c */
void strata_perfetto_player_keep_line (StrataPerfettoPlayer *self, const StrataPerfettoBundle *bundle, guint list, gsize at);

/* strata-perfetto-track-event.c */
void strata_perfetto_player_take_track_event (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto event);

/* strata-perfetto-slices.c */
guint32 strata_perfetto_player_get_global (StrataPerfettoPlayer *self);
void strata_perfetto_player_play_ends (StrataPerfettoPlayer *self, gint64 until_ns);
void strata_perfetto_player_add_span (StrataPerfettoPlayer *self, const StrataEventTrack *track, gint64 time_ns, gint64 duration_ns, guint32 name, guint32 attrs);

/* strata-perfetto-track-event.c: counts the differences in an event whose time has not come yet */
void strata_perfetto_player_pass_track_event (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, StrataProto message);

/* strata-perfetto-tasks.c */
void strata_perfetto_player_take_task_state (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto event);

/* strata-perfetto-frame.c */
void strata_perfetto_player_take_frame (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto event);

/* strata-perfetto-buffers.c */
void strata_perfetto_player_take_buffer (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto event);

/* strata-perfetto-counters.c */
void strata_perfetto_player_take_process_stats (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto stats);
void strata_perfetto_player_take_sys_stats (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto stats);
void strata_perfetto_player_take_battery (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto battery);
void strata_perfetto_player_take_gpu_counters (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto counters);

/* strata-perfetto-memory.c */
void strata_perfetto_player_take_memory_snapshot (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto snapshot);
void strata_perfetto_player_take_smaps (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto smaps);

/* strata-perfetto-units.c: the unit of the counter with a name, from its description; and that of a track, once */
void strata_perfetto_player_note_gpu_counter (StrataPerfettoPlayer *self, guint32 name, guint32 gpu, StrataProto spec);
void strata_perfetto_player_note_unit (StrataPerfettoPlayer *self, StrataPerfettoTrack *track);
void strata_perfetto_player_end_gpu_counters (StrataPerfettoPlayer *self);
void strata_perfetto_player_take_gpu_memory (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto total);

/* strata-perfetto-gpu.c */
void strata_perfetto_player_take_render_stage (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto event);

/* strata-perfetto-network.c */
void strata_perfetto_player_take_network_packet (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto message);
void strata_perfetto_player_take_network_bundle (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto bundle);

/* strata-perfetto-vulkan.c */
void strata_perfetto_player_take_vulkan_call (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto event);
void strata_perfetto_player_take_vulkan_memory (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto event);

/* strata-perfetto-device.c */
void strata_perfetto_player_take_properties (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto properties);
void strata_perfetto_player_take_display_state (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto state);
void strata_perfetto_player_take_trigger (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto trigger);

/* strata-perfetto-input.c */
void strata_perfetto_player_take_atoms (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto packet);
void strata_perfetto_player_take_input (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto event);

/* strata-perfetto-rails.c */
void strata_perfetto_player_take_power_rails (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto rails);

/* strata-perfetto-power.c: one packet each; names from earlier packets of the sequence are in @context */
void strata_perfetto_player_take_energy_breakdown (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto breakdown);
void strata_perfetto_player_take_residency (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto residency);
void strata_perfetto_player_take_wakelocks (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto wakelocks);
void strata_perfetto_player_take_cpu_per_uid (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto data);

/* strata-perfetto-samples.c */
void strata_perfetto_player_take_perf_sample (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto sample);
void strata_perfetto_player_take_streaming_profile (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, gint64 time_ns, StrataProto profile);
gboolean strata_perfetto_player_play_samples (StrataPerfettoPlayer *self);
void strata_perfetto_player_clear_samples (StrataPerfettoPlayer *self);

/* strata-perfetto-profiles.c */
gboolean strata_perfetto_player_play_profiles (StrataPerfettoPlayer *self);

/* strata-perfetto-slices.c: frees the memory that tracks have returned */
void strata_perfetto_player_clear_rooms (StrataPerfettoPlayer *self);

/* strata-perfetto-log.c */
void strata_perfetto_player_take_log (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto log);
void strata_perfetto_player_take_gpu_log (StrataPerfettoPlayer *self, gint64 time_ns, StrataProto line);

G_END_DECLS
