/** Every human-readable text in answers and errors comes from the message catalogue, in the caller’s language. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { AnyEndpoint, Example, Operation } from '#api/endpoint.ts';
import { showcase } from '#demo-country/showcase.ts';
import {
  declaredMessages,
  inBoth,
  type Language,
  type RenderedText,
  renderedTexts,
  translate,
} from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { outOfRange, type Property, WRONG_TEXTS, wrongBodies } from '#test/support/bad-values.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { type Ask, ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { sampled } from '#test/support/tier.ts';

/** Fields with human-readable text, in answers and errors. */
const READ = [
  ...['warning', 'warnings', 'reason', 'reasons', 'label', 'formula', 'title', 'details', 'message'],
  ...['procedureTypeLabel', 'stateLabel'],
];

/** Fields of the same names that hold text of a source or a name; in brackets the kind of their parent. */
const OF_SOURCES = [
  /\.onrcStatuses\.label$/,
  /\.indicators\.label$/,
  /\.nodes\(\w+\)\.label$/,
  /^getMarket data\.companies\.\w+\.label$/,
  /\.slice\((judet|caen)\)\.label$/,
  /\.vatPeriods\.message$/,
  /Address\.details$/,
  /\.cpvDivisions\.title$/,
  /^(?!getTimeline).* data\S*\.title$/,
  /^getTimeline data\(gazette\)\.title$/,
  /^getTimeline data\((?!balance|gazette|procurement)\w+\)\.details$/,
];

let demo: DemoService;
let bare: SmallService;
const received: Record<Language, Set<string>> = { en: new Set(), ro: new Set() };
function hear(output: unknown): void {
  const { language, text } = output as RenderedText;
  received[language].add(text);
}

before(async () => {
  renderedTexts.subscribe(hear);
  [demo, bare] = [await demoService(), await smallService({ bare: true })];
});
after(async () => {
  renderedTexts.unsubscribe(hear);
  await demo.close();
  await bare.close();
});

test('answers to the examples use texts of the catalogue', async () => {
  for (const operation of demo.operations)
    for (const example of operation.declaration.examples) await listen(demo, operation, requestOf(operation, example));
});

test('answers about the showcase companies use texts of the catalogue', async () => {
  const about = demo.operations.filter(
    ({ declaration: { path, method } }) => path.startsWith('/api/company/{cui}') && !method,
  );
  for (const [turn, operation] of about.entries())
    for (const { cui } of sampled(showcase, 8, turn))
      await listen(demo, operation, requestOf(operation, { title: inBoth(() => ''), params: { cui, year: '2019' } }));
});

test('answers of an installation with little data use texts of the catalogue', async () => {
  for (const operation of bare.operations)
    for (const example of operation.declaration.examples) await listen(bare, operation, requestOf(operation, example));
});

test('answers to unknown and invalid input use texts of the catalogue', async () => {
  let turn = 0;
  for (const operation of demo.operations) {
    const { declaration } = operation;
    const [example] = declaration.examples;
    if (!example) continue;
    for (const [name, schema] of Object.entries(declaration.params?.properties ?? {}))
      for (const text of sampled([...UNKNOWN, ...WRONG_TEXTS, ...outOfRange(schema as Property)], 12, turn++))
        await listen(demo, operation, requestOf(operation, example, { [name]: text }));
    for (const [name, schema] of Object.entries(declaration.query?.properties ?? {}))
      for (const text of sampled(
        [...UNKNOWN, ...WRONG_TEXTS, ...outOfRange(schema as Property), `1&${name}=1`],
        12,
        turn++,
      ))
        await listen(demo, operation, requestOf(operation, example, {}, `${name}=${text}`));
    await listen(demo, operation, requestOf(operation, example, {}, 'nothing=1'));
    if (!declaration.body) continue;
    for (const [, body] of wrongBodies(declaration.body, example.body as Record<string, unknown>))
      await listen(demo, operation, requestOf(operation, { ...example, body }));
  }
});

/** Valid values that match no record. */
const UNKNOWN = [
  '90000025',
  '19',
  '9999',
  'nowhere',
  'CN9999999',
  '1999-01-01',
  '2099-01-01',
  'zzzzqqq',
  'p0000000000000000000000',
];

function requestOf(
  { declaration }: Pick<Operation, 'declaration'>,
  example: Example,
  segments: Record<string, string> = {},
  more = '',
): Ask {
  const path = declaration.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => segments[name] ?? encodeURIComponent(example.params?.[name] ?? ''),
  );
  const name = more.split('=')[0] ?? '';
  const { [name]: _, ...others } = example.query ?? {};
  const query = [String(new URLSearchParams(others)), more].filter((part) => part !== '').join('&');
  return {
    method: (declaration as AnyEndpoint).method ?? 'GET',
    path: query === '' ? path : `${path}?${query}`,
    headers: { 'x-api-key': DEMO_KEY, ...(example.body !== undefined && { 'content-type': 'application/json' }) },
    ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
  };
}

/** Texts that are not from the catalogue. */
const strays = new Set<string>();
afterEach(() => {
  const found = [...strays];
  strays.clear();
  assert.deepEqual(found, []);
});

/** English (the default), Romanian, English again: a cached answer must not leak into the other language. */
async function listen(service: { port: number }, { id }: Operation, request: Ask): Promise<void> {
  const path = `${request.path}${request.path.includes('?') ? '&' : '?'}lang=ro`;
  for (const [language, requested] of [
    ['en', request],
    ['ro', { ...request, path }],
    ['en', request],
  ] as const) {
    const { status, headers, text } = await ask(service.port, requested);
    assert.notEqual(status, 500, `${requested.path.slice(0, 100)} → ${text.slice(0, 300)}`);
    assert.equal(headers['content-language'], language);
    compare(id, JSON.parse(text), language);
  }
}

function compare(id: string, answer: unknown, language: Language): void {
  for (const [path, words] of textsIn(answer, ''))
    if (!isSaid(words, language) && !OF_SOURCES.some((pattern) => pattern.test(`${id} ${path}`)))
      strays.add(`${id} ${path} in ${language}: ${words}`);
}

function isSaid(words: string, language: Language): boolean {
  // This fallback text appears where a pattern lacks its own message; it does not name a valid value.
  if (words.includes(translate(messages.wrong.shape(), language))) return false;
  if (received[language].has(words)) return true;
  return declaredMessages()
    .values()
    .some((texts) => texts[language] === words);
}

/** Each human-readable text with its path. */
function* textsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  const field = path.slice(path.lastIndexOf('.') + 1);
  if (typeof value === 'string' && (READ.includes(field) || path === 'error.details.problem')) yield [path, value];
  if (Array.isArray(value)) for (const entry of value) yield* textsIn(entry, path);
  else if (typeof value === 'object' && value !== null) {
    const kind = 'kind' in value ? `(${value.kind})` : '';
    for (const [name, entry] of Object.entries(value))
      yield* textsIn(entry, path === '' ? name : `${path}${kind}.${name}`);
  }
}
