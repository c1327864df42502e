/** The parameters `date` and `receipt`. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { messageAbout } from '#api/input.ts';
import { CalendarDay } from '#api/parameters.ts';
import type { Message } from '#lib/i18n/message.ts';
import { field, orNull } from '#lib/schema/fields.ts';
import { type Day, isDay } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';

/** The trade registry exists since 1990. */
const FIRST_DAY: Day = '1990-01-01';

export const DayParameter = Type.Optional(
  CalendarDay({
    en: `A day, ${FIRST_DAY} to today: \`onDate\` then says what the company was on it. The tax authority is asked about that day where nothing else tells.`,
    ro: `O zi, de la ${FIRST_DAY} până azi: \`onDate\` spune atunci ce era firma în acea zi. ANAF este întrebat despre acea zi unde nimic altceva nu o spune.`,
  }),
);

export const ReceiptParameter = Type.Optional(
  field(
    Type.Boolean({
      default: false,
    }),
    {
      en: 'For Pro callers: a signed receipt of what the tax authority answered about that day, without `date` about today.',
      ro: 'Pentru cei cu Pro: o dovadă semnată a ceea ce a răspuns ANAF despre acea zi, fără `date` despre ziua de azi.',
    },
  ),
);

export const Receipt = orNull(Type.String(), {
  en: 'Only where a receipt was requested: a compact JWS (EdDSA) that states the request, its day, the answer of the tax authority with its moment, and the account. `/.well-known/receipt-keys.json` has the keys, `POST /api/receipts/verify` checks it. Null when the authority has not answered; a warning states it.',
  ro: 'Doar unde s-a cerut o dovadă: un JWS compact (EdDSA) cu cererea, ziua ei, răspunsul ANAF cu momentul lui și contul. `/.well-known/receipt-keys.json` are cheile, `POST /api/receipts/verify` o verifică. Null când autoritatea nu a răspuns; un avertisment anunță asta.',
});

/** Null without `date` and `receipt`; a receipt without a date is of today. */
export function requestedDay(
  { date, receipt }: { date?: Day | undefined; receipt?: boolean | undefined },
  today: Day,
  where: 'query' | 'body',
): Day | null {
  if (date === undefined) return receipt ? today : null;
  const problem = problemOf(date, today);
  if (problem === null) return date;
  throw new ApiError(where === 'body' ? 'INVALID_BODY' : 'INVALID_PARAMETER', messageAbout(where, 'date', problem), {
    details: [{ in: where, name: 'date', problem }],
  });
}

function problemOf(date: Day, today: Day): Message | null {
  if (!isDay(date)) return messages.wrong.day();
  if (date < FIRST_DAY) return messages.onDate.beforeRegistry({ first: FIRST_DAY });
  return date > today ? messages.onDate.afterToday({ today }) : null;
}
