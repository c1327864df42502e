/** Parameters that many operations share, and how a parameter is turned into the value that handlers get. */
import Type, { type TSchema } from 'typebox';
import { parseCui } from '#base/cui.ts';

/** Where a schema keeps its reader. A symbol, so that JSON Schema and OpenAPI do not see it. */
const READ = Symbol('read');

type Read = (text: string) => unknown;

/** A schema whose text, once valid, is read into another value: `' RO9000 0014'` arrives as `'90000014'`. */
export const readAs = <Schema extends TSchema>(schema: Schema, read: Read): Schema =>
  Object.defineProperty(schema, READ, { value: read });

export const readerOf = (schema: TSchema): Read | undefined => (schema as { [READ]?: Read })[READ];

export const Cui = readAs(
  Type.String({
    pattern: '^([Rr][Oo])?[0-9]{1,10}$',
    description: 'Fiscal code (CUI): 1-10 digits, with or without `RO` in front.',
    examples: ['90000014'],
  }),
  (text) => parseCui(text) ?? '0',
);

export const Year = Type.Integer({
  minimum: 1990,
  maximum: 2100,
  description: 'Year, `YYYY`.',
  examples: [2024],
});

/** Rows a page may hold. */
export const Limit = (maximum: number, fallback: number) =>
  Type.Integer({ minimum: 1, maximum, default: fallback, description: `Rows per page, 1-${maximum}.` });

export const Cursor = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9_.-]{1,500}$',
    description: 'Where the next page starts: `meta.page.nextCursor` of the page before.',
  }),
);
