/** Every message that a caller can read comes from the catalogue, in English and Romanian. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import type { FigureName } from '#domain/companies/balances/figures.ts';
import { declaredMessages, languages, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { figures } from '#locales/ro/health.ts';
import { textsOf } from '#locales/texts.ts';

const sources = globSync('{src,demo-country}/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .toSorted();
const areas = globSync('locales/en/*.ts').map((file) => basename(file));

test('these tests read the whole catalogue', () => {
  assert.ok(declaredMessages().size > 800);
});

test('every message exists in both languages with the same values', () => {
  for (const [code, texts] of declaredMessages()) {
    const kinds = languages.map((language) => typeof texts[language]);
    assert.equal(kinds[0], kinds[1], code);
    const [english, romanian] = languages.map((language) => probed(texts[language]));
    assert.deepEqual(romanian?.names, english?.names, code);
    for (const probe of [english, romanian]) assert.match(probe?.text ?? '', /\S/, code);
  }
});

test('Romanian texts use letters with comma below and Romanian quotation marks', () => {
  const written = [...declaredMessages()].map(([code, texts]) => [code, probed(texts.ro).text] as const);
  for (const [code, text] of [...written, ...leaves(textsOf('ro'), 'texts')]) {
    assert.doesNotMatch(text, /[şţŞŢ]|["“]/, code);
    assert.equal(text, text.normalize('NFC'), code);
  }
  for (const [code, text] of written) assert.equal(text, text.trim(), code);
});

/** Every text of pages and emails with its path, rendered with placeholder values. */
function leaves(texts: unknown, path: string): [path: string, text: string][] {
  if (typeof texts === 'string') return [[path, texts]];
  if (typeof texts === 'function') return leaves(texts(...Array(texts.length).fill(anything)), path);
  return Object.entries(texts ?? {}).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`));
}

test('Romanian texts never put a bare number before a noun, whose form depends on the number', () => {
  const counts = areas.flatMap((area) => {
    const english = readFileSync(`locales/en/${area}`, 'utf8');
    const romanian = byName(readFileSync(`locales/ro/${area}`, 'utf8'));
    return [...byName(english)].flatMap(([name, text]) => {
      const numbers = [...text.matchAll(/\b(\w+): number/g)].map(([, number]) => number);
      return [...(romanian.get(name) ?? '').matchAll(/\$\{(\w+)\} (\p{L}+)/gu)]
        .filter(([, number, word = '']) => numbers.includes(number) && !NO_NOUNS.includes(word))
        .map(([found]) => `${area} ${name}: ${found}`);
    });
  });
  assert.deepEqual(counts, []);
});

/** The source of each text, by namespace and name. */
function byName(source: string): Map<string, string> {
  const found = new Map<string, string>();
  let namespace = '';
  for (const entry of source.split(/^(?= {2}(?: {2})?['\w.]+: )/m)) {
    const [, indent = '', name = ''] = /^( {2}(?: {2})?)(['\w.]+): /.exec(entry) ?? [];
    if (indent.length === 2) namespace = name;
    else found.set(`${namespace}.${name}`, entry);
  }
  return found;
}

/** Words after a number that are no counted nouns. */
const NO_NOUNS = ['al', 'din', 'nu', 'pentru', 'și', 'cu'];

test('Romanian messages use the agreed terms and no literal translations', () => {
  for (const [code, texts] of declaredMessages())
    assert.doesNotMatch(
      probed(texts.ro).text,
      /operați[ei]\b|operațiil|nimic stocat|socotit|desfăcut|pe drum|numiți|poartă un token|Partea a I-a|țar[aă] demonstrativ/i,
      code,
    );
});

test('the Romanian message of a daily limit gives the remaining hours', () => {
  const result = (hours: number): string => translate(messages.operations.tooManyToday({ limit: 5_000, hours }), 'ro');
  assert.match(result(20), /5000 de cereri pe zi .* peste aproximativ 20 de ore\.$/);
  assert.match(result(1), /peste mai puțin de o oră\.$/);
});

test('parts of the Official Gazette are written as the Gazette itself writes them', async () => {
  for (const [part, written] of [
    ['I', 'Partea I'],
    ['III', 'Partea a III-a'],
    ['IV', 'Partea a IV-a'],
  ] as const)
    assert.equal(
      translate(messages.gazette.mentioned({ part, number: '12 bis' }), 'ro'),
      `Monitorul Oficial, ${written}, nr. 12 bis`,
    );
});

test('a message ends with punctuation in both languages or in neither', () => {
  for (const [code, texts] of declaredMessages()) {
    const [english, romanian] = languages.map((language) => /[.?]$/.test(probed(texts[language]).text));
    assert.equal(romanian, english, code);
  }
});

test('an error and its details are translated to the language of the caller', () => {
  const problem = messages.wrong.range({ from: 1, to: 5 });
  const thrown = new ApiError('INVALID_PARAMETER', messages.operations.query({ name: 'limit', problem }), {
    details: [{ in: 'query', name: 'limit', problem }],
  });
  assert.equal(thrown.message, 'The parameter limit must be from 1 to 5.');
  assert.deepEqual(thrown.details, [{ in: 'query', name: 'limit', problem: 'must be from 1 to 5' }]);
  assert.deepEqual(thrown.in('ro'), {
    title: translate(messages.problem.INVALID_PARAMETER(), 'ro'),
    message: 'Parametrul limit trebuie să fie între 1 și 5.',
    details: [{ in: 'query', name: 'limit', problem: 'trebuie să fie între 1 și 5' }],
  });
  assert.equal(
    translate(structuredClone(thrown.explanation) ?? messages.operations.onlyProKey(), 'ro'),
    thrown.in('ro').message,
  );
});

test('every error is thrown with a message of the catalogue', () => {
  const outside = sources.filter((file) => throwsText(readFileSync(file, 'utf8')));
  assert.deepEqual(outside, []);
});

/** `new ApiError('CODE', 'Some words.')`. */
const throwsText = (text: string): boolean =>
  text
    .split(/new (?:ApiError|NotAwaited)\(/)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(';')).replace(HEADERS, '').replace(WORD, ''))
    .some((thrown) => /['"`]/.test(thrown));

/** Response headers, which programs read. */
const HEADERS = /headers: \{.*\}/g;

/** A literal of one word, such as a code or the name of a parameter or header, or without letters, such as a comma. */
const WORD = /(['"`])(?:[^'"`\s]*|[^'"`\p{L}]*)\1/gu;

/** Fields of answers whose values people read. */
const READ = 'warnings?|reasons?|label|details|problem|message|assumptions|remark';

test('texts for people in answers come from the catalogue, not from literals in the code', () => {
  const slices = sources.filter((file) => /^src\/(?:api|domain|platform\/usage)\//.test(file));
  const written = new RegExp(`\\b(?:${READ}): (?:\\[\\s*)?(?:[^,;{}\\n]*\\? )?['"\`][^'"\`]* [^'"\`]*['"\`]`, 'g');
  const found = slices.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(written)].map(([text]) => `${file}: ${text}`),
  );
  assert.deepEqual(found, []);
});

/** A text rendered with placeholder values, and the names of the values that it reads. */
function probed(text: unknown): { text: string; names: string[] } {
  if (typeof text === 'string') return { text, names: [] };
  const names = new Set<string>();
  const values = new Proxy(
    {},
    {
      get(_, name) {
        names.add(String(name));
        return anything;
      },
    },
  );
  return { text: `${(text as (values: object) => string)(values)}`, names: [...names].toSorted() };
}

/** A placeholder that works as a number, a list or a word. */
const anything: unknown = new Proxy(() => anything, {
  get(_, name) {
    if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 42 : 'x');
    if (name === 'endsWith') return () => true;
    return anything;
  },
});

test('every figure of a balance sheet has a Romanian name', () => {
  const named: Record<FigureName, string> = figures;
  assert.ok(Object.values(named).every((name) => name.length > 0));
});
