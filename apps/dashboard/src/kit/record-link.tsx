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
  /** What else its page takes behind the question mark. */
  search?: RawSearch;
  children: ReactNode;
}

/** To the page of a record of this workspace. */
export function RecordLink({ page, id, search, children }: RecordLinkProps) {
  const { workspace } = useMe();
  const address: string = `/app/${workspace.id}/${page}/${id}`;
  return (
    <Link to={address} search={(search ?? {}) as never}>
      {children}
    </Link>
  );
}
