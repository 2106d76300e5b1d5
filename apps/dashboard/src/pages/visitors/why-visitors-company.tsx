import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { Text } from '@mantine/core';
import { Card } from '../../kit/card.tsx';
import type { Claim } from '../../kit/claims.ts';
import { Lines } from '../../kit/lines.tsx';
import { useCompanyName } from '../../kit/names-of.ts';
import { OverrideButton } from '../../kit/override-button.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { Sure } from '../../kit/sure.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { EvidenceWords } from '../companies/why-company.tsx';
import { followsFromVisitor } from './why-bot.tsx';

interface WhyVisitorsCompanyProps {
  visitorId: string;
  companyId: string;
  claims: Claim[] | undefined;
}

type EvidenceKind = 'email_domain' | 'network_owner' | 'set_by_hand';

/** Facts of this visitor only, each with confidence. */
export function WhyVisitorsCompany({ visitorId, companyId, claims }: WhyVisitorsCompanyProps) {
  const { visitors, why } = useMessages();
  const name = useCompanyName(companyId);
  return (
    <Card
      title={visitors.whyCompany}
      actions={
        <OverrideButton
          decision={{ kind: 'not_company', visitor_id: visitorId, company_id: companyId }}
          label={visitors.notThisCompany}
          {...(name && { about: name })}
          outdates={followsFromVisitor}
        />
      }
    >
      <Text size="sm" component="div">
        <RecordLink page="companies" id={companyId}>
          {name ?? visitors.company}
        </RecordLink>
      </Text>
      <Lines
        label={visitors.whyCompany}
        empty=""
        lines={claims
          ?.filter(({ subject_id: subject, holds }) => subject === companyId && holds)
          .map(({ value, confidence, verification_level: level, since, evidence }) => ({
            id: `${value} ${since} ${level}`,
            main: <EvidenceWords fact={{ kind: kindOf(evidence), value }} />,
            note: (
              <>
                {level && why.verificationLevels[level as VerificationLevel]} · <When at={since} />
              </>
            ),
            side: <Sure share={confidence} />,
          }))}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {visitors.whyCompanyText}
      </Text>
    </Card>
  );
}

/** A manual decision has no other fact. */
function kindOf(evidence: Claim['evidence']): EvidenceKind {
  const kinds = ['email_domain', 'network_owner'] as const;
  return kinds.find((kind) => evidence.some(({ fact }) => fact === kind)) ?? 'set_by_hand';
}
