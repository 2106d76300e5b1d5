/** Common fields of all share links. */
import '@mantine/core/styles/PasswordInput.css';
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMessages, useSpeech } from '../messages/language.tsx';
import { usePeriod } from '../shell/frame-context.tsx';
import { addDays, dayOf } from '../shell/periods.ts';
import { type Expiry, expiries, type ShareTerms } from './share-terms.ts';

interface TermsProps {
  terms: ShareTerms;
  change: (changed: Partial<ShareTerms>) => void;
}

/** Whether the page's period ends today: then the link's period moves along. */
export function useEndsToday(): boolean {
  const { until, timeZone } = usePeriod();
  return addDays(until, -1) >= dayOf(Date.now(), timeZone);
}

export function ShareName({ terms, change }: TermsProps) {
  const { share } = useMessages();
  return (
    <TextInput
      label={share.name}
      required
      maxLength={200}
      value={terms.name}
      data-autofocus
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  );
}

export function RangeChoice({ terms, change }: TermsProps) {
  const { share } = useMessages();
  const { language } = useSpeech();
  const { since, until, days } = usePeriod();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const range = day.formatRange(Date.parse(since), Date.parse(addDays(until, -1)));
  return (
    <NativeSelect
      size="sm"
      label={share.range}
      value={terms.isRolling ? 'rolling' : 'fixed'}
      data={[
        { value: 'rolling', label: share.rolling(days) },
        { value: 'fixed', label: share.fixed(range) },
      ]}
      onChange={(event) => change({ isRolling: event.currentTarget.value === 'rolling' })}
    />
  );
}

export function Protection({ terms, change }: TermsProps) {
  const { door, share } = useMessages();
  return (
    <>
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': door.showPassword }}
        size="sm"
        label={share.passwordOptional}
        description={share.passwordHint}
        autoComplete="new-password"
        minLength={8}
        maxLength={200}
        value={terms.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        label={share.expires}
        value={terms.expiry}
        data={(Object.keys(expiries) as Expiry[]).map((value) => ({
          value,
          label: share.expiries[value],
        }))}
        onChange={(event) => change({ expiry: event.currentTarget.value as Expiry })}
      />
    </>
  );
}
