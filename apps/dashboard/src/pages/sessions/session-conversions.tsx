import { filterText } from '@footfall/contract/filter-text';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { useFormat } from '../../kit/format.ts';
import { Lines } from '../../kit/lines.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';

interface SessionConversionsProps {
  session: { id: string; visitor_id: string; bot: object | null };
}

export function SessionConversions({ session }: SessionConversionsProps) {
  const { sessions, why } = useMessages();
  const test = useTest();
  const format = useFormat();
  const conversions = useRead('GET /conversions', {
    query: {
      test,
      bots: session.bot !== null,
      visitor_id: session.visitor_id,
      filter: filterText({ field: 'session_id', op: '=', value: session.id }),
      limit: 100,
    },
  });
  return (
    <Card title={sessions.conversions}>
      {conversions.error ? (
        <Fault fault={conversions.error} onAgain={() => void conversions.refetch()} />
      ) : (
        <Lines
          label={sessions.conversions}
          empty={sessions.noConversions}
          lines={conversions.data?.data.map(
            ({ id, name, value, currency, verification_level: level, created_at }) => ({
              id,
              main: (
                <>
                  <RecordLink page="conversions" id={id}>
                    {name}
                  </RecordLink>
                  {value !== null && ` · ${format.money(value, currency)}`}
                </>
              ),
              note: why.verificationLevels[level],
              side: <When at={created_at} />,
            }),
          )}
        />
      )}
    </Card>
  );
}
