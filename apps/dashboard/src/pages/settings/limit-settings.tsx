import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/SimpleGrid.css';
import { NumberInput, SimpleGrid, Text } from '@mantine/core';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import { SettingForm, type SettingPartProps } from './setting-form.tsx';

/** Daily limits: the workspace sets those of people and leads, the operator the others. */
export function LimitSettings(props: SettingPartProps) {
  const { settings } = useMessages();
  const format = useFormat();
  const { workspace } = useMe();
  const { daily_quotas: quotas } = props.record.body.data;
  return (
    <SettingForm
      {...props}
      title={settings.limits}
      draftOf={({ daily_quotas: { people, leads } }) => ({ people, leads })}
      changeOf={(daily_quotas) => ({ daily_quotas })}
    >
      {(draft, change) => (
        <>
          <Text size="sm" c="dimmed">
            {settings.limitsText}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              label={settings.people}
              min={1}
              {...format.separators}
              allowDecimal={false}
              value={draft.people}
              onChange={(people) => change({ people: Number(people) || 1 })}
            />
            <NumberInput
              label={settings.newLeads}
              min={1}
              {...format.separators}
              allowDecimal={false}
              value={draft.leads}
              onChange={(leads) => change({ leads: Number(leads) || 1 })}
            />
          </SimpleGrid>
          <Facts
            facts={[
              { name: settings.rows, value: format.number(quotas.rows) },
              { name: settings.bytes, value: format.bytes(quotas.bytes) },
              {
                name: settings.features,
                value: workspace.features.map((name) => settings.featureNames[name]).join(', '),
              },
            ]}
          />
        </>
      )}
    </SettingForm>
  );
}
