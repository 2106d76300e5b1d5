/** The way to ClickHouse in /metrics. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface SinkMetrics {
  sent: Counter<'table'>;
  failed: Counter;
  behind: Gauge;
  filling: Gauge;
}

export function sinkMetrics(registry: Registry): SinkMetrics {
  const registers = [registry];
  const metrics: SinkMetrics = {
    sent: new Counter({
      name: 'footfall_sink_rows_sent_total',
      help: 'Rows that this process has sent to ClickHouse, those that it sent again included.',
      labelNames: ['table'],
      registers,
    }),
    failed: new Counter({
      name: 'footfall_sink_failures_total',
      help: 'Attempts of this process to send rows to ClickHouse that failed; each is made again.',
      registers,
    }),
    behind: new Gauge({
      name: 'footfall_sink_behind_seconds',
      help: 'How long the first change has waited that ClickHouse does not have, in seconds, of all workspaces.',
      registers,
    }),
    filling: new Gauge({
      name: 'footfall_sink_filling',
      help: 'Workspaces of which ClickHouse does not have yet what was stored before it was set up.',
      registers,
    }),
  };
  for (const table of ['visits', 'events']) metrics.sent.inc({ table }, 0);
  return metrics;
}
