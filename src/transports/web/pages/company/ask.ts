/** All that the company's page asks of the kernel: the company first, since without it there is no page; the rest at once. */
import type { PageRequest } from '#transports/web/routing/page.ts';
import { tried } from '#transports/web/routing/settle.ts';

const RELATED = 8;
const EVENTS = 8;
const DECISIONS = 3;

export async function askCompany({ client }: PageRequest, cui: string) {
  const company = await client.getCompany({ cui });
  const [health, finances, related, network, seap, board, events, decisions] = await Promise.all([
    tried(client.getHealth({ cui })),
    tried(client.getFinancials({ cui })),
    tried(client.getRelated({ cui, limit: RELATED })),
    tried(client.getNetwork({ cui })),
    tried(client.getCompanySeap({ cui })),
    tried(client.getLeaderboard({ cui })),
    tried(client.getTimeline({ cui, limit: EVENTS })),
    tried(client.getCompanyDecisions({ cui, limit: DECISIONS })),
  ]);
  return { company, health, finances, related, network, seap, board, events, decisions };
}

export type Asked = Awaited<ReturnType<typeof askCompany>>;
