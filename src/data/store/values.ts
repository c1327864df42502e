/**
 * Values bound to statements: which ones are storable, and lists of them. Both engines refuse the same ones, because SQLite would
 * silently store most of them as NULL.
 */
import type { Value } from './database.ts';

const INT64_MAX = 2n ** 63n - 1n;

/** Quoted text and comments first, so that a `$1` inside them is no placeholder. */
const TOKENS = /'[^']*'?|"[^"]*"?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\$([0-9]+)/g;

/** Replaces every `$n` of the text by the callback's result. */
export const replacePlaceholders = (sql: string, replacement: (n: number) => string): string =>
  sql.replace(TOKENS, (token, n?: string) => (n === undefined ? token : replacement(Number(n))));

/** The number of parameters of a text: `$1` may come twice and after `$2`, but no number may be left out. */
export function countPlaceholders(sql: string): number {
  const seen = new Set<number>();
  replacePlaceholders(sql, (n) => {
    seen.add(n);
    return '';
  });
  for (let n = 1; n <= seen.size; n++) {
    if (!seen.has(n)) throw new TypeError(`The placeholders of "${shorten(sql)}" leave out $${n}.`);
  }
  return seen.size;
}

/** Throws unless there are exactly `count` storable values; names the wrong parameter. */
export function checkParameters(sql: string, count: number, params: readonly unknown[]): asserts params is Value[] {
  if (params.length !== count) {
    throw new TypeError(`"${shorten(sql)}" takes ${count} parameters and got ${params.length}.`);
  }
  for (let i = 0; i < count; i++) {
    const problem = refusal(params[i]);
    if (problem) throw new TypeError(`Parameter $${i + 1} of "${shorten(sql)}" is ${problem}.`);
  }
}

/** The same for a row of a bulk load; names the row and the column. */
export function checkRow(table: string, columns: readonly string[], row: readonly unknown[], number: number): void {
  for (let i = 0; i < columns.length; i++) {
    const problem = refusal(row[i]);
    if (problem) throw new TypeError(`Row ${number} for ${table}: column ${columns[i]} is ${problem}.`);
  }
}

/** Why a value cannot be stored, or null when it can. */
function refusal(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? 'text with a NUL character, which PostgreSQL cannot store' : null;
    case 'number':
      if (!Number.isFinite(value)) return `${value}, which no column can hold`;
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'an integer beyond 2^53; pass a bigint' : null;
    case 'bigint':
      return value > INT64_MAX || value < -INT64_MAX - 1n ? 'a bigint beyond 64 bits' : null;
    case 'boolean':
      return null;
    case 'undefined':
      return 'undefined; pass null for what is unknown';
    case 'object':
      if (value === null || value instanceof Uint8Array) return null;
      return value instanceof Date ? 'a Date; pass an ISO string' : 'an object; pass its JSON text';
    default:
      return `a ${typeof value}`;
  }
}

/** The beginning of a statement, to find it in the code. Values are never printed: they may be personal data. */
const shorten = (sql: string): string => {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
};

/** Maximum values of one list. */
export const LIST_MAX = 100;

/** Few lengths, so that an engine plans few texts. */
const LIST_LENGTHS = [1, 10, LIST_MAX];

/** Values for an `in (…)` list whose first placeholder is `$first`, filled up with repetitions. */
export function listOf(values: readonly Value[], first = 1): { placeholders: string; params: Value[] } {
  const length = LIST_LENGTHS.find((each) => each >= values.length);
  const filler = values.at(-1);
  if (!length || filler === undefined) throw new RangeError(`1 to ${LIST_MAX} values, not ${values.length}`);
  const params = [...values, ...Array.from({ length: length - values.length }, () => filler)];
  return { placeholders: params.map((_, i) => `$${first + i}`).join(', '), params };
}
