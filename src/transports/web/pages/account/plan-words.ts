/** The plan of an account in plain words: what it may do, and until when. */

import type { Language } from '#lib/i18n/message.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { keysWorkUntil } from '#platform/accounts/subscription.ts';
import { longDay } from '#transports/web/formats/dates.ts';

interface PlanTexts {
  none: string;
  incomplete: string;
  active: (since: string) => string;
  pastDue: (until: string) => string;
  unpaid: string;
  canceling: (until: string) => string;
  grantedUntil: (until: string) => string;
  ended: (since: string) => string;
}

const texts: Record<Language, PlanTexts> = {
  ro: {
    none: 'Cont gratuit: tot ce se vede în browser, fără chei API.',
    incomplete: 'Cont gratuit. Abonamentul Pro așteaptă prima plată.',
    active: (since) => `Pro, activ din ${since}.`,
    pastDue: (until) => `Pro, cu o plată restantă. Cheile merg până la ${until}.`,
    unpaid: 'Pro, cu o plată restantă; cheile nu mai merg până la plată.',
    canceling: (until) => `Pro, anulat. Cheile merg până la ${until}.`,
    grantedUntil: (until) => `Pro, acordat de operator. Cheile merg până la ${until}.`,
    ended: (since) => `Cont gratuit. Pro s-a încheiat la ${since}; cheile nu mai merg.`,
  },
  en: {
    none: 'Free account: everything that is seen in the browser, without API keys.',
    incomplete: 'Free account. The Pro subscription waits for its first payment.',
    active: (since) => `Pro, active since ${since}.`,
    pastDue: (until) => `Pro, with a payment overdue. Keys work until ${until}.`,
    unpaid: 'Pro, with a payment overdue; keys do not work until it is paid.',
    canceling: (until) => `Pro, canceled. Keys work until ${until}.`,
    grantedUntil: (until) => `Pro, granted by the operator. Keys work until ${until}.`,
    ended: (since) => `Free account. Pro ended on ${since}; keys do not work any more.`,
  },
};

export function planWords(account: AccountRow, now: number, language: Language): string {
  const words = texts[language];
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
