/* `footfall workspace settings` and `anonymise-ips`: what the people of a workspace decide about it. */
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
  type CookielessMode,
  cookielessModes,
  domainLimits,
  type IpAnonymisation,
  ipAnonymisations,
  isDomain,
  isUrlParameter,
  type KeyPage,
  type LeadRule,
  largestQuota,
  leadRules,
  type PrivacySignals,
  privacySignals,
  quotaKinds,
  type Settings,
  type Trust,
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
import { type Flags, type Progress, requireWorkspace, show } from './commands.ts';
import { asKeyPages } from './key-pages.ts';
import { withDatabase } from './open-database.ts';
import { record } from './record.ts';
import { asTimeZone } from './values.ts';
import { workspaceCommand } from './workspace-command.ts';

const progressEveryMs = 1_000;

interface SettingsFlags extends Flags {
  workspace: string;
  leadRule?: LeadRule;
  ipAnonymisation?: IpAnonymisation;
  trust?: Trust;
  keyPages?: KeyPage[];
  urlParameters?: string[];
  ownDomains?: string[];
  ignoredDomains?: string[];
  privacySignals?: PrivacySignals;
  cookieless?: CookielessMode;
  viewersMayExport?: 'yes' | 'no';
  timeZone?: string;
  dailyQuotas?: Partial<Amounts>;
  retention?: Partial<Retention>;
}

/** Adds both commands to `footfall workspace`. */
export function addSettingsCommands(
  workspace: Command,
  config: () => Config,
  progress: Progress,
): void {
  workspaceCommand(
    workspace,
    'settings',
    'show the settings of a workspace, or change those that are given',
  )
    .addOption(new Option('--lead-rule <rule>', 'what opens a lead').choices(leadRules))
    .addOption(
      new Option('--ip-anonymisation <mode>', 'what is stored of IP addresses').choices(
        ipAnonymisations,
      ),
    )
    .addOption(new Option('--trust <mode>', 'who may say who visitors are').choices(trustModes))
    .option(
      '--key-pages <list>',
      'pages that tell of interest, with points: "/pricing*=10,/demo*=15", or none',
      asKeyPages,
    )
    .option(
      '--url-parameters <list>',
      'query parameters to keep of addresses beside the usual ones: product,size, or none',
      asUrlParameters,
    )
    .option(
      '--own-domains <list>',
      'your domains beside that of the page, from which nobody comes: example.app,example.dev, or none',
      asDomains,
    )
    .option(
      '--ignored-domains <list>',
      'domains that people pass to pay or sign in, beside the known ones: login.example.org, or none',
      asDomains,
    )
    .addOption(
      new Option(
        '--privacy-signals <rule>',
        'whether Global Privacy Control and Do Not Track are a refusal',
      ).choices(privacySignals),
    )
    .addOption(
      new Option(
        '--cookieless <rule>',
        'whether pages may have visitors told apart by address and browser, for a day',
      ).choices(cookielessModes),
    )
    .addOption(
      new Option(
        '--viewers-may-export <answer>',
        'whether viewers may export lists as files',
      ).choices(['yes', 'no']),
    )
    .option('--time-zone <name>', 'whose days figures are kept by, as Europe/Berlin', asTimeZone)
    .option(
      '--daily-quotas <list>',
      'what is taken in a day: rows, bytes, people and leads that are new, such as "rows=1000000,leads=500", or default',
      asQuotas,
    )
    .option(
      '--retention <list>',
      'for how many days what is kept, such as "events=90,refused_messages=30"; forever for no end',
      asRetention,
    )
    .action((flags: SettingsFlags) => workspaceSettings(config(), flags, progress));
  workspaceCommand(
    workspace,
    'anonymise-ips',
    'bring the IP addresses that are stored to the ip_anonymisation of the workspace',
  ).action((flags) => anonymiseIps(config(), flags, progress));
}

function viewersOf({ viewersMayExport: answer }: SettingsFlags) {
  return answer === undefined ? {} : { viewers_may_export: answer === 'yes' };
}

async function workspaceSettings(
  config: Config,
  flags: SettingsFlags,
  progress: Progress,
): Promise<void> {
  const { workspace: id, ipAnonymisation, trust } = flags;
  const change = {
    ...(flags.leadRule && { lead_rule: flags.leadRule }),
    ...(ipAnonymisation && { ip_anonymisation: ipAnonymisation }),
    ...(trust && { trust }),
    ...(flags.keyPages && { key_pages: flags.keyPages }),
    ...(flags.urlParameters && { url_parameters: flags.urlParameters }),
    ...(flags.ownDomains && { own_domains: flags.ownDomains }),
    ...(flags.ignoredDomains && { ignored_domains: flags.ignoredDomains }),
    ...(flags.privacySignals && { privacy_signals: flags.privacySignals }),
    ...(flags.cookieless && { cookieless: flags.cookieless }),
    ...viewersOf(flags),
    ...(flags.timeZone && { time_zone: flags.timeZone }),
    ...(flags.retention && { retention: flags.retention }),
    ...(flags.dailyQuotas && { daily_quotas: flags.dailyQuotas }),
  };
  const isChange = Object.keys(change).length > 0;
  const { runAsOperator } = await import('./run-as-operator.ts');
  const answer = await withDatabase(config, progress, (db) =>
    isChange
      ? runAsOperator(db, id, 'updateSettings', { body: change })
      : runAsOperator(db, id, 'getSettings', {}),
  );
  const { data: settings } = answer as { data: Settings };
  show(flags, settings, settingsLines(settings));
  if (trust === 'open') {
    progress(
      'Dangerous: everybody who reads the key in your page can now rename, join and change the people of this workspace.',
    );
  }
  if (ipAnonymisation && ipAnonymisation !== 'none') {
    progress(
      `Addresses that are stored already stay as they are: ${ownCommand} workspace anonymise-ips --workspace ${id}`,
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
    `url parameters    ${settings.url_parameters.join(',') || 'the usual ones'}`,
    `own domains       ${settings.own_domains.join(',') || 'that of each page'}`,
    `ignored domains   ${settings.ignored_domains.join(',') || 'the known ones'}`,
    `privacy signals   ${settings.privacy_signals}`,
    `cookieless        ${settings.cookieless}`,
    `viewers may export ${settings.viewers_may_export ? 'yes' : 'no'}`,
    `time zone         ${settings.time_zone}`,
    `daily quotas      ${quotaKinds.map((kind) => `${kind}=${settings.daily_quotas[kind]}`).join(',')}`,
    `retention         ${retentionKindNames.map((kind) => `${kind}=${settings.retention[kind] ?? forever}`).join(',')}`,
    `events kept since ${settings.events_kept_since ?? 'ever'}`,
    ...settings.lead_rule_history.map(({ since, rule }) => `  lead rule since ${since}: ${rule}`),
  ];
}

async function anonymiseIps(
  config: Config,
  flags: Flags & { workspace: string },
  progress: Progress,
): Promise<void> {
  const { workspace: id } = flags;
  const { mode, sessions, events } = await withDatabase(config, progress, async (db) => {
    const mode = await db.system(async (tx) => {
      await requireWorkspace(tx, id);
      const { ip_anonymisation: chosen } = await selectSettings(tx, id);
      if (chosen === 'none') {
        throw new StartError(
          `The workspace stores whole IP addresses. Change that first: ${ownCommand} workspace settings --workspace ${id} --ip-anonymisation truncate (or drop).`,
        );
      }
      await record(tx, id, {
        action: 'workspace anonymise-ips',
        resourceType: 'sessions',
        fields: ['ip'],
      });
      return chosen;
    });
    // A service that runs may store whole addresses until it has noticed the change of the setting.
    await sleep(settingsFreshForMs);
    // Events first: sessions are made from them, and not the other way round.
    const events = await inSlices<string>('events', progress, (after) =>
      db.workspace(id, (tx) => anonymiseNextEvents(tx, id, mode, after)),
    );
    const sessions = await inSlices<SlicePlace>('sessions', progress, (after) =>
      db.workspace(id, (tx) => anonymiseNextSessions(tx, id, mode, after)),
    );
    return { mode, sessions, events };
  });
  const what = mode === 'drop' ? 'removed from' : 'shortened in';
  show(flags, { id, ip_anonymisation: mode, sessions, events }, [
    `Addresses ${what} ${sessions} sessions and ${events} events.`,
  ]);
}

/** A transaction for each slice; returns in how many rows the address was changed. */
async function inSlices<Place>(
  what: string,
  progress: Progress,
  anonymise: (
    after: Place | undefined,
  ) => Promise<{ seen: number; changed: number; next: Place | undefined }>,
): Promise<number> {
  let changed = 0;
  let seen = 0;
  let shownAt = Date.now();
  let after: Place | undefined;
  do {
    const slice = await anonymise(after);
    changed += slice.changed;
    seen += slice.seen;
    after = slice.next;
    if (Date.now() - shownAt < progressEveryMs) continue;
    shownAt = Date.now();
    progress(`${seen} ${what} with an address, ${changed} changed`);
  } while (after !== undefined);
  return changed;
}

function asQuotas(text: string): Partial<Amounts> {
  if (text.trim() === 'default') return defaultQuotas;
  const quotas: Partial<Amounts> = {};
  for (const part of text.split(',')) {
    const [, name, digits] = /^\s*(\w+)=(\d{1,16})\s*$/.exec(part) ?? [];
    const kind = quotaKinds.find((known) => known === name);
    const quota = Number(digits);
    if (!kind || !isQuota(quota)) {
      throw new InvalidArgumentError(
        `"${part}" is not NAME=NUMBER, such as leads=500. Names are ${quotaKinds.join(', ')}; a number is a whole one from 1 to ${largestQuota}.`,
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
    const kind = retentionKindNames.find((known) => known === name);
    const days = value === forever ? null : Number(value);
    if (!kind || !isRetention(kind, days)) {
      const kinds = retentionKindNames.map(
        (known) => `${known} (from ${retentionKinds[known].least})`,
      );
      throw new InvalidArgumentError(
        `"${part}" is not NAME=DAYS, such as events=90. Names are ${kinds.join(', ')}; days are a whole number up to ${longestRetention}, or ${forever}.`,
      );
    }
    retention[kind] = days;
  }
  return retention;
}

function asUrlParameters(text: string): string[] {
  if (text.trim() === 'none') return [];
  const names = new Set(text.split(',').map((part) => part.trim().toLowerCase()));
  const wrong = [...names].find((name) => !isUrlParameter(name));
  if (wrong !== undefined) {
    throw new InvalidArgumentError(
      `"${wrong}" is not a name of a query parameter: 1 to ${urlParameterLimits.nameLength} of a-z, 0-9 and _ - . ~ [ ].`,
    );
  }
  if (names.size > urlParameterLimits.names) {
    throw new InvalidArgumentError(`Name at most ${urlParameterLimits.names} parameters, or none.`);
  }
  return [...names];
}

function asDomains(text: string): string[] {
  if (text.trim() === 'none') return [];
  const names = new Set(text.split(',').map((part) => part.trim().toLowerCase()));
  const wrong = [...names].find((name) => !isDomain(name));
  if (wrong !== undefined) {
    throw new InvalidArgumentError(
      `"${wrong}" is no domain, such as example.app: letters, digits and - with dots between, without https:// and a path; others as xn--….`,
    );
  }
  if (names.size > domainLimits.domains) {
    throw new InvalidArgumentError(`Name at most ${domainLimits.domains} domains, or none.`);
  }
  return [...names];
}
