/** The usage of an account as CSV: every day, key and operation on a line of its own. */
import type { Cell } from '#api/tables/columns.ts';
import { csv } from '#api/tables/csv.ts';
import { tableTypes } from '#api/tables/format.ts';
import { addresses } from '#transports/web/addresses.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import type { Page } from '#transports/web/routing/page.ts';
import type { UsageNeeds } from './usage.ts';

/** The same names in every language: programs read them. */
const COLUMNS = ['day', 'operation', 'key', 'keyName', 'requests', 'refused', 'failed'] as const;

type Line = Record<(typeof COLUMNS)[number], Cell>;

export const usageTablePage = ({ usage, keys }: UsageNeeds): Page => ({
  path: addresses.usageTable,
  async show(request) {
    const { account } = signedIn(request);
    const [used, names] = await Promise.all([usage.lines(account, request.now), keys.names(account)]);
    async function* pages(): AsyncGenerator<Line[]> {
      yield used.lines.map((line) => ({ ...line, keyName: line.key === null ? null : (names.get(line.key) ?? null) }));
    }
    const columns = COLUMNS.map((name) => [name]);
    return {
      file: {
        name: `firmoteca-${request.language === 'ro' ? 'consum' : 'usage'}-${used.from}-${used.to}.csv`,
        type: `${tableTypes.csv}; charset=utf-8`,
        body: () => csv(columns, pages()),
      },
    };
  },
});
