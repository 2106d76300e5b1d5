/* The report of an import: for scripts, and as a table for people. */
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

/** On the screen; --json contains all. */
const daysShown = 400;

/** Scripts rely on this format. */
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
        .map(({ reason, rows }) => printable(`  ${counted(rows)} skipped: ${reason}`)),
      ...(faulty > 0 ? [`  ${counted(faulty)} with errors, listed above`] : []),
      '',
      ...tableOf(facts),
      ...notesOf(tally, compared),
    ],
  };
}

/** Text from files must not control the terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '�');
}

function summaryOf({ from, isDryRun, tally }: ImportFacts): string[] {
  const { rows, stored, duplicates } = tally;
  if (from === 'plausible') {
    return [
      'Nothing was stored: a Plausible export has daily totals, not visits.',
      'The table below compares its totals with yours. Keep the export for reference.',
    ];
  }
  if (isDryRun) return [`Dry run: read ${counted(rows)}. ${stored} messages would be stored.`];
  const again = duplicates > 0 ? `, ${duplicates} already stored` : '';
  return [
    `Read ${counted(rows)}: ${stored} messages stored${again}.`,
    ...(stored === 0 && duplicates > 0
      ? ['Everything was imported before. Nothing was added.']
      : []),
  ];
}

function counted(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

function tableOf({ compared, timeZone }: ImportFacts): string[] {
  if (compared.rows.length === 0) return ['No days to compare.'];
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
  const head = ['Day', 'Visitors', 'here', 'Page views', 'here', 'Difference'];
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
    ...(before > 0 ? [`${before} earlier days are in the output of --json.`] : []),
    `Days in ${timeZone}. "here" is what Footfall counts, from all senders and without bots. A visit counts on the day it started.`,
  ];
}

function notesOf({ visitors }: Tally, { isComplete }: Reconciliation): string[] {
  return [
    ...(visitors.isEstimate ? ['Visitors are estimated from a uniform sample.'] : []),
    ...(isComplete ? [] : ['Footfall is still counting. Run the command again in a minute.']),
  ];
}
