/**
 * Which UUIDs may be among many: a Bloom filter over what ends them, which is random or a hash in those that we meet. It
 * says no for certain, and yes wrongly once in tens of thousands of times for a few thousand ids. A set of the
 * same ids costs ten times the time.
 */
const bitsOfPlace = 20;

export class IdFilter {
  readonly #words = new Uint32Array(2 ** (bitsOfPlace - 5));

  add(id: string): void {
    this.#set(placeAt(id, 26));
    this.#set(placeAt(id, 31));
  }

  mayHave(id: string): boolean {
    return this.#has(placeAt(id, 26)) && this.#has(placeAt(id, 31));
  }

  #set(place: number): void {
    const word = place >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (place & 31));
  }

  #has(place: number): boolean {
    return ((this.#words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
  }
}

/** The number that five digits make. */
function placeAt(id: string, first: number): number {
  let place = 0;
  for (let at = first; at < first + 5; at += 1) {
    const code = id.charCodeAt(at);
    // 0 to 9, and a to f in either case.
    place = (place << 4) | (((code & 15) + (code >> 6) * 9) & 15);
  }
  return place;
}
