/** Figures of processes once a second: memory, file handles, CPU, the size of the log, and the stalls that the service itself reports. */
import { readdirSync, readFileSync, statSync } from 'node:fs';

const EVERY_MS = 1_000;
/** The service samples its threads this often. */
const METRICS_EVERY = 5;
/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

export interface Sample {
  /** By `performance.now`. */
  at: number;
  residentBytes: number;
  anonymousBytes: number;
  handles: number;
  logBytes: number;
  /** CPU seconds so far. */
  cpu: Record<string, number>;
  /** Of all processes of the machine. */
  busySeconds: number;
  /** Time of its processors that the host of a virtual machine gave to others. */
  stolenSeconds: number;
  /** The longest stall of an event loop since the sample before, in ms; null between two samples of the service. */
  stallMs: number | null;
}

export interface Watch {
  samples: Sample[];
  /** Another process, such as a build. */
  add(name: string, pid: number): void;
  stop(): void;
}

/** `processes`: the service, and those beside it. */
export function watch(
  processes: Record<string, number> & { service: number },
  logFile: string,
  metrics: () => Promise<string>,
): Watch {
  const samples: Sample[] = [];
  const watched: Record<string, number> = { ...processes };
  let stallMs: number | null = null;
  let count = 0;
  const timer = setInterval(() => {
    if (count++ % METRICS_EVERY === 0)
      void metrics().then(
        (text) => {
          stallMs = Math.max(
            ...Array.from(
              text.matchAll(/^firmoteca_event_loop_lag_max_seconds\{.*\} (.*)$/gm),
              ([, seconds]) => Number(seconds) * 1_000,
            ),
            0,
          );
        },
        () => {},
      );
    const { service } = processes;
    samples.push({
      at: performance.now(),
      ...memoryOf(service),
      handles: readdirSync(`/proc/${service}/fd`).length,
      logBytes: statSync(logFile).size,
      cpu: Object.fromEntries(
        // A process that has ended keeps its figure.
        Object.entries(watched).map(([name, pid]) => [
          name,
          Math.max(cpuSecondsOf(pid), samples.at(-1)?.cpu[name] ?? 0),
        ]),
      ),
      ...machineSeconds(),
      stallMs,
    });
    stallMs = null;
  }, EVERY_MS);
  return {
    samples,
    add(name, pid) {
      watched[name] = pid;
    },
    stop: () => clearInterval(timer),
  };
}

export function memoryOf(pid: number): Pick<Sample, 'residentBytes' | 'anonymousBytes'> {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const bytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+([0-9]+) kB`, 'm').exec(status)?.[1] ?? 0) * 1_024;
  return { residentBytes: bytes('VmRSS'), anonymousBytes: bytes('RssAnon') };
}

/** Of a process, without its children; 0 when it is gone. */
export function cpuSecondsOf(pid: number): number {
  try {
    // The name of a program may hold blanks and brackets.
    const [, fields = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) / TICKS;
  } catch {
    return 0;
  }
}

function machineSeconds(): Pick<Sample, 'busySeconds' | 'stolenSeconds'> {
  const [, fields = ''] = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'latin1')) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = fields.split(' ').map(Number);
  return { busySeconds: (user + nice + system + irq + soft) / TICKS, stolenSeconds: steal / TICKS };
}
