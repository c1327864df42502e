/** The plan of an account in plain words: what it may do, and until when. */

import { longDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { keysWorkUntil } from '#platform/accounts/subscription.ts';

export function planWords(account: AccountRow, now: number, language: Language): string {
  const words = textsOf(language).account.plan;
  const { state, since, granted_by } = account;
  if (state === 'none') return words.none;
  if (state === 'incomplete') return words.incomplete;
  const until = keysWorkUntil(account);
  const works = until !== null && now < until;
  // The provider goes on asking for the money, and keys work again with it.
  if (!works && state === 'past_due' && granted_by === 'provider') return words.unpaid;
  if (!works) return words.ended(longDay(until === null ? since : new Date(until).toISOString(), language));
  if (!Number.isFinite(until)) return words.active(longDay(since, language));
  const last = longDay(new Date(until).toISOString(), language);
  if (state === 'past_due') return words.pastDue(last);
  return granted_by === 'operator' ? words.grantedUntil(last) : words.canceling(last);
}
