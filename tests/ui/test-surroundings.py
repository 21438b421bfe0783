#!/usr/bin/python3
"""The real program in Chinese, on a high-density screen, and with the other renderer.

test-surroundings.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import re
import subprocess

from driver import Program, act, check, find, frame, get_extents, run, wait_for

SAMPLE = 'android-slow-frame.ftrace.zst'


def ask_x(*command):
    return subprocess.run(['xdotool', *command], capture_output=True, text=True, check=False).stdout


def density(window):
    """Pixels of the X server for each of GTK's, apart from the window's shadow."""
    windows = wait_for('a window', lambda: ask_x('search', '--onlyvisible', '--name', SAMPLE).split())
    geometries = ''.join(ask_x('getwindowgeometry', each) for each in windows)
    width_px = max(int(width) for width in re.findall(r'Geometry: (\d+)x', geometries))
    return round(width_px / get_extents(window).width, 1)


def see_everything(window):
    """Shows each kind of drawing once: lanes, marks, the panes and the second window."""
    act(window, 'win.show-profile')
    find(find(window, 'tree table', 'Profile'), 'push button', 'Show names, parents and children')
    act(find(window, 'panel', 'Timeline'), 'timeline.select-next')
    for command in ['win.zoom-selection', 'win.show-selection', 'win.show-report', 'win.show-profile', 'win.zoom-all']:
        act(window, command)
    act(window, 'win.show-help-overlay')
    check('keys are listed', find(frame('Shortcuts'), 'label', 'Zoom in'))


def check_renderer(strata, samples):
    with Program(strata, samples / SAMPLE, GSK_RENDERER='gl', GDK_DEBUG='default-settings'):
        see_everything(frame(SAMPLE))


def check_dense(strata, samples):
    for scale in ['1', '2']:
        with Program(strata, samples / SAMPLE, GDK_SCALE=scale):
            window = frame(SAMPLE)
            see_everything(window)
            check(f'{scale} pixels are {scale}', density(window) == float(scale))


def check_language(strata, samples):
    with Program(strata, samples / SAMPLE, LANGUAGE='zh_CN'):
        window = frame(SAMPLE)
        act(window, 'win.show-profile')
        table = find(window, 'tree table', '性能分析')
        check('the profile speaks Chinese', table)
        check('and so do its columns', find(table, 'label', '调用次数'))
        check('and the timeline', wait_for('it', lambda: find(window, 'panel', '时间线')))


if __name__ == '__main__':
    run(globals())
