import { createFootfall, type FootfallApi } from './footfall.ts';

export type { Call, FootfallApi } from './footfall.ts';
export type {
  Choice,
  ConsentState,
  Conversion,
  Footfall,
  Ids,
  Options,
  Person,
  Properties,
  Status,
} from './types.ts';

/** One for the page; call init() first, or later: calls wait for it. */
export const footfall: FootfallApi = createFootfall();

// Where pages are rendered on a server.
if (typeof document === 'undefined') footfall.init = () => {};
