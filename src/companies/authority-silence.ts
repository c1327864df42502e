/** What callers are told when the tax authority is silent and nothing is stored: never that there is nothing. */
import { type Detail, Problem } from '#operations/problem.ts';

/** The question is on its way; a few seconds are its usual time. */
const RETRY_SLOW_SECONDS = 5;
/** A source that fails is left alone for about as long. */
const RETRY_FAILED_SECONDS = 30;

/** `about`: what was asked for, such as a fiscal code. */
export const notAnsweredYet = (about: string): Problem =>
  new Problem(
    'UPSTREAM_TIMEOUT',
    `The tax authority has not answered about ${about} yet, and nothing is stored. Try again in a few seconds.`,
    { headers: { 'retry-after': String(RETRY_SLOW_SECONDS) } },
  );

export const notAnswered = (about: string): Problem =>
  new Problem(
    'UPSTREAM_UNAVAILABLE',
    `The tax authority does not answer, and nothing is stored about ${about}. Try again later.`,
    { headers: { 'retry-after': String(RETRY_FAILED_SECONDS) } },
  );

/** For a caller who pays for all rows of a batch together. */
export const rowsNotAnswered = (rows: Detail[], of: number): Problem =>
  new Problem(
    'UPSTREAM_UNAVAILABLE',
    `The tax authority does not answer about ${rows.length} of ${of} fiscal codes, and nothing is stored about them. Nothing was charged; ask again later, or without them.`,
    { details: rows, headers: { 'retry-after': String(RETRY_FAILED_SECONDS) } },
  );
