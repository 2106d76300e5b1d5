/** The quotas of the day in /metrics; anybody may read them there, so no workspace is named (`./footfall doctor` does). */

import { quotaKinds } from '@footfall/contract/settings';
import { Gauge, type Registry } from 'prom-client';
import type { DailyUsage } from './daily-usage.ts';

export function quotaMetrics(registry: Registry, usage: DailyUsage): void {
  const labelNames = ['quota'];
  const registers = [registry];
  new Gauge({
    name: 'footfall_quota_used_ratio',
    help: 'Of the daily quotas: the most that a workspace has used of its own, as this process knows it; 1 is all of it.',
    labelNames,
    registers,
    collect() {
      for (const quota of quotaKinds) this.set({ quota }, usage.summary(quota).highest);
    },
  });
  new Gauge({
    name: 'footfall_quota_near_workspaces',
    help: 'Workspaces that have used at least 80 per cent of a daily quota, as this process knows it.',
    labelNames,
    registers,
    collect() {
      for (const quota of quotaKinds) this.set({ quota }, usage.summary(quota).near);
    },
  });
}
