/** What a company buys or sells most, by CPV code: counted over its newest deals. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { closed, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { short } from './shapes.ts';

/** Of each list: as many as one page of it has. */
const NEWEST = 200;
const CODES = 6;
const TITLE_MAX = 80;

export const Mix = Type.Object(
  {
    contractsCounted: Type.Integer({
      description: `Newest ordinary contracts that were looked at, of the newest ${NEWEST}.`,
    }),
    purchasesCounted: Type.Integer({ description: `Newest accepted direct purchases, of the newest ${NEWEST}.` }),
    codes: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'CPV code.' }),
          title: orNull(Type.String(), 'Romanian title.'),
          count: Type.Integer({ description: 'Deals.' }),
          value: Type.Number({ description: 'Their known value, lei; of a consortium’s contract an equal share.' }),
        },
        closed,
      ),
      { description: 'By value, the largest.' },
    ),
  },
  closed,
);

export interface Mixed {
  mix: Static<typeof Mix>;
  metas: Meta[];
}

export async function mixOf(cui: string, role: 'authority' | 'supplier', { client }: ToolCall): Promise<Mixed> {
  const asked = { cui, role, limit: NEWEST };
  const [contracts, purchases] = await Promise.all([
    client.getCompanyContracts(asked),
    client.getCompanyDirectPurchases(asked),
  ]);
  const signed = contracts.data.filter(({ framework }) => framework === 'contract');
  const bought = purchases.data.filter(({ state }) => state === 'accepted');
  const deals = [
    ...signed.map(({ cpv, valueRon, suppliers }) => ({
      cpv,
      value: (valueRon ?? 0) / (role === 'supplier' ? Math.max(1, suppliers?.length ?? 1) : 1),
    })),
    ...bought.map(({ cpv, value }) => ({ cpv, value: value ?? 0 })),
  ];
  const codes = [...Map.groupBy(deals, ({ cpv }) => cpv?.code)].flatMap(([code, own]) =>
    code === undefined
      ? []
      : [
          {
            code,
            title: titleOf(own[0]?.cpv ?? null),
            count: own.length,
            value: Math.round(own.reduce((all, { value }) => all + value, 0) * 100) / 100,
          },
        ],
  );
  codes.sort((a, b) => b.value - a.value || b.count - a.count || a.code.localeCompare(b.code));
  return {
    mix: { contractsCounted: signed.length, purchasesCounted: bought.length, codes: codes.slice(0, CODES) },
    metas: [contracts.meta, purchases.meta],
  };
}

const titleOf = (cpv: { title: string | null } | null): string | null =>
  cpv?.title ? short(cpv.title, TITLE_MAX) : null;
