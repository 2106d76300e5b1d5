import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty.module.css';
import { Icon, type IconName } from './icons.tsx';

interface EmptyProps {
  icon?: IconName;
  title: string;
  /** Why it is empty, and how to change that. */
  text?: string;
  /** The next step: a button, a link, a snippet. */
  children?: ReactNode;
}

export function Empty({ icon = 'lists', title, text, children }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <Icon name={icon} size={22} />
      </span>
      <Title order={2} size="h5">
        {title}
      </Title>
      {text && <Text className={classes.text}>{text}</Text>}
      {children && <div className={classes.next}>{children}</div>}
    </div>
  );
}
