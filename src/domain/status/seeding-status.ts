/** What callers are told while an installation is made for the first time: what is being made, and about how long it takes. Never a 500. */

import { ApiError } from '#api/api-error.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

/** In the order in which they are made. */
export const seedingSteps = Object.keys(messages.status.making) as (keyof typeof messages.status.making)[];
export type SeedingStep = (typeof seedingSteps)[number];

export interface SeedingStatus {
  step: SeedingStep;
  /** Until company data is served; 0 when it is. About. */
  secondsToFirst: number;
  /** Until everything is. */
  secondsToWhole: number;
}

/** An estimate that is far off must not keep callers away for long. */
const RETRY_AFTER_MAX = 30;
/** Where nobody says how far it is. */
const RETRY_AFTER_SECONDS = 5;

/**
 * For the kernel, which asks about every error of an operation. Before the first generation there is nothing to answer from. While
 * parts of it are awaited, a source is not missing from the installation, as it would be later: it is about to come.
 */
export const explainStarting =
  (seedingStatus: () => SeedingStatus | null) =>
  (error: unknown, dataset: Dataset | null): unknown => {
    if (!(error instanceof ApiError)) return error;
    if (dataset === null) return error.code === 'SERVICE_STARTING' ? beforeFirst(seedingStatus()) : error;
    const isAwaited = error.code === 'SOURCE_NOT_LOADED' && !isComplete(dataset.manifest);
    return isAwaited ? meanwhile(seedingStatus()) : error;
  };

function beforeFirst(made: SeedingStatus | null): ApiError {
  if (made === null) return starting(messages.status.firstDataset(), RETRY_AFTER_SECONDS);
  const seconds = Math.max(1, made.secondsToFirst);
  return starting(messages.status.firstMade({ step: messages.status.making[made.step](), seconds }), seconds);
}

function meanwhile(made: SeedingStatus | null): ApiError {
  if (made === null) return starting(messages.status.awaited(), RETRY_AFTER_SECONDS);
  const seconds = Math.max(1, made.secondsToWhole);
  return starting(messages.status.stillMade({ step: messages.status.making[made.step](), seconds }), seconds);
}

const starting = (message: Message, seconds: number): ApiError =>
  new ApiError('SERVICE_STARTING', message, {
    headers: { 'retry-after': String(Math.min(RETRY_AFTER_MAX, seconds)) },
  });
