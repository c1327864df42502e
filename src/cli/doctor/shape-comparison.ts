/** Compares a JSON answer with the shape that we read: what is gone or of another type, and what is new. */
import { isObject } from '#data/sources/json.ts';

/** A type by name, several divided by `|`; a list by the shape of its items; an object by its fields. */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

export interface Difference {
  /** Whether it may break us; what is new does not. */
  matters: boolean;
  text: string;
}

/** Lists are judged by their first item. Null stands for a value of any type. */
export function differences(expected: Shape, found: unknown, path = 'the answer'): Difference[] {
  if (found === null) return [];
  if (typeof expected === 'string')
    return expected.split('|').includes(typeof found)
      ? []
      : [gone(`${path} is ${found === undefined ? 'missing' : nameOf(found)}, expected ${expected}`)];
  if (isList(expected)) {
    if (!Array.isArray(found)) return [gone(`${path} is ${nameOf(found)}, expected a list`)];
    return found.length === 0 ? [] : differences(expected[0], found[0], `${path}[]`);
  }
  if (!isObject(found)) return [gone(`${path} is ${nameOf(found)}, expected an object`)];
  const inner = (field: string): string => (path === 'the answer' ? field : `${path}.${field}`);
  return [
    ...Object.entries(expected).flatMap(([field, shape]) => differences(shape, found[field], inner(field))),
    ...Object.keys(found)
      .filter((field) => !(field in expected))
      .map((field) => ({ matters: false, text: `${inner(field)} is new` })),
  ];
}

const gone = (text: string): Difference => ({ matters: true, text });

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const nameOf = (value: unknown): string => {
  if (value === undefined) return 'missing';
  return Array.isArray(value) ? 'a list' : typeof value;
};
