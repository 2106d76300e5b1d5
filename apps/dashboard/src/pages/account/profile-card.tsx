import type { OwnAccount } from '@footfall/contract/account';
import { profileLimits } from '@footfall/contract/profile-limits';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Card } from '../../kit/card.tsx';
import { isLanguage, languageNames, useMessages, useSpeech } from '../../messages/language.tsx';
import { useChooseLanguage } from '../../shell/choose-language.ts';
import classes from './account.module.css';
import { useDoorChange } from './own-account.ts';
import { PictureField } from './picture-field.tsx';

/** One's profile. Picture and language are saved immediately. */
export function ProfileCard({ own: { user } }: { own: OwnAccount }) {
  const { account, frame, common } = useMessages();
  const { language } = useSpeech();
  const chooseLanguage = useChooseLanguage();
  const [name, setName] = useState(user.name);
  const [username, setUsername] = useState(user.username);
  const saving = useDoorChange(account.saved);
  const changed = { name: name.trim(), username: username.trim() };
  const isSame = changed.name === user.name && changed.username === user.username;
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate({ path: 'update-user', body: changed });
  };
  return (
    <Card title={account.profile}>
      <form onSubmit={save}>
        <Stack gap="sm">
          <PictureField user={user} />
          <TextInput label={account.email} value={user.email} readOnly />
          <TextInput
            label={account.name}
            autoComplete="name"
            maxLength={profileLimits.nameLength}
            value={name}
            error={changed.name === '' && account.nameMissing}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={account.username}
            description={account.usernameText}
            autoComplete="nickname"
            maxLength={profileLimits.usernameLength}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <Select
            label={frame.language}
            allowDeselect={false}
            value={language}
            data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
            onChange={(chosen) => isLanguage(chosen) && void chooseLanguage(chosen)}
          />
          <Button
            type="submit"
            className={classes.submit ?? ''}
            loading={saving.isPending}
            disabled={changed.name === '' || isSame}
          >
            {common.save}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
