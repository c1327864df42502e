/** Storage quotas of submitted lists: visitors' take nothing from accounts', and no single caller takes all of either. */

import { ApiError } from '#api/api-error.ts';
import { storedLimits } from '#api/network-limits.ts';
import type { Message } from '#lib/i18n/message.ts';
import { instantOf } from '#lib/values/instant.ts';
import { shareOf } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import type { Check } from './check.ts';
import type { CheckQuota, Rejection } from './quota-table.ts';

/**
 * Bytes, and running checks. A visitor's usual list takes 50 kB: a site may store a hundred, all visitors five
 * thousand. An account's thousand codes take two megabytes: fifty such lists within their lifetime, for twenty
 * accounts.
 */
export const QUOTAS = {
  visitor: { open: 50, own: storedLimits.checkBytes.site, all: storedLimits.checkBytes.total },
  pro: { open: 3, own: 100_000_000, all: 2_000_000_000 },
} as const;

export type Quotas = { readonly [Kind in keyof typeof QUOTAS]: { open: number; own: number; all: number } };

/** Of a row with its result, and of its receipt. */
const ROW_BYTES = 1_500;
const RECEIPT_BYTES = 3_000;
/** A check's minimum beside its lines and rows; even the maximum number of such checks is counted in milliseconds. */
const LEAST_BYTES = 10_000;
/** A visitor's result stays at least this long. */
const SETTLED_MS = 3_600_000;

export function quotaFor(
  { account, lines, codes, withReceipts }: Check,
  address: string,
  now: number,
  quotas: Quotas,
): CheckQuota {
  const { open, own, all } = account === null ? quotas.visitor : quotas.pro;
  const rowBytes = ROW_BYTES + (withReceipts ? RECEIPT_BYTES : 0);
  return {
    share: account === null ? shareOf(address) : null,
    bytes: LEAST_BYTES + Buffer.byteLength(JSON.stringify(lines)) + codes * rowBytes,
    openMax: open,
    ownBytesMax: own,
    allBytesMax: all,
    settledBefore: instantOf(now - SETTLED_MS),
  };
}

/** Most checks end within half a minute. */
const OPEN_SECONDS = 30;
const RETRY_MS_MIN = 60_000;

/** The error for a rejected check, with the time to retry. */
export function quotaError(rejection: Rejection, { account }: Check, quota: CheckQuota, now: number): ApiError {
  if (rejection.outcome === 'enoughOpen')
    return retryLater(messages.checks.enoughOpen({ max: quota.openMax }), OPEN_SECONDS);
  const retentionMs = account === null ? SETTLED_MS : 0;
  const free = rejection.soonest === null ? now + SETTLED_MS : Date.parse(rejection.soonest) + retentionMs;
  const minutes = Math.ceil(Math.max(RETRY_MS_MIN, free - now) / 60_000);
  const message = !rejection.isOwn
    ? messages.checks.noRoom
    : account === null
      ? messages.checks.noRoomForNetwork
      : messages.checks.noRoomForAccount;
  return retryLater(message({ minutes }), minutes * 60);
}

const retryLater = (message: Message, seconds: number): ApiError =>
  new ApiError('RATE_LIMITED', message, { headers: { 'retry-after': String(seconds) } });
