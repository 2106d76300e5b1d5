import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { askDoor } from '../api/door.ts';
import { useBase } from './base.ts';

export function useSignOut(): () => Promise<void> {
  const base = useBase();
  const leave = useLeave();
  return async () => {
    await askDoor(base, 'sign-out', { body: {} });
    await leave();
  };
}

/** Call once the session has ended. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    await navigate({ to: '/app/sign-in' });
    // Keeps nothing of one person for the next.
    queries.clear();
  };
}
