/** Microseconds a call, of the clock and of the processor: the medians of the passes. */
type Cost = {
  id: string;
  name: string;
  isLimited: boolean;
  micros: number;
  cpuMicros: number;
};

/** In bytes, rubbish removed. */
export type Memory = {
  resident: number;
  /** What objects and buffers hold. */
  held: number;
};

/** Figures of one process: opened, measured, ended. */
export type Round = {
  /** In the order of the workloads. */
  costs: Cost[];
  openMs: number;
  /** The longest time between two turns of the event loop while the tables were opened. */
  loopDelayMs: number;
  memory: { beforeOpen: Memory; afterOpen: Memory; afterLookups: Memory };
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
