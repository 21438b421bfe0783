"""Programs as assistive technology sees them, queried directly over the accessibility bus.

libatspi makes four calls for each widget, and updates its copy of the tree late. Here nothing is
cached: each query is one call, and one query gets names and roles of all widgets (Parts). Most of
the time of these tests is in such calls, in four processes; so few are made, and many at once.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, Gio, GLib  # noqa: E402

INTERFACE = 'org.a11y.atspi.'
WINDOW_COORDINATES = 1
TIMEOUT_MS = 10000
FOCUSED = int(Atspi.StateType.FOCUSED)  # a bit of the states
BUSY = int(Atspi.StateType.BUSY)  # a bit of the states
SELECTED = int(Atspi.StateType.SELECTED)  # a bit of the states
MAX_CHILDREN = 25  # a table keeps two hundred rows alive; the first ones are enough
ROLES = {Atspi.role_get_name(Atspi.Role(number)): number for number in range(int(Atspi.Role.LAST_DEFINED))}
TABLES = frozenset({ROLES['tree table']})
ROWS = frozenset({ROLES['table row']})
CELLS = frozenset({ROLES['table cell']})
ITEMS_PER_CALL = 5  # asking a part for its children takes as long as reading this many parts
FEW = 8  # a part with more children may be a table


def connect():
    """Connects to the accessibility bus of the session."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    reply = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, Gio.DBusCallFlags.NONE, -1, None)
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(reply.unpack()[0], flags, None, None)


class Node:
    """A widget, a window or a program. Queries raise GLib.Error when it is gone."""

    bus = None

    def __init__(self, owner, path):
        self.owner = owner
        self.path = path

    def call_raw(self, interface, method, arguments=None):
        Node.bus = Node.bus or connect()
        return Node.bus.call_sync(self.owner, self.path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, TIMEOUT_MS, None)

    def call(self, interface, method, arguments=None):
        return self.call_raw(interface, method, arguments).unpack()

    def ask(self, interface, method, arguments=None):
        return self.call(INTERFACE + interface, method, arguments)[0]

    def get(self, interface, name):
        return self.call('org.freedesktop.DBus.Properties', 'Get', GLib.Variant('(ss)', (INTERFACE + interface, name)))[0]

    def list_children(self):
        return [Node(*child) for child in self.ask('Accessible', 'GetChildren')[:MAX_CHILDREN]]

    def get_parent(self):
        return Node(*self.get('Accessible', 'Parent'))

    def get_role(self):
        """The name of the role in AT-SPI, which differs from GTK's name."""
        return Atspi.role_get_name(Atspi.Role(self.ask('Accessible', 'GetRole')))

    def get_name(self):
        return self.get('Accessible', 'Name')

    def get_description(self):
        return self.get('Accessible', 'Description')

    def is_focused(self):
        return self.has_state(FOCUSED)

    def is_selected(self):
        """For a tab: whether it is in front."""
        return self.has_state(SELECTED)

    def is_busy(self):
        """For the overview: whether the view is moving, so that its description is still the old one."""
        return self.has_state(BUSY)

    def has_state(self, state):
        return bool(self.ask('Accessible', 'GetState')[0] >> state & 1)

    def list_actions(self):
        """The names of the available actions. GTK gives the action of a button as a title, "Click"."""
        return [name.lower() for name, *_ in self.ask('Action', 'GetActions')]

    def do_action(self, name):
        return self.ask('Action', 'DoAction', GLib.Variant('(i)', (self.list_actions().index(name),)))

    def get_value(self):
        return self.get('Value', 'CurrentValue')

    def set_text(self, text):
        return self.ask('EditableText', 'SetTextContents', GLib.Variant('(s)', (text,)))

    def get_extents(self):
        """x, y, width and height in GTK pixels, relative to the window."""
        return self.ask('Component', 'GetExtents', GLib.Variant('(u)', (WINDOW_COORDINATES,)))


def ask_all(owner, paths):
    """The paths of the children of several parts by their paths: none for one that has just been destroyed."""
    children = {}

    def take(bus, result, path):
        try:
            children[path] = [child for _, child in bus.call_finish(result).unpack()[0][:MAX_CHILDREN]]
        except GLib.Error:
            children[path] = []

    for path in paths:
        Node.bus.call(owner, path, INTERFACE + 'Accessible', 'GetChildren', None, None, Gio.DBusCallFlags.NONE, TIMEOUT_MS, None, take, path)
    while len(children) < len(paths):
        GLib.MainContext.default().iteration(True)
    return children


class Parts:
    """All widgets that a program reports in one call: those whose parents were asked for their children before."""

    def __init__(self, owner, is_quick=False):
        self.owner = owner
        self.is_quick = is_quick  # a part that is now hidden may be taken for another child
        self.children = {}
        self.items = {}
        self.read()

    def read(self):
        items = Node(self.owner, '/org/a11y/atspi/cache').call_raw(INTERFACE + 'Cache', 'GetItems').get_child_value(0)
        self.items = {}
        self.known = collections.defaultdict(dict)
        for index in range(items.n_children()):
            item = items.get_child_value(index)  # unpacked only when needed: that takes longer than the call
            path = item.get_child_value(0).get_child_value(1).get_string()
            self.items[path] = item
            self.known[self.get_parent(path)][item.get_child_value(3).get_int32()] = path

    def get_parent(self, path):
        return self.items[path].get_child_value(2).get_child_value(1).get_string() if path in self.items else None

    def get_role(self, path):
        return self.items[path].get_child_value(7).get_uint32()

    def get_name(self, path):
        return self.items[path].get_child_value(6).get_string()

    def has_role(self, path, roles):
        return bool(roles) and path in self.items and self.get_role(path) in roles

    def is_like(self, path, role, name):
        return path in self.items and self.get_role(path) == role and name in self.get_name(path)

    def is_focused(self, path):
        return path in self.items and bool(self.items[path].get_child_value(9).get_child_value(0).get_uint32() >> FOCUSED & 1)

    def list_children(self, path):
        """The paths of the children, in order."""
        known = self.list_known(path)
        return self.ask_children(path) if known is None else known

    def list_known(self, path):
        """The same without a call, or None."""
        n_children = self.items[path].get_child_value(4).get_int32() if path in self.items else MAX_CHILDREN
        wanted = range(min(n_children, MAX_CHILDREN))
        known = self.known[path]
        if n_children == 0 or (self.is_quick and all(index in known for index in wanted)):
            return [known[index] for index in wanted]
        return None

    def ask_children(self, path):
        if path not in self.children:
            self.children |= ask_all(self.owner, [path])
        return self.children[path]

    def ask_ahead(self, root, skipped=frozenset()):
        """Asks all parts below a root for their children, each level at once: one call after the other takes twice as long."""
        families = [[root]]
        while families:
            n_new = [sum(path not in self.items for path in family) for family in families]
            if (skipped and max(n_new) > FEW) or sum(n_new) * ITEMS_PER_CALL > len(self.items):
                self.read()
            paths = [path for family in families for path in family if not self.has_role(path, skipped)]
            unknown = [path for path in paths if self.list_known(path) is None and path not in self.children]
            self.children |= ask_all(self.owner, unknown)
            families = [children for children in map(self.list_children, paths) if children]

    def walk(self, path, skipped=frozenset()):
        for child in self.list_children(path):
            if not self.has_role(child, skipped):
                yield child
                yield from self.walk(child, skipped)

    def find_place(self, root, path):
        """The child indices that lead from a root to a part, or None if it is not below the root."""
        place = []
        while path != root:
            parent = self.get_parent(path)
            index = self.find_index(parent, path) if parent is not None else None
            if index is None:
                return None
            place.insert(0, index)
            path = parent
        return place

    def find_index(self, parent, path):
        """The index of a child. A page of a stack is the parent of its child, yet the stack lists the child itself."""
        children = self.ask_children(parent)
        return next((index for index, child in enumerate(children) if path in (child, self.get_parent(child))), None)

    def find_known(self, root, matches):
        """The first match below a root among the parts that are already known."""
        places = [(self.find_place(root, path), path) for path in self.items if matches(path)]
        return min((place for place in places if place[0]), default=(None, None))[1]

    def find(self, root, matches, skipped=frozenset()):
        """The first match below a root. Parts that are not known yet take a call for each part that is."""
        path = self.find_known(root, matches) or next(filter(matches, self.list(root, skipped)), None)
        return Node(self.owner, path) if path else None

    def list(self, root, skipped=frozenset()):
        """All parts below a root, in order, without those of the skipped roles and what is below these."""
        self.ask_ahead(root, skipped)
        paths = list(self.walk(root, skipped))
        if not all(path in self.items for path in paths):
            self.read()
        return paths


def get_skipped(parts, root, role):
    """What is in the rows of a table is only found below the table: most parts are there."""
    is_in_rows = ROLES[role] in ROWS | CELLS or parts.has_role(root.path, TABLES | ROWS | CELLS)
    return frozenset() if is_in_rows else ROWS


def find_like(root, role, name, is_quick=False):
    """The first widget below another with a role and a text in its name, or None. The quick way may miss one."""
    parts = Parts(root.owner, is_quick)
    return parts.find(root.path, lambda path: parts.is_like(path, ROLES[role], name), get_skipped(parts, root, role))


def list_like(root, role, name=''):
    """All widgets below another with a role and a text in their names, in order."""
    parts = Parts(root.owner)
    paths = parts.list(root.path, get_skipped(parts, root, role))
    return [Node(root.owner, path) for path in paths if parts.is_like(path, ROLES[role], name)]


def list_rows(table):
    """The texts of the labels of each row of a table that is alive, including the heading."""
    parts = Parts(table.owner)
    rows = [path for path in parts.list(table.path) if parts.has_role(path, ROWS)]
    return [[parts.get_name(path) for path in parts.walk(row) if parts.is_like(path, ROLES['label'], '')] for row in rows]


def list_named(root, *skipped):
    """All widgets below another as (widget, role, name), without those of the skipped roles and what is below these."""
    parts = Parts(root.owner)
    skipped = {ROLES[role] for role in skipped}
    parts.list(root.path, skipped)
    kept = parts.walk(root.path, skipped)
    return [(Node(root.owner, path), Atspi.role_get_name(Atspi.Role(parts.get_role(path))), parts.get_name(path)) for path in kept if path in parts.items]


def find_focus(root):
    """The widget below another that has the focus, or None."""
    parts = Parts(root.owner)
    return parts.find(root.path, parts.is_focused)


def list_programs():
    return Node('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root').list_children()
