/** Fair choice from a queue that is longer than what is taken at once: by workspace, then by network. */

export interface Share {
  workspaceId: string;
  /** Of the sender. */
  network: string;
  /** Messages. */
  size: number;
  bytes: number;
}

export interface Room {
  size: number;
  bytes: number;
}

/**
 * Takes what goes first out of `queue`, which keeps the rest in its order. Each workspace gets the same
 * part of the room and each network of it the same part of that; what they leave goes to whoever came
 * first. At least one entry is taken, however large. `sizeOf`: where messages differ in what they cost.
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

/** In order, up to the first that does not fit: what one sender sent stays in its order. */
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
