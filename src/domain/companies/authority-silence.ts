/** What callers are told when the tax authority is silent and nothing is stored: never that there is nothing. */

import { ApiError, type InvalidValue } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

/** The question is on its way; a few seconds are its usual time. */
const RETRY_SLOW_SECONDS = 5;
/** A source that fails is left alone for about as long. */
const RETRY_FAILED_SECONDS = 30;

/** `about`: what was asked for, such as a fiscal code. */
export const notAnsweredYet = (about: string | Message): ApiError =>
  new ApiError('UPSTREAM_TIMEOUT', messages.companies.notAnsweredYet({ about }), {
    headers: { 'retry-after': String(RETRY_SLOW_SECONDS) },
  });

export const notAnswered = (about: string | Message): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.companies.notAnswered({ about }), {
    headers: { 'retry-after': String(RETRY_FAILED_SECONDS) },
  });

/** For a caller who pays for all rows of a batch together. */
export const rowsNotAnswered = (rows: InvalidValue[], of: number): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.companies.rowsNotAnswered({ rows: rows.length, of }), {
    details: rows,
    headers: { 'retry-after': String(RETRY_FAILED_SECONDS) },
  });
