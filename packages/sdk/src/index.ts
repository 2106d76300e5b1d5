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

/** One per page; calls before init() wait for it. */
export const footfall: FootfallApi = createFootfall();

// For pages rendered on a server.
if (typeof document === 'undefined') footfall.init = () => {};
