/** How agents come in: with tokens of our own authorization server, to the tools over the data and, at the wider address, the account. */
import type { Config } from '#config';
import type { AddressOf } from '#http/client-address.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { accountTools } from '#mcp/account/tools.ts';
import { addAgents } from '#mcp/door.ts';
import { serverOf } from '#mcp/server.ts';
import { dataTools } from '#mcp/tools/tools.ts';
import type { Grants } from '#oauth/grants.ts';
import type { Limits } from '#operations/allowance.ts';
import type { Cursors } from '#operations/cursor.ts';
import type { AgentTokens, Sessions } from '#operations/identities.ts';
import type { Kernel } from '#operations/kernel.ts';
import { Problem } from '#operations/problem.ts';
import { said } from '#operations/sentences.ts';
import { VERSION } from '#version';
import type { Declared } from './slices.ts';

/** Everything that agents can do here; and, for public directories, the data alone. */
export const AGENTS_PATH = '/mcp';
export const AGENTS_DATA_PATH = '/mcp/data';

/** Whom an agent speaks for, as the kernel asks for it. */
export const agentTokens = (grants: Grants, sessions: Sessions): AgentTokens => ({
  async agentOf(token, now) {
    const grant = await grants.grantOf(token, now);
    if (grant === null) throw new Problem('API_KEY_REQUIRED', said.connectAgent());
    const holder = await sessions.holderOf?.(grant.account, now);
    return { account: grant.account, pro: holder?.pro ?? false };
  },
});

export interface AgentsParts {
  config: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'agentOrigins'>>;
  kernel: Kernel;
  declared: Declared;
  grants: Grants;
  limits: Limits | null;
  cursors: Cursors;
  addressOf: AddressOf;
  report(error: unknown): void;
}

export function openAgents(router: Router<Handler>, { config, report, ...parts }: AgentsParts): void {
  const offer = { version: VERSION, instructions: INSTRUCTIONS, report };
  addAgents(router, {
    ...parts,
    publicUrl: config.publicUrl,
    origins: config.agentOrigins ?? [],
    places: [
      { path: AGENTS_PATH, serverOf: serverOf({ ...offer, tools: [...dataTools, ...accountTools()] }) },
      { path: AGENTS_DATA_PATH, serverOf: serverOf({ ...offer, tools: dataTools }) },
    ],
  });
}

/** The first sentences stand alone: some hosts show no more of it. */
const INSTRUCTIONS =
  'Firmoteca answers questions about Romanian companies from official sources: registry status, VAT, directors, balance sheets, solvency, ownership network, public contracts and tender documents, exchange rates. Find a company with `search`, then use its fiscal code (CUI). Cite `url` and `sources` of each answer. What an answer does not hold is not known: never fill it from memory.';
