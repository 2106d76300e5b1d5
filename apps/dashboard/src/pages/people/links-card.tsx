import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall, useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { Mark } from '../../kit/mark.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay } from '../../shell/frame-context.tsx';
import { IdentityOverrideDialog, type PlannedIdentityOverride } from './identity-override.tsx';

type Link = AnswerOf<'GET /identities/{id}/links'>['data'][number];

/** Evidence that visitors are this person: each identify message, with a button to reject it. */
export function LinksCard({ person: { id } }: { person: { id: string } }) {
  const { people } = useMessages();
  const mayCorrect = useMay('admin', 'member');
  const [planned, plan] = useState<PlannedIdentityOverride>();
  const pages = usePages('links', 8);
  const { limit, offset } = pages;
  const links = useRead(
    'GET /identities/{id}/links',
    { params: { id }, query: { limit, offset } },
    { keepsPrevious: true },
  );
  return (
    <Card title={people.links}>
      {links.error && <Fault fault={links.error} onAgain={() => void links.refetch()} />}
      {!links.error && (
        <Lines
          label={people.links}
          empty={people.noLinks}
          lines={links.data?.data.map((link) => ({
            id: link.id,
            main: <LinkWords link={link} />,
            note: <LinkNote link={link} />,
            side: mayCorrect && link.detached_by === null && (
              <DetachButton id={id} link={link} plan={plan} />
            ),
            isOff: !link.counts,
          }))}
        />
      )}
      <Pager pages={pages} total={links.data?.pagination.total} />
      <IdentityOverrideDialog planned={planned} personId={id} onClose={() => plan(undefined)} />
    </Card>
  );
}

function namesOf({ evidence: { email, user_id: userId } }: Link): string {
  return [email, userId].filter(Boolean).join(', ');
}

function LinkWords({ link }: { link: Link }) {
  const { people } = useMessages();
  return (
    <>
      <RecordLink page="visitors" id={link.visitor_id}>
        {people.visitor(link.visitor_id.slice(-6))}
      </RecordLink>{' '}
      {people.identifiedAs} <strong>{namesOf(link)}</strong>{' '}
      <Mark look={link.counts ? 'accent' : 'quiet'}>
        {link.detached_by === null ? people.strengths[link.strength] : people.detached}
      </Mark>
    </>
  );
}

function LinkNote({ link }: { link: Link }) {
  const { why, people } = useMessages();
  return (
    <>
      {why.verificationLevels[link.verification_level]} · <When at={link.created_at} />
      {!link.counts && ` · ${people.doesNotCount}`}
      {link.counts && link.evidence.email && !link.email_counts && ` · ${people.emailDoesNotCount}`}
      {link.reason && link.reason_code && `: ${people.linkReason(link.reason_code, link.reason)}`}
    </>
  );
}

interface DetachButtonProps {
  id: string;
  link: Link;
  plan: (planned: PlannedIdentityOverride) => void;
}

function DetachButton({ id, link, plan }: DetachButtonProps) {
  const { people } = useMessages();
  const call = useCall();
  const ask = async (isDryRun: boolean) => {
    const body = { link_id: link.id, dry_run: isDryRun };
    return (await call('POST /identities/{id}/detach', { params: { id }, body })).body.data;
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${people.notThisPerson}: ${namesOf(link)}`}
      onClick={() =>
        plan({ key: `detach ${link.id}`, title: people.detach, done: people.detachDone, ask })
      }
    >
      {people.notThisPerson}
    </Button>
  );
}
