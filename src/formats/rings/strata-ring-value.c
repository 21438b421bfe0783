/* strata-ring-value.c - evaluates the expressions of a `print fmt`
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-print-private.h"

/* Longer lists of bytes are truncated. */
#define MAX_ELEMENTS 512

static StrataRingValue
make_number (gint64 number)
{
  return (StrataRingValue){ .number = number, .text = { "", 0 } };
}

/* The number represents the address of the text, which is never NULL. */
static StrataRingValue
make_text (StrataText text)
{
  return (StrataRingValue){ .number = 1, .text = text, .is_text = TRUE };
}

/* Returns the text written to the scratch buffer since @begin. */
static StrataRingValue
end_scratch (StrataRingEvaluation *self,
             const char *begin)
{
  return make_text (strata_text (begin, self->scratch.at));
}

static StrataRingValue
get_field (StrataRingEvaluation *self,
           const StrataRingField *field)
{
  StrataRingValue value = make_number (0);

  if (field->kind == STRATA_RING_NUMBER)
    {
      value.number = strata_ring_record_get_int (self->record, field);
      if (field->is_pointer && field->is_text && strata_ring_names_find_string (self->names, (guint64) value.number, &value.text))
        value.is_text = TRUE;

      value.field = field;
      return value;
    }

  value = make_text (value.text);
  strata_ring_record_get_bytes (self->record, field, &value.text);
  value.field = field;
  return value;
}

static StrataRingValue
get_location (StrataRingEvaluation *self,
              const StrataRingField *field)
{
  StrataRingField location = *field;

  location.kind = STRATA_RING_NUMBER;
  location.is_signed = FALSE;
  return make_number (strata_ring_record_get_int (self->record, &location));
}

static gint64
divide (gint64 a,
        gint64 b,
        gboolean is_rest,
        gboolean is_unsigned)
{
  if (b == 0 || (a == G_MININT64 && b == -1 && !is_unsigned))
    return 0;
  if (is_unsigned)
    return (gint64) (is_rest ? (guint64) a % (guint64) b : (guint64) a / (guint64) b);

  return is_rest ? a % b : a / b;
}

static gint64
compute (const StrataRingNode *node,
         gint64 a,
         gint64 b)
{
  const guint16 op = node->op;
  const gboolean is_order = op == '<' || op == '>' || op == STRATA_RING_OP ('<', '=') || op == STRATA_RING_OP ('>', '=');

  /* with the highest bit inverted, unsigned numbers compare like signed ones */
  if (is_order && node->value != 0)
    {
      a ^= G_MININT64;
      b ^= G_MININT64;
    }

  switch (op)
    {
    case STRATA_RING_OP ('|', '|'):
      return a != 0 || b != 0;
    case STRATA_RING_OP ('&', '&'):
      return a != 0 && b != 0;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case STRATA_RING_OP ('=', '='):
      return a == b;
    case STRATA_RING_OP ('!', '='):
      return a != b;
    case STRATA_RING_OP ('<', '='):
      return a <= b;
    case STRATA_RING_OP ('>', '='):
      return a >= b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case STRATA_RING_OP ('<', '<'):
      return b >= 0 && b < 64 ? (gint64) ((guint64) a << b) : 0;
    case STRATA_RING_OP ('>', '>'):
      if (node->value != 0)
        return b >= 0 && b < 64 ? (gint64) ((guint64) a >> b) : 0;

      return b >= 0 && b < 63 ? a >> b : -(a < 0);
    case '+':
      return (gint64) ((guint64) a + (guint64) b);
    case '-':
      return (gint64) ((guint64) a - (guint64) b);
    case '*':
      return (gint64) ((guint64) a * (guint64) b);
    default:
      return divide (a, b, op == '%', node->value != 0);
    }
}

/* The rest of an array after @n elements. */
static StrataRingValue
skip_elements (StrataRingValue array,
               gint64 n)
{
  const gsize element_bytes = array.field != NULL ? MAX (array.field->element_bytes, 1) : 1;
  const gsize n_bytes = n > 0 && (guint64) n < array.text.n_bytes / element_bytes ? (gsize) n * element_bytes : n > 0 ? array.text.n_bytes
                                                                                                                      : 0;

  array.text = (StrataText){ array.text.text + n_bytes, array.text.n_bytes - n_bytes };
  return array;
}

static StrataRingValue
compute_binary (StrataRingEvaluation *self,
                const StrataRingNode *node)
{
  const StrataRingValue a = strata_ring_evaluate (self, node->a);
  const StrataRingValue b = strata_ring_evaluate (self, node->b);
  StrataRingValue value = make_number (compute (node, a.number, b.number));

  if (node->op == '+' && a.is_text && !b.is_text)
    return skip_elements (a, b.number);

  /* an address plus or minus a number is an address */
  value.is_address = (a.is_address || b.is_address) && (node->op == '+' || node->op == '-');
  return value;
}

static StrataRingValue
compute_unary (StrataRingEvaluation *self,
               const StrataRingNode *node)
{
  const StrataRingValue a = strata_ring_evaluate (self, node->a);

  return node->op == '-' ? make_number ((gint64) (0 - (guint64) a.number)) : node->op == '!' ? make_number (a.number == 0)
                                                                         : node->op == '~'   ? make_number (~a.number)
                                                                                             : a;
}

/* Reduces a number to the bytes of a type. */
static gint64
narrow (const StrataRingNode *node,
        gint64 number)
{
  const guint n_bytes = (guint) ABS (node->value);

  if (n_bytes >= 8)
    return number;

  number = (gint64) ((guint64) number & ((G_GUINT64_CONSTANT (1) << (n_bytes * 8)) - 1));
  return node->value < 0 ? strata_ring_extend ((guint64) number, n_bytes) : number;
}

static StrataRingValue
cast (StrataRingEvaluation *self,
      const StrataRingNode *node)
{
  StrataRingValue value = strata_ring_evaluate (self, node->a);

  if (!value.is_text)
    value.number = narrow (node, value.number);

  return value;
}

static gint64
get_element (const StrataRingEvaluation *self,
             const StrataRingValue *array,
             guint element_bytes,
             guint64 index)
{
  if (element_bytes == 0 || index >= array->text.n_bytes / element_bytes)
    return 0;

  return (gint64) strata_ring_read_uint ((const guint8 *) array->text.text + index * element_bytes, element_bytes, self->record->is_swapped);
}

static StrataRingValue
get_indexed (StrataRingEvaluation *self,
             const StrataRingNode *node)
{
  const StrataRingValue array = strata_ring_evaluate (self, node->a);
  const StrataRingValue index = strata_ring_evaluate (self, node->b);

  return make_number (get_element (self, &array, array.field != NULL ? array.field->element_bytes : 1, (guint64) index.number));
}

/* Bits without a name come last, in hexadecimal. */
static StrataRingValue
name_flags (StrataRingEvaluation *self,
            const StrataRingNode *node)
{
  guint64 flags = (guint64) strata_ring_evaluate (self, node->a).number;
  const char *const begin = self->scratch.at;

  for (guint32 i = 0; i < node->n_names; i++)
    {
      const StrataRingName *name = &strata_column_at (&self->print->names, StrataRingName, node->first + i);

      if (flags == 0)
        break;
      if (name->value == 0 || (flags & name->value) != name->value)
        continue;

      flags &= ~name->value;
      if (self->scratch.at > begin)
        strata_ring_text_put (&self->scratch, node->text.text, node->text.n_bytes);
      strata_ring_text_put (&self->scratch, name->name.text, name->name.n_bytes);
    }

  if (flags != 0)
    {
      if (self->scratch.at > begin)
        strata_ring_text_put (&self->scratch, node->text.text, node->text.n_bytes);
      strata_ring_text_put (&self->scratch, "0x", 2);
      strata_ring_text_put_uint (&self->scratch, flags, 16);
    }

  return end_scratch (self, begin);
}

static StrataRingValue
name_symbol (StrataRingEvaluation *self,
             const StrataRingNode *node)
{
  const guint64 value = (guint64) strata_ring_evaluate (self, node->a).number;
  const char *const begin = self->scratch.at;

  for (guint32 i = 0; i < node->n_names; i++)
    {
      const StrataRingName *name = &strata_column_at (&self->print->names, StrataRingName, node->first + i);

      if (name->value == value)
        return make_text (name->name);
    }

  strata_ring_text_put (&self->scratch, "0x", 2);
  strata_ring_text_put_uint (&self->scratch, value, 16);
  return end_scratch (self, begin);
}

static StrataRingValue
list_hex (StrataRingEvaluation *self,
          const StrataRingNode *node)
{
  static const char digits[] = "0123456789abcdef";
  const StrataRingValue bytes = strata_ring_evaluate (self, node->a);
  const guint64 n_wanted = (guint64) strata_ring_evaluate (self, node->b).number;
  const gsize n = MIN (MIN (n_wanted, bytes.text.n_bytes), MAX_ELEMENTS);
  const char *const begin = self->scratch.at;
  const char between = (char) node->value;

  for (gsize i = 0; i < n; i++)
    {
      const guint8 byte = (guint8) bytes.text.text[i];
      const char text[] = { digits[byte >> 4], digits[byte & 15], between };

      strata_ring_text_put (&self->scratch, text, between != 0 && i + 1 < n ? 3 : 2);
    }

  return end_scratch (self, begin);
}

static StrataRingValue
list_array (StrataRingEvaluation *self,
            const StrataRingNode *node)
{
  const StrataRingValue array = strata_ring_evaluate (self, node->a);
  const guint64 n_wanted = (guint64) strata_ring_evaluate (self, node->b).number;
  const guint64 element_bytes = (guint64) strata_ring_evaluate (self, node->c).number;
  const gsize n = element_bytes == 1 || element_bytes == 2 || element_bytes == 4 || element_bytes == 8 ? MIN (MIN (n_wanted, array.text.n_bytes / element_bytes), MAX_ELEMENTS) : 0;
  const char *const begin = self->scratch.at;

  strata_ring_text_put (&self->scratch, "{", 1);
  for (gsize i = 0; i < n; i++)
    {
      strata_ring_text_put (&self->scratch, i > 0 ? ",0x" : "0x", i > 0 ? 3 : 2);
      strata_ring_text_put_uint (&self->scratch, (guint64) get_element (self, &array, (guint) element_bytes, i), 16);
    }

  strata_ring_text_put (&self->scratch, "}", 1);
  return end_scratch (self, begin);
}

/* A mask has as many bits as the kernel stored bytes for. */
static StrataRingValue
list_mask (StrataRingEvaluation *self,
           const StrataRingNode *node)
{
  const char *const begin = self->scratch.at;
  StrataText bits;

  strata_ring_record_get_bytes (self->record, node->field, &bits);
  bits.n_bytes = MIN (bits.n_bytes, MAX_ELEMENTS);
  if (node->kind == STRATA_RING_NODE_CPUMASK)
    strata_ring_text_put_ranges (&self->scratch, bits);
  else
    strata_ring_text_put_bits (&self->scratch, bits, self->record->is_swapped);

  return end_scratch (self, begin);
}

/* States of the HongMeng kernel, named as in its converter. */
static StrataRingValue
name_hm_state (gint64 state)
{
  switch (state)
    {
    case 0:
      return make_text ((StrataText){ "R", 1 });
    case 1:
      return make_text ((StrataText){ "S", 1 });
    case 2:
      return make_text ((StrataText){ "D", 1 });
    case 0x10:
      return make_text ((StrataText){ "X", 1 });
    case 0x100:
      return make_text ((StrataText){ "R+", 2 });
    default:
      return make_text ((StrataText){ "", 0 });
    }
}

/* Affinity, then bits of load (in halves), group, restricted, expel, control group and flags. */
static StrataRingValue
list_hm_info (StrataRingEvaluation *self,
              const StrataRingNode *node)
{
  static const struct
  {
    guint8 shift;
    guint8 n_bits;
  } parts[] = { { 10, 2 }, { 12, 1 }, { 13, 3 }, { 16, 5 }, { 21, 7 } };
  const StrataRingValue info = strata_ring_evaluate (self, node->a);
  const guint64 affinity = (guint64) get_element (self, &info, 4, 0);
  const guint64 bits = (guint64) get_element (self, &info, 4, 1);
  const char *const begin = self->scratch.at;

  strata_ring_text_put_uint (&self->scratch, affinity, 16);
  strata_ring_text_put (&self->scratch, ",", 1);
  strata_ring_text_put_uint (&self->scratch, (bits & 0x3ff) << 1, 10);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      strata_ring_text_put (&self->scratch, ",", 1);
      strata_ring_text_put_uint (&self->scratch, bits >> parts[i].shift & ((1U << parts[i].n_bits) - 1), 10);
    }

  return end_scratch (self, begin);
}

static StrataRingValue
name_thread (StrataRingEvaluation *self,
             const StrataRingNode *node)
{
  const gint64 tid = strata_ring_evaluate (self, node->a).number;
  const char *const begin = self->scratch.at;
  const StrataText comm = self->names != NULL ? strata_ring_names_get_comm (self->names, (guint32) tid) : (StrataText){ "", 0 };

  if (tid != 0)
    return make_text (comm.n_bytes > 0 ? comm : (StrataText){ "<...>", 5 });

  strata_ring_text_put (&self->scratch, "tppmgr-idle-", 12);
  strata_ring_text_put_uint (&self->scratch, self->record->cpu, 10);
  return end_scratch (self, begin);
}

static StrataRingValue
get_bytes (StrataRingEvaluation *self,
           const StrataRingNode *node)
{
  StrataRingValue value = make_text ((StrataText){ "", 0 });

  strata_ring_record_get_bytes (self->record, node->field, &value.text);
  value.field = node->field;
  return node->kind == STRATA_RING_NODE_LENGTH ? make_number ((gint64) value.text.n_bytes) : value;
}

/**
 * strata_ring_evaluate:
 * @self: the record and the names to use
 * @at: index of an expression
 *
 * Returns: its value
 */
StrataRingValue
strata_ring_evaluate (StrataRingEvaluation *self,
                      guint32 at)
{
  const StrataRingNode *node = &strata_column_at (&self->print->nodes, StrataRingNode, at);

  switch ((StrataRingNodeKind) node->kind)
    {
    case STRATA_RING_NODE_NUMBER:
      return make_number (node->value);
    case STRATA_RING_NODE_STRING:
      return make_text (node->text);
    case STRATA_RING_NODE_FIELD:
      return get_field (self, node->field);
    case STRATA_RING_NODE_LOCATION:
      return get_location (self, node->field);
    case STRATA_RING_NODE_BYTES:
    case STRATA_RING_NODE_LENGTH:
      return get_bytes (self, node);
    case STRATA_RING_NODE_BITMASK:
    case STRATA_RING_NODE_CPUMASK:
      return list_mask (self, node);
    case STRATA_RING_NODE_RECORD:
      return (StrataRingValue){ .text = { "", 0 }, .is_address = TRUE };
    case STRATA_RING_NODE_CAST:
      return cast (self, node);
    case STRATA_RING_NODE_UNARY:
      return compute_unary (self, node);
    case STRATA_RING_NODE_BINARY:
      return compute_binary (self, node);
    case STRATA_RING_NODE_CHOICE:
      return strata_ring_evaluate (self, strata_ring_evaluate (self, node->a).number != 0 ? node->b : node->c);
    case STRATA_RING_NODE_INDEX:
      return get_indexed (self, node);
    case STRATA_RING_NODE_FLAGS:
      return name_flags (self, node);
    case STRATA_RING_NODE_SYMBOLIC:
      return name_symbol (self, node);
    case STRATA_RING_NODE_HEX:
      return list_hex (self, node);
    case STRATA_RING_NODE_ARRAY:
      return list_array (self, node);
    case STRATA_RING_NODE_HM_STATE:
      return name_hm_state (strata_ring_evaluate (self, node->a).number);
    case STRATA_RING_NODE_HM_INFO:
      return list_hm_info (self, node);
    case STRATA_RING_NODE_COMM:
      return name_thread (self, node);
    }

  return make_number (0);
}

static gint64
get_indexed_number (StrataRingEvaluation *self,
                    const StrataRingNode *node)
{
  const StrataRingNode *array = &strata_column_at (&self->print->nodes, StrataRingNode, node->a);
  StrataRingValue value = make_text ((StrataText){ "", 0 });

  if (array->kind != STRATA_RING_NODE_FIELD || array->field->kind == STRATA_RING_NUMBER)
    return get_indexed (self, node).number;

  strata_ring_record_get_bytes (self->record, array->field, &value.text);
  return get_element (self, &value, array->field->element_bytes, (guint64) strata_ring_evaluate_number (self, node->b));
}

/**
 * strata_ring_evaluate_number:
 * @self: the record and the names to use
 * @at: an expression
 *
 * The same as the number of [func@Strata.ring_evaluate]. Faster, because most numbers are computed from fields and constants only.
 *
 * Returns: its number
 */
gint64
strata_ring_evaluate_number (StrataRingEvaluation *self,
                             guint32 at)
{
  const StrataRingNode *node = &strata_column_at (&self->print->nodes, StrataRingNode, at);

  if (node->kind == STRATA_RING_NODE_NUMBER)
    return node->value;
  if (node->kind == STRATA_RING_NODE_FIELD && node->field->kind == STRATA_RING_NUMBER)
    return strata_ring_record_get_int (self->record, node->field);
  if (node->kind == STRATA_RING_NODE_INDEX)
    return get_indexed_number (self, node);
  /* adding a number to a text gives a place in the text */
  if (node->kind == STRATA_RING_NODE_BINARY && node->op != '+')
    return compute (node, strata_ring_evaluate_number (self, node->a), strata_ring_evaluate_number (self, node->b));

  return strata_ring_evaluate (self, at).number;
}
