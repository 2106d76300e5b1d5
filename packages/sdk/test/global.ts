import type { Call, FootfallApi } from '../src/footfall.ts';

declare global {
  interface Window {
    footfall: FootfallApi & Call[];
  }
}
