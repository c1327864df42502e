/** The published client package: packed, installed into an empty project, and used there in JavaScript and TypeScript. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { examplesIn } from '#test/support/markdown-code.ts';
import { type PackedClient, packedClient } from '#test/support/packed-client.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

const README = new URL('../../client/README.md', import.meta.url);

let service: SmallService;
let project: PackedClient;
before(async () => {
  // Requests are for sale as in the demo, so a request without a key gets an offer.
  service = await smallService({ config: { seller: readConfig({}).seller } });
  project = await packedClient();
});
after(async () => {
  project?.remove();
  await service.close();
});

test('the package has only compiled code, types, README and license, and no dependencies', () => {
  const files = readdirSync(project.installed, { recursive: true, withFileTypes: true });
  const names = files.filter((one) => one.isFile()).map(({ name }) => name);
  for (const name of names) assert.match(name, /\.(js|d\.ts)$|^(package\.json|README\.md|LICENSE)$/);
  for (const name of ['index.js', 'index.d.ts', 'README.md', 'LICENSE']) assert.ok(names.includes(name), name);
  const about = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8')) as Record<string, object>;
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    assert.equal(about[kind], undefined, kind);
});

test('the README has no relative links', () => {
  const readme = readFileSync(join(project.installed, 'README.md'), 'utf8');
  for (const [, target = ''] of readme.matchAll(/\]\(([^)\s]+)\)/g)) assert.match(target, /^(https:|#)/);
});

test('every import in the package resolves to a file of the package', () => {
  const dist = join(project.installed, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|d\.ts)$/.test(name));
  for (const name of files)
    for (const [, target = ''] of readFileSync(join(dist, name), 'utf8').matchAll(/(?:from|import) '([^']+)'/g)) {
      assert.match(target, /^\.{1,2}\/.*\.js$/, name);
      const beside = join(name, '..', target);
      assert.ok(files.includes(beside) && files.includes(beside.replace(/\.js$/, '.d.ts')), `${name}: ${target}`);
    }
});

/** The calls of a typical caller, as a JavaScript program. */
const program = (): string => `
import { createClient, FirmotecaError } from 'firmoteca-client';

const baseUrl = '${service.origin}';
const client = createClient({ baseUrl, key: '${DEMO_KEY}' });
const values = {};
const company = await client.getCompany({ cui: '${companyCui(1)}' });
values.name = company.data.name;
values.cite = typeof company.meta.cite;
try {
  await client.getCaen({ code: '9999' }, { language: 'ro' });
} catch (error) {
  values.error = [error instanceof FirmotecaError, error instanceof Error, error.name, error.code, error.status, error.message];
}
values.rows = [];
for await (const row of client.pages.searchCompanies({ q: 'FIRMA', limit: 1 })) values.rows.push(row.cui);
values.chosen = (await client.getCompanies({ cuis: ['${companyCui(0)}'], fields: ['cui', 'name'] })).data;
const table = await client.tables.searchCompanies({ q: 'FIRMA' }, { format: 'csv' });
values.table = [table.name, table.total, table.totalRelation, table.next, (await new Response(table.body).text()).split('\\r\\n').length];
values.receipt = (await createClient({ baseUrl }).verifyReceipt({ receipt: 'a.b.c' })).data.reason.code;
const control = new AbortController();
control.abort(new Error('enough'));
values.aborted = await client.getRates({}, { signal: control.signal }).catch((error) => error.message);
const offers = [];
const paying = createClient({ baseUrl, onPaymentRequired: (offer, { operation }) => (offers.push([operation, offer.accepts[0].network]), null) });
values.unpaid = await paying.getCaen({ code: '6201' }).catch((error) => error.code);
values.offers = offers;
console.log(JSON.stringify(values));
`;

test('a JavaScript program gets records, errors, pages, chosen fields, a table, a receipt, an abort and an offer', async () => {
  project.write('program.js', program());
  const { error, table, ...result } = JSON.parse(await project.run('program.js')) as Record<string, unknown[]>;
  assert.deepEqual(result, {
    name: 'FIRMA INVENTATA 2 SRL',
    cite: 'string',
    rows: [companyCui(2), companyCui(1), companyCui(0)],
    chosen: [{ cui: companyCui(0), name: 'FIRMA INVENTATA 1 SRL' }],
    receipt: 'malformed',
    aborted: 'enough',
    unpaid: 'PAYMENT_REQUIRED',
    offers: [['getCaen', 'eip155:84532']],
  });
  assert.deepEqual(error?.slice(0, 5), [true, true, 'FirmotecaError', 'NOT_FOUND', 404]);
  assert.match(String(error?.[5]), /Nu |nu /);
  assert.match(String(table?.[0]), /^firmoteca-companies-.+\.csv$/);
  assert.deepEqual(table?.slice(1), [3, 'exact', null, 5]);
});

/** A program that checks what the types accept and refuse. */
const TYPED = `
import { type Client, type Company, createClient, type ErrorCode, FirmotecaError, type TableAnswer } from 'firmoteca-client';

export const client: Client = createClient({ baseUrl: new URL('https://firmoteca.example'), key: undefined, language: 'ro' });

export async function used(cui: string): Promise<string | null> {
  const { data, meta, payment } = await client.getCompany({ cui, date: '2024-06-30', receipt: true });
  const company: Company = data;
  const cite: string = meta.cite;
  const transaction: string | undefined = payment?.transaction;
  const { data: flat } = await client.getCompany({ cui, fields: ['name', 'fiscalAddress.locality'] });
  const locality: string | number | boolean | null = flat['fiscalAddress.locality'];
  // @ts-expect-error: the field was not requested.
  flat.phone;
  for await (const { name } of client.pages.searchCompanies({ q: 'x' }, { rowsMax: 5 })) name satisfies string;
  const table: TableAnswer = await client.tables.getTimeline({ cui }, { format: 'xlsx', timeoutMs: 5_000 });
  for await (const _ of table.body as unknown as AsyncIterable<Uint8Array>) break;
  const health = await client.getHealth({ cui });
  if (!health.preview) health.data.ratios satisfies unknown[];
  // @ts-expect-error: a look-up of one record has no table.
  client.tables.getCompany;
  // @ts-expect-error: a look-up of one record has no pages.
  client.pages.getCompany;
  // @ts-expect-error: the year is missing.
  await client.getBalance({ cui });
  // @ts-expect-error: there is no such operation.
  await client.getNothing({});
  const checked = await client.verifyReceipt({ receipt: meta.receipt ?? '' });
  if (checked.data.valid) checked.data.statement satisfies object | null;
  await client.getRates();
  return [company.name, cite, transaction, locality].join();
}

export const codeOf = (error: unknown): ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNREADABLE' | null =>
  error instanceof FirmotecaError ? error.code : null;
`;

const resolutions = { nodenext: { module: 'nodenext' }, bundler: { module: 'esnext' } } as const;
/** A project for browsers and one for Node, which declares the same globals in its own types. */
const surroundings = {
  browser: { lib: ['es2022', 'dom', 'dom.asynciterable'], types: [] },
  node: { lib: ['es2022'], types: ['node'], typeRoots: [join(import.meta.dirname, '../../node_modules/@types')] },
};

for (const [moduleResolution, more] of Object.entries(resolutions))
  for (const [location, around] of Object.entries(surroundings))
    test(`strict TypeScript compiles against the types: ${moduleResolution}, ${location}`, async () => {
      project.write('typed.ts', TYPED);
      const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      const compilerOptions = { ...strict, ...more, ...around, moduleResolution, target: 'es2022', noEmit: true };
      project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
      await project.compile('tsconfig.json');
    });

test('every example of the README compiles and prints a result', async () => {
  const examples = examplesIn(readFileSync(README, 'utf8'), 'ts').filter((text) => !text.includes('@x402/'));
  assert.ok(examples.length >= 6);
  const names = examples.map((text, n) => {
    project.write(`example${n}.ts`, text.replaceAll('http://127.0.0.1:8080', service.origin));
    return `example${n}.ts`;
  });
  const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', noEmit: true, ...surroundings.node };
  project.write('tsconfig.examples.json', JSON.stringify({ compilerOptions, files: names }));
  await project.compile('tsconfig.examples.json');
  const printed = await Promise.all(names.map((name) => project.run(name)));
  for (const [n, text] of printed.entries()) assert.ok(text.trim() !== '', examples[n] ?? '');
});
