import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { valueText } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';

/** The visitor's consents, the current one first. */
export function ConsentsCard({ id }: { id: string }) {
  const { visitors } = useMessages();
  const test = useTest();
  const consents = useRead('GET /visitors/{id}/consents', {
    params: { id },
    query: { test, limit: 20 },
  });
  const words = (value: unknown) => {
    if (typeof value !== 'boolean') return valueText(value);
    return value ? visitors.allowed : visitors.refused;
  };
  return (
    <Card title={visitors.consents}>
      {consents.error ? (
        <Fault fault={consents.error} onAgain={() => void consents.refetch()} />
      ) : (
        <Lines
          label={visitors.consents}
          empty={visitors.noConsents}
          lines={consents.data?.data.map(({ purposes, first_given_at: at, source }, place) => ({
            id: `${at} ${place}`,
            main: Object.entries(purposes)
              .map(([name, value]) => `${name}: ${words(value)}`)
              .join(', '),
            note: visitors.consentSource(source),
            side: <When at={at} />,
            isOff: place > 0,
          }))}
        />
      )}
    </Card>
  );
}
