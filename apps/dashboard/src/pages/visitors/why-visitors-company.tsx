import { Text } from '@mantine/core';
import { Card } from '../../kit/card.tsx';
import { useCompanyName } from '../../kit/names-of.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import { Sure } from '../../kit/sure.tsx';
import { VerdictButton } from '../../kit/verdict-button.tsx';
import { useMessages } from '../../messages/language.tsx';
import { followsFromVisitor } from './why-bot.tsx';

interface WhyVisitorsCompanyProps {
  visitorId: string;
  companyId: string;
  confidence: number | null;
}

export function WhyVisitorsCompany({ visitorId, companyId, confidence }: WhyVisitorsCompanyProps) {
  const { visitors } = useMessages();
  const name = useCompanyName(companyId);
  return (
    <Card
      title={visitors.whyCompany}
      actions={
        <VerdictButton
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
        </RecordLink>{' '}
        {confidence !== null && <Sure share={confidence} />}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        {visitors.whyCompanyText}
      </Text>
    </Card>
  );
}
