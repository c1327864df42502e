/** What is asked about each company of a comparison; one that is not found leaves the others. */
import type { PageRequest } from '#transports/web/routing/page.ts';
import { tried } from '#transports/web/routing/settle.ts';

export async function oneCompany(cui: string, { client }: PageRequest) {
  const company = await tried(client.getCompany({ cui }));
  if (company.told === null) return { cui, problem: company.problem, facts: null };
  const [health, finances, seap] = await Promise.all([
    tried(client.getHealth({ cui })),
    tried(client.getFinancials({ cui })),
    tried(client.getCompanySeap({ cui })),
  ]);
  return {
    cui,
    problem: null,
    facts: {
      ...company.told,
      health: health.told?.data ?? null,
      balances: finances.told?.data ?? [],
      seap: seap.told?.data ?? null,
    },
  };
}

export type Compared = Awaited<ReturnType<typeof oneCompany>>;
