import '@mantine/core/styles/NumberInput.css';
import {
  ActionIcon,
  Button,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  TextInput,
} from '@mantine/core';
import { Icon } from '../../kit/icons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { SettingForm, type SettingPartProps, type Settings } from './setting-form.tsx';

/** The service's limits. */
const keyPageLimits = { pages: 50, patternLength: 200, points: 100 };
const leadRules = [
  'conversion',
  'identify',
  'both',
  'none',
] as const satisfies Settings['lead_rule'][];
const trustModes = ['balanced', 'verified', 'open'] as const satisfies Settings['trust'][];

/** What opens a lead, key pages, and verification. */
export function LeadSettings(props: SettingPartProps) {
  const { settings } = useMessages();
  return (
    <SettingForm
      {...props}
      title={settings.leads}
      draftOf={({ lead_rule, trust, key_pages }) => ({ lead_rule, trust, key_pages })}
      changeOf={({ key_pages, ...draft }) => ({
        ...draft,
        key_pages: key_pages.filter(({ pattern }) => pattern.trim() !== ''),
      })}
    >
      {(draft, change) => (
        <>
          <NativeSelect
            label={settings.leadRule}
            description={settings.leadRuleText}
            value={draft.lead_rule}
            data={leadRules.map((value) => ({ value, label: settings.leadRules[value] }))}
            onChange={(event) =>
              change({ lead_rule: event.currentTarget.value as Settings['lead_rule'] })
            }
          />
          <KeyPages pages={draft.key_pages} onChange={(key_pages) => change({ key_pages })} />
          <NativeSelect
            label={settings.trust}
            description={settings.trustText[draft.trust]}
            value={draft.trust}
            data={trustModes.map((value) => ({ value, label: settings.trustModes[value] }))}
            onChange={(event) => change({ trust: event.currentTarget.value as Settings['trust'] })}
          />
        </>
      )}
    </SettingForm>
  );
}

interface KeyPagesProps {
  pages: Settings['key_pages'];
  onChange: (pages: Settings['key_pages']) => void;
}

function KeyPages({ pages, onChange }: KeyPagesProps) {
  const { settings, common } = useMessages();
  const set = (place: number, changed: Partial<Settings['key_pages'][number]>) =>
    onChange(pages.map((page, own) => (own === place ? { ...page, ...changed } : page)));
  return (
    <Input.Wrapper label={settings.keyPages} description={settings.keyPagesText} labelElement="div">
      {pages.map((page, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position while their text is edited
        <Group key={place} gap="xs" mt={6} wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={settings.keyPage}
            placeholder="/pricing*"
            maxLength={keyPageLimits.patternLength}
            value={page.pattern}
            onChange={(event) => set(place, { pattern: event.currentTarget.value })}
          />
          <NumberInput
            w={110}
            aria-label={settings.points}
            min={1}
            max={keyPageLimits.points}
            value={page.points}
            onChange={(points) => set(place, { points: Number(points) || 1 })}
          />
          <ActionIcon
            aria-label={`${common.remove}: ${page.pattern}`}
            onClick={() => onChange(pages.toSpliced(place, 1))}
          >
            <Icon name="close" size={12} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        mt={8}
        size="compact-xs"
        variant="default"
        disabled={pages.length >= keyPageLimits.pages}
        onClick={() => onChange([...pages, { pattern: '', points: 10 }])}
      >
        {settings.addKeyPage}
      </Button>
    </Input.Wrapper>
  );
}
