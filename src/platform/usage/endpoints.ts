/** The operation that returns an account's own usage. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { CalendarDay } from '#api/parameters.ts';
import type { Database } from '#data/store/database.ts';
import type { Message } from '#lib/i18n/message.ts';
import { addDays, bucharestDay, type Day, daysBetween } from '#lib/values/date.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import { messages } from '#locales/messages.ts';
import { accountUsage, LINES_MAX } from './owner-usage.ts';

/** Days of one answer: a month, by day, key and operation, is as much as anybody reads. */
const DAYS_MAX = 31;

const figures = {
  requests: Type.Integer({ description: 'All requests that were answered, in whatever way.' }),
  refused: Type.Integer({ description: 'Those of them that were answered 4xx, 429 among them.' }),
  failed: Type.Integer({ description: 'Those of them that were answered 5xx.' }),
};

const UsageLine = Type.Object(
  {
    day: Type.String({ description: 'Day, in Romanian time.' }),
    operation: Type.String({ description: 'The operation, by its id in the OpenAPI document.' }),
    key: orNull(
      Type.String(),
      'Id of the key that was sent; `agents` for apps that speak for the account, null for signed-in browsers.',
    ),
    ...figures,
  },
  { ...closed, title: 'UsageLine', description: 'What one key asked of one operation on one day.' },
);

const Usage = Type.Object(
  {
    account: Type.String({ description: 'Id of the account.' }),
    from: Type.String({ description: 'First day.' }),
    to: Type.String({ description: 'Last day.' }),
    total: Type.Object(figures, {
      ...closed,
      title: 'UsageTotal',
      description: 'Everything together, lines that are left out too.',
    }),
    linesTotal: Type.Integer({ description: 'Lines there are.' }),
    lines: Type.Array(UsageLine, {
      description: `Newest day first, ${LINES_MAX} at most: if \`linesTotal\` is more, ask for fewer days.`,
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
    title: 'Usage of the account',
    about: 'What the account of the key used, by day, key and operation; a few seconds behind.',
    query: Type.Object(
      {
        from: Type.Optional(CalendarDay('First day. Default: 31 days up to `to`.')),
        to: Type.Optional(CalendarDay('Last day. Default: today, in Romanian time.')),
      },
      closed,
    ),
    data: Usage,
    examples: [{ title: 'The last month' }],
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
