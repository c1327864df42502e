/** Invalid input derived from schemas, with its expected result, so that new operations are covered without new test code. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TObject, TSchema } from 'typebox';

export interface Property {
  type?: string;
  items?: TSchema;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** As encoded in an address. */
export const WRONG_TEXTS = [
  '12345678901',
  '99999999999999999999',
  '',
  'abc',
  'null',
  '%00',
  '1%00',
  '%0A',
  '%zz',
  '%',
  '%ED%A0%80',
  '1e1',
  '0x10',
  '%205',
  '5%20',
  '-1',
  '0',
  '007',
  '1.5',
  '1,2',
  '%5B%221%22%5D',
  '%3Cscript%3E',
  "'%20OR%201=1--",
  '..%2F..%2Fetc%2Fpasswd',
  'x'.repeat(4_000),
];

const ajv = new Ajv2020({ strict: false });

/** Whether an encoded text is invalid, decided independently of the code under test. */
export function isWrong(schema: TSchema, encoded: string, where: 'path' | 'query'): boolean {
  let text: string;
  try {
    text = decodeURIComponent(encoded);
  } catch {
    return true;
  }
  if (text.includes('\0') || (where === 'path' && /\p{Cc}/u.test(text))) return true;
  const { type, items } = schema as Property;
  // A repeated parameter, sent once.
  if (items) return isWrong(items, encoded, where);
  if (type === 'integer') return !/^(0|-?[1-9][0-9]*)$/.test(text) || !ajv.validate(schema, Number(text));
  if (type === 'number') return !/^-?(0|[1-9][0-9]*)(\.[0-9]{1,6})?$/.test(text) || !ajv.validate(schema, Number(text));
  if (type === 'boolean') return text !== 'true' && text !== 'false';
  return !ajv.validate(schema, text);
}

/** Integers just outside the bounds of a schema. */
export function outOfRange({ type, minimum, maximum }: Property): string[] {
  if (type !== 'integer') return [];
  return [minimum, maximum].flatMap((bound, i) => (bound === undefined ? [] : [String(bound + (i === 0 ? -1 : 1))]));
}

/** Bodies that break the schema of a valid one in one field each. */
export function* wrongBodies(
  schema: TObject,
  right: Record<string, unknown>,
): Generator<[what: string, body: unknown]> {
  yield ['an array', []];
  yield ['null', null];
  yield ['a text', 'x'];
  yield ['a property too many', { ...right, extra: 1 }];
  yield ['a prototype', JSON.parse(`{"__proto__":{},${JSON.stringify(right).slice(1)}`)];
  for (const [name, property] of Object.entries(schema.properties)) {
    const { type, minItems, maxItems } = property as Property;
    const { [name]: _, ...without } = right;
    if ((schema.required as string[] | undefined)?.includes(name)) yield [`no ${name}`, without];
    yield [`${name} null`, { ...right, [name]: null }];
    yield [`${name} an object`, { ...right, [name]: {} }];
    if (type !== 'array') continue;
    const entry = (right[name] as unknown[])[0];
    const list = (length: number): unknown[] => Array.from({ length }, () => entry);
    yield [`${name} a text`, { ...right, [name]: entry }];
    if (minItems) yield [`${minItems - 1} ${name}`, { ...right, [name]: list(minItems - 1) }];
    if (maxItems) yield [`${maxItems + 1} ${name}`, { ...right, [name]: list(maxItems + 1) }];
    for (const wrong of [1, null, true, {}, ['x']])
      yield [`${name} with ${JSON.stringify(wrong)}`, { ...right, [name]: [entry, wrong] }];
  }
}
