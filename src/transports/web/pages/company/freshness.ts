/** Under the answers: that the tax office is being asked, or does not answer and the last reading is shown. */

import { counted } from '#lib/i18n/counts.ts';
import { moment } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { stateNote } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Meta } from './told.ts';

const DAY_MS = 86_400_000;

export function freshness({ sources, pending = [] }: Meta, now: number, language: Language): Html | null {
  const texts = textsOf(language).company.freshness;
  const fiscal = sources.find(({ covers }) => covers.includes('fiscal'));
  if (pending.length > 0 || fiscal?.state === 'pending')
    return stateNote('pending', html`${texts.pending} <a href="">${texts.reload}</a>`);
  if (fiscal?.state !== 'unreachable') return null;
  if (fiscal.fetchedAt === null) return stateNote('stale', texts.never);
  const days = Math.floor((now - Date.parse(fiscal.fetchedAt)) / DAY_MS);
  const age = days < 1 ? texts.today : counted(days, texts.days, language);
  return stateNote('stale', texts.stale(age, moment(fiscal.fetchedAt, now, language)));
}
