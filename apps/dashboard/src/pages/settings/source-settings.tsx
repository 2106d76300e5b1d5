import { TextInput } from '@mantine/core';
import { useMessages } from '../../messages/language.tsx';
import { SettingForm, type SettingPartProps } from './setting-form.tsx';

const fields = [
  ['own_domains', 'ownDomains', 'ownDomainsText', 'example.app, example.dev'],
  ['ignored_domains', 'ignoredDomains', 'ignoredDomainsText', 'login.example.org'],
] as const;

/** Ignored referrers. */
export function SourceSettings(props: SettingPartProps) {
  const { settings } = useMessages();
  return (
    <SettingForm
      {...props}
      title={settings.sources}
      draftOf={({ own_domains, ignored_domains }) => ({
        own_domains: own_domains.join(', '),
        ignored_domains: ignored_domains.join(', '),
      })}
      changeOf={(draft) => ({
        own_domains: domainsIn(draft.own_domains),
        ignored_domains: domainsIn(draft.ignored_domains),
      })}
    >
      {(draft, change) =>
        fields.map(([name, label, text, placeholder]) => (
          <TextInput
            key={name}
            label={settings[label]}
            description={settings[text]}
            placeholder={placeholder}
            value={draft[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))
      }
    </SettingForm>
  );
}

function domainsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
}
