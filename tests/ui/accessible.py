"""Programs as assistive technology sees them, asked directly over the accessibility bus.

libatspi makes four calls for each widget, and its copy of the tree is updated late.
Here nothing is cached: each question is one call.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, Gio, GLib  # noqa: E402

INTERFACE = 'org.a11y.atspi.'
WINDOW_COORDINATES = 1
TIMEOUT_MS = 10000
FOCUSED = int(Atspi.StateType.FOCUSED)  # a bit of the states
BUSY = int(Atspi.StateType.BUSY)  # a bit of the states
SELECTED = int(Atspi.StateType.SELECTED)  # a bit of the states
MAX_CHILDREN = 25  # a table has two hundred rows alive; the first ones are enough


def connect():
    """A connection to the accessibility bus of the session."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    reply = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, Gio.DBusCallFlags.NONE, -1, None)
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(reply.unpack()[0], flags, None, None)


class Node:
    """A widget, a window or a program; questions raise GLib.Error when it is gone."""

    bus = None

    def __init__(self, owner, path):
        self.owner = owner
        self.path = path

    def call(self, interface, method, arguments=None):
        Node.bus = Node.bus or connect()
        return Node.bus.call_sync(self.owner, self.path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, TIMEOUT_MS, None).unpack()

    def ask(self, interface, method, arguments=None):
        return self.call(INTERFACE + interface, method, arguments)[0]

    def get(self, interface, name):
        return self.call('org.freedesktop.DBus.Properties', 'Get', GLib.Variant('(ss)', (INTERFACE + interface, name)))[0]

    def list_children(self):
        return [Node(*child) for child in self.ask('Accessible', 'GetChildren')[:MAX_CHILDREN]]

    def get_parent(self):
        return Node(*self.get('Accessible', 'Parent'))

    def get_role(self):
        """Its name in AT-SPI, which is not what GTK calls it."""
        return Atspi.role_get_name(Atspi.Role(self.ask('Accessible', 'GetRole')))

    def get_name(self):
        return self.get('Accessible', 'Name')

    def get_description(self):
        return self.get('Accessible', 'Description')

    def is_focused(self):
        return self.has_state(FOCUSED)

    def is_selected(self):
        """Of a tab: whether it is in front."""
        return self.has_state(SELECTED)

    def is_busy(self):
        """Of the overview: whether the view is moving, and its description is that of before."""
        return self.has_state(BUSY)

    def has_state(self, state):
        return bool(self.ask('Accessible', 'GetState')[0] >> state & 1)

    def list_actions(self):
        """The names of what can be done now. GTK gives that of a button as a title, "Click"."""
        return [name.lower() for name, *_ in self.ask('Action', 'GetActions')]

    def do_action(self, name):
        return self.ask('Action', 'DoAction', GLib.Variant('(i)', (self.list_actions().index(name),)))

    def get_value(self):
        return self.get('Value', 'CurrentValue')

    def set_text(self, text):
        return self.ask('EditableText', 'SetTextContents', GLib.Variant('(s)', (text,)))

    def get_extents(self):
        """Its x, y, width and height, in pixels of GTK in its window."""
        return self.ask('Component', 'GetExtents', GLib.Variant('(u)', (WINDOW_COORDINATES,)))


def list_programs():
    return Node('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root').list_children()
