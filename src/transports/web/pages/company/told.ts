/** What the operations tell that the company page is made of, by name. */
import type { PageRequest } from '#transports/web/routing/page.ts';

type Client = PageRequest['client'];
type Answer<Name extends keyof Client> = Client[Name] extends (...asked: never[]) => Promise<infer Told> ? Told : never;

export type ToldCompany = Answer<'getCompany'>;
export type Company = ToldCompany['data'];
export type Meta = ToldCompany['meta'];
export type ToldHealth = Answer<'getHealth'>;
export type ToldFinances = Answer<'getFinancials'>;
export type Balance = ToldFinances['data'][number];
export type Board = Answer<'getLeaderboard'>['data'];
export type Timeline = Answer<'getTimeline'>['data'];
export type Related = Answer<'getRelated'>['data'];
export type Network = Answer<'getNetwork'>['data'];
export type Decision = Answer<'getDecision'>['data'];
export type Seap = NonNullable<Answer<'getCompanySeap'>['data']>;
/** Of the accounts, those that are drawn. */
export type Line = 'turnover' | 'totalRevenue' | 'netProfit' | 'employees' | 'equity';
