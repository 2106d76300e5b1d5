import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../shell/frame-context.tsx';
import type { RawSearch } from '../shell/search.ts';

interface RecordLinkProps {
  page:
    | 'campaigns'
    | 'companies'
    | 'conversions'
    | 'leads'
    | 'lists'
    | 'people'
    | 'sessions'
    | 'visitors';
  id: string;
  /** Search parameters of its page. */
  search?: RawSearch;
  children: ReactNode;
}

/** A link to a record's page in this workspace. */
export function RecordLink({ page, id, search, children }: RecordLinkProps) {
  const { workspace } = useMe();
  const address: string = `/app/${workspace.id}/${page}/${id}`;
  return (
    <Link to={address} search={(search ?? {}) as never}>
      {children}
    </Link>
  );
}
