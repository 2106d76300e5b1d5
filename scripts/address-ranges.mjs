// Sorted address ranges, and merging those of places and networks into one table; for build-address-tables.mjs.

/** Rows that the service reads at once. */
export const rangesInABlock = 64;

/** Never a visitor's: IANA's special-purpose registries. IPv6 is 2000::/3 without these. */
const reserved = {
  4: [
    [0x00000000, 8],
    [0x0a000000, 8],
    [0x64400000, 10],
    [0x7f000000, 8],
    [0xa9fe0000, 16],
    [0xac100000, 12],
    [0xc0000000, 24],
    [0xc0000200, 24],
    [0xc0a80000, 16],
    [0xc6120000, 15],
    [0xc6336400, 24],
    [0xcb007100, 24],
    [0xe0000000, 3],
  ],
  6: [
    [0, 3],
    [0x20010db80000, 32],
    [0x3fff00000000, 20],
    [0x400000000000, 2],
    [0x800000000000, 1],
  ],
};

/** Start and value of ranges, in order; merges equal neighbors. */
export class Ranges {
  constructor(capacity) {
    this.starts = new Float64Array(capacity);
    this.values = new Uint32Array(capacity);
    this.length = 1;
  }

  add(start, value) {
    if (this.starts[this.length - 1] === start) this.length -= 1;
    if (this.length > 0 && this.values[this.length - 1] === value) return;
    this.starts[this.length] = start;
    this.values[this.length] = value;
    this.length += 1;
  }
}

/** 1 for addresses that cannot be a visitor's. */
export function reservedRanges(family, keyBits) {
  const ranges = new Ranges(reserved[family].length * 2 + 1);
  for (const [start, bits] of reserved[family]) {
    ranges.add(start, 1);
    ranges.add(start + 2 ** (keyBits - bits), 0);
  }
  return ranges;
}

/**
 * One row per range with one place and one network: its first key, 3 bytes of place, 3 bytes of network; and the
 * first key of every block of rows. `count(place, network, keys)` is called for every range of a network.
 */
export function mergeRanges(keyBits, places, networks, blank, count) {
  const keyBytes = keyBits / 8;
  const rows = Buffer.alloc((places.length + networks.length + blank.length) * (keyBytes + 6));
  const index = [];
  let length = 0;
  let last = -1;
  const add = (start, place, network) => {
    const value = place * 2 ** 24 + network;
    if (value === last) return;
    last = value;
    if (length % rangesInABlock === 0) index.push(start);
    const offset = length * (keyBytes + 6);
    if (keyBytes === 4) rows.writeUInt32BE(start, offset);
    else rows.writeUIntBE(start, offset, keyBytes);
    rows.writeUIntBE(value, offset + keyBytes, 6);
    length += 1;
  };
  overlay(2 ** keyBits, [blank, places, networks], (start, end, at) => {
    const isBlank = blank.values[at[0]] === 1;
    const place = isBlank ? 0 : places.values[at[1]];
    const network = isBlank ? 0 : networks.values[at[2]];
    if (network > 0) count(place, network, end - start);
    add(start, place, network);
  });
  return {
    rows: rows.subarray(0, length * (keyBytes + 6)),
    index: new Float64Array(index),
  };
}

/** Calls `visit(start, end, at)` wherever any layer changes; `at` is the position in each layer, a reused array. */
function overlay(size, layers, visit) {
  const at = layers.map(() => 0);
  for (let start = 0; start < size; ) {
    let end = size;
    for (let layer = 0; layer < layers.length; layer += 1) {
      const { starts, length } = layers[layer];
      if (at[layer] + 1 < length && starts[at[layer] + 1] === start) at[layer] += 1;
      if (at[layer] + 1 < length && starts[at[layer] + 1] < end) end = starts[at[layer] + 1];
    }
    visit(start, end, at);
    start = end;
  }
}
