#!/usr/bin/env python3
"""Content alone decides the format: each kind of text, called unknown.txt, is read by its reader and by no other.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position

CORPUS = pathlib.Path(__file__).parent.parent / 'fuzz' / 'corpus'

# Seeds of the fuzzers, by their format.
FILES = {
    'samples/folded': 'folded', 'samples/gecko': 'gecko', 'samples/gecko-raw': 'gecko', 'samples/perf-data': 'perf-data',
    'samples/perf-script': 'perf-script', 'samples/pprof': 'pprof', 'samples/simpleperf': 'simpleperf', 'samples/speedscope': 'speedscope',
    'log/dmesg': 'dmesg', 'log/hilog': 'hilog', 'log/logcat': 'logcat', 'freeze/appfreeze': 'freeze', 'freeze/wchan': 'freeze',
    'hicollie/stacks': 'hicollie', 'cpuprofile/recorded': 'cpuprofile',
    'html/page': 'atrace', 'load/traceview-dual': 'traceview', 'load/ftrace-harmony': 'hitrace', 'perfetto/bundle': 'perfetto',
}

# Texts that look like another format at first sight.
TEXTS = {
    'folded stacks with dates': ('folded', 'main;2026-07-17 10:11:12.123 worker 5\nmain;E tag: text 7\n'),
    'folded stacks of Java in brackets': ('folded', '[main tid=1];java.lang.Thread.run;app.Draw.onDraw(int, java.lang.String) 12\n[main tid=1];Loop 3\n'),
    'collapsed stacks with weights in ms': ('folded', 'Main Thread;-[UIView layout];objc_msgSend 120\nMain Thread;start 1\n'),
    'folded stacks with a program that is called like an event': ('folded', 'sched_switch: prev_comm=a;schedule 5\nsched_switch: prev_comm=b;schedule 6\n'),
    'ftrace whose marks look like stacks': ('atrace', '# tracer: nop\n#\n  app-10    (   10) [000] .... 1.000000: tracing_mark_write: B|10|main;draw 5\n  app-10    (   10) [000] .... 1.000100: tracing_mark_write: E|10\n'),
    'ftrace whose marks look like a log': ('atrace', '  app-10    (   10) [000] .... 1.000000: tracing_mark_write: B|10|07-17 10:11:12.123  10  11 E Tag: text\n  app-10    (   10) [000] .... 1.000100: tracing_mark_write: E|10\n'),
    'perf script of one line a sample': ('perf-script', 'app  12     2.000000:       5000 cycles:u:  ffff10 f+0x1 (/bin/x)\n'),
    'perf script of a tracepoint': ('perf-script', 'app  12 [001]     2.000000: sched:sched_switch: prev_comm=app prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=b next_pid=13 next_prio=120\n\tffff10 f+0x1 ([kernel.kallsyms])\n\n'),
    'a log whose lines have samples': ('logcat', '07-17 10:11:12.123  10  11 I perf: main;draw 5\n07-17 10:11:12.124  10  11 I perf: 7 #00 pc 0012 /a.so\n'),
    'a log whose lines have marks': ('logcat', '07-17 10:11:12.123  10  11 I atrace: tracing_mark_write: B|10|x\n07-17 10:11:12.124  10  11 I a: b\n'),
    'a log of hilog that tells of a freeze': ('hilog', '07-17 10:11:12.123  10  11 I C02d10/APPKIT: appfreeze: com.app THREAD_BLOCK_6S at 20260717\n07-17 10:11:12.124  10  11 I C02d10/APPKIT: PID = 5\n'),
    'a kernel log with stacks': ('dmesg', '[Fri Jul 17 10:11:12 2026] Call Trace:\n[Fri Jul 17 10:11:12 2026]  do_idle+0x10/0x20\n'),
    'stacks of HiCollie': ('hicollie', '10 #00 pc 0012f40 /system/bin/appspawn(main+396)(0123456789abcdef0123456789abcdef)\n    7 #01 at tend (entry/src/main/ets/pages/Plot.ets:12:7)\n'),
    'snapshots of a freeze': ('freeze', 'SnapshotTime:2026-07-17-03-35-00.123456\n#00 pc 000000000000186c [shmm](__kernel_gettimeofday+72)\n'),
    'speedscope without a schema': ('speedscope', '{"profiles":[{"type":"sampled","name":"m","unit":"none","samples":[[0]],"weights":[3]}],"shared":{"frames":[{"name":"traceEvents"}]}}'),
    'Chrome as an array': ('chrome', '[{"name":"a","ph":"B","ts":1,"pid":1,"tid":1},{"ph":"E","ts":3,"pid":1,"tid":1}]'),
    'Chrome with a name of another kind': ('chrome', '{"traceEvents":[{"name":"samples","ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"args":{"shared":{"frames":[]},"profiles":[]}}]}'),
}


def main():
    tap, cli, folder = start()
    cases = {name: (kind, (CORPUS / name).read_bytes()) for name, kind in FILES.items()}
    cases |= {name: (kind, text.encode()) for name, (kind, text) in TEXTS.items()}
    cases |= {'ftrace of Android': ('atrace', inputs.android()), 'a method trace': ('traceview', inputs.method_trace())}
    for name, (kind, data) in cases.items():
        path = folder / 'unknown.txt'
        path.write_bytes(data)
        result = cli.run('info', '--json', path)
        tap.check(result.returncode == 0 and cli.json('info', path)['format'] == kind, f'{name} is {kind}', result.stdout[:200] + result.stderr[:200])
    tap.finish()


main()
