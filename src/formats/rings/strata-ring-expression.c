/* strata-ring-expression.c - parses the expressions of a `print fmt`
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ring-print-private.h"

/* No kernel writes deeper expressions. */
#define MAX_DEPTH 64
#define MAX_NODES 4096

/* Names that kernels forget to replace by numbers in their descriptions (TRACE_DEFINE_ENUM). */
static const struct
{
  const char *name;
  gint64 value;
} constants[] = {
  { "IOPRIO_CLASS_NONE", 0 },
  { "IOPRIO_CLASS_RT", 1 },
  { "IOPRIO_CLASS_BE", 2 },
  { "IOPRIO_CLASS_IDLE", 3 },
  { "IOPRIO_CLASS_INVALID", 7 },
  { "HI_SOFTIRQ", 0 },
  { "TIMER_SOFTIRQ", 1 },
  { "NET_TX_SOFTIRQ", 2 },
  { "NET_RX_SOFTIRQ", 3 },
  { "BLOCK_SOFTIRQ", 4 },
  { "IRQ_POLL_SOFTIRQ", 5 },
  { "TASKLET_SOFTIRQ", 6 },
  { "SCHED_SOFTIRQ", 7 },
  { "HRTIMER_SOFTIRQ", 8 },
  { "RCU_SOFTIRQ", 9 },
  { "HRTIMER_NORESTART", 0 },
  { "HRTIMER_RESTART", 1 },
  { "HRTIMER_MODE_ABS", 0 },
  { "HRTIMER_MODE_REL", 1 },
  { "HRTIMER_MODE_ABS_PINNED", 2 },
  { "HRTIMER_MODE_REL_PINNED", 3 },
  { "HRTIMER_MODE_ABS_SOFT", 4 },
  { "HRTIMER_MODE_REL_SOFT", 5 },
  { "HRTIMER_MODE_ABS_PINNED_SOFT", 6 },
  { "HRTIMER_MODE_REL_PINNED_SOFT", 7 },
  { "HRTIMER_MODE_ABS_HARD", 8 },
  { "HRTIMER_MODE_REL_HARD", 9 },
  { "HRTIMER_MODE_ABS_PINNED_HARD", 10 },
  { "HRTIMER_MODE_REL_PINNED_HARD", 11 },
  { "true", 1 },
  { "false", 0 },
  { "NULL", 0 },
};

static guint32
fail (StrataRingParser *self)
{
  self->is_bad = TRUE;
  return 0;
}

static guint32
add (StrataRingParser *self,
     StrataRingNode node)
{
  StrataColumn *nodes = &self->print->nodes;

  if (nodes->n >= MAX_NODES)
    self->is_bad = TRUE;

  *(StrataRingNode *) strata_column_push (nodes, sizeof node) = node;
  return (guint32) nodes->n - 1;
}

static void
skip_blanks (StrataRingParser *self)
{
  while (self->at < self->end && g_ascii_isspace (*self->at))
    self->at++;
}

static gboolean
peek (StrataRingParser *self,
      const char *word)
{
  skip_blanks (self);
  return (gsize) (self->end - self->at) >= strlen (word) && memcmp (self->at, word, strlen (word)) == 0;
}

static gboolean
take (StrataRingParser *self,
      const char *word)
{
  if (!peek (self, word))
    return FALSE;

  self->at += strlen (word);
  return TRUE;
}

gboolean
strata_ring_parser_take (StrataRingParser *self,
                         char c)
{
  const char word[] = { c, '\0' };

  return take (self, word);
}

static void
expect (StrataRingParser *self,
        const char *word)
{
  if (!take (self, word))
    self->is_bad = TRUE;
}

static char
unescape (char c)
{
  return c == 'n' ? '\n' : c == 't' ? '\t'
                       : c == 'r'   ? '\r'
                       : c == '0'   ? '\0'
                                    : c;
}

/* One or more string literals, which C concatenates. */
StrataText
strata_ring_parser_read_string (StrataRingParser *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (take (self, "\""))
    {
      for (; self->at < self->end && *self->at != '"'; self->at++)
        if (*self->at == '\\' && self->at + 1 < self->end)
          g_string_append_c (text, unescape (*++self->at));
        else
          g_string_append_c (text, *self->at == '\n' ? ' ' : *self->at); /* an event is one line */

      if (self->at < self->end)
        self->at++;
      else
        self->is_bad = TRUE;
    }

  return (StrataText){ g_string_chunk_insert_len (self->print->texts, text->str, (gssize) text->len), text->len };
}

static StrataText
read_word (StrataRingParser *self)
{
  const char *begin;

  skip_blanks (self);
  begin = self->at;
  while (self->at < self->end && (g_ascii_isalnum (*self->at) || *self->at == '_'))
    self->at++;

  return strata_text (begin, self->at);
}

static const StrataRingField *
find_field (const StrataRingParser *self,
            StrataText name)
{
  const StrataRingFormat *format = self->print->format;

  for (guint i = 0; i < format->n_fields; i++)
    if (format->fields[i].name.n_bytes == name.n_bytes && memcmp (format->fields[i].name.text, name.text, name.n_bytes) == 0)
      return &format->fields[i];

  return NULL;
}

/* "REC->name", "REC->__data_loc_name" for the location of a field's bytes, or just REC. */
static guint32
read_record (StrataRingParser *self)
{
  static const char *const prefixes[] = { "__data_loc_", "__rel_loc_" };
  const StrataRingField *field;
  StrataText name;

  if (!take (self, "->"))
    return add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_RECORD });

  name = read_word (self);
  field = find_field (self, name);
  if (field != NULL)
    return add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_FIELD, .field = field });

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (name.n_bytes > strlen (prefixes[i]) && memcmp (name.text, prefixes[i], strlen (prefixes[i])) == 0)
      field = find_field (self, (StrataText){ name.text + strlen (prefixes[i]), name.n_bytes - strlen (prefixes[i]) });

  return field != NULL ? add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_LOCATION, .field = field }) : fail (self);
}

static gboolean
read_constant (StrataRingParser *self,
               gint64 *value)
{
  const StrataText word = read_word (self);

  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (strata_text_equals (word, constants[i].name))
      {
        *value = constants[i].value;
        return TRUE;
      }

  return FALSE;
}

static guint32
read_number (StrataRingParser *self)
{
  char *end;
  char text[32];
  const gsize n = MIN (sizeof text - 1, (gsize) (self->end - self->at));
  guint64 value;

  memcpy (text, self->at, n);
  text[n] = '\0';
  value = g_ascii_strtoull (text, &end, 0);
  self->at += end - text;
  while (self->at < self->end && strchr ("uUlL", *self->at) != NULL)
    self->at++;

  return end > text ? add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_NUMBER, .value = (gint64) value }) : fail (self);
}

/* Constant expressions are computed at once where a list of names needs a number. */
static gint64
compute (StrataRingParser *self,
         guint32 node)
{
  static const StrataRingRecord nothing = { .data = (const guint8 *) "", .n_bytes = 0 };
  StrataRingEvaluation evaluation = { .print = self->print, .record = &nothing };

  return self->is_bad ? 0 : strata_ring_evaluate (&evaluation, node).number;
}

/* "{ 1, "S" }, { 2, "D" }": a pair is left out if its value is an unknown name. */
static void
read_names (StrataRingParser *self,
            StrataRingNode *node)
{
  node->first = (guint32) self->print->names.n;
  while (!self->is_bad && take (self, "{"))
    {
      StrataRingName name = { .name = { "", 0 } };
      const char *const begin = self->at;
      gint64 value;
      gboolean is_known = TRUE;

      if (read_constant (self, &value))
        name.value = (guint64) value;
      else if (self->at > begin && !g_ascii_isdigit (*begin) && peek (self, ",") && self->at - begin > 0 && g_ascii_isalpha (begin[strspn (begin, " ")]))
        is_known = FALSE;
      else
        {
          self->at = begin;
          name.value = (guint64) compute (self, strata_ring_parser_read (self));
        }

      expect (self, ",");
      if (peek (self, "\""))
        name.name = strata_ring_parser_read_string (self);
      else
        is_known = strata_ring_parser_read (self) == STRATA_RING_NO_VALUE; /* the list ends with a NULL name */

      expect (self, "}");
      take (self, ",");
      if (is_known)
        *(StrataRingName *) strata_column_push (&self->print->names, sizeof name) = name;
    }

  node->n_names = (guint32) self->print->names.n - node->first;
}

static guint32
read_flags (StrataRingParser *self,
            gboolean is_symbolic)
{
  StrataRingNode node = { .kind = is_symbolic ? STRATA_RING_NODE_SYMBOLIC : STRATA_RING_NODE_FLAGS, .text = { "", 0 } };

  node.a = strata_ring_parser_read (self);
  expect (self, ",");
  if (!is_symbolic)
    {
      node.text = strata_ring_parser_read_string (self);
      take (self, ",");
    }

  read_names (self, &node);
  expect (self, ")");
  return add (self, node);
}

static guint32
read_of_field (StrataRingParser *self,
               StrataRingNodeKind kind)
{
  const StrataRingField *field = find_field (self, read_word (self));

  expect (self, ")");
  return field != NULL ? add (self, (StrataRingNode){ .kind = (guint8) kind, .field = field }) : fail (self);
}

/* Up to three arguments; further ones are parsed and ignored. */
static guint32
read_call (StrataRingParser *self,
           StrataRingNodeKind kind,
           gint64 value)
{
  StrataRingNode node = { .kind = (guint8) kind, .value = value };
  guint32 args[3] = { 0, 0, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (args) && !self->is_bad; i++)
    {
      args[i] = strata_ring_parser_read (self);
      if (!take (self, ","))
        break;
    }

  expect (self, ")");
  node.a = args[0];
  node.b = args[1];
  node.c = args[2];
  return add (self, node);
}

/* The second argument is the kernel's buffer for the name. */
static guint32
read_comm (StrataRingParser *self)
{
  StrataRingNode node = { .kind = STRATA_RING_NODE_COMM, .a = strata_ring_parser_read (self) };

  if (take (self, ","))
    read_word (self);

  expect (self, ")");
  return add (self, node);
}

/* Returns the first argument; the others are hints for the compiler. */
static guint32
read_first (StrataRingParser *self)
{
  const guint32 node = strata_ring_parser_read (self);

  while (!self->is_bad && take (self, ","))
    strata_ring_parser_read (self);

  expect (self, ")");
  return node;
}

static guint32
read_sizeof (StrataRingParser *self)
{
  guint32 node = strata_ring_parser_read (self);
  const StrataRingNode *inner = self->is_bad ? NULL : &strata_column_at (&self->print->nodes, StrataRingNode, node);

  expect (self, ")");
  if (inner == NULL || inner->kind != STRATA_RING_NODE_FIELD)
    return fail (self);

  return add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_NUMBER, .value = inner->field->n_bytes });
}

typedef enum
{
  CALL_OF_FIELD,
  CALL_FLAGS,
  CALL_SYMBOLIC,
  CALL_ARGS,
  CALL_COMM,
  CALL_SIZEOF,
  CALL_FIRST,
} CallKind;

static const struct
{
  const char *name;
  guint8 call;
  guint8 kind;
  gint8 value;
} calls[] = {
  { "__get_str", CALL_OF_FIELD, STRATA_RING_NODE_BYTES, 0 },
  { "__get_rel_str", CALL_OF_FIELD, STRATA_RING_NODE_BYTES, 0 },
  { "__get_dynamic_array", CALL_OF_FIELD, STRATA_RING_NODE_BYTES, 0 },
  { "__get_rel_dynamic_array", CALL_OF_FIELD, STRATA_RING_NODE_BYTES, 0 },
  { "__get_sockaddr", CALL_OF_FIELD, STRATA_RING_NODE_BYTES, 0 },
  { "__get_rel_sockaddr", CALL_OF_FIELD, STRATA_RING_NODE_BYTES, 0 },
  { "__get_dynamic_array_len", CALL_OF_FIELD, STRATA_RING_NODE_LENGTH, 0 },
  { "__get_rel_dynamic_array_len", CALL_OF_FIELD, STRATA_RING_NODE_LENGTH, 0 },
  { "__get_bitmask", CALL_OF_FIELD, STRATA_RING_NODE_BITMASK, 0 },
  { "__get_rel_bitmask", CALL_OF_FIELD, STRATA_RING_NODE_BITMASK, 0 },
  { "__get_cpumask", CALL_OF_FIELD, STRATA_RING_NODE_CPUMASK, 0 },
  { "__get_rel_cpumask", CALL_OF_FIELD, STRATA_RING_NODE_CPUMASK, 0 },
  { "__print_flags", CALL_FLAGS, 0, 0 },
  { "__print_flags_u64", CALL_FLAGS, 0, 0 },
  { "__print_symbolic", CALL_SYMBOLIC, 0, 0 },
  { "__print_symbolic_u64", CALL_SYMBOLIC, 0, 0 },
  { "__print_hex", CALL_ARGS, STRATA_RING_NODE_HEX, ' ' },
  { "__print_hex_str", CALL_ARGS, STRATA_RING_NODE_HEX, 0 },
  { "__print_array", CALL_ARGS, STRATA_RING_NODE_ARRAY, 0 },
  { "hm_trace_tcb_state2str", CALL_ARGS, STRATA_RING_NODE_HM_STATE, 0 },
  { "hm_trace_tcb_unpack_schedinfo", CALL_ARGS, STRATA_RING_NODE_HM_INFO, 0 },
  { "trace_cmdline_of", CALL_COMM, 0, 0 },
  { "sizeof", CALL_SIZEOF, 0, 0 },
  { "__builtin_expect", CALL_FIRST, 0, 0 },
};

/* HongMeng's numbers of states have been the same under each name of the function that names them. */
static guint32
read_hm_state (StrataRingParser *self)
{
  const char *const begin = self->at;
  const gboolean is_state = strata_text_equals (read_word (self), "REC") && take (self, "->") && strata_text_equals (read_word (self), "pstate") && take (self, ")");

  self->at = begin;
  return is_state ? read_call (self, STRATA_RING_NODE_HM_STATE, 0) : fail (self);
}

static guint32
read_function (StrataRingParser *self,
               StrataText name)
{
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (strata_text_equals (name, calls[i].name))
      switch ((CallKind) calls[i].call)
        {
        case CALL_OF_FIELD:
          return read_of_field (self, calls[i].kind);
        case CALL_FLAGS:
          return read_flags (self, FALSE);
        case CALL_SYMBOLIC:
          return read_flags (self, TRUE);
        case CALL_ARGS:
          return read_call (self, calls[i].kind, calls[i].value);
        case CALL_COMM:
          return read_comm (self);
        case CALL_SIZEOF:
          return read_sizeof (self);
        case CALL_FIRST:
          return read_first (self);
        }

  return read_hm_state (self);
}

static guint32
read_name (StrataRingParser *self)
{
  const char *const begin = self->at;
  const StrataText word = read_word (self);
  gint64 value;

  if (strata_text_equals (word, "REC"))
    return read_record (self);
  if (take (self, "("))
    return read_function (self, word);

  self->at = begin;
  return read_constant (self, &value) ? add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_NUMBER, .value = value }) : fail (self);
}

/* Parses the parentheses before a value, if they can only contain a type. */
static gboolean
take_type (StrataRingParser *self,
           gint64 *n_bytes)
{
  static const char *const words[] = { "unsigned", "signed", "const", "struct", "char", "short", "int", "long", "void", "bool", "size_t", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "__u8", "__u16", "__u32", "__u64", "__s32", "__s64", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int32_t", "int64_t", "loff_t", "ino_t", "dev_t", "sector_t", "pid_t", "gfp_t", "uintptr_t", "__le16", "__le32", "__le64", "__be16", "__be32", "__be64" };
  const char *const begin = self->at;
  gboolean is_type = FALSE;
  gboolean is_unsigned = FALSE;
  gboolean is_pointer = FALSE;
  gboolean is_after_struct = FALSE;
  gint64 size = 0;

  for (StrataText word = read_word (self); word.n_bytes > 0; word = read_word (self))
    {
      gboolean is_known = is_after_struct;

      for (guint i = 0; i < G_N_ELEMENTS (words); i++)
        is_known |= strata_text_equals (word, words[i]);

      if (!is_known)
        break;

      const char last = word.text[word.n_bytes - 1];

      is_type = TRUE;
      is_after_struct = strata_text_equals (word, "struct");
      is_unsigned |= strata_text_equals (word, "unsigned") || strata_text_equals (word, "size_t") || strata_text_equals (word, "bool") || *word.text == 'u' || (word.n_bytes > 2 && (word.text[2] == 'u' || word.text[2] == 'l' || word.text[2] == 'b') && *word.text == '_');
      size = strata_text_equals (word, "long") || strata_text_equals (word, "size_t") || strata_text_equals (word, "uintptr_t") || strata_text_equals (word, "ino_t") ? (size == -1 ? 8 : -1)
             : strata_text_equals (word, "char") || strata_text_equals (word, "bool") || last == '8'                                                                  ? 1
             : strata_text_equals (word, "short") || g_strstr_len (word.text, (gssize) word.n_bytes, "16") != NULL                                                    ? 2
             : g_strstr_len (word.text, (gssize) word.n_bytes, "64") != NULL || strata_text_equals (word, "sector_t") || strata_text_equals (word, "loff_t")          ? 8
             : size != 0                                                                                                                                              ? size
                                                                                                                                                                      : 4;
    }

  while (take (self, "*"))
    is_pointer = TRUE;

  if (!is_type || !take (self, ")"))
    {
      self->at = begin;
      return FALSE;
    }

  size = size == -1 ? (gint64) self->print->long_bytes : size;
  *n_bytes = is_pointer ? 0 : is_unsigned ? size
                                          : -size;
  return TRUE;
}

static guint32 read_unary (StrataRingParser *self);

static guint32
read_brackets (StrataRingParser *self)
{
  StrataRingNode cast = { .kind = STRATA_RING_NODE_CAST };
  guint32 node;

  if (take_type (self, &cast.value))
    {
      /* a cast has precedence over all binary operators */
      self->depth++;
      cast.a = self->depth < MAX_DEPTH ? read_unary (self) : fail (self);
      self->depth--;
      return cast.value != 0 ? add (self, cast) : cast.a;
    }

  node = strata_ring_parser_read (self);
  expect (self, ")");
  return node;
}

static guint32
read_primary (StrataRingParser *self)
{
  guint32 node;

  skip_blanks (self);
  if (self->at >= self->end)
    return fail (self);

  if (*self->at == '"')
    node = add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_STRING, .text = strata_ring_parser_read_string (self) });
  else if (take (self, "("))
    node = read_brackets (self);
  else if (g_ascii_isdigit (*self->at))
    node = read_number (self);
  else
    node = read_name (self);

  while (!self->is_bad && take (self, "["))
    {
      const guint32 index = strata_ring_parser_read (self);

      expect (self, "]");
      node = add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_INDEX, .a = node, .b = index });
    }

  return node;
}

/* Parses a value with its unary operators. */
static guint32
read_unary (StrataRingParser *self)
{
  skip_blanks (self);
  if (self->at < self->end && self->depth < MAX_DEPTH && strchr ("-!~+&*", *self->at) != NULL && *self->at != '\0')
    {
      const char op = *self->at++;
      guint32 a;

      self->depth++;
      a = read_unary (self);
      self->depth--;
      return op == '+' || op == '&' ? a : add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_UNARY, .op = (guint16) op, .a = a });
    }

  return self->depth < MAX_DEPTH ? read_primary (self) : fail (self);
}

/* The binary operators by precedence, lowest first. */
static const char *const levels[][5] = {
  { "||" },
  { "&&" },
  { "|" },
  { "^" },
  { "&" },
  { "==", "!=" },
  { "<=", ">=", "<", ">" },
  { "<<", ">>" },
  { "+", "-" },
  { "*", "/", "%" },
};

/* A single & must not be the start of &&, and < not that of <<. */
static const char *
take_operator (StrataRingParser *self,
               guint level)
{
  for (guint i = 0; i < G_N_ELEMENTS (levels[level]) && levels[level][i] != NULL; i++)
    {
      const char *op = levels[level][i];
      const gsize n = strlen (op);

      if (!peek (self, op))
        continue;
      if (n == 1 && strchr ("|&<>", *op) != NULL && self->at + 1 < self->end && (self->at[1] == *op || self->at[1] == '='))
        continue;

      self->at += n;
      return op;
    }

  return NULL;
}

/* Whether a value is an unsigned 64-bit number. */
static gboolean
is_unsigned (const StrataRingParser *self,
             guint32 at)
{
  const StrataRingNode *node = self->is_bad ? NULL : &strata_column_at (&self->print->nodes, StrataRingNode, at);

  if (node == NULL)
    return FALSE;
  if (node->kind == STRATA_RING_NODE_FIELD)
    return node->field->kind == STRATA_RING_NUMBER && node->field->n_bytes == 8 && !node->field->is_signed;

  return node->kind == STRATA_RING_NODE_CAST && node->value == 8;
}

static guint32
read_level (StrataRingParser *self,
            guint level)
{
  guint32 left;
  const char *op;

  if (level == G_N_ELEMENTS (levels))
    return read_unary (self);

  left = read_level (self, level + 1);
  while (!self->is_bad && (op = take_operator (self, level)) != NULL)
    {
      const guint32 right = read_level (self, level + 1);

      const guint16 name = (guint16) STRATA_RING_OP (op[0], op[1]);
      const gboolean is_shift = name == STRATA_RING_OP ('>', '>');

      left = add (self, (StrataRingNode){ .kind = STRATA_RING_NODE_BINARY, .op = name, .a = left, .b = right, .value = is_unsigned (self, left) || (!is_shift && is_unsigned (self, right)) });
    }

  return left;
}

/**
 * strata_ring_parser_read:
 * @self: a parser, at an expression
 *
 * Parses a C expression.
 *
 * Returns: its node
 */
guint32
strata_ring_parser_read (StrataRingParser *self)
{
  StrataRingNode choice = { .kind = STRATA_RING_NODE_CHOICE };
  guint32 node;

  if (self->is_bad || ++self->depth >= MAX_DEPTH)
    return fail (self);

  node = read_level (self, 0);
  if (!self->is_bad && take (self, "?"))
    {
      choice.a = node;
      choice.b = strata_ring_parser_read (self);
      expect (self, ":");
      choice.c = strata_ring_parser_read (self);
      node = add (self, choice);
    }

  self->depth--;
  return node;
}
