/**
 * gzip of small files that every visitor loads, which are worth a longer search than zlib's: its best is 1.3 % more. One block
 * of deflate (RFC 1951). Which repeats are taken is decided by what each costs, and what it costs by how often it is taken,
 * in turns.
 */
import { crc32 } from 'node:zlib';

const mostTurns = 30;
const farthest = 32_768;
const longest = 258;
const shortest = 3;
const endOfBlock = 256;
/** Shorter codes, of which fewer kinds are to be told, may be less in sum. */
const codeBits = [9, 10, 11, 15];

/** Lengths and distances as deflate has them: symbols in order, each with where it begins and how many bits follow. */
interface Symbols {
  starts: number[];
  extraBits: number[];
}

const lengthSymbols: Symbols = {
  starts: [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ],
  extraBits: [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ],
};
const distanceSymbols = doublingSymbols(30);

/** Each two symbols have a bit more behind them. */
function doublingSymbols(count: number): Symbols {
  const extraBits = Array.from({ length: count }, (_, at) => Math.max(0, (at >> 1) - 1));
  let start = 1;
  const starts = extraBits.map((bits) => {
    const own = start;
    start += 2 ** bits;
    return own;
  });
  return { starts, extraBits };
}

function symbolTable({ starts }: Symbols, most: number): Uint8Array {
  const table = new Uint8Array(most + 1);
  for (const [symbol, start] of starts.entries()) table.fill(symbol, start);
  return table;
}

const symbolOfLength = symbolTable(lengthSymbols, longest);
const symbolOfDistance = symbolTable(distanceSymbols, farthest);

/** A byte (distance 0), or so many bytes of so far before. */
interface Step {
  length: number;
  distance: number;
}

export function smallGzip(content: Uint8Array): Buffer {
  const repeats = repeatsIn(content);
  let costs: Costs | undefined;
  let best: Buffer | undefined;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const steps = cheapestSteps(content, repeats, costs);
    const counts = countSymbols(content, steps);
    for (const mostBits of codeBits) {
      const packed = writeBlock(content, steps, counts, mostBits);
      if (!best || packed.length < best.length) best = packed;
    }
    costs = costsOf(counts);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length, 4);
  return Buffer.concat([gzipHeader, best ?? Buffer.alloc(0), trailer]);
}

/** Deflate, no name, no time; "searched for longest", system unknown. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

/** For each place what stood before: ever longer ones, each where it was last. */
function repeatsIn(content: Uint8Array): Step[][] {
  const places = new Map<number, number[]>();
  return Array.from(content, (_, at) => {
    if (at + shortest > content.length) return [];
    const key =
      (byteAt(content, at) << 16) | (byteAt(content, at + 1) << 8) | byteAt(content, at + 2);
    const before = places.get(key) ?? [];
    const found: Step[] = [];
    let known = shortest - 1;
    for (let index = before.length - 1; index >= 0 && known < longest; index -= 1) {
      const distance = at - (before[index] ?? 0);
      if (distance > farthest) break;
      const length = sameBytes(content, at, distance);
      if (length > known) found.push({ length, distance });
      known = Math.max(known, length);
    }
    before.push(at);
    places.set(key, before);
    return found;
  });
}

function sameBytes(content: Uint8Array, at: number, distance: number): number {
  const most = Math.min(longest, content.length - at);
  let length = 0;
  while (length < most && content[at - distance + length] === content[at + length]) length += 1;
  return length;
}

/** How often each symbol is taken: bytes with the end and the lengths, and distances. */
interface Counts {
  main: number[];
  distances: number[];
}

/** In bits. */
interface Costs {
  main: number[];
  distances: number[];
}

function costsOf({ main, distances }: Counts): Costs {
  const bits = (counts: number[]) => {
    const sum = counts.reduce((total, count) => total + count, 0);
    return counts.map((count) => Math.log2(sum / Math.max(count, 0.5)));
  };
  return { main: bits(main), distances: bits(distances) };
}

/** Before anything is known of the content. */
const firstCosts: Costs = {
  main: [...Array<number>(endOfBlock + 1).fill(6), ...lengthSymbols.starts.map(() => 5)],
  distances: distanceSymbols.starts.map(() => 5),
};

function cheapestSteps(content: Uint8Array, repeats: Step[][], costs = firstCosts): Step[] {
  const size = content.length;
  const lengthCosts = Array.from({ length: longest + 1 }, (_, length) => {
    const symbol = symbolOfLength[length] ?? 0;
    return (costs.main[endOfBlock + 1 + symbol] ?? 0) + (lengthSymbols.extraBits[symbol] ?? 0);
  });
  const until = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
  until[0] = 0;
  const steps: Step[] = [];
  const offer = (end: number, cost: number, step: Step) => {
    if (cost >= (until[end] ?? 0)) return;
    until[end] = cost;
    steps[end] = step;
  };
  for (let at = 0; at < size; at += 1) {
    const here = until[at] ?? 0;
    offer(at + 1, here + (costs.main[byteAt(content, at)] ?? 0), { length: 1, distance: 0 });
    let length = shortest;
    for (const repeat of repeats[at] ?? []) {
      const { distance } = repeat;
      const symbol = symbolOfDistance[distance] ?? 0;
      const cost = here + (costs.distances[symbol] ?? 0) + (distanceSymbols.extraBits[symbol] ?? 0);
      for (; length <= repeat.length; length += 1) {
        offer(at + length, cost + (lengthCosts[length] ?? 0), { length, distance });
      }
    }
  }
  const taken: Step[] = [];
  for (let end = size; end > 0; ) {
    const step = steps[end] as Step;
    taken.push(step);
    end -= step.length;
  }
  return taken.reverse();
}

function countSymbols(content: Uint8Array, steps: Step[]): Counts {
  const main = Array<number>(endOfBlock + 1 + lengthSymbols.starts.length).fill(0);
  const distances = Array<number>(distanceSymbols.starts.length).fill(0);
  const count = (counts: number[], symbol: number) => {
    counts[symbol] = (counts[symbol] ?? 0) + 1;
  };
  let at = 0;
  for (const { length, distance } of steps) {
    if (distance === 0) count(main, byteAt(content, at));
    else {
      count(main, endOfBlock + 1 + (symbolOfLength[length] ?? 0));
      count(distances, symbolOfDistance[distance] ?? 0);
    }
    at += length;
  }
  count(main, endOfBlock);
  return { main, distances };
}

interface Package {
  weight: number;
  symbols: number[];
}

/** Lengths of the best codes of at most so many bits (package-merge); 0 for what does not occur. */
function codeLengths(counts: number[], mostBits: number): number[] {
  const lengths = counts.map(() => 0);
  const leaves: Package[] = counts
    .flatMap((weight, symbol) => (weight > 0 ? [{ weight, symbols: [symbol] }] : []))
    .sort((one, other) => one.weight - other.weight);
  if (leaves.length === 1) lengths[leaves[0]?.symbols[0] ?? 0] = 1;
  if (leaves.length < 2) return lengths;
  let row = leaves;
  for (let bits = 1; bits < mostBits; bits += 1) {
    const pairs: Package[] = [];
    for (let at = 0; at + 1 < row.length; at += 2) {
      const [one, other] = [row[at] as Package, row[at + 1] as Package];
      pairs.push({
        weight: one.weight + other.weight,
        symbols: [...one.symbols, ...other.symbols],
      });
    }
    row = [...leaves, ...pairs].sort((one, other) => one.weight - other.weight);
  }
  for (const { symbols } of row.slice(0, 2 * leaves.length - 2)) {
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
  }
  return lengths;
}

/** The codes that belong to the lengths, in the order in which their bits are written. */
function codesOf(lengths: number[]): number[] {
  const codes = lengths.map(() => 0);
  let code = 0;
  for (let bits = 1; bits <= Math.max(...lengths); bits += 1) {
    code <<= 1;
    for (const [symbol, length] of lengths.entries()) {
      if (length !== bits) continue;
      let turned = 0;
      for (let bit = 0; bit < bits; bit += 1) turned |= ((code >> bit) & 1) << (bits - 1 - bit);
      codes[symbol] = turned;
      code += 1;
    }
  }
  return codes;
}

type Write = (value: number, bits: number) => void;

function writeBlock(content: Uint8Array, steps: Step[], counts: Counts, mostBits: number): Buffer {
  const bytes: number[] = [];
  let [held, heldBits] = [0, 0];
  const write: Write = (value, bits) => {
    held |= value << heldBits;
    heldBits += bits;
    for (; heldBits >= 8; heldBits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  const main = codeLengths(counts.main, mostBits);
  const distances = codeLengths(counts.distances, mostBits);
  // The last block, with codes of its own.
  write(0b101, 3);
  writeLengths(main, distances, write);
  const mainCodes = codesOf(main);
  const distanceCodes = codesOf(distances);
  const writeMain = (symbol: number) => write(mainCodes[symbol] ?? 0, main[symbol] ?? 0);
  let at = 0;
  for (const { length, distance } of steps) {
    if (distance === 0) writeMain(byteAt(content, at));
    else {
      const symbol = symbolOfLength[length] ?? 0;
      writeMain(endOfBlock + 1 + symbol);
      writeExtra(lengthSymbols, symbol, length, write);
      const far = symbolOfDistance[distance] ?? 0;
      write(distanceCodes[far] ?? 0, distances[far] ?? 0);
      writeExtra(distanceSymbols, far, distance, write);
    }
    at += length;
  }
  writeMain(endOfBlock);
  write(0, 7);
  return Buffer.from(bytes);
}

function writeExtra({ starts, extraBits }: Symbols, symbol: number, value: number, write: Write) {
  write(value - (starts[symbol] ?? 0), extraBits[symbol] ?? 0);
}

/** Of the codes of lengths: how they are repeated. */
const again = { symbol: 16, from: 3, to: 6, bits: 2 };
const zeros = { symbol: 17, from: 3, to: 10, bits: 3 };
const manyZeros = { symbol: 18, from: 11, to: 138, bits: 7 };
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function writeLengths(main: number[], distances: number[], write: Write): void {
  const used = (lengths: number[], least: number) =>
    lengths.slice(0, Math.max(least, lengths.findLastIndex((length) => length > 0) + 1));
  const [ownMain, ownDistances] = [used(main, endOfBlock + 1), used(distances, 1)];
  const tokens = lengthTokens([...ownMain, ...ownDistances]);
  const counts = lengthOrder.map(() => 0);
  for (const { symbol } of tokens) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const lengths = codeLengths(counts, 7);
  const codes = codesOf(lengths);
  const told = lengthOrder.findLastIndex((symbol) => (lengths[symbol] ?? 0) > 0) + 1;
  write(ownMain.length - endOfBlock - 1, 5);
  write(ownDistances.length - 1, 5);
  write(told - 4, 4);
  for (const symbol of lengthOrder.slice(0, told)) write(lengths[symbol] ?? 0, 3);
  for (const { symbol, value, bits } of tokens) {
    write(codes[symbol] ?? 0, lengths[symbol] ?? 0);
    write(value, bits);
  }
}

interface Token {
  symbol: number;
  value: number;
  bits: number;
}

function lengthTokens(lengths: number[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] ?? 0;
    let run = 1;
    while (lengths[at + run] === length) run += 1;
    tokens.push(...runTokens(length, run));
    at += run;
  }
  return tokens;
}

function runTokens(length: number, run: number): Token[] {
  const one = { symbol: length, value: 0, bits: 0 };
  const tokens: Token[] = length > 0 ? [one] : [];
  let left = run - tokens.length;
  for (const { symbol, from, to, bits } of length > 0 ? [again] : [manyZeros, zeros]) {
    while (left >= from) {
      const taken = Math.min(left, to);
      tokens.push({ symbol, value: taken - from, bits });
      left -= taken;
    }
  }
  return [...tokens, ...Array<Token>(left).fill(one)];
}

function byteAt(content: Uint8Array, at: number): number {
  return content[at] ?? 0;
}
