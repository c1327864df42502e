/** Errors while the dataset is incomplete: during the first seeding, and for a part of an outdated format. Never a 500. */

import { ApiError } from '#api/api-error.ts';
import { type Dataset, UnreadablePart } from '#data/store/dataset.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

/** In the order of seeding. */
export const seedingSteps = Object.keys(messages.status.making) as (keyof typeof messages.status.making)[];
export type SeedingStep = (typeof seedingSteps)[number];

export interface SeedingStatus {
  step: SeedingStep;
  /** Estimate until company data is served; 0 when it is. */
  secondsToFirst: number;
  /** Estimate until all data is served. */
  secondsToWhole: number;
}

/** A wrong estimate must not delay callers for long. */
const RETRY_AFTER_MAX = 30;
/** Without an estimate. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The pipeline calls this with each error of an operation. Before the first generation no operation can answer. While the first
 * generation is incomplete, a missing source is pending instead of absent.
 */
export const explainStarting =
  (seedingStatus: () => SeedingStatus | null) =>
  (error: unknown, dataset: Dataset | null): unknown => {
    if (!(error instanceof ApiError)) return error;
    if (dataset === null) return error.code === 'SERVICE_STARTING' ? beforeFirst(seedingStatus()) : error;
    const isAwaited = error.code === 'SOURCE_NOT_LOADED' && !isComplete(dataset.manifest);
    return isAwaited ? meanwhile(seedingStatus()) : error;
  };

function beforeFirst(status: SeedingStatus | null): ApiError {
  if (status === null) return starting(messages.status.firstDataset(), RETRY_AFTER_SECONDS);
  const seconds = Math.max(1, status.secondsToFirst);
  return starting(messages.status.firstMade({ step: messages.status.making[status.step](), seconds }), seconds);
}

function meanwhile(status: SeedingStatus | null): ApiError {
  if (status === null) return starting(messages.status.awaited(), RETRY_AFTER_SECONDS);
  const seconds = Math.max(1, status.secondsToWhole);
  return starting(messages.status.stillMade({ step: messages.status.making[status.step](), seconds }), seconds);
}

const starting = (message: Message, seconds: number): ApiError =>
  new ApiError('SERVICE_STARTING', message, {
    headers: { 'retry-after': String(Math.min(RETRY_AFTER_MAX, seconds)) },
  });

/** Small parts take seconds, those of the whole country minutes. */
const REBUILD_RETRY_SECONDS = 30;

/** The pipeline calls this with each error of an operation. */
export const explainUnreadable =
  (isRebuilding: () => boolean) =>
  (error: unknown): unknown =>
    error instanceof UnreadablePart ? problem(isRebuilding()) : error;

const problem = (isRebuilding: boolean): ApiError =>
  isRebuilding
    ? new ApiError('SERVICE_STARTING', messages.status.madeAgain(), {
        headers: { 'retry-after': String(REBUILD_RETRY_SECONDS) },
      })
    : new ApiError('SOURCE_NOT_LOADED', messages.status.notMadeAgain());
