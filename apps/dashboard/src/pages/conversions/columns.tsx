/** The table of conversions. */
import type { AnswerOf } from '../../api/routes.ts';
import { useFormat } from '../../kit/format.ts';
import type { Column } from '../../kit/record-table.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { CampaignName } from './campaign-name.tsx';
import { LevelBadge } from './level-badge.tsx';
import { useSourceText } from './source-text.ts';

type Conversion = AnswerOf<'GET /conversions'>['data'][number];

export function useConversionColumns(): Column<Conversion>[] {
  const { conversions } = useMessages();
  const format = useFormat();
  const sourceText = useSourceText();
  return [
    { id: 'name', title: conversions.name, cell: ({ name }) => name },
    {
      id: 'who',
      title: conversions.who,
      cell: ({ identity }) => identity?.name || identity?.email || conversions.anonymous,
    },
    {
      id: 'value',
      title: conversions.value,
      align: 'end',
      isNarrow: true,
      cell: ({ value, currency }) => (value === null ? '–' : format.money(value, currency)),
    },
    {
      id: 'source',
      title: conversions.source,
      cell: ({ last_non_direct }) => (last_non_direct ? sourceText(last_non_direct.source) : '–'),
    },
    {
      id: 'campaign',
      title: conversions.campaign,
      cell: ({ last_non_direct }) =>
        last_non_direct?.campaign_id ? <CampaignName id={last_non_direct.campaign_id} /> : '–',
    },
    {
      id: 'verification_level',
      title: conversions.verificationLevel,
      cell: ({ verification_level: level }) => <LevelBadge level={level} />,
    },
    {
      id: 'code',
      title: conversions.code,
      isOptional: true,
      cell: ({ code }) => code || '–',
    },
    {
      id: 'created',
      title: conversions.created,
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
}
