/** Daily quotas in /metrics. Anybody may read those, so they contain no workspace names (`./footfall doctor` does). */

import { quotaKinds } from '@footfall/contract/settings';
import { Gauge, type Registry } from 'prom-client';
import type { DailyUsage } from './daily-usage.ts';

export function quotaMetrics(registry: Registry, usage: DailyUsage): void {
  const labelNames = ['quota'];
  const registers = [registry];
  new Gauge({
    name: 'footfall_quota_used_ratio',
    help: 'Largest used part of a daily quota of any workspace, as known to this process; 1 is all of it.',
    labelNames,
    registers,
    collect() {
      for (const quota of quotaKinds) this.set({ quota }, usage.summary(quota).highest);
    },
  });
  new Gauge({
    name: 'footfall_quota_near_workspaces',
    help: 'Workspaces that have used at least 80 percent of a daily quota, as known to this process.',
    labelNames,
    registers,
    collect() {
      for (const quota of quotaKinds) this.set({ quota }, usage.summary(quota).near);
    },
  });
}
