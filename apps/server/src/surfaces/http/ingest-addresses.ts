import { type SitePaths, usualPaths } from '../../platform/site-paths.ts';

/** Paths for messages, and whether they take batches. */
export type IngestAddresses = ReadonlyMap<string, boolean>;

/** The default paths, which backends use, and the installation's own. */
export function ingestAddresses({ ingest }: SitePaths): IngestAddresses {
  return new Map(
    [usualPaths.ingest, ingest].flatMap((path) => [
      [path, false] as const,
      [`${path}/batch`, true] as const,
    ]),
  );
}
