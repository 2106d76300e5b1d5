/** Above a table: ready-made filters and the most frequent countries, each added to the filter or removed by a click. */
import type { ViewPage } from '@footfall/contract/views';
import { Button, Group } from '@mantine/core';
import { useRead } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { type ListState, useTest } from '../shell/frame-context.tsx';
import { type FilterPart, joinParts, partOf, partsOf } from './filter-parts.ts';
import { useFormat } from './format.ts';
import classes from './quick-filters.module.css';
import { type ReadyFilter, useReadyFilters } from './ready-filters.ts';

interface QuickFiltersProps {
  page: ViewPage;
  list: Pick<ListState, 'filter' | 'sort' | 'set'>;
  /** For records with a country. */
  hasCountries?: boolean;
}

export function QuickFilters({ page, list, hasCountries = false }: QuickFiltersProps) {
  const { ready: words } = useMessages();
  const { ready, isWhole } = useReadyFilters(page);
  const parts = partsOf(list.filter) ?? [];
  return (
    <Group gap={6} wrap="nowrap" className={classes.row} role="group" aria-label={words.title}>
      {ready.map((each) => (
        <Question key={each.label} ready={each} parts={parts} list={list} />
      ))}
      {hasCountries && isWhole && <Countries parts={parts} list={list} />}
    </Group>
  );
}

interface QuestionProps extends Pick<QuickFiltersProps, 'list'> {
  ready: ReadyFilter;
  /** Of the table's filter. */
  parts: FilterPart[];
}

function Question({ ready, parts, list }: QuestionProps) {
  const own = partsOf(ready.filter) ?? [];
  const isOwn = ({ text }: FilterPart) => own.some((each) => each.text === text);
  const isIn = (all: FilterPart[]) => all.filter(isOwn).length === own.length;
  const { sort } = ready;
  return (
    <Choice
      label={ready.label}
      isOn={isIn(parts)}
      onChoose={() =>
        list.set(({ filter }) => {
          const now = partsOf(filter) ?? [];
          const others = now.filter((part) => !isOwn(part));
          return {
            filter: joinParts(isIn(now) ? others : [...others, ...own]),
            ...(sort && { sort: isIn(now) ? undefined : sort }),
          };
        })
      }
    />
  );
}

/** Few enough for a quick look; others are ordinary conditions. */
const mostCountries = 5;

function Countries({ parts, list }: Omit<QuestionProps, 'ready'>) {
  const test = useTest();
  const format = useFormat();
  const query = {
    dimensions: ['country'],
    metrics: ['sessions'],
    top: mostCountries + 1,
    test,
  } as const;
  const { data } = useRead('GET /stats', { query });
  const names = (data?.data.rows ?? []).flatMap(({ dimensions }) => dimensions[0]?.value || []);
  return names.slice(0, mostCountries).map((name) => {
    const own = partOf({ field: 'country', op: '=', value: name });
    const isIn = (all: FilterPart[]) => all.some(({ text }) => text === own.text);
    return (
      <Choice
        key={name}
        label={format.country(name)}
        isOn={isIn(parts)}
        onChoose={() =>
          list.set(({ filter }) => {
            const now = partsOf(filter) ?? [];
            const others = now.filter(({ tree }) => !isOfCountry(tree));
            return { filter: joinParts(isIn(now) ? others : [...others, own]) };
          })
        }
      />
    );
  });
}

function isOfCountry(tree: FilterPart['tree']): boolean {
  return tree !== undefined && 'field' in tree && tree.field === 'country';
}

function Choice(props: { label: string; isOn: boolean; onChoose: () => void }) {
  return (
    <Button
      size="compact-sm"
      radius="xl"
      fw={450}
      variant={props.isOn ? 'light' : 'default'}
      aria-pressed={props.isOn}
      onClick={props.onChoose}
    >
      {props.label}
    </Button>
  );
}
