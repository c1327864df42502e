/** A list of a given number of rows with cursors, for tests of long tables. */

import { Type } from 'typebox';
import { cursors } from '#api/cursor.ts';
import { type Call, endpoint, type Operation } from '#api/endpoint.ts';
import { Cursor, Limit, Offset } from '#api/parameters.ts';
import { inBoth } from '#lib/i18n/message.ts';
import { closed } from '#lib/schema/fields.ts';

const Row = Type.Object(
  {
    number: Type.Integer({ description: 'Which row.' }),
    name: Type.String({ description: 'A name.' }),
    value: Type.Union([Type.Number(), Type.Null()], { description: 'A value.' }),
  },
  { ...closed, title: 'LongRow', description: 'A row.' },
);

export interface List {
  total: number;
  name?(number: number): string;
  value?(number: number): number | null;
  onePage?: true;
  access?: 'pro' | 'pro+x402';
  /** The total that the first page reports. */
  reported?: number;
  /** Called before each page is returned. */
  before?(start: number, call: Call): Promise<void>;
}

/** Requests to the last created list. */
export const asked: { calls: Call[]; pages: number } = { calls: [], pages: 0 };

export function listOf({
  total,
  name = (n) => `row ${n}`,
  value = (n) => n,
  onePage,
  access = 'pro+x402',
  reported,
  before,
}: List): Operation {
  const signed = cursors('secret');
  asked.calls = [];
  asked.pages = 0;
  const declaration = endpoint({
    path: '/api/long',
    access,
    ...(access === 'pro+x402' && { price: 'list' as const }),
    ...(onePage && { onePage }),
    fresh: '24h',
    title: inBoth(() => 'A long list'),
    about: inBoth(() => 'Rows.'),
    query: Type.Object({ limit: Limit(200, 50), offset: Offset, cursor: Cursor }, closed),
    data: Type.Array(Row),
    examples: [],
    async handle({ limit, offset, cursor }, call) {
      asked.calls.push(call);
      asked.pages++;
      const scope = { path: '/api/long', query: { limit } };
      const start = cursor === undefined ? offset : Number(signed.read(scope, cursor));
      await before?.(start, call);
      const end = Math.min(total, start + limit);
      const data = Array.from({ length: Math.max(0, end - start) }, (_, i) => ({
        number: start + i,
        name: name(start + i),
        value: value(start + i),
      }));
      const counted = { total: reported ?? total, totalRelation: reported ? ('atLeast' as const) : ('exact' as const) };
      const piece = { limit, offset: start, returned: data.length, ...counted };
      const page = signed.positionPage(scope, { ...piece, position: end < total ? String(end) : null });
      return { data, meta: { source: 'caen' as const, sources: [], page } };
    },
  });
  return { id: 'getLongList', declaration };
}
