/** The third door: an agent's request is one visit, under the rights of the account that it speaks for. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Declared } from '#app/slices.ts';
import type { AddressOf } from '#http/client-address.ts';
import { originOf } from '#http/origin.ts';
import type { Reply } from '#http/reply.ts';
import type { Request } from '#http/request.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import type { Grants } from '#oauth/grants.ts';
import { stranger } from '#operations/caller.ts';
import { clientOf } from '#operations/client.ts';
import type { Cursors } from '#operations/cursor.ts';
import type { Kernel } from '#operations/kernel.ts';
import { Problem } from '#operations/problem.ts';
import { said } from '#operations/sentences.ts';
import { to } from '#web/addresses.ts';
import { type CallNeeds, serverOf } from './server.ts';
import type { AnyTool } from './tool.ts';

/** An address of the connector, and what it offers. */
export interface Place {
  path: string;
  tools: readonly AnyTool[];
  instructions: string;
}

export interface AgentsNeeds {
  version: string;
  places: readonly Place[];
  kernel: Kernel;
  declared: Declared;
  grants: Grants;
  cursors: Cursors;
  addressOf: AddressOf;
  publicUrl: string | null;
  report(error: unknown): void;
}

/** Arguments are small: the longest is a list of fifty fiscal codes. */
const BYTES_MAX = 64_000;

export function addAgents(router: Router<Handler>, needs: AgentsNeeds): void {
  for (const place of needs.places) router.add('POST', place.path, async (request) => answered(request, place, needs));
}

async function answered(request: Request, place: Place, needs: AgentsNeeds): Promise<Reply> {
  const body = await request.json({ bytesMax: BYTES_MAX }, stranger(needs.addressOf(request)));
  const call = await callOf(request, place, needs);
  const handler = createMcpHandler(
    ({ era }) =>
      serverOf({
        ...place,
        version: needs.version,
        ...{ called: calledIn(body), isLegacy: era === 'legacy' },
        call: { ...call, isLegacy: era === 'legacy' },
        report: needs.report,
      }),
    { responseMode: 'json', onerror: needs.report },
  );
  const { grant } = call;
  const response = await handler.fetch(webRequest(request, body), {
    parsedBody: body,
    authInfo: { token: '', clientId: grant.client, scopes: [...grant.scopes], expiresAt: grant.expiresAt / 1_000 },
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

async function callOf(request: Request, place: Place, needs: AgentsNeeds): Promise<CallNeeds> {
  const { id, now, signal, language } = request;
  const origin = needs.publicUrl ?? originOf(request);
  const token = /^Bearer ([^ ]+)$/i.exec(request.header('authorization') ?? '')?.[1] ?? null;
  const grant = token === null ? null : await needs.grants.grantOf(token, now);
  const isForHere = grant !== null && grant.resource === `${origin}${place.path}`;
  const nothing = { key: null, session: null, payment: null, unreadable: null };
  const visit = await needs.kernel.admit(
    { door: 'agent', address: needs.addressOf(request), token: isForHere ? token : null, ...nothing },
    { id, now, signal, language },
  );
  request.visit = visit;
  if (visit.refusal) throw visit.refusal;
  if (!grant) throw new Problem('API_KEY_REQUIRED', said.connectAgent());
  return {
    client: clientOf(needs.declared, visit),
    ...{ visit, grant, now, language, isLegacy: false, cursors: needs.cursors },
    link: (page, params) => `${origin}${to(page, language, params)}`,
  };
}

const calledIn = (body: unknown): string | null => {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null;
};

const webRequest = (request: Request, body: unknown): globalThis.Request =>
  new globalThis.Request(`http://${request.header('host') ?? 'localhost'}${request.path}`, {
    method: 'POST',
    headers: Object.entries(request.raw.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !name.startsWith(':') ? [[name, value] as [string, string]] : [],
    ),
    body: JSON.stringify(body),
  });
