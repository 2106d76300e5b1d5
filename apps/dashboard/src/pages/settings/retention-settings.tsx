import {
  isRetention,
  longestRetention,
  type RetentionKind,
  retentionKindNames,
  retentionKinds,
} from '@footfall/contract/retention-limits';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/SimpleGrid.css';
import { NumberInput, SimpleGrid, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { type Format, useFormat } from '../../kit/format.ts';
import type { Messages } from '../../messages/en.ts';
import { useMessages } from '../../messages/language.tsx';
import { SettingForm, type SettingPartProps, type Settings } from './setting-form.tsx';

type Draft = Settings['retention'];
type KindState = AnswerOf<'GET /settings/retention'>['data']['kinds'][number];

const pauseMs = 350;

/** Retention by kind, with a preview of what would be removed. */
export function RetentionSettings(props: SettingPartProps) {
  const { settings } = useMessages();
  const format = useFormat();
  const { retention: saved, events_kept_since: since } = props.record.body.data;
  const shortened = (draft: Draft) =>
    retentionKindNames.filter((kind) => (draft[kind] ?? Infinity) < (saved[kind] ?? Infinity));
  return (
    <SettingForm
      {...props}
      title={settings.retention}
      draftOf={({ retention }) => retention}
      changeOf={(retention) => ({ retention })}
      warningOf={(draft) => {
        const names = shortened(draft).map((kind) => settings.retentionKinds[kind]);
        if (names.length === 0) return undefined;
        return { title: settings.shorten, text: settings.shortenText(names.join(', ')) };
      }}
    >
      {(draft, change) => (
        <>
          <Text size="sm" c="dimmed">
            {settings.retentionText}{' '}
            {since ? settings.keptSince(format.day(since)) : settings.keptAll}
          </Text>
          <Fields draft={draft} change={change} />
        </>
      )}
    </SettingForm>
  );
}

interface FieldsProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

function Fields({ draft, change }: FieldsProps) {
  const { settings } = useMessages();
  const format = useFormat();
  const [requested] = useDebouncedValue(draft, pauseMs);
  const retention = useRead('GET /settings/retention', { query: queryOf(requested) });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {retentionKindNames.map((kind) => {
        const state = retention.data?.data.kinds.find((each) => each.kind === kind);
        const isCurrent =
          state !== undefined && requested[kind] === draft[kind] && isRetention(kind, draft[kind]);
        return (
          <NumberInput
            key={kind}
            label={settings.retentionKinds[kind]}
            description={settings.shortest(format.number(retentionKinds[kind].least))}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={settings.forever}
            min={retentionKinds[kind].least}
            max={longestRetention}
            clampBehavior="blur"
            allowDecimal={false}
            value={draft[kind] ?? ''}
            onChange={(days) => change({ [kind]: days === '' ? null : Number(days) })}
            inputContainer={(input) => (
              <>
                {input}
                <Text size="xs" role="status" mt={2}>
                  {isCurrent ? retentionSummary(state, draft[kind], settings, format) : '\u00a0'}
                </Text>
              </>
            )}
          />
        );
      })}
    </SimpleGrid>
  );
}

/** Skips invalid days while typing, and kinds kept forever. */
function queryOf(draft: Draft): Partial<Record<RetentionKind, number>> {
  const set = retentionKindNames.flatMap((kind) => {
    const days = draft[kind];
    return days !== null && isRetention(kind, days) ? [[kind, days]] : [];
  });
  return Object.fromEntries(set);
}

function retentionSummary(
  { removes_before: before, rows, has_more: hasMore, removing, removed }: KindState,
  days: number | null,
  settings: Messages['settings'],
  format: Format,
): string {
  const now = removing ? `${settings.removing(format.number(removed))} ` : '';
  if (days === null || before === null || rows === 0) return now + settings.nothingGoes;
  const count = hasMore ? settings.moreThan(format.number(rows)) : format.number(rows);
  return now + settings.goes(count, format.day(before));
}
