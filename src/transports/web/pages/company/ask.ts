/** All that the company's page asks of the kernel: the company first, since without it there is no page; the rest at once. */
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

const RELATED = 8;
const EVENTS = 8;
const DECISIONS = 3;

export async function askCompany({ client }: PageRequest, cui: string) {
  const company = await client.getCompany({ cui });
  const [health, finances, related, network, seap, board, events, decisions] = await Promise.all([
    settle(client.getHealth({ cui })),
    settle(client.getFinancials({ cui })),
    settle(client.getRelated({ cui, limit: RELATED })),
    settle(client.getNetwork({ cui })),
    settle(client.getCompanySeap({ cui })),
    settle(client.getLeaderboard({ cui })),
    settle(client.getTimeline({ cui, limit: EVENTS })),
    settle(client.getCompanyDecisions({ cui, limit: DECISIONS })),
  ]);
  return { company, health, finances, related, network, seap, board, events, decisions };
}

export type Asked = Awaited<ReturnType<typeof askCompany>>;
