/** The plan of an account in plain words: what it may do, and until when. */

import { longDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { keysWorkUntil } from '#platform/accounts/subscription.ts';

export function planWords(account: AccountRow, now: number, language: Language): string {
  const texts = textsOf(language).account.plan;
  const { state, since, granted_by } = account;
  if (state === 'none') return texts.none;
  if (state === 'incomplete') return texts.incomplete;
  const until = keysWorkUntil(account);
  const works = until !== null && now < until;
  // The provider goes on asking for the money, and keys work again with it.
  if (!works && state === 'past_due' && granted_by === 'provider') return texts.unpaid;
  if (!works) return texts.ended(longDay(until === null ? since : new Date(until).toISOString(), language));
  if (!Number.isFinite(until)) return texts.active(longDay(since, language));
  const last = longDay(new Date(until).toISOString(), language);
  if (state === 'past_due') return texts.pastDue(last);
  return granted_by === 'operator' ? texts.grantedUntil(last) : texts.canceling(last);
}
