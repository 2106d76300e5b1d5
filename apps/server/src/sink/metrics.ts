/** The sink in /metrics. */
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
      help: 'Rows sent to ClickHouse by this process, including repeated ones.',
      labelNames: ['table'],
      registers,
    }),
    failed: new Counter({
      name: 'footfall_sink_failures_total',
      help: 'Failed attempts of this process to send rows to ClickHouse; each is retried.',
      registers,
    }),
    behind: new Gauge({
      name: 'footfall_sink_behind_seconds',
      help: 'Age of the oldest change not yet in ClickHouse, across all workspaces, in seconds.',
      registers,
    }),
    filling: new Gauge({
      name: 'footfall_sink_filling',
      help: 'Workspaces whose earlier data is not yet completely in ClickHouse.',
      registers,
    }),
  };
  for (const table of ['visits', 'events']) metrics.sent.inc({ table }, 0);
  return metrics;
}
