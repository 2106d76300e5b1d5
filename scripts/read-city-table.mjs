// Reads a table in the MaxMind DB format, version 2 (https://maxmind.github.io/MaxMind-DB/): a binary tree over
// the bits of an address with leaves that point to records. Only for the build, to list every range once.

/**
 * Calls `onRange(start, value)` for every range in order; `value` is the result of `toValue(record)`, 0 without
 * one. Keys are the first `keyBits` bits of the address; of smaller ranges within a key, the value with the
 * largest share counts.
 */
export function walkCities(table, keyBits, toValue, onRange) {
  const { node_count: nodes, record_size: recordBits } = readMetadata(table);
  if (recordBits !== 28) throw new Error(`Records of ${recordBits} bits: only 28 are expected`);
  const dataStart = nodes * 7 + 16;
  const values = new Map();

  const child = (node, right) => {
    const at = node * 7;
    const high = right ? table[at + 3] & 0x0f : table[at + 3] >> 4;
    const low = right ? at + 4 : at;
    return (high << 24) | (table[low] << 16) | (table[low + 1] << 8) | table[low + 2];
  };
  const valueAt = (pointer) => {
    if (pointer === nodes) return 0;
    const known = values.get(pointer);
    if (known !== undefined) return known;
    const value = toValue(decode(table, dataStart + pointer - nodes - 16, dataStart).value);
    values.set(pointer, value);
    return value;
  };
  const weigh = (pointer, weight, weights) => {
    if (pointer < nodes) {
      weigh(child(pointer, false), weight / 2, weights);
      weigh(child(pointer, true), weight / 2, weights);
    } else {
      const value = valueAt(pointer);
      weights.set(value, (weights.get(value) ?? 0) + weight);
    }
  };
  const walk = (pointer, start, depth) => {
    if (pointer >= nodes) onRange(start, valueAt(pointer));
    else if (depth === keyBits) {
      const weights = new Map();
      weigh(pointer, 1, weights);
      onRange(start, [...weights].reduce((most, one) => (one[1] > most[1] ? one : most))[0]);
    } else {
      walk(child(pointer, false), start, depth + 1);
      walk(child(pointer, true), start + 2 ** (keyBits - depth - 1), depth + 1);
    }
  };
  walk(0, 0, 0);
}

function readMetadata(table) {
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  const at = table.lastIndexOf(marker);
  if (at < 0) throw new Error('Not a table in the MaxMind DB format');
  return decode(table, at + marker.length, at + marker.length).value;
}

/** The value at `offset` and the next offset. Pointers are relative to `base`. */
function decode(table, offset, base) {
  const control = table[offset];
  let type = control >> 5;
  let at = offset + 1;
  if (type === 1) return decodePointer(table, control, at, base);
  if (type === 0) {
    type = 7 + table[at];
    at += 1;
  }
  let size = control & 0x1f;
  if (size >= 29) {
    const bytes = size - 28;
    size = [29, 285, 65821][bytes - 1] + table.readUIntBE(at, bytes);
    at += bytes;
  }
  switch (type) {
    case 2:
      return { value: table.toString('utf8', at, at + size), next: at + size };
    case 3:
      return { value: table.readDoubleBE(at), next: at + 8 };
    case 5:
    case 6:
      return { value: size === 0 ? 0 : table.readUIntBE(at, size), next: at + size };
    case 7:
      return decodeMap(table, size, at, base);
    case 9: {
      const high = size > 6 ? table.readUIntBE(at, size - 6) : 0;
      const low = Math.min(size, 6);
      const value = low === 0 ? 0 : table.readUIntBE(at + size - low, low);
      return { value: high * 2 ** 48 + value, next: at + size };
    }
    case 11:
      return decodeArray(table, size, at, base);
    case 15:
      return { value: table.readFloatBE(at), next: at + 4 };
    default:
      throw new Error(`A value of type ${type}, which a table of cities does not have`);
  }
}

function decodePointer(table, control, at, base) {
  const bytes = ((control >> 3) & 3) + 1;
  const high = bytes === 4 ? 0 : (control & 7) * 2 ** (8 * bytes);
  const pointer = high + table.readUIntBE(at, bytes) + [0, 2048, 526_336, 0][bytes - 1];
  return { value: decode(table, base + pointer, base).value, next: at + bytes };
}

function decodeMap(table, size, at, base) {
  const map = {};
  let next = at;
  for (let count = 0; count < size; count += 1) {
    const key = decode(table, next, base);
    const item = decode(table, key.next, base);
    map[key.value] = item.value;
    next = item.next;
  }
  return { value: map, next };
}

function decodeArray(table, size, at, base) {
  const list = [];
  let next = at;
  for (let count = 0; count < size; count += 1) {
    const item = decode(table, next, base);
    list.push(item.value);
    next = item.next;
  }
  return { value: list, next };
}
