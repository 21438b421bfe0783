/* strata-perfetto-about.c - what was recorded, and what was lost while recording
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cpu-facts.h"
#include "strata-order.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-reader.h"

/* The configuration names data sources and buffers. Statistics come at the end, those of the kernel also at the
 * start: their difference belongs to the recording. Losses of consecutive recordings are added up.
 * Format: config/trace_config.proto, common/trace_stats.proto and trace/ftrace/ftrace_stats.proto of Perfetto. */

/* Longer texts are cut. */
#define MOST_TEXT_BYTES 1000
#define MOST_NAME_BYTES 100

#define PHASE_BEGIN 1
#define PHASE_END 2

/* Limit for the number of CPUs that are played. */
#define MOST_CPUS 4096

/* No kernel has more names of events. */
#define MOST_REFUSALS 16384

/* Adds the name of a source; nothing if it has none. */
static void
add_source (GString *sources,
            StrataProto source)
{
  while (strata_proto_next (&source))
    if (source.number == STRATA_PF_DATA_SOURCE_CONFIG)
      {
        StrataProto config = strata_proto_enter (&source);

        while (strata_proto_next (&config))
          if (config.number == STRATA_PF_SOURCE_CONFIG_NAME && config.wire == STRATA_PROTO_BYTES && sources->len < MOST_TEXT_BYTES)
            {
              g_autofree char *name = strata_proto_dup_text (&config, MOST_NAME_BYTES);

              g_string_append_printf (sources, "%s%s", sources->len > 0 ? ", " : "", name);
            }
      }
}

void
strata_perfetto_reader_take_config (StrataPerfettoReader *self,
                                    StrataProto config)
{
  g_autoptr (GString) sources = g_string_new (NULL);
  g_autofree char *session = NULL;

  while (strata_proto_next (&config))
    if (config.number == STRATA_PF_TRACE_CONFIG_SOURCE)
      add_source (sources, strata_proto_enter (&config));
    else if (config.number == STRATA_PF_TRACE_CONFIG_SESSION_NAME && session == NULL)
      session = strata_proto_dup_text (&config, MOST_NAME_BYTES);

  if (session != NULL && *session != '\0')
    strata_trace_builder_add_property (self->builder, "session", session);

  if (sources->len > 0)
    strata_trace_builder_add_property (self->builder, "sources", sources->str);
}

/* Adds a range of frequencies, which are in kHz. */
static void
add_range (GString *text,
           StrataProto cpu)
{
  guint64 least = G_MAXUINT64;
  guint64 most = 0;

  while (strata_proto_next (&cpu))
    if (cpu.number == STRATA_PF_CPU_INFO_CPU_FREQUENCIES)
      {
        StrataProtoNumbers numbers = strata_proto_get_numbers (&cpu, STRATA_PROTO_VARINT);
        guint64 value;

        while (strata_proto_numbers_next (&numbers, &value))
          {
            least = MIN (least, value);
            most = MAX (most, value);
          }
      }

  if (most > 0)
    g_string_append_printf (text, ", %" G_GUINT64_FORMAT "–%" G_GUINT64_FORMAT " MHz", least / 1000, most / 1000);
}

/* "AArch64 Processor rev 12 (aarch64), capacity 1024, 300–1766 MHz" */
static char *
dup_processor (StrataProto cpu)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const StrataProto whole = cpu;
  guint64 capacity = 0;

  while (strata_proto_next (&cpu))
    if (cpu.number == STRATA_PF_CPU_INFO_CPU_PROCESSOR && text->len == 0)
      {
        g_autofree char *name = strata_proto_dup_text (&cpu, MOST_NAME_BYTES);

        g_string_append (text, name != NULL ? name : "");
      }
    else if (cpu.number == STRATA_PF_CPU_INFO_CPU_CAPACITY)
      capacity = strata_proto_get_uint (&cpu);

  if (capacity > 0)
    g_string_append_printf (text, "%scapacity %" G_GUINT64_FORMAT, text->len > 0 ? ", " : "", capacity);
  add_range (text, whole);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_processors (GString *text,
                guint first,
                guint end,
                const char *processor)
{
  if (first == end || text->len >= MOST_TEXT_BYTES)
    return;

  g_string_append_printf (text, first + 1 == end ? "%s%u" : "%s%u–%u", text->len > 0 ? "; " : "", first, end - 1);
  g_string_append_printf (text, ": %s", processor);
}

static gint64
find_top_khz (StrataProto cpu)
{
  gint64 top_khz = 0;

  while (strata_proto_next (&cpu))
    if (cpu.number == STRATA_PF_CPU_INFO_CPU_FREQUENCIES)
      {
        StrataProtoNumbers numbers = strata_proto_get_numbers (&cpu, STRATA_PROTO_VARINT);
        guint64 value;

        while (strata_proto_numbers_next (&numbers, &value))
          top_khz = MAX (top_khz, (gint64) MIN (value, G_MAXINT32));
      }

  return top_khz;
}

static StrataCpuFact
get_fact (StrataProto cpu)
{
  StrataCpuFact fact = { .top_khz = find_top_khz (cpu) };

  while (strata_proto_next (&cpu))
    if (cpu.number == STRATA_PF_CPU_INFO_CPU_PROCESSOR && fact.processor == NULL)
      fact.processor = strata_proto_dup_text (&cpu, MOST_NAME_BYTES);
    else if (cpu.number == STRATA_PF_CPU_INFO_CPU_CAPACITY)
      fact.capacity = (gint64) MIN (strata_proto_get_uint (&cpu), G_MAXINT32);

  if (fact.processor != NULL)
    g_strdelimit (fact.processor, "\n\r" STRATA_CPU_FACT_END, ' ');

  return fact;
}

static int
compare_speeds (gconstpointer a,
                gconstpointer b)
{
  const gint64 speed_a = *(const gint64 *) a;
  const gint64 speed_b = *(const gint64 *) b;

  return STRATA_ORDER (speed_a, speed_b);
}

/* Lists what the clusters are ranked by: capacities or, unless all are known, highest frequencies. Each CPU gets its own for now. */
static GArray *
list_speeds (GArray *facts)
{
  GArray *speeds = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean has_capacities = TRUE;
  guint n = 0;

  for (guint i = 0; i < facts->len; i++)
    has_capacities &= g_array_index (facts, StrataCpuFact, i).capacity > 0;

  for (guint i = 0; i < facts->len; i++)
    {
      StrataCpuFact *fact = &g_array_index (facts, StrataCpuFact, i);

      fact->cluster = has_capacities ? fact->capacity : fact->top_khz;
      g_array_append_val (speeds, fact->cluster);
    }

  g_array_sort (speeds, compare_speeds);
  for (guint i = 0; i < speeds->len; i++)
    if (n == 0 || g_array_index (speeds, gint64, i) != g_array_index (speeds, gint64, n - 1))
      g_array_index (speeds, gint64, n++) = g_array_index (speeds, gint64, i);

  return g_array_set_size (speeds, n);
}

static void
number_clusters (GArray *facts)
{
  g_autoptr (GArray) speeds = list_speeds (facts);

  for (guint i = 0; i < facts->len; i++)
    {
      StrataCpuFact *fact = &g_array_index (facts, StrataCpuFact, i);
      guint rank = 0;

      g_array_binary_search (speeds, &fact->cluster, compare_speeds, &rank);
      fact->cluster = rank;
    }
}

/* Keeps what is known about each CPU, by number. */
static void
keep_cpu_facts (StrataPerfettoReader *self,
                StrataProto info)
{
  g_autoptr (GArray) facts = g_array_new (FALSE, FALSE, sizeof (StrataCpuFact));
  g_autoptr (GString) text = g_string_new (NULL);

  g_array_set_clear_func (facts, (GDestroyNotify) strata_cpu_fact_clear);
  while (strata_proto_next (&info))
    if (info.number == STRATA_PF_CPU_INFO_CPUS && facts->len < MOST_CPUS)
      {
        const StrataCpuFact fact = get_fact (strata_proto_enter (&info));

        g_array_append_val (facts, fact);
      }

  number_clusters (facts);
  for (guint i = 0; i < facts->len; i++)
    {
      const StrataCpuFact *fact = &g_array_index (facts, StrataCpuFact, i);

      g_string_append_printf (text, STRATA_CPU_FACT_FORMAT, (guint) fact->cluster, fact->capacity, fact->top_khz, fact->processor != NULL ? fact->processor : "");
    }
  strata_trace_builder_add_property (self->builder, STRATA_CPU_FACTS_PROPERTY, text->str);
}

/* CPUs are in the order of their numbers. Identical neighbours are listed once. */
void
strata_perfetto_reader_take_processors (StrataPerfettoReader *self,
                                        StrataProto info)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *latest = NULL;
  guint first = 0;
  guint n = 0;

  if (!self->is_other)
    keep_cpu_facts (self, info);

  while (strata_proto_next (&info))
    if (info.number == STRATA_PF_CPU_INFO_CPUS)
      {
        char *processor = dup_processor (strata_proto_enter (&info));

        if (n > 0 && !g_str_equal (processor, latest))
          {
            add_processors (text, first, n, latest);
            first = n;
          }
        g_free (latest);
        latest = processor;
        n++;
      }

  add_processors (text, first, n, latest);
  if (text->len > 0)
    strata_trace_builder_add_property (self->builder, "processors", text->str);
}

static void
name_interrupt (StrataPerfettoReader *self,
                StrataProto interrupt)
{
  guint32 id = 0;
  char *name = NULL;

  while (strata_proto_next (&interrupt))
    if (interrupt.number == STRATA_PF_INTERRUPT_ID)
      id = (guint32) strata_proto_get_uint (&interrupt);
    else if (interrupt.number == STRATA_PF_INTERRUPT_NAME && interrupt.wire == STRATA_PROTO_BYTES && name == NULL)
      name = g_strndup ((const char *) interrupt.data, MIN ((gsize) interrupt.value, MOST_TEXT_BYTES));

  if (name != NULL)
    g_hash_table_insert (self->interrupts, GUINT_TO_POINTER (id), name);
}

/* Counts of interrupts contain only numbers, so their names are kept. */
void
strata_perfetto_reader_take_interrupts (StrataPerfettoReader *self,
                                        StrataProto info)
{
  if (self->interrupts == NULL)
    self->interrupts = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  while (strata_proto_next (&info))
    if (info.number == STRATA_PF_INTERRUPT_INFO_INTERRUPTS)
      name_interrupt (self, strata_proto_enter (&info));
}

/* Losses of a buffer: chunks for which there was no room, and packets with a missing part. */
static guint64
count_lost (StrataProto buffer)
{
  guint64 n_lost = 0;

  while (strata_proto_next (&buffer))
    if (buffer.number == STRATA_PF_BUFFER_STATS_DISCARDED || buffer.number == STRATA_PF_BUFFER_STATS_PACKET_LOSS)
      n_lost += MIN (strata_proto_get_uint (&buffer), G_MAXUINT32);

  return n_lost;
}

/* Statistics are written repeatedly; the last ones cover the whole recording. */
void
strata_perfetto_reader_take_stats (StrataPerfettoReader *self,
                                   StrataProto stats)
{
  self->buffer_loss = (StrataPerfettoBufferLoss){ 0 };
  while (strata_proto_next (&stats))
    if (stats.number == STRATA_PF_TRACE_STATS_BUFFER)
      {
        self->buffer_loss.n_discarded += count_lost (strata_proto_enter (&stats));
        self->buffer_loss.n_overwritten += strata_proto_find_uint (strata_proto_enter (&stats), STRATA_PF_BUFFER_STATS_OVERWRITTEN);
      }
}

/* No recorder reports more losses; a bad file must not take all memory. */
#define MOST_LOSSES 8192

static StrataPerfettoKernelLoss *
get_loss (StrataPerfettoReader *self,
          guint32 sequence,
          guint32 cpu)
{
  const gint64 key = (gint64) ((guint64) sequence << 32 | cpu);
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->loss_by_key, &key));

  if (index == 0 && self->kernel_losses->len >= MOST_LOSSES)
    return NULL;

  if (index == 0)
    {
      const StrataPerfettoKernelLoss loss = { .sequence = sequence, .cpu = cpu };

      g_array_append_val (self->kernel_losses, loss);
      index = self->kernel_losses->len;
      g_hash_table_insert (self->loss_by_key, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index));
    }

  return &g_array_index (self->kernel_losses, StrataPerfettoKernelLoss, index - 1);
}

static void
take_cpu (StrataPerfettoReader *self,
          guint32 sequence,
          StrataProto stats,
          guint64 phase)
{
  guint64 n_lost = 0;
  guint64 cpu = 0;

  while (strata_proto_next (&stats))
    if (stats.number == STRATA_PF_CPU_STATS_CPU)
      cpu = strata_proto_get_uint (&stats);
    else if (stats.number == STRATA_PF_CPU_STATS_OVERRUN || stats.number == STRATA_PF_CPU_STATS_COMMIT_OVERRUN || stats.number == STRATA_PF_CPU_STATS_DROPPED)
      n_lost += MIN (strata_proto_get_uint (&stats), G_MAXUINT32);

  StrataPerfettoKernelLoss *loss = cpu < MOST_CPUS ? get_loss (self, sequence, (guint32) cpu) : NULL;

  if (loss == NULL)
    return;
  if (phase == PHASE_BEGIN)
    loss->n_before = n_lost;
  else if (phase == PHASE_END)
    loss->n_after = n_lost;
}

/* The packets of both phases contain the same names. */
static void
add_refusal (StrataPerfettoReader *self,
             const StrataProto *field)
{
  char *name = field->wire == STRATA_PROTO_BYTES && g_hash_table_size (self->refusals) < MOST_REFUSALS ? strata_proto_dup_text (field, MOST_NAME_BYTES) : NULL;

  if (name == NULL || *name == '\0' || g_hash_table_contains (self->refusals, name))
    {
      g_free (name);
      return;
    }

  if (self->refused->len < MOST_TEXT_BYTES)
    g_string_append_printf (self->refused, "%s%s", self->refused->len > 0 ? ", " : "", name);
  g_hash_table_add (self->refusals, name);
}

static void
add_parse_errors (StrataPerfettoReader *self,
                  const StrataProto *field)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 value;

  while (strata_proto_numbers_next (&numbers, &value))
    self->parse_errors |= 1u << MIN (value, 31);
}

static guint64
take_kernel_field (StrataPerfettoReader *self,
                   const StrataProto *field,
                   guint64 phase)
{
  switch (field->number)
    {
    case STRATA_PF_FTRACE_STATS_PHASE:
      return strata_proto_get_uint (field);
    case STRATA_PF_FTRACE_STATS_ATRACE_ERRORS:
    case STRATA_PF_FTRACE_STATS_UNKNOWN_EVENTS:
    case STRATA_PF_FTRACE_STATS_FAILED_EVENTS:
    case STRATA_PF_FTRACE_STATS_FEATURE_ERROR:
      add_refusal (self, field);
      return phase;
    case STRATA_PF_FTRACE_STATS_PARSE_ERRORS:
      add_parse_errors (self, field);
      return phase;
    default:
      return phase;
    }
}

void
strata_perfetto_reader_take_kernel_stats (StrataPerfettoReader *self,
                                          guint32 sequence,
                                          StrataProto stats)
{
  StrataProto cpus = stats;
  guint64 phase = 0;

  while (strata_proto_next (&stats))
    phase = take_kernel_field (self, &stats, phase);

  while (strata_proto_next (&cpus))
    if (cpus.number == STRATA_PF_FTRACE_STATS_CPU)
      take_cpu (self, sequence, strata_proto_enter (&cpus), phase);
}

guint64
strata_perfetto_kernel_loss_get (const StrataPerfettoKernelLoss *self)
{
  return self->n_earlier + (self->n_after > self->n_before ? self->n_after - self->n_before : 0);
}

/* Counts at the start of a recording are kept until its end is known, since two packets begin a recording. */
void
strata_perfetto_reader_begin_recording (StrataPerfettoReader *self)
{
  self->recording++;
  self->earlier_losses.n_discarded += self->buffer_loss.n_discarded;
  self->earlier_losses.n_overwritten += self->buffer_loss.n_overwritten;
  self->buffer_loss = (StrataPerfettoBufferLoss){ 0 };

  for (guint i = 0; i < self->kernel_losses->len; i++)
    {
      StrataPerfettoKernelLoss *loss = &g_array_index (self->kernel_losses, StrataPerfettoKernelLoss, i);

      if (loss->n_after > 0)
        *loss = (StrataPerfettoKernelLoss){ .sequence = loss->sequence, .cpu = loss->cpu, .n_earlier = strata_perfetto_kernel_loss_get (loss) };
    }
}
