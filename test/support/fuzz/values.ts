/** Seeded values: valid by a schema, nearly valid, and hostile. */
import { pick, type Random } from '#demo-country/random.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

const chars = (...codes: number[]): string => String.fromCodePoint(...codes);

/** Texts that have misled programs: signs of languages, controls, directions, endings, and sizes. */
export const HOSTILE: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\0b',
  chars(0x7f, 0x80, 0x9f),
  chars(0xfeff),
  chars(0x202e, 0x2066, 0x200d, 0x200b),
  '\ud800',
  '\udfff\ud800',
  chars(0x10ffff),
  chars(0xfffe, 0xffff),
  'ﷺ'.repeat(20),
  'é'.normalize('NFD').repeat(30),
  `a${chars(0x301).repeat(300)}`,
  '👨‍👩‍👧‍👦🏳️‍🌈',
  'ÎȘȚĂÂ îșțăâ ŞŢ',
  'İıſßẞ',
  '１２３４５６７８',
  '٣٤٥٦٧٨',
  "' or 1=1 --",
  '"; drop table firm; --',
  '%_%',
  'a" NEAR b* ^c:d -e (',
  '"',
  '*',
  'AND OR NOT',
  '{{7*7}}$' + '{7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "=cmd|' /C calc'!A1",
  '../../../../etc/passwd',
  '..\\..\\windows',
  '%2e%2e%2f',
  '%00',
  '%',
  '%zz',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '0',
  '1e309',
  '-1',
  '9'.repeat(40),
  '9007199254740993',
  '2147483648',
  '0x1F',
  '1_000',
  '1,5',
  '2024-02-30',
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '2026-11-15T25:61:61Z',
  'true',
  '[]',
  '{}',
  '[[[[[[[[',
  'x'.repeat(300),
  'x'.repeat(5_000),
  ' '.repeat(2_000),
  'ă'.repeat(1_500),
  `${'a '.repeat(800)}`,
  `${'('.repeat(500)}${')'.repeat(500)}`,
];

/** A text with a few changes to it. */
export function nearly(text: string, roll: Random): string {
  let changed = text;
  for (let changes = 1 + Math.floor(roll() * 3); changes > 0; changes--) {
    const at = Math.floor(roll() * (changed.length + 1));
    const [before, after] = [changed.slice(0, at), changed.slice(at)];
    changed = pick<(own: Random) => string>(
      [
        () => before + after.slice(1),
        () => before + before.slice(-1) + after,
        () => before + pick([...'09aZ ăȘ-_.,;:/\\\'"%&=+*()[]{}<>|~`^$#@!?\u0000\u00a0\u2028'], roll()) + after,
        () => after + before,
        () => before.toUpperCase() + after.toLowerCase(),
        () => changed + changed,
        () => before + pick(HOSTILE, roll()) + after,
        () => before,
      ],
      roll(),
    )(roll);
    if (changed.length > LENGTH_MAX) changed = changed.slice(0, LENGTH_MAX);
  }
  return changed;
}

const LENGTH_MAX = 6_000;

/** Real values are found, made ones mostly are not. */
const REAL = 0.85;

/** A value for a name and its schema. `known`: real values of that name. */
export const textFor = (schema: Schema, known: readonly string[], roll: Random): string =>
  roll() < 0.4 ? validText(schema, known, roll) : changedText(schema, known, roll);

export const changedText = (schema: Schema, known: readonly string[], roll: Random): string =>
  roll() < 0.5 ? nearly(validText(schema, known, roll), roll) : pick(HOSTILE, roll());

export function validText(schema: Schema, known: readonly string[], roll: Random): string {
  if (known.length > 0 && roll() < REAL) return pick(known, roll());
  const value = valueFor(schema, roll, 0);
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

const DEPTH_MAX = 6;
const WORDS = [
  'zimbrul auriu',
  'con',
  'servicii',
  'București',
  'Șerban',
  'luminis',
  'cluj',
  '45',
  '4711',
  'EUR',
  '2024',
  '2026-11-15',
];

/** Real values by the name of a field. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** A value that a schema allows, as far as it is simple. */
export function valueFor(schema: Schema, roll: Random, depth = 0, known: Known = {}): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, roll());
  if (schema.examples && schema.examples.length > 0 && roll() < REAL) return pick(schema.examples, roll());
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return valueFor(pick(choices, roll()), roll, depth, known);
  if (schema.allOf?.[0]) return valueFor(schema.allOf[0], roll, depth, known);
  const type = Array.isArray(schema.type) ? pick(schema.type, roll()) : schema.type;
  if (type === 'object' || schema.properties) return depth > DEPTH_MAX ? {} : objectFor(schema, roll, depth, known);
  if (type === 'array') return listFor(schema, roll, depth, known);
  if (type === 'integer' || type === 'number') return numberFor(schema, roll, type === 'integer');
  if (type === 'boolean') return roll() < 0.5;
  if (type === 'null') return null;
  if (schema.default !== undefined && roll() < 0.3) return schema.default;
  return pick(WORDS, roll()).slice(0, schema.maxLength ?? LENGTH_MAX);
}

function objectFor({ properties = {}, required = [] }: Schema, roll: Random, depth: number, known: Known): object {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || roll() < 0.2);
  return Object.fromEntries(
    chosen.map(([name, own]) => {
      const real = known[name] ?? [];
      const isReal = real.length > 0 && own.type === 'string' && !own.enum && roll() < REAL;
      return [name, isReal ? pick(real, roll()) : valueFor(own, roll, depth + 1, known)];
    }),
  );
}

function listFor(
  { items = {}, minItems = 0, maxItems = 4 }: Schema,
  roll: Random,
  depth: number,
  known: Known,
): unknown[] {
  const length = Math.min(maxItems, minItems + Math.floor(roll() * 4));
  return depth > DEPTH_MAX ? [] : Array.from({ length }, () => valueFor(items, roll, depth + 1, known));
}

function numberFor({ minimum = -5, maximum = 5_000 }: Schema, roll: Random, isWhole: boolean): number {
  const number = pick([minimum, maximum, minimum + roll() * (maximum - minimum), minimum + roll() * 20], roll());
  return isWhole ? Math.round(number) : number;
}

/** Values that no schema expects. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53 + 2,
  '',
  [],
  {},
  [null],
  { $ne: '' },
  { __proto__: null, constructor: { prototype: {} } },
  [[[[[[[[[[[[]]]]]]]]]]]],
];

/** A JSON value with one part replaced, removed or added. */
export function changedValue(value: unknown, roll: Random): unknown {
  if (typeof value === 'object' && value !== null && roll() < 0.8) {
    if (Array.isArray(value)) {
      if (value.length === 0) return [pick(STRANGE, roll())];
      const at = Math.floor(roll() * value.length);
      return roll() < 0.2 ? [...value, ...value] : value.map((each, i) => (i === at ? changedValue(each, roll) : each));
    }
    const names = Object.keys(value);
    const name = names.length === 0 || roll() < 0.15 ? pick(HOSTILE, roll()) : pick(names, roll());
    const { [name]: own, ...others } = value as Record<string, unknown>;
    return roll() < 0.15 ? others : { ...others, [name]: changedValue(own, roll) };
  }
  if (typeof value === 'string' && roll() < 0.6) return roll() < 0.5 ? nearly(value, roll) : pick(HOSTILE, roll());
  return pick(STRANGE, roll());
}
