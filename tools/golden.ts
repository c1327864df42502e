/**
 * `npm run golden -- record|compare [FOLDER]`: everything that callers see of a demo of fixed size, seed, secrets and clock, as files;
 * `compare` takes it anew and names the files that differ. For changes that must not change an answer: record before, compare after.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import type { Operation } from '#api/endpoint.ts';
import { FORMAT, isTabular, tableFormats } from '#api/tables/format.ts';
import { formatOf, partNames } from '#data/store/formats.ts';
import { PROJECT_FOLDER } from '#lib/paths.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { questions } from '#test/support/agent-questions.ts';
import { firmoteca } from '#test/support/cli.ts';
import type { DemoService } from '#test/support/demo-service.ts';
import { proCookie } from '#test/support/pro-browser.ts';
import { samples } from '#test/support/web-samples.ts';
import { keyOfNewAccount, withFixedDemo } from './fixed-demo.ts';

const LANGUAGES = ['ro', 'en'] as const;
/** Of each request and connection its own. */
const HEADERS_LEFT_OUT = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id']);
/** Named at random, measured, or read from the clock of the database. */
const NOT_OURS: readonly [RegExp, string][] = [
  [/(?<=\/account\/request\/)[\w-]{43}/g, 'request'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000'],
  [/"latencyMs":\d+/g, '"latencyMs":12'],
  [/>[\d.,]+ ms</g, '>12 ms<'],
  [/"ledSince":"[^"]+"/g, '"ledSince":"2026-11-15T08:00:00.000Z"'],
];
/** The length of what is packed depends on the request id in it. */
const UNPACKED = { 'accept-encoding': 'identity' };
/** File names have fewer characters than addresses. */
const NAME_MAX = 120;
/** So many differing files are shown with their first differing line. */
const SHOWN_MAX = 20;

type Keep = (name: string, content: string | Uint8Array) => void;

async function take(into: string): Promise<void> {
  const keep: Keep = (name, content) => {
    const path = join(into, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  keep('digests.txt', partNames.map((name) => `${name} ${formatOf(name)}\n`).join(''));
  await takeHelp(keep);
  await withFixedDemo(async (service) => {
    // Twice: what the first round finds still being asked of a source is there in the second.
    for (const kept of [() => {}, keep]) {
      await takeOperations(service, kept);
      await takePages(service, kept);
    }
    await takeTools(service, keep);
    await takeMetricNames(service, keep);
  });
}

async function takeHelp(keep: Keep): Promise<void> {
  const { stdout } = await firmoteca(['help']);
  keep('help/help.txt', stdout);
  for (const [, command = ''] of stdout.matchAll(/^ {2}([a-z]+) /gm))
    keep(`help/${command}.txt`, (await firmoteca([command, '--help'])).stdout);
}

async function takeOperations(service: DemoService, keep: Keep): Promise<void> {
  keep('openapi.json', await asked(service, '/openapi.json'));
  for (const operation of service.operations)
    for (const [i, example] of operation.declaration.examples.entries())
      for (const lang of LANGUAGES)
        for (const format of formatsOf(operation)) {
          const { declaration } = operation;
          // What an account has used is counted in the background.
          const key = { 'x-api-key': operation.id === 'getAccountUsage' ? await keyOfNewAccount(service) : DEMO_KEY };
          const query = new URLSearchParams({ ...example.query, lang, ...(format !== 'json' && { [FORMAT]: format }) });
          const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) =>
            encodeURIComponent(example.params?.[name] ?? ''),
          );
          const body = declaration.body && JSON.stringify(example.body);
          const init = body
            ? { method: 'POST', body, headers: { ...key, 'content-type': 'application/json' } }
            : { headers: key };
          keep(`operations/${operation.id}.${i + 1}.${lang}.${format}`, await asked(service, `${path}?${query}`, init));
        }
}

const formatsOf = ({ declaration }: Operation) => ['json', ...(isTabular(declaration) ? tableFormats : [])];

async function takePages(service: DemoService, keep: Keep): Promise<void> {
  for (const { at } of samples(service))
    for (const who of ['visitor', 'pro'])
      for (const language of LANGUAGES) {
        const name =
          at[language]
            .slice(1)
            .replace(/[^\w.=-]+/g, '_')
            .slice(0, NAME_MAX) || 'home';
        // Of an account of its own: pages tell what it used before.
        const headers =
          who === 'pro' ? { accept: 'text/html', cookie: await proCookie(service) } : { accept: 'text/html' };
        const init = { headers, redirect: 'manual' } as const;
        keep(`pages/${language}/${who}/${name}.html`, await asked(service, at[language], init));
      }
}

async function takeTools(service: DemoService, keep: Keep): Promise<void> {
  for (const path of ['/mcp', '/mcp/data'] as const) {
    const agent = await agentAt(service, { pro: true, path });
    for (const language of LANGUAGES) {
      const listed = await agent.post('tools/list', {}, { 'accept-language': language, ...UNPACKED });
      keep(`tools/list${path.replaceAll('/', '-')}.${language}.json`, await said(service, listed));
    }
  }
  const agent = await agentAt(service, { pro: true });
  for (const [i, { tool, arguments: input }] of questions.entries())
    if (tool) {
      const answered = await agent.post('tools/call', { name: tool, arguments: input }, UNPACKED);
      keep(`tools/${String(i + 1).padStart(3, '0')}-${tool}.json`, await said(service, answered));
    }
}

async function takeMetricNames(service: DemoService, keep: Keep): Promise<void> {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  keep('metrics.txt', text.replace(/^(?!#).*\n/gm, ''));
}

const asked = async (service: DemoService, path: string, init: RequestInit = {}): Promise<string | Uint8Array> =>
  said(service, await fetch(service.origin + path, { ...init, headers: { ...init.headers, ...UNPACKED } }));

/** Status, headers and body; JSON by lines and workbooks unpacked, so that a difference is seen. */
async function said(service: DemoService, response: Response): Promise<string | Uint8Array> {
  const id = response.headers.get('x-request-id') || '\0';
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const ours = (text: string): string =>
    NOT_OURS.reduce((now, [pattern, instead]) => now.replace(pattern, instead), text);
  const fixed = (text: string): string =>
    ours(text).replaceAll(service.origin, 'http://service.example').replaceAll(id, 'request-id');
  const isText = /^text\/|json|javascript/.test(type);
  const text = isText ? bytes.toString() : type.includes('spreadsheetml') ? await unpacked(bytes) : null;
  const isSame = text === null || ours(text) === text;
  const head = [...response.headers]
    .filter(([name]) => !HEADERS_LEFT_OUT.has(name) && (isSame || !/^(etag|content-length)$/.test(name)))
    .map(([name, value]) => `${name}: ${fixed(value)}\n`);
  const before = `${response.status}\n${head.sort().join('')}\n`;
  if (text === null) return Buffer.concat([Buffer.from(before), bytes]);
  return before + (type.includes('json') ? inLines(fixed(text)) : fixed(text));
}

/** The files of a workbook, one below the other. */
async function unpacked(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  let all = '';
  for await (const entry of zip.eachEntry())
    all += `${entry.fileName}\n${await textOf(await zip.openReadStreamPromise(entry))}\n`;
  return all.replaceAll('><', '>\n<');
}

const inLines = (json: string): string => `${JSON.stringify(JSON.parse(json), null, 1)}\n`;

/** How many differ, as an exit code. */
function compare(before: string, now: string): number {
  const names = [...new Set([...filesIn(before), ...filesIn(now)])].toSorted();
  const read = (at: string, name: string): string => {
    try {
      return readFileSync(join(at, name), 'latin1');
    } catch {
      return '';
    }
  };
  const differing = names.filter((name) => read(before, name) !== read(now, name));
  for (const name of differing.slice(0, SHOWN_MAX)) {
    const [old, fresh] = [read(before, name).split('\n'), read(now, name).split('\n')];
    const at = old.findIndex((line, i) => line !== fresh[i]);
    const line = at < 0 ? old.length : at;
    console.log(`${name}, line ${line + 1}\n  before: ${shown(old[line])}\n  now:    ${shown(fresh[line])}`);
  }
  console.log(`${differing.length} of ${names.length} files differ. diff -r ${before} ${now}`);
  return differing.length > 0 ? 1 : 0;
}

const shown = (line: string | undefined): string =>
  line === undefined ? '(nothing)' : Buffer.from(line, 'latin1').toString().slice(0, 300);

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

const [verb, folder = join(PROJECT_FOLDER, '.golden')] = process.argv.slice(2);
if (verb === 'record') {
  rmSync(folder, { recursive: true, force: true });
  await take(folder);
  console.log(`${filesIn(folder).length} files in ${folder}`);
} else if (verb === 'compare') {
  const now = `${folder}-now`;
  rmSync(now, { recursive: true, force: true });
  await take(now);
  process.exitCode = compare(folder, now);
} else {
  console.error('npm run golden -- record|compare [FOLDER]');
  process.exitCode = 2;
}
