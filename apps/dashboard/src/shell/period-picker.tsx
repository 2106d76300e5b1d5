import { Alert, Button, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Icon } from '../kit/icons.tsx';
import { useMessages, useSpeech } from '../messages/language.tsx';
import { useFrameSearch, useMe, usePeriod, useSetSearch, useTimeZone } from './frame-context.tsx';
import classes from './period-picker.module.css';
import { addDays, monthsBefore, presets, usualPreset } from './periods.ts';

const mostDays = 366;

/** Chooses a page's days, and their time zone. */
export function PeriodPicker() {
  const [isOpen, setOpen] = useState(false);
  const { range = usualPreset, from, to } = useFrameSearch();
  const { frame } = useMessages();
  const { language } = useSpeech();
  const set = useSetSearch();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const label =
    from && to ? day.formatRange(Date.parse(from), Date.parse(to)) : frame.range.presets[range];
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="calendar" />}
          aria-label={`${frame.range.title}: ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choices}>
        <ul className={classes.presets}>
          {presets.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                className={classes.preset}
                aria-pressed={!from && preset === range}
                onClick={() => {
                  set({
                    range: preset === usualPreset ? undefined : preset,
                    from: undefined,
                    to: undefined,
                    page: undefined,
                  });
                  setOpen(false);
                }}
              >
                {frame.range.presets[preset]}
              </button>
            </li>
          ))}
        </ul>
        <Stack gap="xs" className={classes.own}>
          <Months onDone={() => setOpen(false)} />
          <OwnRange onDone={() => setOpen(false)} />
          <TimeZoneChoice />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A month of the last year, compared with the one before. */
function Months({ onDone }: { onDone: () => void }) {
  const { frame } = useMessages();
  const { language } = useSpeech();
  const { from, to } = useFrameSearch();
  const timeZone = useTimeZone();
  const set = useSetSearch();
  const name = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <ul className={classes.months} aria-label={frame.range.months}>
      {monthsBefore(Date.now(), timeZone, 12).map((month) => (
        <li key={month.from}>
          <button
            type="button"
            className={classes.preset}
            aria-pressed={month.from === from && month.to === to}
            onClick={() => {
              set({ ...month, range: undefined, page: undefined });
              onDone();
            }}
          >
            {name.format(Date.parse(month.from))}
          </button>
        </li>
      ))}
    </ul>
  );
}

function OwnRange({ onDone }: { onDone: () => void }) {
  const { frame, common } = useMessages();
  const period = usePeriod();
  const set = useSetSearch();
  const [from, setFrom] = useState(period.since);
  const [to, setTo] = useState(addDays(period.until, -1));
  const fault = faultIn(from, to, frame.range);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (fault || !from || !to) return;
    set({ from, to, range: undefined, page: undefined });
    onDone();
  };
  return (
    <form onSubmit={choose}>
      <Stack gap="xs">
        <Group gap="xs" grow wrap="nowrap">
          <TextInput
            type="date"
            label={frame.range.from}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={frame.range.to}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        {fault && (
          <Alert color="red" role="alert" p="xs">
            {fault}
          </Alert>
        )}
        <Button type="submit">{common.apply}</Button>
      </Stack>
    </form>
  );
}

function faultIn(from: string, to: string, words: { toBeforeFrom: string; tooLong: string }) {
  if (!from || !to) return undefined;
  if (to < from) return words.toBeforeFrom;
  return addDays(from, mostDays) <= to ? words.tooLong : undefined;
}

function TimeZoneChoice() {
  const { frame } = useMessages();
  const set = useSetSearch();
  const chosen = useTimeZone();
  const usual = useMe().workspace.time_zone;
  const ofDevice = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([usual, ofDevice, chosen, 'UTC'])];
  const label = (zone: string) => {
    if (zone === usual) return frame.range.ofWorkspace(zone);
    return zone === ofDevice ? frame.range.ofDevice(zone) : zone;
  };
  return (
    <Select
      label={frame.range.timeZone}
      value={chosen}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      data={zones.map((zone) => ({ value: zone, label: label(zone) }))}
      onChange={(zone) => set({ tz: zone === usual ? undefined : (zone ?? undefined) })}
    />
  );
}
