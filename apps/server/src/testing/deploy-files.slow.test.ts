/* The files of deploy/ and the compose files, as far as they can be tried without Docker and systemd. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeWith, findProgram } from './programs.ts';
import { repository, temporaryDirectory } from './service-process.ts';
import { sharedHarness } from './shared-harness.ts';

const h = await sharedHarness();
const run = promisify(execFile);
const fileOf = (name: string) => readFile(join(repository, name), 'utf8');

/** Of histograms Prometheus makes three names. */
const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

test.for([
  'deploy/grafana/footfall.json',
  'deploy/prometheus/footfall.rules.yaml',
  'docs/guides/operations.md',
])('%s names figures and labels that /metrics has', async (file) => {
  await h.send({ type: 'event', name: 'page_view', visitor_id: crypto.randomUUID() });
  const metrics = await (await h.fetch('/metrics')).text();
  const metricNames = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const text = await fileOf(file);
  const named = [...text.matchAll(/\b(?:footfall|process|nodejs)_[a-z0-9_]+/g)].map(
    ([name]) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  // With a ClickHouse, and the role of the database.
  const elsewhere = /^footfall_(sink_|app$)/;
  const unknown = named.filter(
    (name) => !metricNames.has(name) && !metricNames.has(baseOf(name)) && !elsewhere.test(name),
  );
  expect(unknown).toEqual([]);
  const labels = ['status', 'operation', 'kind', 'quota', 'le', 'job', 'instance', 'severity'];
  const used = [...text.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */));
  expect(used.filter((label) => !labels.includes(label))).toEqual([]);
});

test('the dashboard of Grafana has a question in each panel, and no two in one place', async () => {
  const { panels } = JSON.parse(await fileOf('deploy/grafana/footfall.json')) as {
    panels: { targets: { expr: string }[]; gridPos: { x: number; y: number; w: number } }[];
  };
  const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
  expect(new Set(places).size).toBe(panels.length);
  for (const { targets, gridPos } of panels) {
    expect(targets.every(({ expr }) => expr.length > 0) && targets.length > 0).toBe(true);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  }
});

const promtool = findProgram('promtool');
describeWith(promtool, 'promtool', 'install prometheus', () => {
  test('takes the rules, and every question of the dashboard', async () => {
    const rules = join(repository, 'deploy/prometheus/footfall.rules.yaml');
    const { stdout } = await run(promtool ?? '', ['check', 'rules', rules]);
    expect(stdout).toContain('SUCCESS');
    const { panels } = JSON.parse(await fileOf('deploy/grafana/footfall.json')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const lines = expressions.map(
      (expr, i) =>
        `  - record: panel_${i}\n    expr: ${JSON.stringify(expr.replaceAll('$__rate_interval', '5m'))}\n`,
    );
    const file = join(await temporaryDirectory(), 'panels.yaml');
    await writeFile(file, `groups:\n- name: panels\n  rules:\n${lines.join('')}`);
    expect((await run(promtool ?? '', ['check', 'rules', file])).stdout).toContain(
      `${expressions.length} rules found`,
    );
  });

  test('tells of a service without a backup, and of an old one', async () => {
    const rules = join(repository, 'deploy/prometheus/footfall.rules.yaml');
    const annotations = /FootfallBackup\w+\n(?:.*\n){3} +annotations: (.*)/g;
    const [old, missing] = [
      ...(await fileOf('deploy/prometheus/footfall.rules.yaml')).matchAll(annotations),
    ];
    const after = (age: string | undefined, alerts: Record<string, string | undefined>) => `
  - interval: 1m
    input_series:
      - { series: 'up{job="footfall"}', values: '1x120' }
${age ? `      - { series: footfall_backup_age_seconds, values: '${age}' }` : ''}
    alert_rule_test:
${Object.entries(alerts)
  .map(
    ([name, notes]) => `      - alertname: ${name}
        eval_time: 2h
        exp_alerts: [${notes ? `{ exp_labels: { severity: ticket }, exp_annotations: ${notes} }` : ''}]
`,
  )
  .join('')}`;
    const file = join(await temporaryDirectory(), 'backups.yaml');
    const cases = [
      after(undefined, { FootfallBackupMissing: missing?.[1], FootfallBackupOld: undefined }),
      after('60x120', { FootfallBackupMissing: undefined, FootfallBackupOld: undefined }),
      after('200000x120', { FootfallBackupMissing: undefined, FootfallBackupOld: old?.[1] }),
    ];
    await writeFile(file, `rule_files: [${JSON.stringify(rules)}]\ntests:${cases.join('')}`);
    expect((await run(promtool ?? '', ['test', 'rules', file])).stdout).toContain('SUCCESS');
  });
});

const analyze = findProgram('systemd-analyze');
describeWith(analyze, 'systemd', 'install systemd', () => {
  test('the unit is sound, and exposes little', async () => {
    const unit = join(await temporaryDirectory(), 'footfall.service');
    const text = await fileOf('deploy/systemd/footfall.service');
    await writeFile(unit, text.replaceAll('/opt/footfall', repository.replace(/\/$/, '')));
    const { stderr } = await run(analyze ?? '', ['verify', '--man=no', unit]);
    expect(stderr.split('\n').filter((line) => line.includes('footfall.service'))).toEqual([]);
    // In tenths: below 2.5 of 10.
    await run(analyze ?? '', ['security', '--offline=true', '--threshold=25', '--no-pager', unit]);
  });
});

test('the compose files pull by version, write nowhere else, and bound their logs', async () => {
  const compose = await fileOf('compose.yaml');
  expect(compose).toMatch(/image: \$\{FOOTFALL_IMAGE:-footfall\}:\$\{FOOTFALL_VERSION:-(\S+)\}/);
  const { version } = JSON.parse(await fileOf('package.json')) as { version: string };
  expect(compose).toContain(`FOOTFALL_VERSION:-${version}}`);
  for (const text of [compose, await fileOf('compose.caddy.yaml')]) {
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'max-size: 10m']) {
      expect(text).toContain(line);
    }
  }
});
