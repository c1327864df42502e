/** An installation that sells Pro, agents with accounts, and their users at a browser. */

import { type StandIn, standIn } from '#demo-country/billing/stand-in.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { WEBHOOK_PATH } from '#server/compose/billing.ts';
import { type AgentOptions, agentAt, type TestAgent, type ToolOutcome } from './agent-kit.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from './billing-kit.ts';
import { type SmallOptions, type SmallService, smallService } from './small-service.ts';
import { until } from './until.ts';

export interface Selling {
  service: SmallService;
  provider: StandIn;
  close(): Promise<void>;
}

export async function sellingService(databaseUrl: string | null, more: SmallOptions = {}): Promise<Selling> {
  const provider = await standIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET });
  const price = { amount: 49, currency: 'RON', per: 'month' } as const;
  const keys = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, priceId: null, hasTax: false };
  const billing = { settings: { ...keys, price, apiUrl: provider.address }, site: 'http://firmoteca.test' };
  const service = await smallService({ bare: true, databaseUrl, billing, ...more });
  provider.webhooks.deliverTo(`${service.origin}${WEBHOOK_PATH}`);
  return {
    service,
    provider,
    async close() {
      await provider.close();
      await service.close();
    },
  };
}

/** The client capabilities of a host in 2026. */
export const SHOWS = { elicitation: { form: {}, url: {} } };

/** A raw answer: complete, or a request for input. */
export interface Round extends Partial<ToolOutcome> {
  resultType?: string;
  requestState?: string;
  inputRequests?: { person: { method: string; params: { mode?: string; url?: string; message: string } } };
  /** If the call was refused before any tool. */
  status: number;
  error?: { code: number; message: string };
}

/** One round of a call, with the user’s input from the previous round. */
export async function round(
  agent: TestAgent,
  name: string,
  input: Record<string, unknown> = {},
  received: { requestState?: unknown; inputResponses?: unknown } = {},
): Promise<Round> {
  const response = await agent.post('tools/call', { name, arguments: input, ...received });
  const { result, error } = (await response.json()) as { result?: Round; error?: Round['error'] };
  return { ...result, status: response.status, ...(error && { error }) };
}

export const accepted = { person: { action: 'accept' } };
export const declined = { person: { action: 'decline' } };
export const confirmed = { person: { action: 'accept', content: { confirm: true } } };

/** The path of the page that a request for input or an answer leads to. */
export function pathIn({ inputRequests, structuredContent }: Round): string {
  const address: string | undefined = inputRequests?.person.params.url ?? structuredContent?.link;
  if (!address) throw new Error('The answer has no link.');
  return new URL(address).pathname;
}

export const textOf = ({ content = [] }: Round): string => content.map(({ text }) => text).join(' ');

export const agentOf = (service: SmallService, more: AgentOptions = {}): Promise<TestAgent> =>
  agentAt(service, { capabilities: SHOWS, ...more });

/** The account has paid, and the provider has reported it. */
export async function subscribed({ service, provider }: Selling, account: string, checkout: string): Promise<void> {
  provider.ledger.complete(new URL(checkout).pathname.split('/').at(-1) ?? '', true);
  await planIs(service, account, 'active');
}

export const planIs = (service: SmallService, account: string, state: string): Promise<void> =>
  until(`the plan is ${state}`, async () => (await planOf(service.store.state, account))?.state === state);
