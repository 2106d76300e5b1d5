import { useConnection } from '../api/connection.tsx';

/** Base path of the service, before `/docs`, `/auth` and the like; usually empty. */
export function useBase(): string {
  return useConnection().base;
}
