import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A framed part of a page. */
export function Card({ title, actions, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <header className={classes.head}>
          {title !== undefined && (
            <Title order={2} className={classes.title}>
              {title}
            </Title>
          )}
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
