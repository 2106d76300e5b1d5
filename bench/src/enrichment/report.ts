/** Figures of one process: opened, measured, ended. */
export type Round = {
  /** Microseconds a call, the median of the passes; in the order of the workloads. */
  costs: { name: string; micros: number }[];
  openMs: number;
  /** The longest time between two turns of the event loop while the tables were opened. */
  loopDelayMs: number;
  /** Resident memory, rubbish removed. */
  memory: { beforeOpen: number; afterOpen: number; afterLookups: number };
  problems: string[];
};

export type EnrichmentReport = {
  machine: string;
  version: string;
  startedAt: string;
  /** Share of the processors that was in use before the run and after it. */
  busyBefore: number;
  busyAfter: number;
  /** What geography and network may cost together, for each event. */
  limitMicros: number;
  rounds: Round[];
  /** Wrong answers: what makes the figures void. */
  problems: string[];
};
