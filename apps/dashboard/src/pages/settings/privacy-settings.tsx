import { NativeSelect, TextInput } from '@mantine/core';
import { useMessages } from '../../messages/language.tsx';
import { SettingForm, type SettingPartProps, type Settings } from './setting-form.tsx';

const ipAnonymisations = [
  'none',
  'truncate',
  'drop',
] as const satisfies Settings['ip_anonymisation'][];
const privacySignals = ['ignore', 'refuse'] as const satisfies Settings['privacy_signals'][];
const erasureTotals = ['keep', 'recount'] as const satisfies Settings['erasure_totals'][];
const cookielessModes = ['refuse', 'allow'] as const satisfies Settings['cookieless'][];

/** What is stored about visitors, and which of their signals count. */
export function PrivacySettings(props: SettingPartProps) {
  const { settings } = useMessages();
  return (
    <SettingForm
      {...props}
      title={settings.privacy}
      draftOf={({
        ip_anonymisation,
        privacy_signals,
        cookieless,
        erasure_totals,
        url_parameters,
      }) => ({
        ip_anonymisation,
        privacy_signals,
        cookieless,
        erasure_totals,
        url_parameters: url_parameters.join(', '),
      })}
      changeOf={({ url_parameters, ...draft }) => ({
        ...draft,
        url_parameters: url_parameters
          .toLowerCase()
          .split(/[\s,]+/)
          .filter((name) => name !== ''),
      })}
    >
      {(draft, change) => (
        <>
          <NativeSelect
            label={settings.addresses}
            description={settings.addressesText}
            value={draft.ip_anonymisation}
            data={ipAnonymisations.map((value) => ({
              value,
              label: settings.ipAnonymisations[value],
            }))}
            onChange={(event) =>
              change({
                ip_anonymisation: event.currentTarget.value as Settings['ip_anonymisation'],
              })
            }
          />
          <NativeSelect
            label={settings.signals}
            description={settings.signalsText}
            value={draft.privacy_signals}
            data={privacySignals.map((value) => ({ value, label: settings.privacySignals[value] }))}
            onChange={(event) =>
              change({ privacy_signals: event.currentTarget.value as Settings['privacy_signals'] })
            }
          />
          <NativeSelect
            label={settings.cookieless}
            description={settings.cookielessText}
            value={draft.cookieless}
            data={cookielessModes.map((value) => ({
              value,
              label: settings.cookielessModes[value],
            }))}
            onChange={(event) =>
              change({ cookieless: event.currentTarget.value as Settings['cookieless'] })
            }
          />
          <NativeSelect
            label={settings.erasureTotals}
            description={settings.erasureTotalsText}
            value={draft.erasure_totals}
            data={erasureTotals.map((value) => ({
              value,
              label: settings.erasureTotalsModes[value],
            }))}
            onChange={(event) =>
              change({ erasure_totals: event.currentTarget.value as Settings['erasure_totals'] })
            }
          />
          <TextInput
            label={settings.urlParameters}
            description={settings.urlParametersText}
            placeholder="ref, plan"
            value={draft.url_parameters}
            onChange={(event) => change({ url_parameters: event.currentTarget.value })}
          />
        </>
      )}
    </SettingForm>
  );
}
