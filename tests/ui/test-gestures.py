#!/usr/bin/python3
"""Pointer gestures on the timeline have the same results as actions.

test-gestures.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import re
import subprocess
import sys
import time

from driver import CLICK, Program, act, check, find, frame, get_extents, has, is_true_within, list_rows, list_x_windows, point, point_px, press, read_at_rest, run, wait_for, wait_for_place

SAMPLE = 'android-slow-frame.ftrace.zst'
FRAME = 'Choreographer#doFrame 48310'
HEADER_PX = 220
POPUP = '^Strata$'  # windows of menus have no separate title
MISS_S = 0.3  # after this time a click has hit nothing
UNITS_S = {'s': 1, 'ms': 1e-3, 'µs': 1e-6, 'ns': 1e-9}
MENU = ['mousedown', '3', 'sleep', '0.1', 'mouseup', '3']
WHEEL_PAUSE = ['sleep', '0.05']


def drag(dx_px, dy_px=0, keys=()):
    """A drag that rests at its end, so that no kinetic scrolling follows."""
    step = ['mousemove_relative', '--', str(dx_px // 2), str(dy_px // 2), 'sleep', '0.05']
    moves = ['mousedown', '1', 'sleep', '0.05', *step, *step, 'sleep', '0.2', 'mouseup', '1', 'sleep', '0.05']
    return [*(word for key in keys for word in ('keydown', key)), *moves, *(word for key in keys for word in ('keyup', key))]


def parse_s(text):
    number, unit = text.replace(',', '').split('\u00a0')
    return float(number) * UNITS_S[unit]


class Window:
    """The window with a slow frame, and what it reports."""

    def __init__(self):
        self.root = frame(SAMPLE)
        self.timeline = find(self.root, 'panel', 'Timeline')
        self.overview = find(self.timeline, 'image', 'Overview')
        self.ruler = find(self.timeline, 'image', 'Time axis')
        self.lanes = find(self.timeline, 'panel', 'Lanes')
        wait_for('the slice', lambda: FRAME in self.lanes.get_description())
        self.first = self.rest()
        wait_for_place(self.lanes)
        self.axis_px = get_extents(self.lanes).width - HEADER_PX

    def get_view(self):
        length, begin = re.match('(.*) from (.*) on', read_at_rest(self.overview)).groups()
        return parse_s(length), parse_s(begin)

    def rest(self, unlike=None):
        """The visible time, once it differs from the one before and no longer changes."""
        def is_another():
            view = self.get_view()
            return view != unlike and view == self.get_view() and view

        return wait_for('the view to rest', is_another)

    def comes_to(self, expected, part=0.01):
        """The view, once it matches the expected one within a fraction of its length."""
        return wait_for(f'a view of {expected}', lambda: is_near(self.get_view(), expected, part) and self.get_view())

    def act(self, name):
        act(self.timeline, f'timeline.{name}')

    def is_told(self, node, text):
        return wait_for(f'“{text}”', lambda: text in node.get_description())

    def list_lanes(self, kind):
        found = re.search(f'^{kind}: (.*)$', self.timeline.get_description(), re.MULTILINE)
        return found.group(1).split(', ') if found else []

    def wait_for_lanes(self, kind, condition):
        return wait_for(f'lanes {kind}', lambda: condition(self.list_lanes(kind)) and (self.list_lanes(kind) or True))

    def filter(self, text):
        find(self.timeline, 'entry', 'Filter lanes').set_text(text)

    def open_menu(self, x_px, y_px):
        """GTK closes a menu that opens while the X server is still busy with the last one; a user clicks again too."""
        point_px(SAMPLE, self.lanes, x_px, y_px, *MENU)
        return is_true_within(2, lambda: list_x_windows(POPUP))

    def choose_in_menu(self, y_px, choice):
        """By pointer alone: opens the menu of a lane's header and clicks on an item."""
        wait_for('the last menu to go', lambda: not list_x_windows(POPUP))
        wait_for('a menu', lambda: self.open_menu(HEADER_PX / 2, y_px))
        item = find(find(self.lanes, 'menu', ''), 'menu item', choice)
        point(POPUP, item, 0.5, 0.5, *CLICK)
        wait_for('the menu to go', lambda: not list_x_windows(POPUP))

    def leave(self):
        """Moves the pointer away, so that commands apply to the selection."""
        point(SAMPLE, find(self.root, 'push button', 'Main menu'), 0.5, 0.5, 'sleep', '0.1')


def open_frame(strata, samples):
    return Program(strata, '--select', FRAME, samples / SAMPLE, STRATA_STATE_DIR='')


def is_near(one, other, part=0.01):
    """Whether two views are equal within a fraction of their length."""
    return all(abs(a - b) <= part * one[0] for a, b in zip(one, other))


def check_zoom(strata, samples):
    with open_frame(strata, samples):
        window = Window()
        before = window.rest()

        point_px(SAMPLE, window.lanes, HEADER_PX + window.axis_px / 2, 100, 'keydown', 'ctrl', *['click', '4', *WHEEL_PAUSE] * 2, 'keyup', 'ctrl')
        check('Ctrl and the wheel zoom in about the pointer', window.comes_to((before[0] / 1.25**2, before[1] + before[0] * (1 - 1 / 1.25**2) / 2)))
        point_px(SAMPLE, window.lanes, HEADER_PX + window.axis_px / 2, 100, 'keydown', 'ctrl', *['click', '5', *WHEEL_PAUSE] * 2, 'keyup', 'ctrl')
        check('and out again', window.comes_to(before))

        window.leave()
        window.act('zoom-in')
        check('so does the action, about the middle', window.comes_to((before[0] / 1.5, before[1] + before[0] / 6)))
        window.act('zoom-out')
        check('and out again', window.comes_to(before))

        point_px(SAMPLE, window.ruler, HEADER_PX + window.axis_px // 4, 8, *drag(window.axis_px // 2))
        by_ruler = window.comes_to((before[0] / 2, before[1] + before[0] / 4))
        check('a drag on the ruler zooms to what it covers', by_ruler)
        window.act('view-back')
        check('and the action goes back', window.comes_to(before))
        point_px(SAMPLE, window.lanes, HEADER_PX + window.axis_px // 4, 100, *drag(window.axis_px // 2, keys=['shift']))
        window.act('zoom-selection')
        by_area = window.comes_to((by_ruler[0] * 1.25, by_ruler[1] - by_ruler[0] / 8), 0.03)
        check('an area and the action cover the same, with room beside it', by_area)

        point_px(SAMPLE, window.ruler, HEADER_PX + window.axis_px / 2, 8, *CLICK, 'sleep', '0.05', *CLICK)
        by_click = wait_for('all', lambda: window.get_view()[0] > 2.5 and window.get_view())
        window.act('view-back')
        window.comes_to(by_area)
        window.act('zoom-all')
        check('a double click on the ruler shows as much as the action', window.comes_to(by_click))


def check_pan(strata, samples):
    with open_frame(strata, samples):
        window = Window()
        before = window.rest()
        point_px(SAMPLE, window.lanes, HEADER_PX + window.axis_px / 2, 100, *drag(-(window.axis_px // 20) * 2))
        window.comes_to((before[0], before[1] + before[0] / 10))
        by_drag = window.rest()
        check('a drag moves the view', is_near(by_drag, (before[0], before[1] + before[0] / 10)))
        window.act('pan-left')
        check('the action moves it back as far', window.comes_to(before))
        window.act('pan-right')
        check('and forth', window.comes_to(by_drag))

        point(SAMPLE, window.lanes, 0.5, 0.5, 'keydown', 'shift', 'click', '5', 'keyup', 'shift')
        check('the wheel with Shift goes on', window.comes_to((before[0], before[1] + before[0] / 5)))
        window.act('view-back')
        check('and back leads to the view before', window.comes_to(by_drag))

        # the view can go slightly before the start, where its description still says 0
        window.act('pan-to-start')
        window.comes_to((before[0], 0))
        views = []
        for n_beyond in [1, 4]:
            for step in ['page-left'] * n_beyond + ['right']:
                window.act(f'pan-{step}')
            views.append(wait_for('the start to be left', lambda: window.get_view()[1] > 0 and window.rest()))
        check('steps beyond the start count for nothing', is_near(views[0], views[1]))


def check_scroll(strata, samples):
    """Wheel, drag and actions scroll the lanes; the scroll bar shows the position."""
    with open_frame(strata, samples):
        window = Window()
        value = find(find(window.timeline, 'scroll bar', 'Scroll lanes'), 'filler', '')

        def is_at(place_px):
            return wait_for(f'lanes at {place_px}', lambda: abs(value.get_value() - place_px) < 1)

        # the initial selection scrolls into view by itself, which must happen before the next steps
        wait_for('the slice to be in sight', lambda: value.get_value() > 0)
        for step in ['page-up', 'page-up', 'down', 'down']:
            window.act(f'scroll-{step}')
        check('actions move lanes, and steps beyond the first lane count for nothing', is_at(120))
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 100, 'click', '4', *WHEEL_PAUSE, 'click', '4')
        check('the wheel over their headers as far back', is_at(0))
        point_px(SAMPLE, window.lanes, HEADER_PX + 200, 300, 'click', '5', *WHEEL_PAUSE)
        check('and over the lanes as well', is_at(60))
        point_px(SAMPLE, window.lanes, HEADER_PX + 200, 300, 'click', '4', *WHEEL_PAUSE)
        is_at(0)
        point_px(SAMPLE, window.lanes, HEADER_PX + 200, 300, *drag(0, -120))
        check('and so does a drag', is_at(120))


def enter_time(window, text):
    act(window.root, 'win.go-to-time')
    dialog = frame('Go to Time')
    find(dialog, 'text', 'Time').set_text(text)
    return dialog


def check_go(strata, samples):
    """A click in the overview, a click in the dialog, and actions lead to the same place."""
    with open_frame(strata, samples):
        window = Window()
        point_px(SAMPLE, window.overview, HEADER_PX + window.axis_px / 3, 20, *CLICK)
        by_overview = window.rest(unlike=window.first)
        middle = f'{by_overview[1] + by_overview[0] / 2:.6f} s'
        window.act('pan-to-start')
        at_start = window.comes_to((by_overview[0], 0))
        check('the start is elsewhere', not is_near(at_start, by_overview))
        act(enter_time(window, middle), 'goto.go')
        window.comes_to(by_overview)
        by_action = window.rest()
        check('the action goes where the overview went', is_near(by_action, by_overview))
        check('and leaves cursor A there', window.is_told(window.ruler, 'cursor A at'))

        window.act('pan-to-start')
        window.comes_to(at_start)
        dialog = enter_time(window, middle)
        point('Go to Time', find(dialog, 'push button', 'Go'), 0.5, 0.5, *CLICK)
        check('and so does the button', window.rest(unlike=at_start) == by_action)


def check_measure(strata, samples):
    with open_frame(strata, samples):
        window = Window()
        window.act('zoom-selection')
        length, begin = window.rest()
        window.act('measure-selection')
        by_action = wait_for('a measure', lambda: 'between' in window.ruler.get_description() and window.ruler.get_description())
        check('the action measures the slice', '42.6\u00a0ms between them' in by_action)
        window.act('clear-cursors')
        window.is_told(window.ruler, 'No cursors')

        slice_begin, slice_s = (float(re.search(pattern, window.lanes.get_description()).group(1)) for pattern in (r'Start: ([\d.]+)\u00a0s', r'Duration: ([\d.]+)\u00a0ms'))
        left_px, right_px = ((at - begin) / length * window.axis_px for at in (slice_begin, slice_begin + slice_s / 1000))
        window.filter('om.example.shop')
        window.wait_for_lanes('Shown', lambda shown: 'CPUs' not in shown)
        point_px(SAMPLE, window.lanes, HEADER_PX + left_px + 1, find_row_px(window), *drag(int(right_px - left_px) - 2, keys=['ctrl']))
        check('a drag with Ctrl, which snaps, tells the same', window.is_told(window.ruler, by_action))

        # drags the handle of cursor B a fifth of the view to the left, where nothing to snap to is near
        point_px(SAMPLE, window.ruler, HEADER_PX + right_px, 14, *drag(-int(window.axis_px * 0.2), keys=['shift']))
        moved = wait_for('a shorter measure', lambda: window.ruler.get_description() != by_action and window.ruler.get_description())
        measured = parse_s(re.search(r', ([^,]*) between', moved).group(1))
        check('and so does its handle on the ruler', abs(measured - (slice_s / 1000 - 0.2 * length)) < 0.01 * length)


def find_row_px(window):
    """The row of the slice, found by clicking upwards, because a click further up, on its frame, selects it too."""
    for y_px in range(200, 30, -8):
        window.act('clear-selection')
        window.is_told(window.lanes, 'Nothing selected')
        point_px(SAMPLE, window.lanes, HEADER_PX + window.axis_px / 4, y_px, *CLICK)
        end = time.monotonic() + MISS_S
        while time.monotonic() < end and 'Nothing selected' in window.lanes.get_description():
            time.sleep(0.02)
        if FRAME in window.lanes.get_description():
            return y_px
    sys.exit('the slice is nowhere')


def list_statistics(window):
    """The statistics of the area in the pane, once they are computed."""
    table = find(window.root, 'tree table', 'Contents of the selected area')
    summary = wait_for('a sum', lambda: ' item' in table.get_description() and table.get_description())
    return summary, list_rows(table)


def check_area(strata, samples):
    with open_frame(strata, samples):
        window = Window()
        act(window.root, 'win.show-selection')
        window.filter('RenderThread')
        shown = window.wait_for_lanes('Shown', lambda lanes: len(lanes) < 6)
        window.act('clear-selection')
        window.leave()
        window.rest()

        window.act('select-area')
        by_action = list_statistics(window)
        check('the action sums up all in view', FRAME not in shown and len(by_action[1]) > 3 and re.search(r'\d lanes? · [1-9]', by_action[0]))
        window.act('clear-selection')
        height_px = get_extents(window.lanes).height
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 4, *drag(0, height_px - 8, keys=['shift']))
        check('a drag with Shift down the headers does as well', wait_for('it', lambda: list_statistics(window) == by_action))
        window.act('clear-selection')
        window.act('area-tool')
        point_px(SAMPLE, window.lanes, HEADER_PX + 1, 4, *drag(window.axis_px - 4, height_px - 8))
        by_tool = list_statistics(window)
        check('and so does the tool, from corner to corner', by_tool[0].split(' · ')[1] == by_action[0].split(' · ')[1] and len(by_tool[1]) > 3)


def check_lanes(strata, samples):
    with open_frame(strata, samples):
        window = Window()
        window.filter('Worker-*')
        shown = window.wait_for_lanes('Shown', lambda lanes: len(lanes) == 4)
        group, first, second, third = shown
        check('the filter leaves a group of three', group.startswith('om.example.shop') and third.startswith('Worker-3'))

        # the header of the first lane is below that of its group
        window.choose_in_menu(40, 'Pin to Top')
        window.wait_for_lanes('Pinned', lambda lanes: lanes == [first])
        check('the menu pins a lane', window.list_lanes('Shown') == [group, second, third])
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 14, 'sleep', '0.1')
        window.act('pin-lane')
        window.wait_for_lanes('Pinned', lambda lanes: not lanes)
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 40, 'sleep', '0.1')
        window.act('pin-lane')
        check('and so does the action', window.wait_for_lanes('Pinned', lambda lanes: lanes == [first]))
        window.choose_in_menu(14, 'Pin to Top')
        window.wait_for_lanes('Pinned', lambda lanes: not lanes)

        window.choose_in_menu(40, 'Hide')
        window.wait_for_lanes('Hidden', lambda lanes: lanes == [first])
        by_menu = window.list_lanes('Shown')
        window.act('show-hidden-lanes')
        window.wait_for_lanes('Shown', lambda lanes: lanes == shown)
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 40, 'sleep', '0.1')
        window.act('hide-lane')
        window.wait_for_lanes('Hidden', lambda lanes: lanes == [first])
        check('the menu hides what the action hides', window.list_lanes('Shown') == by_menu == [group, second, third])
        window.act('reset-lanes')
        window.wait_for_lanes('Shown', lambda lanes: lanes == shown)

        # the button that counts hidden lanes disappears with the next frame
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 40, 'sleep', '0.1')
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 40, *drag(0, 56))
        window.wait_for_lanes('Shown', lambda lanes: lanes != shown)
        by_drag = window.list_lanes('Shown')
        check('a drag moves a lane below the next', by_drag == [group, second, first, third])
        window.act('reset-lanes')
        window.wait_for_lanes('Shown', lambda lanes: lanes == shown)
        point_px(SAMPLE, window.lanes, HEADER_PX / 2, 40, 'sleep', '0.1')
        window.act('move-lane-down')
        check('and so does the action', window.wait_for_lanes('Shown', lambda lanes: lanes == by_drag))
        press(SAMPLE, 'alt+shift+Up')


def check_keys_after_menu(strata, samples):
    with open_frame(strata, samples):
        window = Window()
        menu = ['key', '--delay', '150']
        press(SAMPLE, 'F10')
        find(window.root, 'menu item', 'New Window')
        subprocess.run(['xdotool', *menu, 'Down', 'Down', 'Down', 'Right'], check=True)
        find(window.root, 'menu item', 'Use Mapping File')
        subprocess.run(['xdotool', *menu, 'Escape', 'Escape'], check=True)
        subprocess.run(['xdotool', *menu, 'w', 'w'], check=True)
        check('keys reach the timeline after Escape in a submenu', window.rest(unlike=window.first))


def open_item_menu(window):
    """Opens the menu of a slice, wherever it is in its lane."""
    for y_px in range(100, 200, 10):
        wait_for('a menu', lambda: window.open_menu(HEADER_PX + window.axis_px / 2, y_px))
        menu = find(window.lanes, 'menu', '')
        if has(menu, 'menu item', 'Go to the Caller'):
            return menu
        subprocess.run(['xdotool', 'key', '--delay', '100', 'Escape'], check=True)
        wait_for('the menu to go', lambda: not list_x_windows(POPUP))
    return None


def check_item_menu(strata, samples):
    """The actions of single letters can be found with the pointer alone."""
    with open_frame(strata, samples):
        window = Window()
        menu = open_item_menu(window)
        check('a slice has a menu', menu)
        for choice in ['Zoom to It', 'Select Its Area', 'Critical Path', 'Longest of This Name', 'Next Slow Frame']:
            check(f'with {choice}', find(menu, 'menu item', choice))
        point(POPUP, find(menu, 'menu item', 'Go to the Longest Callee'), 0.5, 0.5, *CLICK)
        check('which leads elsewhere', wait_for('it', lambda: FRAME not in window.lanes.get_description()))


if __name__ == '__main__':
    run(globals())
