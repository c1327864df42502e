/** What is asked about each company of a comparison; one that is not found leaves the others. */
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

export async function oneCompany(cui: string, { client }: PageRequest) {
  const company = await settle(client.getCompany({ cui }));
  if (company.result === null) return { cui, problem: company.error, facts: null };
  const [health, finances, seap] = await Promise.all([
    settle(client.getHealth({ cui })),
    settle(client.getFinancials({ cui })),
    settle(client.getCompanySeap({ cui })),
  ]);
  return {
    cui,
    problem: null,
    facts: {
      ...company.result,
      health: health.result?.data ?? null,
      balances: finances.result?.data ?? [],
      seap: seap.result?.data ?? null,
    },
  };
}

export type Compared = Awaited<ReturnType<typeof oneCompany>>;
