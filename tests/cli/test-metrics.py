#!/usr/bin/env python3
"""strata-cli metrics: values of generated captures, limits, queries, JUnit.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import diffpair  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position
from fixture import check_failure, start  # pylint: disable=wrong-import-position

FRAME_METRICS = ['frames', 'frames.late', 'frames.late-share', 'frames.p50', 'frames.p90', 'frames.p95', 'frames.p99', 'frames.max']


def metrics(cli, *arguments):
    return {row['metric']: float(row['value']) for row in cli.rows('metrics', *arguments)}


def frame_capture():
    """Frames of 8 ms, two of 40 ms; a collection inside a collection; a start that takes 300 ms."""
    lines = []

    def mark(time_us, text):
        lines.append((time_us, len(lines), inputs.mark('com.app', 500, 500, time_us, text)))

    mark(1_000, 'B|500|bindApplication')
    mark(201_000, 'E|500')
    mark(201_500, 'B|500|activityStart')
    mark(301_000, 'E|500')
    time_us = 301_500
    for number in range(50):
        work = 40_000 if number in (20, 30) else 8_000
        mark(time_us, f'B|500|Choreographer#doFrame {number}')
        mark(time_us + 100, 'B|500|Background young concurrent copying GC')
        mark(time_us + 200, 'B|500|GC: mark')
        mark(time_us + 300, 'E|500')
        mark(time_us + 400, 'E|500')
        mark(time_us + 500, 'B|500|GCD queue')
        mark(time_us + 600, 'E|500')
        mark(time_us + work, 'E|500')
        time_us += max(16_667, (work + 16_666) // 16_667 * 16_667)
    return (inputs.HEADER + ''.join(line for _, _, line in sorted(lines))).encode()


def check_figures(tap, cli, path):
    found = metrics(cli, path)
    tap.equal([name for name in found if name.startswith('frames')], FRAME_METRICS, 'metrics: of frames')
    tap.equal((found['frames'], found['frames.p50'], found['frames.max']), (50, 8e6, 40e6), 'metrics: frame times')
    tap.check(found['frames.late'] == 2 and abs(found['frames.late-share'] - 0.04) < 0.01, 'metrics: late frames', found)
    tap.equal(found['app.gc'], 50 * 300_000, 'metrics: a collection inside another counts once, other words do not')
    tap.equal(found['main.longest-task'], 200e6, 'metrics: the longest task')
    starts = {name: value for name, value in found.items() if name.startswith('start.')}
    tap.equal(starts.get('start.com.app: bindApplication'), 200e6, 'metrics: a step of the start')
    tap.check(307e6 <= starts.get('start.com.app: all', 0) <= 309e6, 'metrics: the start to the end of its first frame', starts)
    cut = metrics(cli, path, '--span', '+400ms..+600ms')
    tap.check(cut['frames'] < 20 and 'start.com.app: all' not in cut and cut['app.gc'] < found['app.gc'], 'metrics --span', cut)


def check_apps(tap, cli, folder):
    """An app with frames of 20 ms, some of them late, and a wallpaper with frames of 5 ms beside it."""
    lines = []
    for number in range(20):
        for name, pid, begin_us, work_us in (('com.app', 500, 0, 20_000), ('wallpaper', 600, 2_000, 5_000)):
            time_us = 1_000 + number * 33_334 + begin_us
            lines.append((time_us, inputs.mark(name, pid, pid, time_us, f'B|{pid}|Choreographer#doFrame {number}')))
            lines.append((time_us + work_us, inputs.mark(name, pid, pid, time_us + work_us, f'E|{pid}')))
    path = folder / 'two-apps.ftrace'
    path.write_text(inputs.HEADER + ''.join(line for _, line in sorted(lines)), encoding='utf-8')
    app, paper = metrics(cli, path, '--process', 'com.app'), metrics(cli, path, '--process', 'wallpaper')
    found = metrics(cli, path)
    tap.equal((app['frames'], app['frames.p50'], paper['frames'], paper['frames.p50']), (20, 20e6, 20, 5e6), 'metrics: frames of each app')
    tap.check(found['frames'] == 20 and found['frames.p50'] in (5e6, 20e6), 'metrics: frames of one app are not mixed with those of another', found)


def check_usage(tap, cli, folder):
    """CPU times and waits are the same as those of strata-cli usage."""
    path = folder / 'scheduler.ftrace'
    rows = {row['thread']: row for row in cli.rows('usage', path, '--by', 'thread')}
    found = metrics(cli, path, '--process', 'my app') if 'my app' in rows else {}
    tap.equal(found.get('main.running'), float(rows['my app']['running_ns']), 'metrics: what the main thread ran')
    tap.check('app.cpu' in found and found['app.cpu'] >= found['main.running'], 'metrics: CPU time of the app', found)


def check_limits(tap, cli, path, folder):
    for text, code in [('frames.p99 > 32ms', 3), ('frames.p50 > 32ms', 0), ('frames.late-share >= 4%', 3), ('frames.late > 2', 0), ('frames < 51', 3), ('start.com.app: all > 250ms', 3)]:
        tap.equal(cli.run('metrics', path, '--fail-if', text).returncode, code, f'metrics --fail-if {text}')
    result = cli.run('metrics', path, '--fail-if', 'frames.p99 > 32ms')
    tap.check('\n' in (text := cli.run('metrics', path).stdout.decode()) and 'ns' not in text.split() and 'Unit' not in text, 'metrics: values say their units', text)
    tap.equal(result.stderr.decode(), f'strata-cli: {path}: frames.p99 > 32ms is true: it is 40.0\u00a0ms\n', 'metrics --fail-if: says why')
    result = cli.run('metrics', path, '--fail-if', 'no-such > 1')
    tap.equal((result.returncode, b'Cannot evaluate' in result.stderr), (1, True), 'metrics --fail-if: a metric that is missing')
    for text in ('frames.p99', '> 1ms', 'frames > x'):
        check_failure(tap, cli.run('metrics', path, '--fail-if', text), 2, ['is not a condition'], f'metrics --fail-if {text}')
    check_failure(tap, cli.run('metrics'), 2, ['expected FILE'], 'metrics: no file')
    check_failure(tap, cli.run('metrics', path, '--junit', '--csv'), 2, ['--junit'], 'metrics --junit --csv')
    result = cli.run('metrics', path, folder / 'noise', '--csv')
    tap.equal((result.returncode, result.stderr.decode().count('\n'), str(path) in result.stdout.decode()), (1, 1, True), 'metrics: a bad file is named, and the other measured')


def check_standard_input(tap, cli, path):
    piped = cli.run('metrics', '--csv', '-', data=path.read_bytes()).stdout.decode()
    tap.equal([line.split(',')[1:] for line in piped.splitlines()], [line.split(',')[1:] for line in cli.output('metrics', '--csv', path).splitlines()], 'metrics of standard input')


def check_queries(tap, cli, path):
    found = metrics(cli, path, '--query', 'frames-by-verdict', '--query', 'gc-time')
    tap.check(any(name.startswith('frames-by-verdict.') for name in found), 'metrics --query: numbers of rows by their texts', found)
    tap.equal([value for name, value in found.items() if name.startswith('gc-time.') and name.endswith('GC: mark.n')], [50.0], 'metrics --query: the number of a row')
    check_failure(tap, cli.run('metrics', path, '--query', 'no-such-query'), 2, ['no-such-query'], 'metrics --query: an unknown name')


def check_junit(tap, cli, path, folder):
    result = cli.run('metrics', path, folder / 'noise', '--junit', '--fail-if', 'frames.p99 > 32ms', '--fail-if', 'frames.p50 > 1s', '--fail-if', 'no-such > 1')
    suites = xml.etree.ElementTree.fromstring(result.stdout).findall('testsuite')
    tap.equal((result.returncode, [suite.get('name') for suite in suites]), (3, [str(folder / 'noise'), str(path)] if str(folder / 'noise') < str(path) else [str(path), str(folder / 'noise')]), 'metrics --junit: a suite a file')
    suite = next(suite for suite in suites if suite.get('name') == str(path))
    failed = [case.get('name') for case in suite.findall('testcase') if case.find('failure') is not None]
    errors = [case.get('name') for case in suite.findall('testcase') if case.find('error') is not None]
    tap.equal((failed, errors, suite.get('failures'), suite.get('errors'), int(suite.get('tests'))), (['frames.p99'], ['no-such'], '1', '1', len(suite.findall('testcase'))), 'metrics --junit: failures and errors')


def main():
    tap, cli, folder = start()
    path = folder / 'frames & starts.ftrace'
    path.write_bytes(frame_capture())
    (folder / 'pair.ftrace').write_bytes(diffpair.capture(0))
    check_figures(tap, cli, path)
    check_apps(tap, cli, folder)
    check_usage(tap, cli, folder)
    check_limits(tap, cli, path, folder)
    check_standard_input(tap, cli, path)
    check_queries(tap, cli, path)
    check_junit(tap, cli, path, folder)
    tap.finish()


if __name__ == '__main__':
    main()
