/* strata-perfetto-reader.h - reads the packets of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"
#include "strata-perfetto-clocks.h"
#include "strata-perfetto-event-kinds.h"
#include "strata-perfetto-packets.h"
#include "strata-perfetto-records.h"
#include "strata-perfetto-sequences.h"
#include "strata-perfetto-tracks.h"
#include "strata-proto-schema.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoContext:
 * @kind: number of the packet field whose content is the record
 * @clock: index of the clock of its time
 * @state: the state of its sequence at that time
 * @sequence: its sequence
 * @recording: for a bundle: its recording in the file
 *
 * The context of a record.
 */
typedef struct
{
  guint32 kind;
  guint32 clock;
  StrataPerfettoState *state;       /* owned reference */
  StrataPerfettoSequence *sequence; /* borrowed: of the sequences */
  guint32 recording;
} StrataPerfettoContext;

/**
 * StrataPerfettoPlayBundles:
 * @data: the caller's data
 * @n_kept_bytes: how many bytes of bundles to keep
 *
 * Plays the earliest bundles.
 */
typedef void (*StrataPerfettoPlayBundles) (gpointer data, gsize n_kept_bytes);

/**
 * StrataPerfettoThread:
 * @pid: its process
 * @tid: its id, as known in its process
 * @is_type: whether @name is that of its type, used if it has no other name
 * @name: string id of its name, or 0
 *
 * A program's data about one of its threads.
 */
typedef struct
{
  gint64 pid;
  gint64 tid;
  gboolean is_type;
  guint32 name;
} StrataPerfettoThread;

/**
 * StrataPerfettoKernelLoss:
 * @sequence: id of the sequence whose source reads the kernel's buffers; a source may have its own instance of them
 * @cpu: the CPU
 * @n_before: events that the kernel had lost on the CPU before the recording
 * @n_after: the same at the end of the recording
 * @n_earlier: events lost during the recordings before this one
 *
 * Losses counted by the kernel.
 */
typedef struct
{
  guint32 sequence;
  guint32 cpu;
  guint64 n_before;
  guint64 n_after;
  guint64 n_earlier;
} StrataPerfettoKernelLoss;

/**
 * StrataPerfettoBufferLoss:
 * @n_discarded: chunks without room in the buffers of the recorder, and packets with a missing part
 * @n_overwritten: chunks that were overwritten by newer ones
 *
 * Losses counted by the recorder.
 */
typedef struct
{
  guint64 n_discarded;
  guint64 n_overwritten;
} StrataPerfettoBufferLoss;

/**
 * StrataPerfettoReader:
 *
 * The data of a machine that is collected while a trace is read, before anything is shown. Facts about other packets
 * are then known, wherever they are in the file.
 */
typedef struct
{
  StrataSource *source;                   /* borrowed: of the loader */
  StrataEventSink *sink;                  /* borrowed: of the loader */
  StrataTraceBuilder *builder;            /* borrowed: of the sink */
  StrataStringPool *strings;              /* borrowed: of the builder */
  guint32 machine;                        /* the machine of its packets */
  gboolean is_other;                      /* whether that is not the first machine of the trace */
  StrataPerfettoClocks *clocks;           /* owned */
  StrataPerfettoSequences *sequences;     /* owned */
  StrataPerfettoTracks *tracks;           /* owned */
  StrataPerfettoRecords *records;         /* owned */
  StrataPerfettoEventKinds *event_kinds;  /* owned */
  struct _StrataPerfettoBundles *bundles; /* owned */
  StrataPerfettoPlayBundles play_bundles; /* plays bundles when there are many */
  gpointer play_data;
  gboolean has_no_calendar;   /* whether strata-cli made up the realtime clock */
  guint32 recording;          /* of the packets that are being read */
  StrataColumn contexts;      /* StrataPerfettoContext */
  GHashTable *context_by_key; /* StrataPerfettoContext* owned -> index + 1 */
  guint32 n_lanes;            /* how many sequences have records */
  GArray *gpu_queues;         /* string ids: names of the GPU's queues */
  GHashTable *slice_names;    /* string id of a name -> string id of a readable name */
  StrataProtoSchema *schema;  /* (nullable) owned: describes extensions of events */
  GHashTable *extensions;     /* (nullable) borrowed: the fields of events there */
  GHashTable *left_out;       /* number of a packet field -> StrataPerfettoLeftOut, owned */
  char *kernel_release;       /* (nullable) owned */
  GArray *packages;           /* (nullable) owned: installed packages, see strata-perfetto-apps.c */
  GHashTable *kept_packages;  /* (nullable) owned: uid, version and name of packages in the trace */
  GHashTable *interrupts;     /* (nullable) owned: number of an interrupt -> name, owned */
  GHashTable *users;          /* (nullable) owned: name of a process without ":service" -> its uid */
  StrataColumn threads;       /* StrataPerfettoThread: data of programs about their threads */
  StrataColumn lives;         /* of processes, see strata-perfetto-lives.c */
  GHashTable *homes;          /* tid -> its process in the latest list + 1 */
  StrataColumn late_moves;    /* the same, with times that cannot be converted yet */
  StrataColumn moves;         /* threads whose ids are in another process in a later list, see strata-perfetto-lives.c */
  GHashTable *unnamed;        /* (nullable) owned: pids of apps without their own name -> their uid */
  guint32 last_context;
  gint64 ahead_ns; /* sum over @n_ahead of how far the clock of another machine is ahead of the first machine's */
  guint n_ahead;
  guint64 n_without_clock;
  guint64 n_late_events;     /* kernel events, and other packets with such times */
  guint64 n_unread_pages;    /* kernel pages that the recorder could not read completely */
  guint64 n_bad_descriptors; /* compressed descriptors of extensions */
  guint64 n_without_state;
  guint64 n_lost_packets;
  StrataPerfettoBufferLoss buffer_loss;    /* of the current recording */
  StrataPerfettoBufferLoss earlier_losses; /* of earlier recordings in the file */
  GArray *kernel_losses;                   /* owned: StrataPerfettoKernelLoss */
  GHashTable *loss_by_key;                 /* owned: sequence and CPU -> index + 1 */
  GHashTable *refusals;                    /* owned: events that the recorder could not enable; their names are in @refused */
  GString *refused;                        /* owned: those names, as far as they fit */
  guint32 parse_errors;                    /* bits: errors that the recorder found in kernel pages */
} StrataPerfettoReader;

void strata_perfetto_reader_init (StrataPerfettoReader *self, StrataEventSink *sink);
void strata_perfetto_reader_clear (StrataPerfettoReader *self);
void strata_perfetto_reader_take (StrataPerfettoReader *self, StrataPerfettoPacket *packet);
void strata_perfetto_reader_add_bundle (StrataPerfettoReader *self, StrataPerfettoSequence *sequence, guint32 clock, gint64 time_ns, const StrataProto *content);

/* Unshown fields of track events and processes are counted like packets, with numbers above these. */
#define STRATA_PERFETTO_EVENT_FIELDS (1u << 29)
#define STRATA_PERFETTO_PROCESS_FIELDS (1u << 30)

const StrataProtoSchema *strata_perfetto_reader_need_schema (StrataPerfettoReader *self);
const StrataProtoField *strata_perfetto_reader_find_extension (StrataPerfettoReader *self, guint32 number);
void strata_perfetto_reader_take_extensions (StrataPerfettoReader *self, StrataProto descriptor);
void strata_perfetto_reader_leave_out (StrataPerfettoReader *self, guint32 kind, guint64 n_bytes);
void strata_perfetto_reader_name_task (StrataPerfettoReader *self, gint64 pid, gint64 tid, StrataText name);
void strata_perfetto_reader_note_thread (StrataPerfettoReader *self, gint64 pid, gint64 tid, StrataText name, gboolean is_type);
void strata_perfetto_reader_tell_threads (StrataPerfettoReader *self);

/* strata-perfetto-gpu.c */
void strata_perfetto_reader_describe_gpu (StrataPerfettoReader *self, StrataProto event);

/* strata-perfetto-apps.c: takes a list of packages; stores the uid and name of a process, as far as known; finds the only package of a uid; at the end,
 * passes on the apps */
void strata_perfetto_reader_take_packages (StrataPerfettoReader *self, StrataProto list);
void strata_perfetto_reader_note_user (StrataPerfettoReader *self, gint64 pid, StrataText name, guint64 uid);
gboolean strata_perfetto_is_born_as (StrataText name);
const char *strata_perfetto_reader_find_package (const StrataPerfettoReader *self, guint64 uid);
const char *strata_perfetto_reader_find_app (const StrataPerfettoReader *self, gint64 uid);
void strata_perfetto_reader_tell_apps (StrataPerfettoReader *self);

/* strata-perfetto-lives.c: an entry of a process list at @time_ns, or %STRATA_NO_TIME */
void strata_perfetto_reader_note_life (StrataPerfettoReader *self, guint32 clock, gint64 time_ns, StrataProto process);
StrataText strata_perfetto_reader_cut_worker (StrataText name);
StrataText strata_perfetto_reader_cut_arguments (StrataText name);
void strata_perfetto_reader_note_thread_life (StrataPerfettoReader *self, guint32 clock, gint64 time_ns, guint32 pid, guint32 tid, StrataText name, gboolean is_known);
/* What a process says of its start and its labels in its descriptor. */
void strata_perfetto_reader_note_descriptor (StrataPerfettoReader *self, const StrataPerfettoPacket *packet, StrataProto process);

/* strata-perfetto-about.c: begins another recording, whose statistics start again; takes everything else in the order of the file */
void strata_perfetto_reader_begin_recording (StrataPerfettoReader *self);
guint64 strata_perfetto_kernel_loss_get (const StrataPerfettoKernelLoss *self);
void strata_perfetto_reader_take_config (StrataPerfettoReader *self, StrataProto config);
void strata_perfetto_reader_take_processors (StrataPerfettoReader *self, StrataProto info);
void strata_perfetto_reader_take_interrupts (StrataPerfettoReader *self, StrataProto info);
void strata_perfetto_reader_take_stats (StrataPerfettoReader *self, StrataProto stats);
void strata_perfetto_reader_take_kernel_stats (StrataPerfettoReader *self, guint32 sequence, StrataProto stats);

/* strata-perfetto-machines.c: takes the offset of another machine's clock; passes it and the machine's name to its sink */
void strata_perfetto_reader_take_clock_sync (StrataPerfettoReader *self, StrataProto sync);

/* strata-perfetto-facts.c: packets about the trace, the device, processes and threads */
gboolean strata_perfetto_reader_is_fact (guint32 kind);
gboolean strata_perfetto_reader_take_fact (StrataPerfettoReader *self, StrataPerfettoSequence *sequence, const StrataPerfettoPacket *packet);

G_END_DECLS
