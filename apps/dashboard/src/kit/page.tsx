import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMe } from '../shell/frame-context.tsx';
import { PeriodPicker } from '../shell/period-picker.tsx';
import classes from './page.module.css';
import { useTitle } from './use-title.ts';

export interface PageProps {
  title: string;
  /** Under the title: what tells this record from others. */
  subtitle?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** The page is about a period, which is chosen beside its title. */
  hasPeriod?: boolean;
  children: ReactNode;
}

/** A page of a workspace: its title, also of the window, and what it shows. */
export function Page({ title, subtitle, actions, hasPeriod = false, children }: PageProps) {
  const { workspace } = useMe();
  useTitle(`${title} · ${workspace.name}`);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <Title order={1} size="h3" className={classes.title}>
            {title}
          </Title>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {(actions || hasPeriod) && (
          <div className={classes.actions}>
            {hasPeriod && <PeriodPicker />}
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  );
}
