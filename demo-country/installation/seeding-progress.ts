/** Estimates the remaining time of the demo seeding, from usual times and the speed of this machine so far. */
import type { Progress } from '#data/ingest/progress.ts';
import { type SeedingStatus, type SeedingStep, seedingSteps } from '#domain/status/seeding-status.ts';

interface Usual {
  /** Announcements of the step. */
  times: number;
  /** Seconds of all of them on two quiet cores: for any size, and for each thousand firms. */
  fixed: number;
  perThousand: number;
}

/**
 * CPU time of each step in starts with 1,000 and 5,000 firms, times 1.35 until company data and 1.6 after it: 1.12 and 1.18 are what
 * the thread was measured to wait for files and answers, the rest is an allowance for the other threads of the service. Starts with
 * 3,000 firms on two quiet cores had company data 8 to 9 seconds and everything 27 seconds after `npm start`.
 */
const USUAL: Record<SeedingStep, Usual> = {
  country: { times: 4, fixed: 0.8, perThousand: 0.35 },
  outside: { times: 1, fixed: 0.08, perThousand: 0.19 },
  registry: { times: 4, fixed: 0.35, perThousand: 0.52 },
  finances: { times: 1, fixed: 0.22, perThousand: 0.15 },
  search: { times: 1, fixed: 0.5, perThousand: 0.19 }, // with the check of look-ups before it
  rates: { times: 2, fixed: 3.2, perThousand: 0 },
  rankings: { times: 1, fixed: 0.25, perThousand: 0.26 },
  gazette: { times: 2, fixed: 0.66, perThousand: 0.19 },
  procurement: { times: 2, fixed: 1.76, perThousand: 1.46 },
  recent: { times: 1, fixed: 5.38, perThousand: 0.4 },
};

/** The first step after company data is served. */
const FIRST_LATER = seedingSteps.indexOf('rates');

/** The step of a progress label; other labels belong to the current step. */
const stepOf = (label: string): SeedingStep | undefined => {
  const [word = ''] = label.split(' ', 1);
  const aliases: Record<string, SeedingStep> = { demo: 'country', told: 'outside', lists: 'recent' };
  return aliases[word] ?? seedingSteps.find((step) => step === word);
};

/** The usual times of a seeding of that size, at its start. */
export const usualStatus = (companies: number): SeedingStatus => new Estimate(companies, () => 0).now();

export function seedingProgress(
  companies: number,
  report: (status: SeedingStatus) => void,
  clock: () => number = performance.now.bind(performance),
): Progress {
  const estimate = new Estimate(companies, clock);
  report(estimate.now());
  return {
    step(label, total) {
      const step = stepOf(label);
      if (step) estimate.begin(step);
      report(estimate.now());
      return {
        at(_, done) {
          if (step && total) estimate.at(step, done / total);
          report(estimate.now());
        },
        end() {
          if (step) estimate.end(step);
          report(estimate.now());
        },
      };
    },
  };
}

/** The measured speed counts after this much usual time. */
const SPEED_AFTER_SECONDS = 0.5;

class Estimate {
  readonly #companies: number;
  readonly #clock: () => number;
  readonly #started: number;
  #index = 0;
  /** Of each step: finished announcements, and the share done of the current one. */
  readonly #ended = new Map<SeedingStep, number>();
  readonly #share = new Map<SeedingStep, number>();
  /** Usual seconds of the steps done in this process; a resumed seeding skips earlier ones. */
  #done = 0;

  constructor(companies: number, clock: () => number) {
    this.#companies = companies;
    this.#clock = clock;
    this.#started = clock();
  }

  begin(step: SeedingStep): void {
    // Balance sheets are read beside the registry, in any order.
    if (step !== 'finances') this.#index = Math.max(this.#index, seedingSteps.indexOf(step));
  }

  at(step: SeedingStep, share: number): void {
    this.#share.set(step, Math.min(1, share));
  }

  end(step: SeedingStep): void {
    this.#done += this.#usual(step) / USUAL[step].times;
    this.#ended.set(step, (this.#ended.get(step) ?? 0) + 1);
    this.#share.delete(step);
  }

  now(): SeedingStatus {
    const seconds = (this.#clock() - this.#started) / 1000;
    const speed = this.#done > SPEED_AFTER_SECONDS ? Math.min(10, Math.max(0.3, seconds / this.#done)) : 1;
    const remaining = (until: number): number => Math.ceil(speed * this.#remaining(until));
    return {
      step: seedingSteps[this.#index] ?? 'country',
      secondsToFirst: remaining(FIRST_LATER),
      secondsToWhole: remaining(seedingSteps.length),
    };
  }

  #remaining(until: number): number {
    return seedingSteps.slice(this.#index, until).reduce((sum, step) => {
      const done = ((this.#ended.get(step) ?? 0) + (this.#share.get(step) ?? 0)) / USUAL[step].times;
      return sum + this.#usual(step) * (1 - Math.min(1, done));
    }, 0);
  }

  #usual(step: SeedingStep): number {
    const { fixed, perThousand } = USUAL[step];
    return fixed + (perThousand * this.#companies) / 1000;
  }
}
