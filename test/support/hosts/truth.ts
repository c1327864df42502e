/** Answers of a single service without standby, Redis, proxy or other hosts, which several hosts must match. */
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { warmed } from '#test/support/demo-observations.ts';
import { serve } from '#test/support/process.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';
import { asked } from './request.ts';

/** Firms of every demo country. */
export const COMPANIES = ['90000014', '90000022', '90000030'];
const SEARCHES = ['zimbrul auriu', 'luminis digital', 'con'];

export const LOOKUPS = COMPANIES.map((cui) => `/api/company/${cui}`);
export const FINDS = SEARCHES.map((words) => `/api/search?q=${encodeURIComponent(words)}`);
export const PAID_PATH = '/api/caen/6210';
export const toolOf = (cui: string): string => `get_company ${cui}`;

/** By path, or by tool and arguments. */
export type Truth = ReadonlyMap<string, string>;

/** Search hits have the data of the tax authority at the time of their generation; later data does not change them. */
export async function allTold(
  environment: Record<string, string>,
  store: SmallService['store'],
  rebuild: () => Promise<void>,
): Promise<void> {
  const service = await serve(environment);
  try {
    await warmed({ store });
  } finally {
    await service.stop();
  }
  await rebuild();
}

export async function truthAlone(
  environment: Record<string, string>,
  { store, secrets }: Pick<SmallService, 'store' | 'secrets'>,
): Promise<Truth> {
  const service = await serve(environment);
  try {
    const agent = await agentAt({ origin: service.origin, store, secrets }, { pro: true });
    const truth = new Map<string, string>();
    const ask = async (what: string, answer: () => Promise<string>): Promise<void> => {
      // Live data arrives with the first answers and may be late on a busy machine, so an answer counts once it repeats.
      let reason: unknown = null;
      await until(`${what} gives the same answer twice`, async () => {
        const before = truth.get(what);
        const reported = await answer().catch((error) => {
          reason = error;
          return null;
        });
        if (reported === null) return false;
        reason = null;
        truth.set(what, reported);
        return reported === before;
      }).catch((error) => {
        throw reason ?? error;
      });
    };
    for (const path of [...LOOKUPS, ...FINDS, PAID_PATH])
      await ask(path, async () => {
        const { text } = await asked(service.origin, path, { 'x-api-key': DEMO_KEY });
        return trueOf(text, service.origin);
      });
    for (const cui of COMPANIES)
      await ask(toolOf(cui), async () => {
        const answer = await agent.post('tools/call', { name: 'get_company', arguments: { cui } });
        return trueOf(await answer.text(), service.origin);
      });
    return truth;
  } finally {
    await service.stop();
  }
}

/** The reproducible part of an answer: all of its data except the times of observations. */
export function toldOf(text: string, origin: string): string {
  const data = dataOf(text);
  if (data === undefined) return `no answer of the service: ${text.slice(0, 200)}`;
  return JSON.stringify(data)
    .replaceAll(origin, '')
    .replace(/"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"/g, '"then"');
}

/** Rejects a failed answer, which is no reference. */
function trueOf(text: string, origin: string): string {
  if (dataOf(text) === undefined) throw new Error(`A single service answered: ${text.slice(0, 300)}`);
  return toldOf(text, origin);
}

/** The data of an operation or a tool call; undefined without any. */
function dataOf(text: string): unknown {
  try {
    const { data, result } = JSON.parse(text) as { data?: unknown; result?: { structuredContent?: unknown } };
    return data ?? result?.structuredContent;
  } catch {
    return undefined;
  }
}

/** The position where two texts differ, for the failure message. */
export function partingOf(truth: string, reported: string): string {
  let at = 0;
  while (at < truth.length && truth[at] === reported[at]) at++;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 100);
  return `…${around(reported)}… instead of …${around(truth)}…`;
}
