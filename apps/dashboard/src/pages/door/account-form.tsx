import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../messages/language.tsx';
import { DoorFaultAlert } from './door.tsx';

export interface AccountFields {
  email: string;
  name: string;
  password: string;
}

interface AccountFormProps {
  /** Fixed by an invitation. */
  email?: string;
  name?: string;
  submit: string;
  /** Text for an invalid link. */
  wrong: string;
  isPending: boolean;
  fault: Error | null;
  onSubmit: (fields: AccountFields) => void;
}

/** A new account: name, email and password. */
export function AccountForm(props: AccountFormProps) {
  const { door } = useMessages();
  const [name, setName] = useState(props.name ?? '');
  const [email, setEmail] = useState(props.email ?? '');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit({ email: email.trim(), name: name.trim(), password });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={door.welcome.name}
          name="name"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={door.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          maxLength={320}
          readOnly={props.email !== undefined}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NewPassword label={door.password} value={password} onChange={setPassword} />
        <DoorFaultAlert fault={props.fault} wrong={props.wrong} />
        <Button type="submit" size="sm" loading={props.isPending}>
          {props.submit}
        </Button>
      </Stack>
    </form>
  );
}

interface NewPasswordProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function NewPassword({ label, value, onChange }: NewPasswordProps) {
  const { door } = useMessages();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': door.showPassword }}
      label={label}
      description={door.passwordHint}
      name="new-password"
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={10}
      maxLength={128}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
