/** The operation that returns an account's own usage. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { CalendarDay } from '#api/parameters.ts';
import type { Database } from '#data/store/database.ts';
import type { Message } from '#lib/i18n/message.ts';
import { about, closed, field, orNone } from '#lib/schema/fields.ts';
import { addDays, bucharestDay, type Day, daysBetween } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { accountUsage, LINES_MAX } from './owner-usage.ts';

/** Days of one answer. */
const DAYS_MAX = 31;

const figures = {
  requests: field(Type.Integer(), {
    en: 'All requests that were answered, in whatever way.',
    ro: 'Toate cererile care au primit răspuns, oricare.',
  }),
  refused: field(Type.Integer(), {
    en: 'Those of them that were answered 4xx, 429 among them.',
    ro: 'Cele dintre ele cu răspuns 4xx, și 429.',
  }),
  failed: field(Type.Integer(), { en: 'Those of them that were answered 5xx.', ro: 'Cele dintre ele cu răspuns 5xx.' }),
};

const UsageLine = Type.Object(
  {
    day: field(Type.String(), { en: 'Day, in Romanian time.', ro: 'Ziua, după ora României.' }),
    operation: field(Type.String(), {
      en: 'The operation, by its id in the OpenAPI document.',
      ro: 'Operațiunea, după identificatorul ei din documentul OpenAPI.',
    }),
    key: orNone(Type.String(), {
      en: 'Id of the key that was sent; `agents` for apps that speak for the account, null for signed-in browsers.',
      ro: 'Identificatorul cheii trimise; `agents` pentru aplicațiile care vorbesc în numele contului, null pentru browserele autentificate.',
    }),
    ...figures,
  },
  { ...closed, title: 'UsageLine', description: 'Requests of one key for one operation on one day.' },
);

const Usage = Type.Object(
  {
    account: field(Type.String(), { en: 'Id of the account.', ro: 'Identificatorul contului.' }),
    from: field(Type.String(), { en: 'First day.', ro: 'Prima zi.' }),
    to: field(Type.String(), { en: 'Last day.', ro: 'Ultima zi.' }),
    total: Type.Object(figures, {
      ...closed,
      title: 'UsageTotal',
      ...about({
        en: 'Everything together, lines that are left out too.',
        ro: 'Totul împreună, și rândurile lăsate deoparte.',
      }),
    }),
    linesTotal: field(Type.Integer(), { en: 'Lines there are.', ro: 'Câte rânduri există.' }),
    lines: Type.Array(UsageLine, {
      ...about({
        en: `Newest day first, ${LINES_MAX} at most: if \`linesTotal\` is more, ask for fewer days.`,
        ro: `Ziua cea mai nouă întâi, cel mult ${LINES_MAX}: dacă \`linesTotal\` este mai mare, cereți mai puține zile.`,
      }),
    }),
  },
  { ...closed, title: 'Usage', description: 'What an account used.' },
);

export const usage = ({ state }: { state: Database }) => ({
  getAccountUsage: endpoint({
    path: '/account/usage',
    extra: true,
    access: 'pro',
    fresh: '15s',
    title: { en: 'Usage of the account', ro: 'Consumul contului' },
    about: {
      en: 'What the account of the key used, by day, key and operation; a few seconds behind.',
      ro: 'Ce a folosit contul cheii, pe zile, chei și operațiuni; cu câteva secunde întârziere.',
    },
    query: Type.Object(
      {
        from: Type.Optional(
          CalendarDay({
            en: 'First day. Default: 31 days up to `to`.',
            ro: 'Prima zi. Implicit: 31 de zile până la `to`.',
          }),
        ),
        to: Type.Optional(
          CalendarDay({
            en: 'Last day. Default: today, in Romanian time.',
            ro: 'Ultima zi. Implicit: azi, după ora României.',
          }),
        ),
      },
      closed,
    ),
    data: Usage,
    examples: [{ title: { en: 'The last month', ro: 'Ultima lună' } }],
    async handle({ from, to = bucharestDay(Date.now()) }, { caller }) {
      const first = from ?? addDays(to, 1 - DAYS_MAX);
      assertRange(first, to);
      const data = await accountUsage(state, caller.account ?? '', { from: first, to });
      return {
        data,
        meta: { source: 'computed', sources: [], cached: false, cachedAt: null, warnings: leftOut(data) },
      };
    },
  }),
});

function assertRange(from: Day, to: Day): void {
  const days = daysBetween(from, to) + 1;
  if (days >= 1 && days <= DAYS_MAX) return;
  const problem = days < 1 ? messages.usage.afterTo() : messages.usage.tooLong({ days: DAYS_MAX });
  throw new ApiError('INVALID_PARAMETER', messages.usage.from({ problem }), {
    details: [{ in: 'query', name: 'from', problem }],
  });
}

const leftOut = ({ lines, linesTotal }: { lines: unknown[]; linesTotal: number }): Message[] =>
  lines.length < linesTotal ? [messages.usage.leftOut({ lines: linesTotal - lines.length })] : [];
