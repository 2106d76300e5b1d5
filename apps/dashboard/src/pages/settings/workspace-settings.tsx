import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMessages } from '../../messages/language.tsx';
import { SettingForm, type SettingPartProps } from './setting-form.tsx';

export function WorkspaceSettings(props: SettingPartProps) {
  const { settings } = useMessages();
  return (
    <SettingForm
      {...props}
      title={settings.workspace}
      draftOf={({ name, time_zone, second_factor_required, viewers_may_export }) => ({
        name,
        time_zone,
        second_factor_required,
        viewers_may_export,
      })}
      changeOf={(draft) => draft}
    >
      {(draft, change) => (
        <>
          <TextInput
            label={settings.name}
            required
            maxLength={200}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label={settings.timeZone}
            description={settings.timeZoneText}
            value={draft.time_zone}
            data={timeZones(draft.time_zone)}
            onChange={(event) => change({ time_zone: event.currentTarget.value })}
          />
          <Checkbox
            label={settings.secondFactor}
            description={settings.secondFactorText}
            checked={draft.second_factor_required}
            onChange={(event) => change({ second_factor_required: event.currentTarget.checked })}
          />
          <Checkbox
            label={settings.viewersMayExport}
            description={settings.viewersMayExportText}
            checked={draft.viewers_may_export}
            onChange={(event) => change({ viewers_may_export: event.currentTarget.checked })}
          />
        </>
      )}
    </SettingForm>
  );
}

/** The browser's time zones, and the current one. */
function timeZones(own: string): string[] {
  return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])].toSorted();
}
