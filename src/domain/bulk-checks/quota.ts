/** How much room readers' lists have in the state: visitors' take nothing of what is kept for accounts, and nobody takes all of either. */

import { ApiError } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { instantOf } from '#lib/values/instant.ts';
import { shareOf } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import type { Check } from './check.ts';
import type { CheckQuota, Rejection } from './quota-table.ts';

/**
 * Bytes, and checks that are under way. A visitor's usual list takes 50 kB: a network has room for a hundred, all for five thousand.
 * An account's thousand codes take two megabytes: fifty such lists within the days for which they are kept, of twenty accounts.
 */
export const QUOTAS = {
  visitor: { open: 50, own: 5_000_000, all: 250_000_000 },
  pro: { open: 3, own: 100_000_000, all: 2_000_000_000 },
} as const;

export type Quotas = { readonly [Kind in keyof typeof QUOTAS]: { open: number; own: number; all: number } };

/** Of a row with what was found, and of its receipt. */
const ROW_BYTES = 1_500;
const RECEIPT_BYTES = 3_000;
/** What a check takes beside its lines and rows; so many of the least ones fit that they are counted in milliseconds. */
const LEAST_BYTES = 10_000;
/** A visitor's result stays as long as this, however many others come. */
const SETTLED_MS = 3_600_000;

export function quotaFor(
  { account, lines, codes, withReceipts }: Check,
  address: string,
  now: number,
  places: Quotas,
): CheckQuota {
  const { open, own, all } = account === null ? places.visitor : places.pro;
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

/** One of them is through in half a minute, mostly. */
const OPEN_SECONDS = 30;
const LEAST_WAIT_MS = 60_000;

/** Why it was not added, and when it may be. */
export function quotaError(found: Rejection, { account }: Check, room: CheckQuota, now: number): ApiError {
  if (found.outcome === 'enoughOpen') return comeBack(messages.checks.enoughOpen({ max: room.openMax }), OPEN_SECONDS);
  const stays = account === null ? SETTLED_MS : 0;
  const free = found.soonest === null ? now + SETTLED_MS : Date.parse(found.soonest) + stays;
  const minutes = Math.ceil(Math.max(LEAST_WAIT_MS, free - now) / 60_000);
  const message = !found.isOwn
    ? messages.checks.noRoom
    : account === null
      ? messages.checks.noRoomForNetwork
      : messages.checks.noRoomForAccount;
  return comeBack(message({ minutes }), minutes * 60);
}

const comeBack = (message: Message, seconds: number): ApiError =>
  new ApiError('RATE_LIMITED', message, { headers: { 'retry-after': String(seconds) } });
