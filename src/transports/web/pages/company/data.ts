/** All data of the company page. The company comes first: without it there is no page. */
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

const RELATED = 8;
const EVENTS = 8;
const DECISIONS = 3;

export async function fetchCompany({ client }: PageRequest, cui: string) {
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

export type CompanyData = Awaited<ReturnType<typeof fetchCompany>>;

type Client = PageRequest['client'];
type Answer<Name extends keyof Client> = Client[Name] extends (...input: never[]) => Promise<infer Result>
  ? Result
  : never;

type CompanyResult = Answer<'getCompany'>;
export type Company = CompanyResult['data'];
export type Meta = CompanyResult['meta'];
export type HealthResult = Answer<'getHealth'>;
export type FinancialsResult = Answer<'getFinancials'>;
export type Balance = FinancialsResult['data'][number];
export type Leaderboard = Answer<'getLeaderboard'>['data'];
export type Timeline = NonNullable<Answer<'getTimeline'>['data']>;
export type Related = Answer<'getRelated'>['data'];
export type Network = Answer<'getNetwork'>['data'];
export type Decision = Answer<'getDecision'>['data'];
export type Seap = NonNullable<Answer<'getCompanySeap'>['data']>;
/** The lines of the accounts that have charts. */
export type AccountLine = 'turnover' | 'totalRevenue' | 'netProfit' | 'employees' | 'equity';
