import type { ReactNode } from 'react';
import type { ApiFault } from '../api/fault.ts';
import { Fault } from './fault.tsx';
import { Page } from './page.tsx';
import { SkeletonBlock } from './skeletons.tsx';

interface RecordPageProps<T> {
  /** Title while the record is loading. */
  title: string;
  record: T | undefined;
  fault: ApiFault | null;
  onAgain: () => void;
  children: (record: T) => ReactNode;
}

/** The page of one record: loading, failed, or loaded. */
export function RecordPage<T>({ title, record, fault, onAgain, children }: RecordPageProps<T>) {
  if (record) return children(record);
  return (
    <Page title={title}>
      {fault ? <Fault fault={fault} onAgain={onAgain} /> : <SkeletonBlock height={220} />}
    </Page>
  );
}
