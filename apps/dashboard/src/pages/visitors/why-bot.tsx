import type { BotReason } from '@footfall/contract/reasons';
import { Text } from '@mantine/core';
import type { AnswerOf, ReadRoute } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { type Claim, claimOf } from '../../kit/claims.ts';
import { Facts } from '../../kit/facts.tsx';
import { OverrideButton } from '../../kit/override-button.tsx';
import { Overrides } from '../../kit/overrides.tsx';
import { Sure } from '../../kit/sure.tsx';
import { useMessages } from '../../messages/language.tsx';

type Visitor = AnswerOf<'GET /visitors/{id}'>['data'];

/** Routes that depend on bot and company overrides. */
export const followsFromVisitor: ReadRoute[] = [
  'GET /visitors',
  'GET /visitors/{id}',
  'GET /visitors/{id}/evidence',
  'GET /sessions',
  'GET /sessions/{id}',
  'GET /identities',
  'GET /leads',
  'GET /companies',
  'GET /companies/{id}',
  'GET /companies/{id}/evidence',
];

/** Why it counts as a bot or not, with a button to override that. */
export function WhyBot({ visitor, claims }: { visitor: Visitor; claims: Claim[] | undefined }) {
  const { id, state, agent, bot, suspicion } = visitor;
  const { visitors, common } = useMessages();
  const claim = claimOf(claims, 'bot');
  const decided = (kind: 'bot' | 'not_bot') => (
    <OverrideButton
      decision={{ kind, visitor_id: id }}
      label={kind === 'bot' ? visitors.sayBot : visitors.sayNotBot}
      outdates={followsFromVisitor}
    />
  );
  return (
    <Card
      title={visitors.whyState[state]}
      actions={
        <>
          {(state === 'suspected' || state === 'bot') && decided('not_bot')}
          {state !== 'bot' && decided('bot')}
        </>
      }
    >
      <Text size="sm" mb={6}>
        {visitors.stateMeans[state]} {claim && <Sure share={claim.confidence} />}
      </Text>
      {state === 'agent' && <Facts facts={[{ name: common.name, value: agent }]} />}
      {bot && <BotFacts bot={bot} />}
      {suspicion && <SuspicionFacts suspicion={suspicion} />}
      <Overrides of={{ visitor_id: id }} outdates={followsFromVisitor} />
    </Card>
  );
}

export function BotFacts({ bot }: { bot: NonNullable<Visitor['bot']> }) {
  const { visitors, common } = useMessages();
  return (
    <Facts
      facts={[
        { name: common.name, value: bot.name || '–' },
        { name: visitors.operator, value: bot.operator || '–' },
        { name: visitors.category, value: visitors.categories[bot.category] ?? bot.category },
        { name: visitors.reasons, value: reasonsOf(bot, visitors.botReason) || '–' },
      ]}
    />
  );
}

export function SuspicionFacts({ suspicion }: { suspicion: NonNullable<Visitor['suspicion']> }) {
  const { visitors } = useMessages();
  const value = reasonsOf(suspicion, visitors.botReason);
  return <Facts facts={[{ name: visitors.reasons, value }]} />;
}

function reasonsOf(
  { reasons, reason_codes: codes }: NonNullable<Visitor['suspicion']>,
  inWords: (code: BotReason, text: string) => string,
): string {
  return codes.map((code, place) => inWords(code, reasons[place] ?? '')).join('; ');
}
