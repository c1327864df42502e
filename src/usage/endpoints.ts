/** What an account used, told to the account: a route of its own beside the sixty operations. */
import { type Static, Type } from 'typebox';
import { addDays, type Day, daysBetween } from '#base/date.ts';
import { closed, orNull } from '#base/schema.ts';
import { endpoint } from '#http/endpoint.ts';
import { CalendarDay } from '#http/parameters.ts';
import { Problem } from '#http/problem.ts';
import type { Database } from '#store/database.ts';
import { type UsageRow, usageOf } from './usage-table.ts';

/** Days of one answer: a month, by day, key and operation, is as much as anybody reads. */
const DAYS_MAX = 31;
/** Ten keys that use sixty operations on every day of a month. */
const ROWS_MAX = 20_000;

const figures = {
  requests: Type.Integer({ description: 'All requests that were answered, in whatever way.' }),
  refused: Type.Integer({ description: 'Those of them that were answered 4xx, 429 among them.' }),
  failed: Type.Integer({ description: 'Those of them that were answered 5xx.' }),
};

const UsageLine = Type.Object(
  {
    day: Type.String({ description: 'UTC day.' }),
    operation: Type.String({ description: 'The operation, by its id in the OpenAPI document.' }),
    key: orNull(Type.String(), 'Id of the key that was sent; null for signed-in browsers.'),
    ...figures,
  },
  { ...closed, title: 'UsageLine', description: 'What one key asked of one operation on one day.' },
);

const Usage = Type.Object(
  {
    account: Type.String({ description: 'Id of the account.' }),
    from: Type.String({ description: 'First day.' }),
    to: Type.String({ description: 'Last day.' }),
    total: Type.Object(figures, { ...closed, title: 'UsageTotal', description: 'All lines together.' }),
    lines: Type.Array(UsageLine, { description: 'Newest day first.' }),
  },
  { ...closed, title: 'Usage', description: 'What an account used.' },
);

export const usage = ({ state }: { state: Database }) => ({
  getAccountUsage: endpoint({
    path: '/account/usage',
    access: 'pro',
    fresh: '15s',
    title: 'Usage of the account',
    about: 'What the account of the key used, by day, key and operation; a few seconds behind.',
    query: Type.Object(
      {
        from: Type.Optional(CalendarDay('First day. Default: 31 days up to `to`.')),
        to: Type.Optional(CalendarDay('Last day. Default: today, UTC.')),
      },
      closed,
    ),
    data: Usage,
    examples: [{ title: 'The last month' }],
    async handle({ from, to = new Date().toISOString().slice(0, 10) }, { caller }) {
      const first = from ?? addDays(to, 1 - DAYS_MAX);
      assertRange(first, to);
      const account = caller.account ?? '';
      const rows = await usageOf(state, account, { from: first, to, limit: ROWS_MAX });
      return {
        data: { account, from: first, to, total: totalOf(rows), lines: rows.map(lineOf) },
        meta: { source: 'computed', sources: [], cached: false, cachedAt: null },
      };
    },
  }),
});

function assertRange(from: Day, to: Day): void {
  const days = daysBetween(from, to) + 1;
  if (days >= 1 && days <= DAYS_MAX) return;
  const problem = days < 1 ? 'is after `to`' : `is more than ${DAYS_MAX} days before \`to\``;
  throw new Problem('INVALID_PARAMETER', `The parameter from ${problem}.`, {
    details: [{ in: 'query', name: 'from', problem }],
  });
}

const lineOf = ({ day, operation, key_id, requests, refused, failed }: UsageRow): Static<typeof UsageLine> => ({
  day,
  operation,
  key: key_id || null,
  requests,
  refused,
  failed,
});

function totalOf(rows: readonly UsageRow[]): Static<typeof Usage>['total'] {
  const total = { requests: 0, refused: 0, failed: 0 };
  for (const { requests, refused, failed } of rows) {
    total.requests += requests;
    total.refused += refused;
    total.failed += failed;
  }
  return total;
}
