/* strata-ring-print-private.h - a compiled `print fmt`
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-ring-print.h"

G_BEGIN_DECLS

/* Expressions are nodes that refer to earlier nodes by number. */
typedef enum
{
  STRATA_RING_NODE_NUMBER,   /* value */
  STRATA_RING_NODE_STRING,   /* text */
  STRATA_RING_NODE_FIELD,    /* field; a number, or the bytes of an array */
  STRATA_RING_NODE_LOCATION, /* field; the 32 bits with the location of its bytes */
  STRATA_RING_NODE_BYTES,    /* field; its bytes: __get_dynamic_array and __get_str */
  STRATA_RING_NODE_LENGTH,   /* field; the number of bytes: __get_dynamic_array_len */
  STRATA_RING_NODE_BITMASK,  /* field; __get_bitmask */
  STRATA_RING_NODE_CPUMASK,  /* field; __get_cpumask */
  STRATA_RING_NODE_RECORD,   /* REC as an address: 0 */
  STRATA_RING_NODE_CAST,     /* a; to value bytes, negative for a signed type */
  STRATA_RING_NODE_UNARY,    /* op a */
  STRATA_RING_NODE_BINARY,   /* a op b */
  STRATA_RING_NODE_CHOICE,   /* a ? b : c */
  STRATA_RING_NODE_INDEX,    /* a[b] */
  STRATA_RING_NODE_FLAGS,    /* __print_flags (a, text, names) */
  STRATA_RING_NODE_SYMBOLIC, /* __print_symbolic (a, names) */
  STRATA_RING_NODE_HEX,      /* __print_hex (a, b), value: the separator byte, or 0 */
  STRATA_RING_NODE_ARRAY,    /* __print_array (a, b, c) */
  STRATA_RING_NODE_HM_STATE, /* hm_trace_tcb_state2str (a) */
  STRATA_RING_NODE_HM_INFO,  /* hm_trace_tcb_unpack_schedinfo (a, b) */
  STRATA_RING_NODE_COMM,     /* trace_cmdline_of (a, …) */
} StrataRingNodeKind;

/* Two-character operators contain both characters, including shifts and comparisons. */
#define STRATA_RING_OP(a, b) ((a) | (b) << 8)

typedef struct
{
  guint8 kind;
  guint16 op;
  guint32 a, b, c; /* nodes */
  guint32 first;   /* of names */
  guint32 n_names;
  gint64 value; /* of a binary operator: whether its operands are unsigned */
  StrataText text;
  const StrataRingField *field; /* borrowed: of the format */
} StrataRingNode;

typedef struct
{
  guint64 value;
  StrataText name;
} StrataRingName;

/* Used instead of a letter for the argument of a system call: small numbers are decimal. */
#define STRATA_RING_CALL_VALUE 'y'

/* Literal text and the place that follows it. */
typedef struct
{
  StrataText before;   /* literal text */
  char conversion;     /* 'd', 's', …, or STRATA_RING_CALL_VALUE; 0 for the end of the text */
  char form[7];        /* of a pointer: the letters after the p, or none */
  gint8 bytes;         /* length of the number */
  guint8 is_left;      /* '-' */
  guint8 has_zeros;    /* '0' */
  guint8 is_alternate; /* '#' */
  guint8 has_sign;     /* '+' */
  gint32 width;        /* or 0 */
  gint32 precision;    /* or -1 */
  guint32 width_node;  /* of '*', or STRATA_RING_NO_VALUE */
  guint32 precision_node;
  guint32 node;
  guint8 is_plain;       /* whether it is a bare number at a fixed offset in the record */
  StrataRingField field; /* the field at that offset */
} StrataRingPlace;

/* Events of system calls by name are printed by a kernel function, not by their `print fmt`. */
typedef enum
{
  STRATA_RING_NO_SYSTEM_CALL,
  STRATA_RING_SYSTEM_CALL_BEGIN,
  STRATA_RING_SYSTEM_CALL_END,
} StrataRingSystemCall;

/* Events that a kernel function prints completely, not their `print fmt`. */
typedef enum
{
  STRATA_RING_SPECIAL_NONE,
  STRATA_RING_SPECIAL_STACK,
  STRATA_RING_SPECIAL_USER_STACK,
  STRATA_RING_SPECIAL_DATA,
} StrataRingSpecial;

struct _StrataRingPrint
{
  const StrataRingFormat *format; /* borrowed */
  StrataText name;                /* as it is printed */
  GStringChunk *texts;            /* owned */
  StrataColumn nodes;             /* StrataRingNode */
  StrataColumn names;             /* StrataRingName */
  StrataColumn places;            /* StrataRingPlace */
  guint long_bytes;
  guint n_unknown; /* arguments that only the kernel can compute */
  gboolean is_compiled;
  StrataRingSpecial special;
};

/* strata-ring-place.c */
/* Records where the number of a place is in the record, if it has a fixed offset and is printed unchanged. */
void strata_ring_place_find_field (const StrataRingPrint *print, StrataRingPlace *place);

/* strata-ring-system-call.c */
/* Whether an event is the start or end of a system call by name. */
StrataRingSystemCall strata_ring_system_call_find (const StrataRingFormat *format);

/* Returns the name of the call, which ends with the name of the event. */
const char *strata_ring_system_call_get_name (const StrataRingFormat *format, StrataRingSystemCall kind);

/* Compiles the text after its name: "(fd: 3, buf: 0x7ffc7b39b8e0)" or "-> 0x13". */
void strata_ring_system_call_compile (StrataRingPrint *print, StrataRingSystemCall kind);

/* strata-ring-special.c */
/* Whether an event is one of these and has the required fields. */
StrataRingSpecial strata_ring_special_find (const StrataRingFormat *format);

/* Prints such an event. */
void strata_ring_special_write (const StrataRingPrint *print, const StrataRingRecord *record, StrataRingNames *names, StrataRingText *text);

/* Makes probes print their addresses as symbols, as the kernel does. */
void strata_ring_special_name_probe (StrataRingPrint *print);

/* strata-ring-address.c */
/* Writes the numbers of the set bits of a bitmap: "0-3,5". */
void strata_ring_text_put_ranges (StrataRingText *text, StrataText bits);

/* Writes the words of a bitmap in hexadecimal, highest first. */
void strata_ring_text_put_bits (StrataRingText *text, StrataText bits, gboolean is_swapped);

/* Writes the bytes behind a pointer as the kernel prints them. @form contains the letters after the p of "%pI6c", @width is the width in
 * "%*ph". Returns whether @form is a format for bytes. */
gboolean strata_ring_text_put_address (StrataRingText *text, const char *form, StrataText bytes, gsize width, gboolean is_swapped);

/* strata-ring-expression.c */
typedef struct
{
  StrataRingPrint *print;
  const char *at;
  const char *end;
  guint depth;
  gboolean is_bad;
} StrataRingParser;

/* Parses an expression and returns its node; sets is_bad on failure. */
guint32 strata_ring_parser_read (StrataRingParser *self);

/* Skips white space and the character if it comes next; returns whether it did. */
gboolean strata_ring_parser_take (StrataRingParser *self, char c);

/* Parses string literals and concatenates them; the result lives as long as the print. */
StrataText strata_ring_parser_read_string (StrataRingParser *self);

/* strata-ring-value.c */
typedef struct
{
  gint64 number;
  StrataText text;              /* of a string or bytes */
  guint8 is_text;               /* whether it is a string or bytes */
  guint8 is_address;            /* whether @number is an offset in the record */
  const StrataRingField *field; /* (nullable): the field of the bytes */
} StrataRingValue;

typedef struct
{
  const StrataRingPrint *print;
  const StrataRingRecord *record;
  StrataRingNames *names;
  StrataRingText scratch; /* for temporary texts */
} StrataRingEvaluation;

/* Computes an expression. Its text is in the record, the print or the scratch buffer. */
StrataRingValue strata_ring_evaluate (StrataRingEvaluation *self, guint32 node);

/* Computes an expression whose value is needed only as a number. */
gint64 strata_ring_evaluate_number (StrataRingEvaluation *self, guint32 node);

G_END_DECLS
