/** Chooses fairly from an overlong queue: by workspace, then by network. */

export interface Share {
  workspaceId: string;
  network: string;
  /** Number of messages. */
  size: number;
  bytes: number;
}

export interface Room {
  size: number;
  bytes: number;
}

/**
 * Removes the entries to process from `queue` and keeps the rest in order. Each workspace gets an equal
 * share, and each of its networks an equal part of that; unused room goes in order of arrival. Takes at least
 * one entry, however large. `sizeOf`: cost of an entry, if messages differ.
 */
export function takeFairly<T extends Share>(
  queue: T[],
  room: Room,
  sizeOf: (entry: T) => number = ({ size }) => size,
): T[] {
  const taken = new Set<T>();
  const left = { ...room };
  for (const ofWorkspace of parts(queue, ({ workspaceId }) => workspaceId, room)) {
    const networks = parts(ofWorkspace.entries, ({ network }) => network, ofWorkspace.room);
    for (const { entries, room: own } of networks) takeWhatFits(entries, own, left, taken, sizeOf);
  }
  takeWhatFits(queue, left, left, taken, sizeOf);
  const [first] = queue;
  if (taken.size === 0 && first) taken.add(first);
  const group = queue.filter((entry) => taken.has(entry));
  const rest = queue.filter((entry) => !taken.has(entry));
  queue.splice(0, queue.length, ...rest);
  return group;
}

export function workspacesIn(queue: Share[]): number {
  return new Set(queue.map(({ workspaceId }) => workspaceId)).size;
}

function parts<T extends Share>(entries: T[], nameOf: (entry: T) => string, { size, bytes }: Room) {
  const byName = new Map<string, T[]>();
  for (const entry of entries) {
    const part = byName.get(nameOf(entry));
    if (part) part.push(entry);
    else byName.set(nameOf(entry), [entry]);
  }
  const own = { size: size / byName.size, bytes: bytes / byName.size };
  return Array.from(byName.values(), (of) => ({ entries: of, room: { ...own } }));
}

/** In order, up to the first that does not fit, so that one sender's messages stay in order. */
function takeWhatFits<T extends Share>(
  entries: T[],
  own: Room,
  left: Room,
  taken: Set<T>,
  sizeOf: (entry: T) => number,
): void {
  const isShared = own !== left;
  for (const entry of entries) {
    if (taken.has(entry)) continue;
    const { bytes } = entry;
    const size = sizeOf(entry);
    if (size > own.size || bytes > own.bytes || size > left.size || bytes > left.bytes) return;
    taken.add(entry);
    own.size -= size;
    own.bytes -= bytes;
    if (!isShared) continue;
    left.size -= size;
    left.bytes -= bytes;
  }
}
