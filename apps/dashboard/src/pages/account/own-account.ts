/** One's own account in /auth, and its changes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askDoor, type DoorRequest } from '../../api/door.ts';
import { sayDone, sayRefused } from '../../kit/toasts.ts';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { doorFaultText } from '../door/door-fault.ts';

const root = 'auth';

export function useDoorQuery<T>(path: string) {
  const base = useBase();
  return useQuery({ queryKey: [root, path], queryFn: () => askDoor<T>(base, path) });
}

interface DoorChange extends DoorRequest {
  path: string;
}

/** Changes the account, and refetches it. `done`: toast text. */
export function useDoorChange<T = unknown>(done: string | undefined, onDone?: (answer: T) => void) {
  const base = useBase();
  const queries = useQueryClient();
  const messages = useMessages();
  return useMutation({
    mutationFn: ({ path, ...request }: DoorChange) => askDoor<T>(base, path, request),
    async onSuccess(answer) {
      onDone?.(answer);
      if (done) sayDone(done);
      await queries.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey[0] === root || ['GET /me', 'GET /users'].includes(String(queryKey[1])),
      });
    },
    onError: (fault) => sayRefused(doorFaultText(fault, messages), messages.common),
  });
}
