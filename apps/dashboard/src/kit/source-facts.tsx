import { Text } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';
import { channelOf } from './channel-of.ts';
import { type Claim, claimOf } from './claims.ts';
import { Facts, factsOf, valueText } from './facts.tsx';
import { Sure } from './sure.tsx';
import { UntrustedLink } from './untrusted.tsx';

interface CameFrom {
  source: string;
  channel: string;
  origin: string;
  campaign: Record<string, unknown>;
  click_ids?: Record<string, unknown>;
  referrer: string;
  entry_url: string;
}

/** A visit's source, with its evidence. */
export function SourceFacts({ of, claims }: { of: CameFrom; claims: Claim[] | undefined }) {
  const { timeline, conversions } = useMessages();
  const { sources }: { sources: Record<string, string> } = conversions;
  const { origin, campaign, click_ids: clickIds = {}, referrer, entry_url: entry } = of;
  const channel = channelOf(of.channel);
  const claim = claimOf(claims, 'source');
  return (
    <>
      <Text size="sm" mb={6}>
        <strong>{timeline.channels[channel]}</strong>
        {origin && ` · ${origin}`} – {becauseOf(of, timeline.because)}{' '}
        {claim && <Sure share={claim.confidence} />}
      </Text>
      <Facts
        facts={[
          { name: timeline.source, value: (sources[of.source] ?? of.source) || '–' },
          { name: timeline.referrer, value: referrer ? <UntrustedLink address={referrer} /> : '–' },
          { name: timeline.entry, value: entry ? <UntrustedLink address={entry} /> : '–' },
          ...factsOf(campaign).map(({ name, value }) => ({
            name: timeline.campaignTag(name),
            value,
          })),
          ...Object.entries(clickIds).map(([name, value]) => ({
            name: timeline.clickId(name),
            value: valueText(value),
          })),
        ]}
      />
    </>
  );
}

/** The facts that decided the source (docs/guides/sources.md). */
function becauseOf<T>(of: CameFrom, because: Record<'tags' | 'click' | 'referrer' | 'none', T>): T {
  if (of.source === 'referral') return because.referrer;
  if (of.source !== 'campaign') return because.none;
  return Object.keys(of.campaign).length > 0 ? because.tags : because.click;
}
