import { dateOrders, decimalSigns, type SpendImport } from '@footfall/contract/spend';
import {
  Button,
  FileButton,
  Group,
  Modal,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { Facts } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { sayDone } from '../../kit/toasts.ts';
import { useMessages } from '../../messages/language.tsx';
import { Amounts } from './amounts.tsx';
import { readTextFile } from './read-text-file.ts';
import classes from './spend-dialog.module.css';

/** The service's limit for a body, with a margin. */
const mostBytes = 1_000_000;
const none = '';

interface Draft {
  csv: string;
  source: string;
  medium: string;
  currency: string;
  date_order: string;
  decimal: string;
}

const emptyDraft: Draft = {
  csv: '',
  source: '',
  medium: '',
  currency: '',
  date_order: none,
  decimal: none,
};

/** Tries a file first: shows what would be stored, and unreadable rows. */
export function SpendDialog({ onClose }: { onClose: () => void }) {
  const { campaigns, common } = useMessages();
  const [draft, setDraft] = useState(emptyDraft);
  const [tried, setTried] = useState<SpendImport>();
  const importing = useChange('POST /campaigns/spend', [
    'GET /campaigns',
    'GET /campaigns/performance',
    'GET /campaigns/{id}/performance',
  ]);
  const change = (changed: Partial<Draft>) => {
    setDraft({ ...draft, ...changed });
    setTried(undefined);
    importing.reset();
  };
  const isTooLarge = new Blob([JSON.stringify(draft.csv)]).size > mostBytes;
  const send = (how: { dry_run: true } | { skip_bad: true }) => {
    const fields = Object.entries(draft).filter(([, value]) => value !== none);
    const body = { ...(Object.fromEntries(fields) as { csv: string }), ...how };
    importing.mutate(
      { input: { body } },
      {
        onSuccess({ body: { data } }) {
          if (data.dry_run) return setTried(data);
          sayDone(campaigns.stored(data.rows));
          onClose();
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(tried ? { skip_bad: true } : { dry_run: true });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={campaigns.importTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{campaigns.importText}</Text>
          <FileFields csv={draft.csv} onCsv={(csv) => change({ csv })} />
          <RestFields draft={draft} change={change} />
          {isTooLarge && <Fault fault={new Error(campaigns.tooLarge)} />}
          {importing.error && <Fault fault={importing.error} />}
          {tried && <Tried tried={tried} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              loading={importing.isPending}
              disabled={draft.csv.trim() === '' || isTooLarge || tried?.rows === 0}
            >
              {tried ? campaigns.store(tried.rows) : campaigns.check}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function FileFields({ csv, onCsv }: { csv: string; onCsv: (csv: string) => void }) {
  const { campaigns } = useMessages();
  const [name, setName] = useState<string>();
  const take = async (file: File | null) => {
    if (!file) return;
    setName(file.name);
    onCsv(await readTextFile(file));
  };
  return (
    <>
      <Group gap="sm">
        <FileButton onChange={(file) => void take(file)} accept=".csv,.tsv,.txt,text/csv">
          {(props) => (
            <Button variant="default" {...props}>
              {campaigns.file}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      </Group>
      <Textarea
        label={campaigns.csv}
        value={csv}
        rows={5}
        spellCheck={false}
        placeholder={
          'date,campaign,source,medium,cost,currency\n2026-05-01,spring,google,cpc,118.80,EUR'
        }
        classNames={{ input: classes.csv ?? '' }}
        onChange={(event) => onCsv(event.currentTarget.value)}
      />
    </>
  );
}

interface RestFieldsProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

/** For what the file does not state. */
function RestFields({ draft, change }: RestFieldsProps) {
  const { campaigns } = useMessages();
  const { dateOrders: orders, decimals } = campaigns;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <TextInput
        label={campaigns.sourceOfRest}
        placeholder="google"
        value={draft.source}
        maxLength={200}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
      <TextInput
        label={campaigns.mediumOfRest}
        placeholder="cpc"
        value={draft.medium}
        maxLength={200}
        onChange={(event) => change({ medium: event.currentTarget.value })}
      />
      <TextInput
        label={campaigns.currencyOfRest}
        placeholder="EUR"
        value={draft.currency}
        maxLength={3}
        onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
      />
      <NativeSelect
        label={campaigns.dateOrder}
        value={draft.date_order}
        data={[
          { value: none, label: orders.none },
          ...dateOrders.map((value) => ({ value, label: orders[value] })),
        ]}
        onChange={(event) => change({ date_order: event.currentTarget.value })}
      />
      <NativeSelect
        label={campaigns.decimal}
        value={draft.decimal}
        data={[
          { value: none, label: decimals.none },
          ...decimalSigns.map((value) => ({ value, label: decimals[value] })),
        ]}
        onChange={(event) => change({ decimal: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

function Tried({ tried }: { tried: SpendImport }) {
  const { campaigns } = useMessages();
  const { rows, from, to, amounts, new_campaigns, totals_left_out, bad_rows, bad } = tried;
  return (
    <div className={classes.tried} role="status">
      <strong>{campaigns.tried(rows, tried.campaigns)}</strong>
      <Facts
        facts={[
          { name: campaigns.days, value: from && `${from} – ${to}` },
          { name: campaigns.sum, value: <Amounts amounts={amounts} /> },
        ]}
      />
      {new_campaigns > 0 && <p>{campaigns.newOnes(new_campaigns)}</p>}
      {totals_left_out > 0 && <p>{campaigns.totals(totals_left_out)}</p>}
      {bad_rows > 0 && (
        <>
          <p>{campaigns.bad(bad_rows)}</p>
          <ul className={classes.bad}>
            {bad.map(({ line, reason_code, value }) => (
              <li key={line}>
                {campaigns.line(line)}: {campaigns.badReasons[reason_code](value)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
