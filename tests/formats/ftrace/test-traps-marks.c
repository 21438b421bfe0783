/* test-traps-marks.c - traps in the payload of markers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "trace-facts.h"

/* Each row is a known trap for readers of these captures, described by its name. See trace-facts.h
 * for the format of facts. */

#define BY(tid, us, payload) "             app-" tid "     (      7) [000] ....     1." us ": tracing_mark_write: " payload "\n"
#define MARK(us, payload) BY ("7", us, payload)
#define ATRACE "format atrace\nthread 7/7 app\n"
#define A10 "aaaaaaaaaa"
#define A100 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10
#define A503 A100 A100 A100 A100 A100 "aaa"
#define A506 A503 "aaa"
#define HITRACE "format hitrace\nthread 7/7 app\n"

static const TraceFactsRow rows[] = {
  /* ends */
  { "end/alone", MARK ("000001", "B|7|a") MARK ("000002", "E"), ATRACE "slice 7/7 0 1+1 a\n" },
  { "end/bar", MARK ("000001", "B|7|a") MARK ("000002", "E|"), ATRACE "slice 7/7 0 1+1 a\n" },
  { "end/pid", MARK ("000001", "B|7|a") MARK ("000002", "E|7"), ATRACE "slice 7/7 0 1+1 a\n" },
  { "end/pid-bar", MARK ("000001", "B|7|a") MARK ("000002", "E|7|"), ATRACE "slice 7/7 0 1+1 a\n" },
  { "end/of-hitrace", MARK ("000001", "B|7|H:a|M62") MARK ("000002", "E|7|M62"), HITRACE "slice 7/7 0 1+1 a {M 62}\n" },
  { "end/half-level", MARK ("000001", "B|7|H:a|M62") MARK ("000002", "E|7|M6"), HITRACE "slice 7/7 0 1+1 a {M 62}\n" },
  { "end/other-pid", MARK ("000001", "B|532|a") MARK ("000002", "E|999"), ATRACE "slice 7/7 0 1+1 a\n" },
  { "end/without-begin", MARK ("000001", "E|7") MARK ("000002", "E|7") MARK ("000003", "B|7|a") MARK ("000004", "E|7"), ATRACE "slice 7/7 0 3+1 a\ndiagnostic unmatched-end 2 @1\n" },

  /* begins */
  { "begin/bars", MARK ("000001", "B|7|a|b||c|") MARK ("000002", "E|7"), ATRACE "slice 7/7 0 1+1 a|b||c|\n" },
  { "begin/empty", MARK ("000001", "B|7|") MARK ("000002", "E|7"), ATRACE "slice 7/7 0 1+1 \n" },
  { "begin/spaces-around", MARK ("000001", "B|7| a ") MARK ("000002", "E|7"), ATRACE "slice 7/7 0 1+1  a \n" },
  { "begin/markup", MARK ("000001", "B|7|</script><b>&amp;%s\t") MARK ("000002", "E|7"), ATRACE "slice 7/7 0 1+1 </script><b>&amp;%s\t\n" },
  /* the last event is at 9: 9 - 1 = 8 */
  { "begin/never-ended", MARK ("000001", "B|7|a") MARK ("000002", "B|7|b") MARK ("000003", "E|7") MARK ("000009", "I|7|last"),
    ATRACE "slice 7/7 0 1+8 a unfinished\nslice 7/7 1 2+1 b\ninstant 7/7 9 last\ndiagnostic unfinished-slice 1 @0\n" },
  { "begin/no-pid", MARK ("000001", "B||a") MARK ("000002", "E|"), ATRACE "slice 7/7 0 1+1 a\n" },

  /* asynchronous slices */
  { "async/other-thread", MARK ("000001", "S|7|n|1") BY ("8", "000002", "F|7|n|1"), ATRACE "thread 8/7 app\nasync 7/n 0 1+1 n (1)\n" },
  { "async/bars-in-the-name", MARK ("000001", "S|7|a|b|1") MARK ("000002", "F|7|a|b|1"), ATRACE "async 7/a|b 0 1+1 a|b (1)\n" },
  { "async/empty-name", MARK ("000001", "S|7||1") MARK ("000002", "F|7||1"), ATRACE "async 7/ 0 1+1  (1)\n" },
  { "async/same-key-in-two-processes", MARK ("000001", "S|7|n|1") MARK ("000002", "S|8|n|1") MARK ("000004", "F|7|n|1") MARK ("000008", "F|8|n|1"),
    ATRACE "async 7/n 0 1+3 n (1)\nasync 8/n 0 2+6 n (1)\n" },
  /* the first end belongs to the start at 2: 4 - 2 = 2, the second to the start at 1: 8 - 1 = 7 */
  { "async/repeated-start", MARK ("000001", "S|7|n|1") MARK ("000002", "S|7|n|1") MARK ("000004", "F|7|n|1") MARK ("000008", "F|7|n|1"),
    ATRACE "async 7/n 0 1+7 n (1)\nasync 7/n 1 2+2 n (1)\ndiagnostic repeated-async-start 1 @0\n" },
  /* on a track the end has no name, so one slice is inside the other; a repeated start is suspicious */
  { "async/nested-on-track", MARK ("000001", "G|7|t|a|1") MARK ("000002", "G|7|t|b|1") MARK ("000004", "H|7|t|1") MARK ("000008", "H|7|t|1"),
    ATRACE "async 7/t 0 1+7 a (1)\nasync 7/t 1 2+2 b (1)\n" },
  { "async/repeated-on-track", MARK ("000001", "G|7|t|a|1") MARK ("000002", "G|7|t|a|1") MARK ("000004", "H|7|t|1") MARK ("000008", "H|7|t|1"),
    ATRACE "async 7/t 0 1+7 a (1)\nasync 7/t 1 2+2 a (1)\ndiagnostic repeated-async-start 1 @0\n" },
  { "async/never-ended", MARK ("000001", "S|7|n|1") MARK ("000009", "I|7|last"), ATRACE "async 7/n 0 1+8 n (1) unfinished\ninstant 7/7 9 last\ndiagnostic unfinished-async 1 @0\n" },
  { "async/end-without-start", MARK ("000001", "F|7|n|1") MARK ("000002", "I|7|a"), ATRACE "instant 7/7 2 a\ndiagnostic unmatched-async-end 1 @1\n" },
  /* 2^64 - 2 is -2 as a signed 64-bit number. 0x7f is not decimal: the FNV-1a hash of its 4 bytes, from another program, is
   * -6331368405251639392 */
  { "async/cookies-of-any-size", MARK ("000001", "S|7|n|-1") MARK ("000002", "S|7|n|18446744073709551614") MARK ("000003", "S|7|n|0x7f") MARK ("000004", "F|7|n|0x7f") MARK ("000005", "F|7|n|-1"),
    ATRACE "async 7/n 0 1+4 n (-1)\nasync 7/n 1 2+3 n (-1300792163885629945) unfinished {- cookie=18446744073709551614}\nasync 7/n 2 3+1 n (-6331368405251639392) {- cookie=0x7f}\ndiagnostic unfinished-async 1 @0\n" },
  { "async/unsigned-is-not-minus-one", MARK ("000001", "S|7|n|18446744073709551615") MARK ("000002", "S|7|n|-1") MARK ("000003", "F|7|n|18446744073709551615") MARK ("000009", "F|7|n|-1"),
    ATRACE "async 7/n 0 1+2 n (-1300793263397258156) {- cookie=18446744073709551615}\nasync 7/n 1 2+7 n (-1)\n" },
  { "async/as-it-is-written", MARK ("000001", "S|7|n|007") MARK ("000002", "S|7|n|7") MARK ("000003", "F|7|n|7") MARK ("000009", "F|7|n|007"),
    ATRACE "async 7/n 0 1+8 n (5656221068875067950) {- cookie=007}\nasync 7/n 1 2+1 n (7)\n" },
  { "async/nothing-is-not-zero", MARK ("000001", "S|7|e|") MARK ("000002", "S|7|e|0") MARK ("000005", "F|7|e|") MARK ("000009", "F|7|e|0"),
    ATRACE "async 7/e 0 1+4 e ()\nasync 7/e 1 2+7 e (0)\ndiagnostic empty-cookie 2 @1\n" },
  { "async/prefix-of-hitrace-is-another-writer", MARK ("000001", "S|7|H:same|1|M62") MARK ("000002", "S|7|same|1") MARK ("000005", "F|7|same|1") MARK ("000009", "F|7|H:same|1|M62"),
    HITRACE "async 7/same 0 1+8 same (1) {M 62}\nasync 7/same 1 2+3 same (1)\n" },
  { "async/prefix-of-hitrace-before-it-is-known", MARK ("000001", "S|7|H:same|1") MARK ("000002", "S|7|same|1") MARK ("000005", "F|7|same|1") MARK ("000006", "B|7|H:a|M62") MARK ("000007", "E|7|M62") MARK ("000009", "F|7|H:same|1"),
    HITRACE "slice 7/7 0 6+1 a {M 62}\nasync 7/same 0 1+8 same (1)\nasync 7/same 1 2+3 same (1)\n" },
  { "async/unsigned-before-arguments", MARK ("000001", "S|7|n|18446744073709551615|a|c") MARK ("000005", "F|7|n|18446744073709551615"),
    ATRACE "async 7/c 0 1+4 n (-1300793263397258156) {- category=c args=a cookie=18446744073709551615}\n" },
  { "track/nothing-is-not-zero", MARK ("000001", "G|7|t|a|") MARK ("000002", "G|7|t|b|0") MARK ("000005", "H|7|t|") MARK ("000009", "H|7|t|0"),
    ATRACE "async 7/t 0 1+4 a ()\nasync 7/t 1 2+7 b (0)\ndiagnostic empty-cookie 2 @1\n" },
  { "async/no-cookie", MARK ("000001", "S|7|n") MARK ("000002", "I|7|a"), ATRACE "instant 7/7 2 a\ndiagnostic bad-payload 1 @1\n" },

  /* named tracks */
  { "track/both-forms-of-the-end", MARK ("000001", "G|7|t|a|1") MARK ("000002", "H|7|t|1") MARK ("000003", "G|7|t|b|2") MARK ("000004", "H|7|t|b|2"),
    ATRACE "async 7/t 0 1+1 a (1)\nasync 7/t 0 3+1 b (2)\n" },
  { "track/end-in-another-order", MARK ("000001", "G|7|t|a|1") MARK ("000002", "G|7|t|b|2") MARK ("000003", "H|7|t|1") MARK ("000004", "H|7|t|2"),
    ATRACE "async 7/t 0 1+2 a (1)\nasync 7/t 1 2+2 b (2)\n" },
  { "track/instant", MARK ("000001", "N|7|t|on|off"), ATRACE "instant 7/7 1 t: on|off\n" },
  { "track/old-draft", MARK ("000001", "T|7|t|a|1") MARK ("000002", "U|7|t|1"), ATRACE "async 7/t 0 1+1 a (1)\n" },
  { "track/t-with-other-fields", MARK ("000001", "T|7|com.example.Foo") MARK ("000002", "U|7|a|b|c|d"), "format ftrace\nthread 7/7 app\n"
                                                                                                        "instant 7/7 1 T|7|com.example.Foo\ninstant 7/7 2 U|7|a|b|c|d\n" },
  { "instant/prefix-of-hitrace", MARK ("000001", "I|7|H:early") MARK ("000002", "B|7|H:a|M62") MARK ("000003", "E|7|M62") MARK ("000004", "N|7|track|H:late"),
    HITRACE "slice 7/7 0 2+1 a {M 62}\ninstant 7/7 1 early\ninstant 7/7 4 track: late\n" },
  { "instant/level-of-hitrace", MARK ("000001", "I|7|H:a|M62") MARK ("000002", "N|7|track|H:b|I3062|k=v"),
    HITRACE "instant 7/7 1 a\ninstant 7/7 2 track: b\n" },
  { "instant/prefix-before-the-track", MARK ("000001", "N|7|H:track|early") MARK ("000002", "B|7|H:a|M62") MARK ("000003", "E|7|M62") MARK ("000004", "N|7|H:track|H:late|M62"),
    HITRACE "slice 7/7 0 2+1 a {M 62}\ninstant 7/7 1 track: early\ninstant 7/7 4 track: late\n" },
  { "track/prefix-of-hitrace",
    MARK ("000001", "G|7|H:t|H:early|1") MARK ("000002", "B|7|H:a|M62") MARK ("000003", "E|7|M62") MARK ("000004", "H|7|H:t|1") MARK ("000005", "G|7|t|H:late|2|M62|c|k=v") MARK ("000006", "H|7|t|H:late|2|M62") MARK ("000007", "G|7|H:t|x|3") MARK ("000008", "H|7|t|3"),
    HITRACE "slice 7/7 0 2+1 a {M 62}\nasync 7/t 0 1+3 early (1)\nasync 7/t 0 5+1 late (2)\nasync 7/t 0 7+1 x (3)\n" },
  { "track/names-like-the-prefix", MARK ("000001", "G|7|H:t|H:a|1") MARK ("000002", "H|7|H:t|1") MARK ("000003", "N|7|H:t|a") MARK ("000004", "B|7|a") MARK ("000005", "E|7"),
    ATRACE "slice 7/7 0 4+1 a\nasync 7/H:t 0 1+1 H:a (1)\ninstant 7/7 3 H:t: a\n" },
  { "instant/name-like-the-prefix", MARK ("000001", "I|7|H:early") MARK ("000002", "B|7|a") MARK ("000003", "E|7"),
    ATRACE "slice 7/7 0 2+1 a\ninstant 7/7 1 H:early\n" },
  { "instant/bars", MARK ("000001", "I|7|a|b"), ATRACE "instant 7/7 1 a|b\n" },

  /* counters */
  { "counter/beyond-doubles", MARK ("000001", "C|7|n|9007199254740993") MARK ("000002", "C|7|n|-9007199254740993") MARK ("000003", "C|7|n|9223372036854775807") MARK ("000004", "C|7|n|-9223372036854775808"),
    ATRACE "counter 7 n = 9007199254740993 -9007199254740993 9223372036854775807 -9223372036854775808\n" },
  { "counter/beyond-64-bits", MARK ("000001", "C|7|n|1") MARK ("000002", "C|7|n|9223372036854775808") MARK ("000003", "C|7|n|-99999999999999999999"), ATRACE "counter 7 n = 1 9223372036854775807 -9223372036854775808\ndiagnostic value-limit 2 @2\n" },
  { "counter/no-number", MARK ("000001", "C|7|n|1") MARK ("000002", "C|7|n|x") MARK ("000003", "C|7|n|") MARK ("000004", "C|7|n|1.5.0"), ATRACE "counter 7 n = 1\ndiagnostic bad-payload 3 @2\n" },
  { "counter/fractions", MARK ("000001", "C|7|n|1.5") MARK ("000002", "C|7|n|2.5|8") MARK ("000003", "C|7|n|-2e3"), ATRACE "counter 7 n = 1.5 -2000\ncounter 7 n|2.5 = 8\n" },
  { "counter/category", MARK ("000001", "C|543|foo|8|extra"), ATRACE "counter 543 foo = 8\n" },
  { "counter/bars-in-the-name", MARK ("000001", "C|7|a|b|8"), ATRACE "counter 7 a|b = 8\n" },
  { "counter/empty-name", MARK ("000001", "C|7||8"), ATRACE "counter 7  = 8\n" },
  { "counter/of-another-process", MARK ("000001", "C|66|n|1") MARK ("000002", "B|7|a") MARK ("000003", "E|7"), ATRACE "slice 7/7 0 2+1 a\ncounter 66 n = 1\n" },

  /* other markers */
  { "unknown/phase", MARK ("000001", "V|7|a|1") MARK ("000002", "X|7|a"), "format ftrace\nthread 7/7 app\n"
                                                                          "instant 7/7 1 V|7|a|1\ninstant 7/7 2 X|7|a\n" },
  { "unknown/text", MARK ("000001", "hello") MARK ("000002", "Binder") MARK ("000003", "E hello") MARK ("000004", "B"), "format ftrace\nthread 7/7 app\ninstant 7/7 1 hello\ninstant 7/7 2 Binder\ninstant 7/7 3 E hello\ninstant 7/7 4 B\n" },
  { "unknown/empty", MARK ("000001", "") MARK ("000002", "I|7|a"), ATRACE "instant 7/7 1 \ninstant 7/7 2 a\n" },
  /* 1616434280685 ms are written 500 ms after the begin: 1616434280185 ms, in µs */
  { "clock/realtime", MARK ("000001", "trace_event_clock_sync: parent_ts=1.5") MARK ("500001", "trace_event_clock_sync: realtime_ts=1616434280685"),
    "format ftrace\nstart 1616434280185000\nthread 7/7 app\n" },
  /* 1616434280000 ms, 250 ms after the begin */
  { "clock/first-of-several", MARK ("000001", "I|7|a") MARK ("250001", "trace_event_clock_sync: realtime_ts=1616434280000") MARK ("500001", "trace_event_clock_sync: realtime_ts=1616434299999"),
    "format atrace\nstart 1616434279750000\nthread 7/7 app\ninstant 7/7 1 a\n" },
  { "clock/on-the-first-line-of-an-old-page", "dummy-0000  [000] 0.0: 0: trace_event_clock_sync: parent_ts=0.0\\n\\\n   app-7   [000] 1.000001: 0: B|7|a\\n\\\n   app-7   [000] 1.000002: 0: E\\n\\\n",
    "format atrace\nthread 7/7 app\nslice 7/7 0 1+1 a\n" },

  /* HiTraceMeter */
  { "hitrace/prefix-and-tags-are-no-name", MARK ("000001", "B|7|H:a|M62") MARK ("000002", "E|7|M62"), HITRACE "slice 7/7 0 1+1 a {M 62}\n" },
  { "hitrace/levels-and-tags", MARK ("000001", "B|7|H:a|D62") MARK ("000002", "B|7|H:b|I3062") MARK ("000003", "B|7|H:c|C00") MARK ("000004", "E|7|C00") MARK ("000005", "E|7|I3062") MARK ("000006", "E|7|D62"),
    HITRACE "slice 7/7 0 1+5 a {D 62}\nslice 7/7 1 2+3 b {I 30,62}\nslice 7/7 2 3+1 c {C 00}\n" },
  { "hitrace/bars-in-the-name", MARK ("000001", "B|7|H:a|b|M62|k=v") MARK ("000002", "E|7|M62"), HITRACE "slice 7/7 0 1+1 a|b {M 62 args=k=v}\n" },
  { "hitrace/c++-signature", MARK ("000001", "B|7|H:void A<int>::f(const B &, C *) const|M62") MARK ("000002", "E|7|M62"), HITRACE "slice 7/7 0 1+1 void A<int>::f(const B &, C *) const {M 62}\n" },
  { "hitrace/empty-middle-field", MARK ("000001", "S|7|H:n|1|M62||k=v") MARK ("000002", "F|7|H:n|1|M62"), HITRACE "async 7/n 0 1+1 n (1) {M 62 args=k=v}\n" },
  { "hitrace/unknown-further-fields", MARK ("000001", "B|7|H:a|M62|k=v|new|er") MARK ("000002", "E|7|M62|new"), HITRACE "slice 7/7 0 1+1 a {M 62 args=k=v extra=new|er}\n" },
  { "hitrace/span-of-start-and-end-differ", MARK ("000001", "S|7|H:[a92ab94c18e1341,1,0]#n|1|M62") MARK ("000002", "F|7|H:[a92ab94c18e1341,2,1]#n|1|M62"),
    HITRACE "async 7/n 0 1+1 n (1) {M 62 chain=a92ab94c18e1341,1,0}\n" },
  { "hitrace/chain-on-the-start-only", MARK ("000001", "S|7|H:[a92ab94c18e1341,1,0]#n|1|M62") MARK ("000002", "F|7|H:n|1|M62"),
    HITRACE "async 7/n 0 1+1 n (1) {M 62 chain=a92ab94c18e1341,1,0}\n" },
  { "hitrace/client-and-server", MARK ("000001", "B|7|H:[8b00e96b2,2,1]#C##decodeFrame|M62") MARK ("000002", "E|7|M62"), HITRACE "slice 7/7 0 1+1 decodeFrame {M 62 chain=8b00e96b2,2,1 side=C}\n" },
  { "hitrace/counter", MARK ("000001", "C|7|H:n|-9007199254740993|M62"), HITRACE "counter 7 n = -9007199254740993\n" },
  { "hitrace/old-space-before-the-number", MARK ("000001", "S|7|H:a b 10021") MARK ("000002", "F|7|H:a b 10021") MARK ("000003", "C|7|H:n o 1720"),
    HITRACE "async 7/a b 0 1+1 a b (10021) {M}\ncounter 7 n o = 1720\n" },
  { "hitrace/old-name-ends-in-a-space", MARK ("000001", "B|7|H:a ") MARK ("000002", "E|7|"), HITRACE "slice 7/7 0 1+1 a {M}\n" },
  { "hitrace/old-and-new-in-one-file", MARK ("000001", "B|7|H:old ") MARK ("000002", "B|7|H:new|M62") MARK ("000003", "E|7|M62") MARK ("000004", "E|7|"),
    HITRACE "slice 7/7 0 1+3 old {M}\nslice 7/7 1 2+1 new {M 62}\n" },

  /* cookies keep their text (the ids in brackets are FNV-1a hashes of "abc" and "abd", from another program); Chrome writes arguments and a category after them */
  { "cookie/of-chrome", MARK ("000001", "S|7|async|1113053968|arg1=x|cat") MARK ("000005", "F|7|async|1113053968|arg1=x|cat"), ATRACE "async 7/cat 0 1+4 async (1113053968) {- category=cat args=arg1=x}\n" },
  { "cookie/no-number", MARK ("000001", "S|7|a|abc") MARK ("000002", "S|7|a|abd") MARK ("000005", "F|7|a|abc") MARK ("000006", "F|7|a|abd"), ATRACE "async 7/a 0 1+4 a (-1792535898324117685) {- cookie=abc}\nasync 7/a 1 2+4 a (-1792530400765976630) {- cookie=abd}\n" },
  { "cookie/empty", MARK ("000001", "S|7|a|") MARK ("000005", "F|7|a|"), ATRACE "async 7/a 0 1+4 a ()\ndiagnostic empty-cookie 2 @1\n" },
  { "chain/without-a-letter", MARK ("000001", "B|7|H:[8b00e96b2,2,1]###decodeFrame|M62") MARK ("000002", "E|7|M62"), HITRACE "slice 7/7 0 1+1 decodeFrame {M 62 chain=8b00e96b2,2,1}\n" },

  /* HiTrace cuts at 512 bytes, which are "S|7|H:" of 6 and 506 more, or 503 and "|12". A cut S finds its F, unless two are equal */
  { "cut/async", MARK ("000001", "S|7|H:" A506) MARK ("000005", "F|7|H:" A506), HITRACE "async 7/" A506 " 0 1+4 " A506 " () cut\ndiagnostic cut-payload 2 @1\n" },
  { "cut/two-alike", MARK ("000001", "S|7|H:" A506) MARK ("000002", "S|7|H:" A506) MARK ("000005", "F|7|H:" A506), HITRACE "instant 7/7 1 " A506 "\342\200\246 (cut)\ninstant 7/7 2 " A506 "\342\200\246 (cut)\ninstant 7/7 5 " A506 "\342\200\246 (cut)\ndiagnostic cut-payload 3 @1\n" },
  { "cut/one-after-the-other", MARK ("000001", "S|7|H:" A506) MARK ("000002", "F|7|H:" A506) MARK ("000004", "S|7|H:" A506) MARK ("000007", "F|7|H:" A506), HITRACE "async 7/" A506 " 0 1+1 " A506 " () cut\nasync 7/" A506 " 0 4+3 " A506 " () cut\ndiagnostic cut-payload 4 @1\n" },
  { "cut/alike-in-two-processes", MARK ("000001", "S|7|H:" A506) MARK ("000002", "S|8|H:" A506) MARK ("000005", "F|8|H:" A506) MARK ("000007", "F|7|H:" A506), HITRACE "async 8/" A506 " 0 2+3 " A506 " () cut\nasync 7/" A506 " 0 1+6 " A506 " () cut\ndiagnostic cut-payload 4 @1\n" },
  { "cut/begin-without-its-end", MARK ("000001", "S|7|H:" A506) MARK ("000002", "B|7|H:x|M62") MARK ("000009", "E|7|M62"), HITRACE "slice 7/7 0 2+7 x {M 62}\ninstant 7/7 1 " A506 "\342\200\246 (cut)\ndiagnostic cut-payload 1 @1\n" },
  { "cut/end-without-its-begin", MARK ("000001", "F|7|H:" A506), HITRACE "instant 7/7 1 " A506 "\342\200\246 (cut)\ndiagnostic cut-payload 1 @1\n" },
  /* cut cookies keep only their first digits */
  { "cut/digits-tell-apart", MARK ("000001", "S|7|H:" A503 "|12") MARK ("000002", "S|7|H:" A503 "|34") MARK ("000005", "F|7|H:" A503 "|12") MARK ("000009", "F|7|H:" A503 "|34"),
    HITRACE "async 7/" A503 " 0 1+4 " A503 " () cut\nasync 7/" A503 " 1 2+7 " A503 " () cut\ndiagnostic cut-payload 4 @1\n" },
  { "cut/digits-alike", MARK ("000001", "S|7|H:" A503 "|12") MARK ("000002", "S|7|H:" A503 "|12") MARK ("000005", "F|7|H:" A503 "|12") MARK ("000009", "F|7|H:" A503 "|12"),
    HITRACE "instant 7/7 1 " A503 "\342\200\246 (cut)\ninstant 7/7 2 " A503 "\342\200\246 (cut)\ninstant 7/7 5 " A503 "\342\200\246 (cut)\ninstant 7/7 9 " A503 "\342\200\246 (cut)\ndiagnostic cut-payload 4 @1\n" },
  { "cut/digits-and-no-end", MARK ("000001", "S|7|H:" A503 "|12") MARK ("000005", "F|7|H:" A503 "|34"),
    HITRACE "instant 7/7 1 " A503 "\342\200\246 (cut)\ninstant 7/7 5 " A503 "\342\200\246 (cut)\ndiagnostic cut-payload 2 @1\n" },
  { "cut/begin-but-not-its-end", MARK ("000001", "S|7|H:[a,10000,200000]#" A100 A100 A100 A100 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa|12") MARK ("000005", "F|7|H:" A100 A100 A100 A100 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa|1234|M62"),
    HITRACE "async 7/" A100 A100 A100 A100 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 0 1+4 " A100 A100 A100 A100 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (1234) cut {- chain=a,10000,200000}\ndiagnostic cut-payload 1 @1\n" },
  { "cut/counter", MARK ("000001", "C|7|H:" A506), HITRACE "instant 7/7 1 " A506 "\342\200\246 (cut)\ndiagnostic cut-payload 1 @1\n" },
  { "cut/counter-within-its-value", MARK ("000001", "C|7|H:" A503 "|12"), HITRACE "instant 7/7 1 " A503 "\342\200\246 (cut)\ndiagnostic cut-payload 1 @1\n" },

  /* the idle threads of all CPUs have the id 0, but each has its own stack */
  { "idle/a-stack-a-cpu", "          <idle>-0     (-----) [000] d..2     1.000001: tracing_mark_write: B|7|a\n          <idle>-0     (-----) [001] d..2     1.000002: tracing_mark_write: B|7|b\n"
                          "          <idle>-0     (-----) [000] d..2     1.000003: tracing_mark_write: E|7\n          <idle>-0     (-----) [001] d..2     1.000007: tracing_mark_write: E|7\n",
    "format atrace\nthread 0/-1 <idle>\nthread 0/-1 <idle>\nslice -1/0 0 1+2 a\nslice -1/0 0 2+5 b\n" },
};

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  trace_facts_add_tests ("/traps/marks", rows, G_N_ELEMENTS (rows));

  return g_test_run ();
}
