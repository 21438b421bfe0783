#!/usr/bin/python3
"""The tour: offered at a start without a file, with five steps by keys or pointer.

test-tour.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
from driver import CLICK, Program, act, check, find, find_focus, find_window, frame, get_extents, has, list_like, point, press, run, wait_for

SAMPLE = 'android-slow-frame.ftrace.zst'


def has_beside(card, root, role, name):
    """Whether a widget is shown and not covered by the card."""
    return any(not is_over(card, node) for node in list_like(root, role, name))


def get_card(window, step):
    return find(window, 'panel', f'Tour, Step {step} of 5')


def is_over(card, other):
    """Whether a card covers some of another part."""
    a, b = get_extents(card), get_extents(other)
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


def check_offer(strata, samples):
    with Program(strata):
        window = frame('Strata')
        offer = find(window, 'panel', 'Tour')
        check('whoever starts without a file is offered the tour', find(offer, 'push button', 'Take the Tour'))
        act(find(offer, 'push button', 'Do not offer the tour again'), 'click')
        wait_for('the offer to go', lambda: not has(window, 'push button', 'Do not offer the tour again'))
        check('and is not, once it is refused', True)


def check_not_in_the_way(strata, samples):
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        find(window, 'panel', 'Lanes')
        check('a file that was opened is shown without it', not has(window, 'panel', 'Tour, Step'))
        act(window, 'win.take-tour')
        check('the menu has it, and this window is about the sample already', get_card(window, 1))
        press(SAMPLE, 'Escape')
        wait_for('the card to go', lambda: not has(window, 'panel', 'Tour, Step'))
        check('Escape ends it, and the timeline has the keyboard', wait_for('that', lambda: find_focus(find(window, 'panel', 'Timeline')) is not None))


def check_steps(strata, samples):
    """Each step by keys alone."""
    with Program(strata):
        act(find(frame('Strata'), 'push button', 'Take the Tour'), 'click')
        window = frame(SAMPLE)
        card = get_card(window, 1)
        check('the worst frame is selected', wait_for('it', lambda: 'Choreographer#doFrame 48310' in find(window, 'panel', 'Lanes').get_description()))
        check('and Next has the keyboard', wait_for('that', lambda: find(card, 'push button', 'Next').is_focused()))
        check('the card leaves its finding to be seen', wait_for('that', lambda: has_beside(card, window, 'label', 'of om.example.shop was late')))

        press(SAMPLE, 'Return')
        card = get_card(window, 2)
        check('the reasons are seen beside the card', wait_for('that', lambda: has_beside(card, window, 'label', 'Waited for a lock')))

        press(SAMPLE, 'Return')
        card = get_card(window, 3)
        check('so is the critical path', wait_for('that', lambda: has_beside(card, window, 'label', 'waiting for Worker-2')))

        press(SAMPLE, 'Return')
        get_card(window, 4)
        check('the profile is about the frame', find(find(window, 'tree table', 'Profile'), 'label', 'BitmapFactory.decode'))
        check('and the scope says so', find(window, 'label', 'Selected slice'))
        check('the critical path is as it was', wait_for('that', lambda: not has(window, 'label', 'waiting for Worker-2')))

        press(SAMPLE, 'alt+b')
        get_card(window, 3)
        check('Back goes back', wait_for('it', lambda: has(window, 'label', 'waiting for Worker-2')))
        press(SAMPLE, 'Return')
        get_card(window, 4)
        press(SAMPLE, 'Return')
        card = get_card(window, 5)
        check('and the profile is about all again', find(window, 'label', 'Whole trace'))
        check('the last step has no next one', not has(card, 'push button', 'Next'))
        press(SAMPLE, 'Return')
        check('the comparison opens', find(find_window('frame', 'compared with'), 'panel', 'Lanes'))
        wait_for('the card to go', lambda: not has(window, 'panel', 'Tour, Step'))


def check_by_pointer(strata, samples):
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        act(window, 'win.take-tour')
        for step in range(1, 5):
            card = get_card(window, step)
            point(SAMPLE, find(card, 'push button', 'Next'), 0.5, 0.5, *CLICK)
        card = get_card(window, 5)
        point(SAMPLE, find(card, 'push button', 'Finish'), 0.5, 0.5, *CLICK)
        check('it ends by a click', wait_for('that', lambda: not has(window, 'panel', 'Tour, Step')) is True)


if __name__ == '__main__':
    run(globals())
