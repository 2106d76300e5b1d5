import type { ReactNode } from 'react';
import type { ApiFault } from '../api/fault.ts';
import { Fault } from './fault.tsx';
import { Page } from './page.tsx';
import { SkeletonBlock } from './skeletons.tsx';

interface RecordPageProps<T> {
  /** As long as nothing is known of the record. */
  title: string;
  record: T | undefined;
  fault: ApiFault | null;
  onAgain: () => void;
  children: (record: T) => ReactNode;
}

/** The page of one record: on its way, refused, or there. */
export function RecordPage<T>({ title, record, fault, onAgain, children }: RecordPageProps<T>) {
  if (record) return children(record);
  return (
    <Page title={title}>
      {fault ? <Fault fault={fault} onAgain={onAgain} /> : <SkeletonBlock height={220} />}
    </Page>
  );
}
