import { type SitePaths, usualPaths } from '../../platform/site-paths.ts';

/** Where messages are taken in, and whether as batches. */
export type IngestAddresses = ReadonlyMap<string, boolean>;

/** The usual addresses, which backends have, and those of the installation. */
export function ingestAddresses({ ingest }: SitePaths): IngestAddresses {
  return new Map(
    [usualPaths.ingest, ingest].flatMap((path) => [
      [path, false] as const,
      [`${path}/batch`, true] as const,
    ]),
  );
}
