/** Parameters that many operations share, and how a parameter is turned into the value that handlers get. */

import Type, { type TSchema } from 'typebox';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { parseCui } from '#lib/values/cui.ts';
import { dayMeant, isDay } from '#lib/values/date.ts';
import type { Static } from '#lib/values/static.ts';
import type { ApiError } from './api-error.ts';
import { said, wrongIs } from './sentences.ts';

/** Where a schema keeps its reader. A symbol, so that JSON Schema and OpenAPI do not see it. */
const READ = Symbol('read');

/**
 * `throw refuse(wrongIs.day())` where the shape alone cannot tell; the parameter's name is put in front, unless there is a whole
 * sentence about it.
 */
type Refuse = (problem: Sentence, whole?: Sentence) => ApiError;
type Read<Value> = (value: Value, refuse: Refuse) => unknown;

/** A schema whose value, once valid, is read into another one: `'RO90000014'` arrives as `'90000014'`. */
export const parsedAs = <Schema extends TSchema>(schema: Schema, read: Read<Static<Schema>>): Schema =>
  Object.defineProperty(schema, READ, { value: read });

export const readerOf = (schema: TSchema): Read<unknown> | undefined => (schema as { [READ]?: Read<unknown> })[READ];

/** Where a schema keeps other spellings of its values. */
const SPELT = Symbol('spelt');
type Spellings = ReadonlyMap<string, string>;

/** A schema of a few values that callers may also know by another spelling: the documentation shows one. */
const alsoSpelt = <Schema extends TSchema>(schema: Schema, spellings: Spellings): Schema =>
  Object.defineProperty(schema, SPELT, { value: spellings });

export const spellingsOf = (schema: object | undefined): Spellings | undefined =>
  (schema as { [SPELT]?: Spellings } | undefined)?.[SPELT];

/** Where a schema keeps what it says of a text that has not its shape. */
const EXPLAIN = Symbol('explain');
type Explain = (text: string) => Sentence | null;

/** A schema that can tell what was meant by a text of another shape. */
const explaining = <Schema extends TSchema>(schema: Schema, explain: Explain): Schema =>
  Object.defineProperty(schema, EXPLAIN, { value: explain });

/** A schema with a pattern, and what is said of every text that does not fit it. */
export const withPatternMessage = <Schema extends TSchema>(schema: Schema, problem: Sentence): Schema =>
  explaining(schema, () => problem);

/** What a schema says of a text that has not its shape; null when it says nothing. */
export const explanationOf = (schema: object | undefined, text: unknown): Sentence | null =>
  typeof text === 'string' ? ((schema as { [EXPLAIN]?: Explain } | undefined)?.[EXPLAIN]?.(text) ?? null) : null;

/** Where a schema keeps what its reader asks beyond it, in the words of JSON Schema. */
const SHOWN = Symbol('shown');

/** What the documentation says of a schema, where the reader is stricter and says more clearly what is wrong. */
export const documentedAs = <Schema extends TSchema>(schema: Schema, keywords: () => object): Schema =>
  Object.defineProperty(schema, SHOWN, { value: keywords });

export const documentedSchema = (schema: TSchema): TSchema => ({
  ...schema,
  ...(schema as { [SHOWN]?: () => object })[SHOWN]?.(),
});

/** `0` has the shape of a fiscal code, and source files write it where there is none. */
export const Cui = parsedAs(
  withPatternMessage(
    Type.String({
      pattern: '^([Rr][Oo])?[0-9]{1,10}$',
      description: 'Fiscal code (CUI): 1-10 digits, with or without `RO` in front.',
      examples: ['90000014'],
    }),
    wrongIs.noCuiShape(),
  ),
  (text, refuse) => {
    const cui = parseCui(text);
    if (cui === null) throw refuse(wrongIs.noCui(), said.noCui());
    return cui;
  },
);

export const YEAR_MIN = 1990;

// A schema is made once, and the server runs into the new year.
const nextYear = (): number => new Date().getUTCFullYear() + 1;

export const YearFor = (description: string) =>
  documentedAs(
    parsedAs(Type.Integer({ minimum: YEAR_MIN, maximum: 2100, description, examples: [2024] }), (year, refuse) => {
      if (year > nextYear()) throw refuse(wrongIs.range({ from: YEAR_MIN, to: nextYear() }));
      return year;
    }),
    () => ({ maximum: nextYear() }),
  );

export const Year = YearFor('Year, `YYYY`, from 1990 to next year.');

/** A day of the calendar: 2026-02-30 has the shape of one and is none. */
export const CalendarDay = (description: string) =>
  explaining(
    documentedAs(
      parsedAs(
        Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description, examples: ['2026-08-19'] }),
        (text, refuse) => {
          if (!isDay(text)) throw refuse(wrongIs.day());
          return text;
        },
      ),
      () => ({ format: 'date' }),
    ),
    (text) => {
      const meant = dayMeant(text);
      return meant === null ? wrongIs.day() : wrongIs.dayMeant({ meant });
    },
  );

/** A revision of CAEN, 2 or 3. Answers write `rev2`, which is taken as well, so that what a row shows can be asked for. */
export const revisionNumber = (about: { description: string; default?: number }) =>
  alsoSpelt(
    Type.Integer({ minimum: 2, maximum: 3, examples: [3], ...about }),
    new Map([
      ['rev2', '2'],
      ['rev3', '3'],
    ]),
  );

/** Goes with a filter by activity: a code of four digits may stand for something else in each revision. */
export const CaenRevisionNumber = revisionNumber({
  default: 3,
  description:
    'Revision of CAEN that `caen` is a code of, 2 or 3. The other one is never mixed in: a warning says how many carry the code there.',
});

/** Characters of a search, after trimming. */
const SEARCH_MAX = 200;
/** Blanks around and between words cost nothing; more than this is no typing. */
const SEARCH_RAW_MAX = 2_000;

/** What a person types into a search box: trimmed, blanks single, in composed form. */
export const SearchText = documentedAs(
  parsedAs(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_RAW_MAX,
      description: `Words to look for, 1-${SEARCH_MAX} characters after trimming.`,
    }),
    (text, refuse) => {
      const typed = text.normalize('NFC').replace(/\s+/g, ' ').trim();
      if (typed === '' || [...typed].length > SEARCH_MAX) throw refuse(wrongIs.length({ from: 1, to: SEARCH_MAX }));
      return typed;
    },
  ),
  () => ({ maxLength: SEARCH_MAX }),
);

const OFFSET_MAX = 100_000;

export const Offset = Type.Integer({
  minimum: 0,
  maximum: OFFSET_MAX,
  default: 0,
  description: `Rows to skip, 0-${OFFSET_MAX}. To read a list to its end, follow \`meta.page.next\`.`,
});

/** Rows a page may hold. */
export const Limit = (maximum: number, fallback: number) =>
  Type.Integer({ minimum: 1, maximum, default: fallback, description: `Rows per page, 1-${maximum}.` });

export const Cursor = Type.Optional(
  withPatternMessage(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,500}$',
      description: 'Where the next page starts: `meta.page.nextCursor` of the page before.',
    }),
    wrongIs.noCursor(),
  ),
);

/** A CAEN class in an address or a filter. */
export const CaenCode = (description: string, examples: string[] = ['4711']) =>
  withPatternMessage(Type.String({ pattern: '^[0-9]{4}$', description, examples }), wrongIs.noClass());
