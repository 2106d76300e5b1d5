/*
 * City, country and network of an address, offline, from DB-IP's city table and the table of autonomous systems
 * (docs/attributions.md). Opened in the background, so that a start does not wait for it.
 */
import { fileURLToPath } from 'node:url';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import { packageFolder } from '../../platform/package-folder.ts';
import {
  type AddressFacts,
  type ConnectionKind,
  connectionKinds,
  unknownAddress,
} from './address-facts.ts';
import { addressKey } from './address-key.ts';
import { connectionKind } from './connection-kind.ts';
import { openTableFile, type TableFile } from './table-file.ts';

/** Built file; the same path from the sources and from the compiled program. */
const BUILT_FILE = fileURLToPath(new URL('dist/address-tables/addresses.bin', packageFolder));

/** Cached addresses: at most twice as many, in about two megabytes. */
const REMEMBERED = 4096;

export interface AddressLookup {
  /** Never throws. Facts are `unknownAddress` for private, reserved and malformed addresses, and until `isReady`. */
  lookUp(ip: string): AddressFacts;
  readonly isReady: boolean;
  /** Resolves once the tables are loaded or have failed to load: `isReady` shows which. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Facts about addresses of networks in no table; undefined for all others. */
export type KnownNetworks = (ip: string) => AddressFacts | undefined;

/**
 * Opens the built tables; returns at once. `onError` gets a missing or damaged file, and the first failed read:
 * addresses then stay unknown, and the service continues. `ownNetworks` take precedence.
 */
export function openAddressTables(
  options: {
    onError?: (error: unknown) => void;
    file?: string;
    ownNetworks?: KnownNetworks | undefined;
  } = {},
): AddressLookup {
  const { onError = () => undefined, file = BUILT_FILE, ownNetworks } = options;
  let find: ((ip: string) => AddressFacts) | undefined;
  let table: TableFile | undefined;
  let isClosed = false;

  const load = async () => {
    try {
      table = await openTableFile(file);
      if (!isClosed) find = finder(table);
    } catch (error) {
      onError(error);
    }
  };
  const ready = load();

  return {
    lookUp(ip) {
      if (find === undefined) return unknownAddress;
      try {
        return ownNetworks?.(ip) ?? find(ip);
      } catch (error) {
        // The file cannot be read any more, so all later lookups would fail too.
        find = undefined;
        onError(error);
        return unknownAddress;
      }
    },
    get isReady() {
      return find !== undefined;
    },
    ready,
    async close() {
      isClosed = true;
      find = undefined;
      await ready;
      await table?.close();
      table = undefined;
    },
  };
}

function finder(table: TableFile): (ip: string) => AddressFacts {
  const recent = new RecentEntries<AddressFacts>(REMEMBERED);
  const connectionOf = rememberedKinds(table);
  return (ip) => {
    const cached = recent.get(ip);
    if (cached !== undefined) return cached;
    const key = addressKey(ip);
    if (key === undefined) return unknownAddress;
    const { place, network } = table.find(key);
    const facts = factsOf(table, place, network, connectionOf);
    recent.set(ip, facts);
    return facts;
  };
}

function factsOf(
  table: TableFile,
  place: number,
  number: number,
  connectionOf: (network: number) => ConnectionKind,
): AddressFacts {
  if (place === 0 && number === 0) return unknownAddress;
  const { city, country } = table.place(place);
  if (number === 0) return { city, country, asn: 0, networkOwner: '', connection: '' };
  const { asn, owner } = table.network(number);
  return { city, country, asn, networkOwner: owner, connection: connectionOf(number) };
}

/** Computes each network's kind on first use; one byte each. */
function rememberedKinds(table: TableFile): (network: number) => ConnectionKind {
  const kinds = new Uint8Array(table.networkCount);
  return (number) => {
    const kindOfRange = connectionKinds[(kinds[number] ?? 0) - 1];
    if (kindOfRange !== undefined) return kindOfRange;
    const kind = connectionKind(table.network(number));
    kinds[number] = connectionKinds.indexOf(kind) + 1;
    return kind;
  };
}
