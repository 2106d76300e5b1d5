import { Kbd, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/language.tsx';
import { useMe } from './frame-context.tsx';
import classes from './keyboard-help.module.css';
import { pagesFor } from './pages.ts';

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const { keys } = messages.frame;
  const { workspace, role } = useMe();
  const pages = pagesFor(role, workspace.features).flatMap((group) => group.pages);
  return (
    <Modal opened onClose={onClose} title={keys.title} size="lg">
      <div className={classes.columns}>
        <Keys title={keys.anywhere}>
          <Key keys={['Ctrl', 'K']} does={keys.palette} />
          <Key keys={['/']} does={keys.search} />
          <Key keys={['?']} does={keys.help} />
          <Key keys={['Esc']} does={keys.escape} />
        </Keys>
        <Keys title={keys.inTables}>
          <Key keys={['j']} does={keys.next} />
          <Key keys={['k']} does={keys.previous} />
          <Key keys={['Enter']} does={keys.open} />
          <Key keys={['x']} does={keys.select} />
          <Key keys={['a']} does={keys.selectPage} />
          <Key keys={['[', ']']} does={keys.turn} />
        </Keys>
        <Keys title={keys.goTo}>
          {pages.map(({ page, letter }) => (
            <Key key={page} keys={['g', letter]} does={messages[page].title} />
          ))}
        </Keys>
      </div>
    </Modal>
  );
}

function Keys({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <dl className={classes.keys}>{children}</dl>
    </section>
  );
}

function Key({ keys, does }: { keys: string[]; does: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <Kbd key={key} size="xs">
            {key}
          </Kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}
