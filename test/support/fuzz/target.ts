/** A demo service in a process of its own, and everything that requests to it can be made of: its OpenAPI document, pages, forms, tools and callers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import type { Database } from '#data/store/database.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { loadSecrets, type Secrets } from '#server/secrets.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { gateCallers } from '#test/support/gate-callers.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { serve } from '#test/support/process.ts';
import { samples } from '#test/support/web-samples.ts';
import { CLIENT, type Material, type Operation, type Parameter } from './requests.ts';
import type { Known, Schema } from './values.ts';

export interface Target {
  origin: string;
  material: Material;
  /** New sessions and tokens, which end with time and by forms. */
  refresh(): Promise<void>;
  /** The check of an answer of an operation with a status; null where the document has no JSON for it. */
  checkOf(operation: Operation, status: number): ValidateFunction | null;
  /** What the service printed since the last call. */
  logged(): string;
  figures(): { memoryBytes: number; handles: number };
  isRunning(): boolean;
  stop(): Promise<void>;
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { parameters: Record<string, ParameterObject>; responses: Record<string, ResponseObject> };
}
interface ParameterObject {
  $ref?: string;
  name: string;
  in: string;
  schema: Schema;
  required?: boolean;
  examples?: Record<string, { value: unknown }>;
}
interface ResponseObject {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}
interface OperationObject {
  operationId: string;
  parameters: ParameterObject[];
  responses: Record<string, ResponseObject>;
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
}

/** `folder`: for the installation; empty, like the database. */
export async function openTarget(folder: string, databaseUrl: string | null): Promise<Target> {
  if (databaseUrl === null) await keptInstallation(folder);
  // In an empty database the service builds the demo first.
  const service = await serve({
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    FIRMOTECA_DATA: folder,
    FIRMOTECA_COMPANIES: '300',
    FIRMOTECA_WORKERS: '2',
    FIRMOTECA_LIMITS: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as Document;
  const checks = new Map<string, ValidateFunction | null>();
  let logRead = 0;
  const own = {
    origin: service.origin,
    store: await openStore({ databaseUrl, folder, country: 'demo' }),
    secrets: loadSecrets(join(folder, 'secrets.json')),
  };
  const material = await materialOf(own, document);
  return {
    origin: service.origin,
    material,
    refresh: async () => void Object.assign(material, await callersOf(own)),
    checkOf(operation, status) {
      return checks.getOrInsertComputed(`${operation.id} ${status}`, () => checkFor(document, operation, status));
    },
    logged() {
      const text = service.output().slice(logRead);
      logRead = service.output().length;
      return text;
    },
    figures: () => ({
      memoryBytes:
        Number(/^RssAnon:\s+([0-9]+)/m.exec(readFileSync(`/proc/${service.pid}/status`, 'latin1'))?.[1]) * 1_024,
      handles: readdirSync(`/proc/${service.pid}/fd`).length,
    }),
    isRunning: () => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${service.pid}/status`, 'latin1'));
      } catch {
        return false;
      }
    },
    async stop() {
      await own.store.close();
      await service.stop();
    },
  };
}

function checkFor(
  { paths, components }: Document,
  { method, path }: Operation,
  status: number,
): ValidateFunction | null {
  const declared = paths[path]?.[method.toLowerCase()]?.responses;
  const found = declared?.[status] ?? declared?.default;
  const response = found?.$ref ? components.responses[found.$ref.split('/').at(-1) ?? ''] : found;
  const schema = response?.content?.['application/json']?.schema;
  if (!schema) return null;
  return new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile({ ...schema, components });
}

/** Real values of the demo, for parameters and fields of these names. */
async function knownIn({ generations }: Pick<Store, 'generations'>): Promise<Record<string, string[]>> {
  const dataset = generations.current();
  const procurement = dataset?.partGroup('procurement');
  if (!dataset || !procurement) throw new Error('The demo is incomplete.');
  const texts = async (db: Pick<Database, 'all'>, sql: string): Promise<string[]> =>
    (await db.all<{ value: unknown }>(`${sql} limit ${KNOWN_MAX}`)).map(({ value }) => String(value));
  const cuis = await texts(dataset.db, 'select cui as value from firm where cui is not null');
  const names = await texts(dataset.db, 'select name as value from firm');
  const counties = await texts(dataset.db, 'select distinct county_slug as value from listing');
  const towns = await texts(dataset.db, 'select distinct locality_slug as value from listing');
  const notices = await texts(procurement, 'select notice as value from notice');
  const years = ['2021', '2022', '2023', '2024', '2025'];
  const days = ['2024-02-29', '2025-12-31', '2026-11-15', '2020-01-01'];
  const codes = ['45', '45233120', '33', '42122000', '4711', '6210', '0111'];
  return {
    cui: cuis,
    ...sameFor(['q', 'query', 'name', 'words', 'text'], [...names, 'con', 'servicii', 'Popescu']),
    ...sameFor(['judet', 'county'], counties),
    ...sameFor(['oras', 'town', 'locality'], towns),
    ...sameFor(['notice'], notices),
    ...sameFor(['year', 'an'], years),
    ...sameFor(['date', 'from', 'to', 'day'], days),
    ...sameFor(['cpv', 'caen', 'code'], codes),
  };
}

const KNOWN_MAX = 60;
const sameFor = (names: readonly string[], values: string[]): Record<string, string[]> =>
  Object.fromEntries(names.map((name) => [name, values]));

type Callers = Pick<Material, 'callers' | 'agents'>;

/** Callers of every kind, with new sessions and tokens. */
async function callersOf(own: { origin: string; store: Store; secrets: Secrets }): Promise<Callers> {
  const gate = await gateCallers(own, true);
  const readers = [
    await accountBrowser(own),
    await accountBrowser(own, { pro: false }),
    await accountBrowser(own, { agoMs: TWO_DAYS_MS }),
  ];
  const callers = [
    // As many as all others together, and again.
    ...Array.from({ length: gate.length * 2 }, () => ({ who: 'demo key', headers: { 'x-api-key': DEMO_KEY } })),
    ...gate.map(({ who, headers }) => ({ who, headers })),
    ...readers.flatMap(({ cookie }, i) =>
      Array.from({ length: 6 }, () => ({
        who: `browser of account ${i}`,
        headers: { cookie, origin: own.origin, 'sec-fetch-site': 'same-origin' },
      })),
    ),
  ];
  const agents: Material['agents'] = [];
  for (const path of ['/mcp', '/mcp/data'] as const)
    for (const pro of [true, false]) {
      const { token } = await agentAt(own, { pro, path });
      agents.push({
        who: `agent at ${path}, ${pro ? 'with' : 'without'} Pro`,
        path,
        headers: { authorization: `Bearer ${token}` },
      });
    }
  return { callers, agents: [...agents, ...agents, { who: 'agent without a token', path: '/mcp', headers: {} }] };
}

const TWO_DAYS_MS = 172_800_000;

async function materialOf(
  own: { origin: string; store: Store; secrets: Secrets },
  document: Document,
): Promise<Material> {
  const known = await knownIn(own.store);
  const { callers, agents } = await callersOf(own);
  const pages = samples(own).flatMap(({ at }) => [at.ro, at.en]);
  const readers = [
    {},
    ...new Set(callers.filter(({ who }) => who.startsWith('browser of')).map(({ headers }) => headers)),
  ];
  const forms: Material['forms'] = [];
  for (const headers of readers) forms.push(...(await formsOf(own.origin, pages, headers)));
  const more = ['/docs', '/en/docs', '/openapi.json', '/llms.txt', '/sitemap.xml', '/changelog.json', '/robots.txt'];
  return {
    operations: operationsOf(document, known),
    pages: [...pages, ...more],
    forms,
    tools: await toolsOf(own.origin, agents[0]),
    known,
    callers,
    agents,
  };
}

function operationsOf({ paths, components }: Document, real: Known): Operation[] {
  const known = new Map(Object.entries(real).map(([name, values]) => [name, new Set(values)]));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]): Operation => {
      const own = parameters.map((one): Parameter => {
        const found = one.$ref ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one;
        const { name, in: where, required = false, schema, examples } = found as ParameterObject;
        const values = Object.values(examples ?? {}).map(({ value }) => String(value));
        for (const value of values) known.getOrInsertComputed(name, () => new Set()).add(value);
        return { name, in: where, isRequired: required, schema, known: values };
      });
      const bodies = Object.values(Object.values(requestBody?.content ?? {})[0]?.examples ?? {});
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters: own,
        body: requestBody ? (bodies[0]?.value ?? {}) : null,
      };
    }),
  );
  // A company of one example is one for every operation; an id is of its own kind.
  for (const { parameters } of operations)
    for (const one of parameters) if (one.name !== 'id') one.known = [...(known.get(one.name) ?? [])];
  return operations;
}

async function toolsOf(origin: string, agent: Material['agents'][number] | undefined): Promise<Material['tools']> {
  const response = await fetch(`${origin}${agent?.path}`, {
    method: 'POST',
    headers: {
      ...agent?.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: CLIENT } }),
  });
  const text = await response.text();
  const { result } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) as { result?: { tools: Material['tools'] } };
  if (!result || result.tools.length === 0) throw new Error(`There are no tools: ${text.slice(0, 500)}`);
  return result.tools;
}

type Node = DefaultTreeAdapterTypes.Node;

/** Forms that a reader sees, each once. */
async function formsOf(
  origin: string,
  pages: readonly string[],
  headers: Record<string, string>,
): Promise<Material['forms']> {
  const found = new Map<string, Material['forms'][number]>();
  for (const page of pages) {
    const response = await fetch(origin + page, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
    for (const form of elementsIn(parse(await response.text()), 'form')) {
      if (attributeOf(form, 'method')?.toLowerCase() !== 'post') continue;
      const action = attributeOf(form, 'action') || page;
      const inputs = ['input', 'select', 'textarea', 'button'].flatMap((name) => elementsIn(form, name));
      const fields = Object.fromEntries(
        inputs.flatMap((input) =>
          attributeOf(input, 'name') ? [[attributeOf(input, 'name'), attributeOf(input, 'value') ?? '']] : [],
        ),
      );
      found.set(`${action} ${Object.keys(fields)}`, {
        action: new URL(action, origin).pathname + new URL(action, origin).search,
        fields,
      });
    }
  }
  return [...found.values()];
}

function elementsIn(node: Node, name: string): Node[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return [...(node.nodeName === name ? [node] : []), ...children.flatMap((child) => elementsIn(child, name))];
}

const attributeOf = (node: Node, name: string): string | undefined =>
  defaultTreeAdapter.isElementNode(node) ? node.attrs.find((one) => one.name === name)?.value : undefined;
