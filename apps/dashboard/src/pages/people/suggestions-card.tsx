import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { valueText } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';

/** Unverified claims about the person, with the reason they do not count. */
export function SuggestionsCard({ id }: { id: string }) {
  const { people, why } = useMessages();
  const test = useTest();
  const pages = usePages('suggestions', 5);
  const { limit, offset } = pages;
  const suggestions = useRead(
    'GET /suggestions',
    { query: { test, identity_id: id, limit, offset } },
    { keepsPrevious: true },
  );
  return (
    <Card title={people.suggestions}>
      {suggestions.error && (
        <Fault fault={suggestions.error} onAgain={() => void suggestions.refetch()} />
      )}
      {!suggestions.error && (
        <Lines
          label={people.suggestions}
          empty={people.noSuggestions}
          lines={suggestions.data?.data.map((suggestion) => ({
            id: suggestion.id,
            main: `${people.suggestionKinds[suggestion.kind]}: ${valuesText(suggestion.value)}`,
            note: `${people.suggestionReason(suggestion.reason_code, suggestion.reason)} · ${why.verificationLevels[suggestion.verification_level]}`,
            side: (
              <>
                <RecordLink page="visitors" id={suggestion.visitor_id}>
                  {people.visitor(suggestion.visitor_id.slice(-6))}
                </RecordLink>
                <When at={suggestion.created_at} />
              </>
            ),
          }))}
        />
      )}
      <Pager pages={pages} total={suggestions.data?.pagination.total} />
    </Card>
  );
}

function valuesText(value: Record<string, unknown>): string {
  return Object.entries(value)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ');
}
