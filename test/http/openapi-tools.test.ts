/** The OpenAPI document in third-party tools: two linters with default rules, and a generated client that is compiled and used. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import openapiTypes from 'openapi-typescript';
import type { Operation } from '#api/endpoint.ts';
import { readConfig } from '#server/config/config.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const ROOT = join(import.meta.dirname, '../..');

let service: SmallService;
let text: string;
let folder: string;
before(async () => {
  const { seller } = readConfig({});
  service = await smallService({ config: { seller } });
  text = await (await fetch(`${service.origin}/openapi.json`)).text();
  folder = mkdtempSync(join(tmpdir(), 'firmoteca-client-'));
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** The used part of Redocly, whose own types are 78,000 lines for the compiler. */
interface Redocly {
  createConfig(config: { extends: string[] }): Promise<object>;
  lintFromString(input: {
    source: string;
    absoluteRef: string;
    config: object;
  }): Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>;
}

test('Redocly reports nothing with its recommended rules', async () => {
  const { createConfig, lintFromString }: Redocly = await import(import.meta.resolve('@redocly/openapi-core'));
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test('Spectral reports nothing with its OpenAPI rules', async () => {
  const spectral = new Spectral();
  // Its types do not match the ruleset of its own package.
  spectral.setRuleset({ extends: [oas as RulesetDefinition] });
  const found = await spectral.run(text);
  assert.deepEqual(
    found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
    [],
  );
});

/** The first example of an operation as a call of the generated client. */
function callOf({ id, declaration }: Operation): string {
  const { method = 'GET', path, query, examples: [example] = [] } = declaration;
  const params = {
    ...(example?.params && { path: withNumbers(declaration.params?.properties, example.params) }),
    ...(example?.query && { query: withNumbers(query?.properties, example.query) }),
  };
  const body = example?.body !== undefined && { body: example.body };
  const init = { params, ...body, ...(declaration.file && { parseAs: 'blob' }) };
  return `  ${id}: () => client.${method}('${path}', ${JSON.stringify(init)}),`;
}

const withNumbers = (properties: Record<string, { type?: string }> = {}, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, properties[name]?.type === 'integer' ? Number(value) : value]),
  );

test('a generated TypeScript client compiles with typed answers and calls every operation', async () => {
  const types = await openapiTypes(JSON.parse(text), { exportType: true });
  writeFileSync(join(folder, 'paths.ts'), types);
  writeFileSync(
    join(folder, 'client.ts'),
    `import createClient from 'openapi-fetch';
import type { components, paths } from './paths.ts';

// Lists also come as CSV and XLSX, errors also as RFC 9457; this client requests JSON, and its types are those of JSON.
const client = createClient<paths, 'application/json'>({ baseUrl: '${service.origin}', headers: { 'x-api-key': '${DEMO_KEY}' } });

export const calls = {
${service.operations.map(callOf).join('\n')}
};

export async function read(): Promise<[string, number | null | undefined]> {
  const { data, error } = await calls.getFinancials();
  if (!data) throw new Error(error?.error.code satisfies components['schemas']['Problem']['code'] | undefined);
  const [newest] = data.data;
  const health = (await calls.getHealth()).data?.data;
  // Whole answers have ratios, previews have none; the types distinguish them.
  if (health && 'ratios' in health) health.ratios satisfies components['schemas']['HealthRatio'][];
  // @ts-expect-error: there is no such field.
  newest?.nothing;
  // @ts-expect-error: the parameter has another type.
  client.GET('/api/company/{cui}', { params: { path: { cui: true } } });
  return [data.meta.generation, newest?.summary.turnover];
}
`,
  );
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: [],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
  const compiled = await promisify(execFile)(process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    folder,
  ]).catch((error: { stdout: string }) => error);
  assert.equal(compiled.stdout, '');
  const { calls, read } = (await import(join(folder, 'client.ts'))) as {
    calls: Record<string, () => Promise<{ data?: Blob | { success: boolean }; error?: unknown }>>;
    read(): Promise<[string, number]>;
  };
  for (const [id, call] of Object.entries(calls)) {
    const { data, error } = await call();
    if (data instanceof Blob) assert.ok(data.size > 0, id);
    else assert.equal(data?.success, true, `${id}: ${JSON.stringify(error)}`);
  }
  assert.equal(typeof (await read())[1], 'number');
});
