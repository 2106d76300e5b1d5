import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../messages/language.tsx';
import { useMe, usePeriod } from '../shell/frame-context.tsx';
import { PeriodPicker } from '../shell/period-picker.tsx';
import { addDays } from '../shell/periods.ts';
import classes from './page.module.css';
import { useTitle } from './use-title.ts';

export interface PageProps {
  title: string;
  /** Below the title: what distinguishes this record. */
  subtitle?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** The page covers a period, chosen beside its title. */
  hasPeriod?: boolean;
  children: ReactNode;
}

/** A page of a workspace: its title, also of the window, and its content. */
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
          {hasPeriod && <PrintedPeriod />}
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

/** For print, where the period's control is hidden. */
function PrintedPeriod() {
  const { language } = useSpeech();
  const { workspace } = useMe();
  const { since, until, timeZone } = usePeriod();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = day.formatRange(Date.parse(since), Date.parse(addDays(until, -1)));
  return <div className={classes.printed}>{`${workspace.name} · ${days} · ${timeZone}`}</div>;
}
