/* `footfall workspace settings` and `anonymise-ips`: a workspace's settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isRetention,
  longestRetention,
  type Retention,
  retentionKindNames,
  retentionKinds,
} from '@footfall/contract/retention-limits';
import {
  type Amounts,
  cookielessModes,
  domainLimits,
  erasureTotals,
  ipAnonymisations,
  isDomain,
  isUrlParameter,
  largestQuota,
  leadRules,
  privacySignals,
  quotaKinds,
  type Settings,
  trustModes,
  urlParameterLimits,
} from '@footfall/contract/settings';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultQuotas, isQuota } from '../accounts/workspaces/quotas.ts';
import { selectSettings, settingsFreshForMs } from '../accounts/workspaces/settings.ts';
import { ownCommand } from '../platform/common/own-command.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { anonymiseNextEvents } from '../visits/events/stored-addresses.ts';
import { anonymiseNextSessions, type SlicePlace } from '../visits/sessions/stored-addresses.ts';
import { operate, requireWorkspace, show, type WorkspaceFlags } from './commands.ts';
import { asKeyPages } from './key-pages.ts';
import { withDatabase } from './open-database.ts';
import { progress, progressEvery } from './progress.ts';
import { record } from './record.ts';
import { asTimeZone } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

const progressEveryMs = 1_000;

/** Settings by flag name. */
type SettingsFlags = WorkspaceFlags & Record<string, unknown>;

export function addSettingsCommands(workspace: Command, config: () => Config): void {
  const settings = workspaceCommand(
    workspace,
    'settings',
    'show or change the settings of a workspace',
  );
  for (const option of settingOptions) settings.addOption(option);
  settings.action((flags: SettingsFlags) => workspaceSettings(config(), flags));
  workspaceCommand(
    workspace,
    'anonymise-ips',
    'apply the ip_anonymisation of the workspace to stored IP addresses',
  ).action((flags) => anonymiseIps(config(), flags));
}

/** With the settings' names. */
const settingOptions = [
  new Option('--lead-rule <rule>', 'what creates a lead').choices(leadRules),
  new Option('--ip-anonymisation <mode>', 'how to store IP addresses').choices(ipAnonymisations),
  new Option('--trust <mode>', 'who may identify visitors').choices(trustModes),
  new Option(
    '--key-pages <list>',
    'pages that show interest, with points, such as "/pricing*=10,/demo*=15", or none',
  ).argParser(asKeyPages),
  new Option(
    '--url-parameters <list>',
    'more URL parameters to keep, such as product,size, or none',
  ).argParser(asUrlParameters),
  new Option(
    '--own-domains <list>',
    'your other domains, which never count as referrers, such as example.app,example.dev, or none',
  ).argParser(asDomains),
  new Option(
    '--ignored-domains <list>',
    'more domains to ignore as referrers, such as login.example.org for sign-in or payment, or none',
  ).argParser(asDomains),
  new Option(
    '--privacy-signals <rule>',
    'whether Global Privacy Control and Do Not Track refuse tracking',
  ).choices(privacySignals),
  new Option(
    '--cookieless <rule>',
    'whether pages may recognize visitors by address and browser, for a day',
  ).choices(cookielessModes),
  new Option(
    '--erasure-totals <rule>',
    'figures of past periods when somebody is erased: they stay or are counted again',
  ).choices(erasureTotals),
  new Option('--viewers-may-export <answer>', 'whether viewers may export files').choices([
    'yes',
    'no',
  ]),
  new Option(
    '--time-zone <name>',
    'time zone for the days of figures, such as Europe/Berlin',
  ).argParser(asTimeZone),
  new Option(
    '--daily-quotas <list>',
    'daily limits for new rows, bytes, people and leads, such as "rows=1000000,leads=500", or default',
  ).argParser(asQuotas),
  new Option(
    '--retention <list>',
    'days to keep data, such as "events=90,refused_messages=30"; forever for no limit',
  ).argParser(asRetention),
];

/** The changes in the flags, by setting name. */
function changeOf(flags: SettingsFlags): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  for (const option of settingOptions) {
    const value = flags[option.attributeName()];
    if (value !== undefined) change[option.name().replaceAll('-', '_')] = value;
  }
  const { viewers_may_export: answer } = change;
  return answer === undefined ? change : { ...change, viewers_may_export: answer === 'yes' };
}

async function workspaceSettings(config: Config, flags: SettingsFlags): Promise<void> {
  const { workspace: id } = flags;
  const change = changeOf(flags);
  const isChange = Object.keys(change).length > 0;
  const { data: settings } = await (isChange
    ? operate<{ data: Settings }>(config, id, 'updateSettings', { body: change })
    : operate<{ data: Settings }>(config, id, 'getSettings', {}));
  show(flags, settings, settingsLines(settings));
  if (change.trust === 'open') {
    progress(
      'Warning: anyone who reads the key in your page can now rename, join and change people in this workspace.',
    );
  }
  if (isChange && (change.ip_anonymisation ?? 'none') !== 'none') {
    progress(
      `Stored addresses are unchanged. To apply the setting to them: ${ownCommand} workspace anonymise-ips --workspace ${id}`,
    );
  }
}

function settingsLines(settings: Settings): string[] {
  const pages = settings.key_pages.map(({ pattern, points }) => `${pattern}=${points}`);
  return [
    `lead rule         ${settings.lead_rule}`,
    `ip anonymisation  ${settings.ip_anonymisation}`,
    `trust             ${settings.trust}`,
    `key pages         ${pages.join(',') || 'none'}`,
    `url parameters    ${settings.url_parameters.join(',') || 'default'}`,
    `own domains       ${settings.own_domains.join(',') || 'none'}`,
    `ignored domains   ${settings.ignored_domains.join(',') || 'default'}`,
    `privacy signals   ${settings.privacy_signals}`,
    `cookieless        ${settings.cookieless}`,
    `erasure totals    ${settings.erasure_totals}`,
    `viewers may export ${settings.viewers_may_export ? 'yes' : 'no'}`,
    `time zone         ${settings.time_zone}`,
    `daily quotas      ${quotaKinds.map((kind) => `${kind}=${settings.daily_quotas[kind]}`).join(',')}`,
    `retention         ${retentionKindNames.map((kind) => `${kind}=${settings.retention[kind] ?? forever}`).join(',')}`,
    `events kept since ${settings.events_kept_since ?? 'ever'}`,
    ...settings.lead_rule_history.map(({ since, rule }) => `  lead rule since ${since}: ${rule}`),
  ];
}

async function anonymiseIps(config: Config, flags: WorkspaceFlags): Promise<void> {
  const { workspace: id } = flags;
  const { mode, sessions, events } = await withDatabase(config, async (db) => {
    const mode = await db.system(async (tx) => {
      await requireWorkspace(tx, id);
      const { ip_anonymisation: chosen } = await selectSettings(tx, id);
      if (chosen === 'none') {
        throw new StartError(
          `The workspace stores full IP addresses. First run ${ownCommand} workspace settings --workspace ${id} --ip-anonymisation truncate (or drop).`,
        );
      }
      await record(tx, id, {
        action: 'workspace anonymise-ips',
        resourceType: 'sessions',
        fields: ['ip'],
      });
      return chosen;
    });
    // A running service may store whole addresses until it has read the changed setting.
    await sleep(settingsFreshForMs);
    // Events first: sessions are computed from them.
    const events = await inSlices<string>('events', (after) =>
      db.workspace(id, (tx) => anonymiseNextEvents(tx, id, mode, after)),
    );
    const sessions = await inSlices<SlicePlace>('sessions', (after) =>
      db.workspace(id, (tx) => anonymiseNextSessions(tx, id, mode, after)),
    );
    return { mode, sessions, events };
  });
  const what = mode === 'drop' ? 'Removed' : 'Shortened';
  show(flags, { id, ip_anonymisation: mode, sessions, events }, [
    `${what} the addresses of ${sessions} sessions and ${events} events.`,
  ]);
}

/** One transaction per slice; returns the number of rows changed. */
async function inSlices<Place>(
  what: string,
  anonymise: (
    after: Place | undefined,
  ) => Promise<{ seen: number; changed: number; next: Place | undefined }>,
): Promise<number> {
  let changed = 0;
  let seen = 0;
  const tell = progressEvery(progressEveryMs);
  let after: Place | undefined;
  do {
    const slice = await anonymise(after);
    changed += slice.changed;
    seen += slice.seen;
    after = slice.next;
    tell(`${seen} ${what} with an address, ${changed} changed`);
  } while (after !== undefined);
  return changed;
}

function asQuotas(text: string): Partial<Amounts> {
  if (text.trim() === 'default') return defaultQuotas;
  const quotas: Partial<Amounts> = {};
  for (const part of text.split(',')) {
    const [, name, digits] = /^\s*(\w+)=(\d{1,16})\s*$/.exec(part) ?? [];
    const kind = quotaKinds.find((quota) => quota === name);
    const quota = Number(digits);
    if (!kind || !isQuota(quota)) {
      throw new InvalidArgumentError(
        `"${part}" is not NAME=NUMBER, such as leads=500. Names are ${quotaKinds.join(', ')}; numbers are whole, from 1 to ${largestQuota}.`,
      );
    }
    quotas[kind] = quota;
  }
  return quotas;
}

const forever = 'forever';

function asRetention(text: string): Partial<Retention> {
  const retention: Partial<Retention> = {};
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*(\w+)=(\d{1,5}|forever)\s*$/.exec(part) ?? [];
    const kind = retentionKindNames.find((kind) => kind === name);
    const days = value === forever ? null : Number(value);
    if (!kind || !isRetention(kind, days)) {
      const kinds = retentionKindNames.map(
        (name) => `${name} (at least ${retentionKinds[name].least})`,
      );
      throw new InvalidArgumentError(
        `"${part}" is not NAME=DAYS, such as events=90. Names are ${kinds.join(', ')}; days are whole numbers up to ${longestRetention}, or ${forever}.`,
      );
    }
    retention[kind] = days;
  }
  return retention;
}

function asUrlParameters(text: string): string[] {
  const { names, nameLength } = urlParameterLimits;
  const what = `the name of a URL parameter: 1 to ${nameLength} characters, of a-z, 0-9 and _ - . ~ [ ].`;
  return namesIn(text, isUrlParameter, { most: names, many: 'parameters', not: `not ${what}` });
}

function asDomains(text: string): string[] {
  return namesIn(text, isDomain, {
    most: domainLimits.domains,
    many: 'domains',
    not: 'not a domain such as example.app. Leave out https:// and the path, and write international domains as xn--….',
  });
}

/** Comma-separated, without duplicates. */
function namesIn(
  text: string,
  isName: (name: string) => boolean,
  { most, many, not }: { most: number; many: string; not: string },
): string[] {
  if (text.trim() === 'none') return [];
  const names = new Set(text.split(',').map((part) => part.trim().toLowerCase()));
  const wrong = [...names].find((name) => !isName(name));
  if (wrong !== undefined) throw new InvalidArgumentError(`"${wrong}" is ${not}`);
  if (names.size > most) throw new InvalidArgumentError(`List at most ${most} ${many}, or none.`);
  return [...names];
}
