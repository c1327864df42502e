/** Shared parameters, and the annotations by which a schema parses, explains and documents its value. */

import Type, { type TSchema } from 'typebox';
import type { Message } from '#lib/i18n/message.ts';
import { about, type Description, field } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { parseCui } from '#lib/values/cui.ts';
import { isDay, suggestDay } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import type { ApiError } from './api-error.ts';

/** The parser of a schema. A symbol, so that JSON Schema and OpenAPI do not see it. */
const PARSER = Symbol('parser');

/**
 * Creates the error of a value: `throw refuse(wrongIs.day())`. The message follows the parameter's name, unless `whole` is a
 * complete sentence.
 */
type CreateError = (problem: Message, whole?: Message) => ApiError;
type Parse<Value> = (value: Value, refuse: CreateError) => unknown;

/** A schema whose valid value is parsed into another one: `'RO90000014'` becomes `'90000014'`. */
export const parsedAs = <Schema extends TSchema>(schema: Schema, read: Parse<Static<Schema>>): Schema =>
  Object.defineProperty(schema, PARSER, { value: read });

export const readerOf = (schema: TSchema): Parse<unknown> | undefined =>
  (schema as { [PARSER]?: Parse<unknown> })[PARSER];

/** The alternative spellings of a schema. */
const SPELLINGS = Symbol('spellings');
type Spellings = ReadonlyMap<string, string>;

/** A schema whose values have alternative spellings; the documentation shows one. */
const withSpellings = <Schema extends TSchema>(schema: Schema, spellings: Spellings): Schema =>
  Object.defineProperty(schema, SPELLINGS, { value: spellings });

export const spellingsOf = (schema: object | undefined): Spellings | undefined =>
  (schema as { [SPELLINGS]?: Spellings } | undefined)?.[SPELLINGS];

/** The message for a text that does not match the schema's pattern. */
const EXPLAIN = Symbol('explain');
type Explain = (text: string) => Message | null;

/** A schema that explains a text of the wrong shape. */
const withExplanation = <Schema extends TSchema>(schema: Schema, explain: Explain): Schema =>
  Object.defineProperty(schema, EXPLAIN, { value: explain });

/** A schema with a pattern and the message for texts that do not match it. */
export const withPatternMessage = <Schema extends TSchema>(schema: Schema, problem: Message): Schema =>
  withExplanation(schema, () => problem);

/** The message of a schema for a text of the wrong shape; null without one. */
export const explanationOf = (schema: object | undefined, text: unknown): Message | null =>
  typeof text === 'string' ? ((schema as { [EXPLAIN]?: Explain } | undefined)?.[EXPLAIN]?.(text) ?? null) : null;

/** A query parameter that may be repeated: `cpv=33&cpv=45`. Its values are parsed one by one; equal ones count once. */
export const repeated = <Schema extends TSchema>(schema: Schema, maxItems: number, texts: Description) =>
  withExplanation(
    parsedAs(Type.Array(schema, { minItems: 1, maxItems, ...about(texts) }), (values, refuse) => {
      const read = readerOf(schema);
      return [...new Set(read ? values.map((value) => read(value, refuse)) : values)];
    }),
    (text) => explanationOf(schema, text) ?? messages.wrong.shape(),
  );

/** The JSON Schema keywords that the parser checks beyond the schema. */
const DOCUMENTED = Symbol('documented');

/** Keywords for the documentation, where the parser is stricter than the schema and has the better message. */
export const documentedAs = <Schema extends TSchema>(schema: Schema, keywords: () => object): Schema =>
  Object.defineProperty(schema, DOCUMENTED, { value: keywords });

export const documentedSchema = (schema: TSchema): TSchema => ({
  ...schema,
  ...(schema as { [DOCUMENTED]?: () => object })[DOCUMENTED]?.(),
});

/** `0` has the shape of a fiscal code; source files write it for an unknown one. */
export const Cui = parsedAs(
  withPatternMessage(
    field(
      Type.String({
        pattern: '^ *([Rr][Oo] *)?([0-9] *){1,10}$',
        examples: ['90000014'],
      }),
      {
        en: 'Fiscal code (CUI): 1-10 digits, with or without `RO` in front; blanks do not count.',
        ro: 'Cod fiscal (CUI): 1-10 cifre, cu sau fără `RO` în față; spațiile nu contează.',
      },
    ),
    messages.wrong.noCuiShape(),
  ),
  (text, refuse) => {
    const cui = parseCui(text);
    if (cui === null) throw refuse(messages.wrong.noCui(), messages.operations.noCui());
    return cui;
  },
);

export const YEAR_MIN = 1990;

// The schema is created once, and the server runs past new year.
const nextYear = (): number => new Date().getUTCFullYear() + 1;

export const YearFor = (texts: Description) =>
  documentedAs(
    parsedAs(Type.Integer({ minimum: YEAR_MIN, maximum: 2100, ...about(texts), examples: [2024] }), (year, refuse) => {
      if (year > nextYear()) throw refuse(messages.wrong.range({ from: YEAR_MIN, to: nextYear() }));
      return year;
    }),
    () => ({ maximum: nextYear() }),
  );

export const Year = YearFor({
  en: 'Year, `YYYY`, from 1990 to next year.',
  ro: 'Anul, `YYYY`, din 1990 până la anul viitor.',
});

/** A day of the calendar: 2026-02-30 has the shape of a day and is none. */
export const CalendarDay = (texts: Description) =>
  withExplanation(
    documentedAs(
      parsedAs(
        Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', ...about(texts), examples: ['2026-08-19'] }),
        (text, refuse) => {
          if (!isDay(text)) throw refuse(messages.wrong.day());
          return text;
        },
      ),
      () => ({ format: 'date' }),
    ),
    (text) => {
      const meant = suggestDay(text);
      return meant === null ? messages.wrong.day() : messages.wrong.dayMeant({ meant });
    },
  );

/** A revision of CAEN, 2 or 3. `rev2`, as answers write it, is accepted too. */
export const revisionNumber = (options: { description: string; default?: number }) =>
  withSpellings(
    Type.Integer({ minimum: 2, maximum: 3, examples: [3], ...options }),
    new Map([
      ['rev2', '2'],
      ['rev3', '3'],
    ]),
  );

/** Companion of a filter by activity: a code of four digits may mean different activities in the two revisions. */
export const CaenRevisionNumber = revisionNumber({
  default: 3,
  ...about({
    en: 'Revision of CAEN that `caen` is a code of, 2 or 3. The other one is never mixed in: a warning counts the companies with the code there.',
    ro: 'Revizia CAEN din care face parte codul din `caen`, 2 sau 3. Cealaltă nu se amestecă niciodată: un avertisment numără firmele cu codul acolo.',
  }),
});

/** The most characters of a search, after trimming. */
const SEARCH_MAX = 200;
/** The most characters before trimming; longer text is not typed by a person. */
const SEARCH_RAW_MAX = 2_000;

/** Search text: trimmed, single blanks, in composed form. */
export const SearchText = documentedAs(
  parsedAs(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_RAW_MAX,
      ...about({
        en: `Words to look for, 1-${SEARCH_MAX} characters after trimming.`,
        ro: `Cuvinte de căutat, 1-${SEARCH_MAX} de caractere fără spațiile din jur.`,
      }),
    }),
    (text, refuse) => {
      const typed = text.normalize('NFC').replace(/\s+/g, ' ').trim();
      if (typed === '' || [...typed].length > SEARCH_MAX)
        throw refuse(messages.wrong.length({ from: 1, to: SEARCH_MAX }));
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
  ...about({
    en: `Rows to skip, 0-${OFFSET_MAX}. To read a list to its end, follow \`meta.page.next\`.`,
    ro: `Rânduri de sărit, 0-${OFFSET_MAX}. Ca să citiți o listă până la capăt, urmați \`meta.page.next\`.`,
  }),
});

/** The rows of a page. */
export const Limit = (maximum: number, fallback: number) =>
  Type.Integer({
    minimum: 1,
    maximum,
    default: fallback,
    ...about({ en: `Rows per page, 1-${maximum}.`, ro: `Rânduri pe pagină, 1-${maximum}.` }),
  });

export const Cursor = Type.Optional(
  withPatternMessage(
    field(
      Type.String({
        pattern: '^[A-Za-z0-9_.-]{1,500}$',
      }),
      {
        en: 'Where the next page starts: `meta.page.nextCursor` of the page before.',
        ro: 'De unde începe pagina următoare: `meta.page.nextCursor` al paginii dinainte.',
      },
    ),
    messages.wrong.noCursor(),
  ),
);

/** A CAEN class in an address or a filter. */
export const CaenCode = (texts: Description, examples: string[] = ['4711']) =>
  withPatternMessage(Type.String({ pattern: '^[0-9]{4}$', ...about(texts), examples }), messages.wrong.noClass());
