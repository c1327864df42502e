/** How a plan stands, for its owner: what works, until when, who gave it, and what can be done. */

import { longDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { keysWork, keysWorkUntil } from '#platform/accounts/subscription.ts';
import type { Plan, SubscriptionRow } from '#platform/billing/subscriptions-table.ts';
import type { Offer, PlanWords } from './texts.ts';

export interface Standing {
  /** Whether keys work. */
  works: boolean;
  in(language: Language): { summary: string; rows: readonly (readonly [string, string])[]; offers: readonly Offer[] };
}

export function standingOf(
  plan: Plan,
  paid: SubscriptionRow | null,
  { now, sells }: { now: number; sells: boolean },
): Standing {
  const works = keysWork(plan, now);
  return {
    works,
    in(language) {
      const texts = textsOf(language).account.subscription;
      const day = (instant: string): string => longDay(instant, language);
      const until = keysWorkUntil(plan);
      const end = until === null || until === Number.POSITIVE_INFINITY ? null : day(new Date(until).toISOString());
      const kind = kindOf(plan, works);
      const rows: [string, string][] = [];
      if (plan.state !== 'none') rows.push([texts.since, day(plan.since)]);
      if (works && end !== null) rows.push([texts.until, end]);
      if (kind === 'active' && paid?.period_end) rows.push([texts.nextPayment, day(paid.period_end)]);
      if (works && plan.granted_by === 'operator') rows.push([texts.grantedBy, texts.operator]);
      return { summary: texts.states[kind](end ?? ''), rows, offers: sells ? offersOf(plan, paid, works) : [] };
    },
  };
}

function kindOf({ state, granted_by }: Plan, works: boolean): keyof PlanWords {
  if (state === 'canceling' && !works) return 'canceled';
  if (granted_by === 'operator' && works) return state === 'active' ? 'granted' : 'grantedUntil';
  if (state === 'past_due' && !works) return 'unpaid';
  return state;
}

/** Whoever pays already manages it; a plan of the operator that does not end needs no payment. */
function offersOf(plan: Plan, paid: SubscriptionRow | null, works: boolean): Offer[] {
  if (paid !== null) return [plan.state === 'canceling' ? 'resume' : 'manage'];
  if (plan.granted_by === 'operator' && works && plan.state === 'active') return [];
  return plan.granted_by === 'provider' ? ['subscribe', 'lookBack'] : ['subscribe'];
}
