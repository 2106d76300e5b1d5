/* What an import tells at its end: for scripts, and as a table for people. */
import type { DayRow, Reconciliation } from '../collect/imports/reconcile.ts';
import type { Tally } from '../collect/imports/tally.ts';

export interface ImportFacts {
  workspace: string;
  from: string;
  paths: string[];
  timeZone: string;
  isDryRun: boolean;
  tally: Tally;
  compared: Reconciliation;
}

/** On the screen; --json has all of them. */
const daysShown = 400;

/** Scripts rely on it. */
export function importJson({
  workspace,
  from,
  paths,
  timeZone,
  isDryRun,
  tally,
  compared,
}: ImportFacts) {
  const { rows, stored, duplicates, ignored, faulty, faults } = tally;
  return {
    workspace,
    from,
    files: paths,
    dry_run: isDryRun,
    rows,
    stored: isDryRun ? 0 : stored,
    duplicates,
    ignored,
    faulty,
    faults,
    left_out: tally.leftOut(),
    time_zone: timeZone,
    complete: compared.isComplete,
    visitors_estimated: tally.visitors.isEstimate,
    days: compared.rows satisfies DayRow[],
  };
}

export function importLines(facts: ImportFacts): { faults: string[]; result: string[] } {
  const { tally, compared, paths } = facts;
  const { faults, faulty } = tally;
  const isOne = paths.length === 1;
  const lines = faults.map(
    ({ file, line, reason }) => `${isOne ? '' : `${file}, `}line ${line}: ${reason}`,
  );
  const more = faulty - faults.length;
  return {
    faults: (more > 0 ? [...lines, `… and ${more} more`] : lines).map(printable),
    result: [
      ...summaryOf(facts),
      ...tally
        .leftOut()
        .map(({ reason, rows }) => printable(`  ${counted(rows)} left out: ${reason}`)),
      ...(faulty > 0 ? [`  ${counted(faulty)} faulty: above, with their lines`] : []),
      '',
      ...tableOf(facts),
      ...notesOf(tally, compared),
    ],
  };
}

/** What stands in a file may not move the cursor or paint the screen. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '�');
}

function summaryOf({ from, isDryRun, tally }: ImportFacts): string[] {
  const { rows, stored, duplicates } = tally;
  if (from === 'plausible') {
    return [
      'Nothing was stored: an export of Plausible has the sums of days, and no visit can be made of a sum.',
      'Its figures stand beside yours below. To go on from them, keep the export; new visits come by the script.',
    ];
  }
  if (isDryRun) return [`${counted(rows)} read, ${stored} messages would be stored. Nothing was.`];
  const again = duplicates > 0 ? `, ${duplicates} were there already` : '';
  return [
    `${counted(rows)} read, ${stored} messages stored${again}.`,
    ...(stored === 0 && duplicates > 0
      ? ['All of it was imported before: nothing was added.']
      : []),
  ];
}

function counted(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

function tableOf({ compared, timeZone }: ImportFacts): string[] {
  if (compared.rows.length === 0) return ['No day to compare.'];
  const shown = compared.rows
    .slice(-daysShown)
    .map(({ day, theirs, ours, differences }) => [
      day,
      String(theirs.visitors),
      String(ours.visitors),
      String(theirs.page_views),
      String(ours.page_views),
      differences.join('; '),
    ]);
  const head = ['Day', 'Visitors', 'here', 'Page views', 'here', 'Why they differ'];
  const widths = head.map((name, place) =>
    Math.max(name.length, ...shown.map((row) => row[place]?.length ?? 0)),
  );
  const lines = [head, ...shown].map((row) =>
    row
      .map((text, place) => {
        if (place === row.length - 1) return text;
        return place === 0 ? text.padEnd(widths[place] ?? 0) : text.padStart(widths[place] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
  const before = compared.rows.length - shown.length;
  return [
    ...lines,
    ...(before > 0 ? [`The ${before} days before are in the answer of --json.`] : []),
    `Days of ${timeZone}. "here" is what Footfall counts, of all senders and without bots; a visit counts whole on the day on which it began.`,
  ];
}

function notesOf({ visitors }: Tally, { isComplete }: Reconciliation): string[] {
  return [
    ...(visitors.isEstimate ? ['So many visitors are estimated from an even sample of them.'] : []),
    ...(isComplete ? [] : ['Not everything is counted here yet: ask again in a minute.']),
  ];
}
