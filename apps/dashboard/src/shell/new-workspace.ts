import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callWithTag } from '../api/call.ts';
import { useConnection } from '../api/connection.tsx';
import type { ApiFault } from '../api/fault.ts';

/** Creates a workspace and opens it. */
export function useNewWorkspace(onDone: () => void) {
  const connection = useConnection();
  const navigate = useNavigate();
  return useMutation<string, ApiFault, string>({
    mutationFn: async (name) => {
      const { body } = await callWithTag(connection, 'POST /workspaces', { body: { name } });
      return body.data.id;
    },
    onSuccess: async (workspace) => {
      onDone();
      await navigate({ to: '/app/$workspace/overview', params: { workspace } });
    },
  });
}
