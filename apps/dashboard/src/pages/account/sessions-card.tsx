import type { OwnSession } from '@footfall/contract/account';
import { Button } from '@mantine/core';
import { Card } from '../../kit/card.tsx';
import { Mark } from '../../kit/mark.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import classes from './account.module.css';
import { useDoorChange, useDoorQuery } from './own-account.ts';

/** Browsers where one is signed in, each with sign-out. */
export function Sessions() {
  const { account } = useMessages();
  const sessions = useDoorQuery<{ data: OwnSession[] }>('sessions');
  const ending = useDoorChange(account.ended);
  const others = sessions.data?.data.filter((session) => !session.is_current) ?? [];
  return (
    <Card
      title={account.sessions}
      actions={
        others.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => ending.mutate({ path: 'sessions/end-others', method: 'POST' })}
          >
            {account.endOthers}
          </Button>
        )
      }
    >
      {sessions.isPending && <SkeletonBlock height={120} />}
      <ul className={classes.rows}>
        {sessions.data?.data.map((session) => (
          <li key={session.id}>
            <span>
              {browserOf(session.user_agent) ?? account.unknownBrowser}
              {session.ip && ` · ${session.ip}`}
              <small>
                {account.by[session.proved_by]} · {account.lastUsed}{' '}
                <When at={session.last_used_at} />
              </small>
            </span>
            {session.is_current ? (
              <Mark look="accent">{account.current}</Mark>
            ) : (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                onClick={() => ending.mutate({ path: `sessions/${session.id}`, method: 'DELETE' })}
              >
                {account.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Enough to recognize one's own: Firefox, Windows. */
function browserOf(agent: string): string | undefined {
  const [browser] = /Edg|OPR|Firefox|Chrome|Safari/.exec(agent) ?? [];
  const [system] = /Windows|Android|iPhone|iPad|Mac OS X|CrOS|Linux/.exec(agent) ?? [];
  const names: Record<string, string> = {
    Edg: 'Edge',
    OPR: 'Opera',
    'Mac OS X': 'macOS',
    CrOS: 'ChromeOS',
  };
  const parts = [browser, system].flatMap((part) => (part ? [names[part] ?? part] : []));
  return parts.length > 0 ? parts.join(', ') : undefined;
}
