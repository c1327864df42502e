/** From the text of a request to the typed input of a handler. Strict: what is not documented is refused, and named. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { TObject } from 'typebox';
import { languages, type Sentence } from '#lib/i18n/sentence.ts';
import { ajv } from './ajv.ts';
import { ApiError, type InvalidValue } from './api-error.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { messageAbout, validationError } from './explain.ts';
import { type Columns, parseFields, selectableFields } from './fields.ts';
import { readerOf, spellingsOf } from './parameters.ts';
import { wrongIs } from './sentences.ts';
import { FORMAT, formats, isTabular } from './tables/format.ts';

/** As a door reads it from a request: text, not yet looked at. */
export interface RawInput {
  params: Record<string, string>;
  /** The query string as sent, without the question mark. */
  query: string;
  body: unknown;
}

export type Values = Record<string, unknown>;

export interface Input {
  /** Checked, with defaults filled in. */
  values: Values;
  /** Names of the query parameters that were sent. */
  sent: readonly string[];
  /** What the answer is cut to; left out: nothing. */
  columns?: Columns;
}

export interface InputReader {
  /** From the text of a request. */
  read(raw: RawInput): Input;
  /** From values that are numbers and booleans already. */
  check(given: Values): Input;
}

/** What an operation's input is made of, as its problems name it. */
const PARTS = { params: 'path', query: 'query', body: 'body' } as const;

/** The language of the answer, which goes with every operation: the door has acted on it, here it is only checked. */
const LANGUAGE = 'lang';
/** Chosen columns, which go with every operation that answers one record. */
const FIELDS = 'fields';
const NOTHING_ASKED: Record<string, string> = {};

function assertSpoken(language: string): void {
  if (!languages.some((one) => one === language))
    throw wrong(LANGUAGE, wrongIs.choice({ choices: languages.join(', ') }));
}

/** So does the format of a list. */
function assertFormat(format: string): void {
  if (!formats.some((one) => one === format)) throw wrong(FORMAT, wrongIs.choice({ choices: formats.join(', ') }));
}

/** Compiled on first use: compiling every schema at start would take seconds. */
const checks = new WeakMap<TObject, ValidateFunction>();

export function inputReader(declaration: AnyEndpoint): InputReader {
  const checked = (part: keyof typeof PARTS, values: Values): Values => {
    const schema: TObject = declaration[part];
    const validate = checks.getOrInsertComputed(schema, () => ajv.compile({ additionalProperties: false, ...schema }));
    if (!validate(values)) throw validationError(PARTS[part], validate.errors ?? [], schema, values);
    return part === 'body' ? values : readValues(schema, values, PARTS[part]);
  };
  return {
    read({ params, query, body }) {
      const values: Values = {};
      if (declaration.params) Object.assign(values, checked('params', convert(declaration.params, params, 'path')));
      const asked = query === '' ? NOTHING_ASKED : parseQuery(query, namesOf(declaration));
      const { [LANGUAGE]: language, [FIELDS]: fields, [FORMAT]: format, ...given } = asked;
      if (language !== undefined) assertSpoken(language);
      if (format !== undefined) assertFormat(format);
      if (declaration.query) Object.assign(values, checked('query', convert(declaration.query, given, 'query')));
      if (declaration.body) Object.assign(values, checked('body', body as Values));
      const sent = Object.keys(given);
      if (fields === undefined) return { values, sent };
      return { values, sent, columns: parseFields(declaration, fields, invalidFields) };
    },
    check(given) {
      const values: Values = {};
      const left = { ...given };
      let sent: string[] = [];
      for (const part of ['params', 'query', 'body'] as const) {
        const schema: TObject | undefined = declaration[part];
        if (!schema) continue;
        const own = taken(left, schema);
        if (part === 'query') sent = Object.keys(own);
        Object.assign(values, checked(part, part === 'body' ? own : withDefaults(schema, own)));
      }
      const [unknown] = Object.keys(left);
      if (unknown !== undefined) throw wrong(unknown, wrongIs.notKnown());
      return { values, sent };
    },
  };
}

/** Takes what a schema names out of the values; what was given as undefined was not given. */
function taken(values: Values, schema: TObject): Values {
  const own: Values = {};
  for (const name of Object.keys(schema.properties)) {
    if (values[name] !== undefined) own[name] = values[name];
    delete values[name];
  }
  return own;
}

/** Parameters that the operation takes in its query. */
const namesOf = (declaration: AnyEndpoint): string[] => [
  ...Object.keys((declaration.query as TObject | undefined)?.properties ?? {}),
  ...(selectableFields(declaration) ? [FIELDS] : []),
  ...(isTabular(declaration) ? [FORMAT] : []),
  LANGUAGE,
];

/** `a=1&b=2` → `{ a: '1', b: '2' }`; unknown, repeated and malformed parameters are errors that name the parameter. */
function parseQuery(text: string, known: string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const name = decode(split < 0 ? pair : pair.slice(0, split), 'name');
    if (!known.includes(name)) throw wrong(name, unknownProblem(name, known));
    if (name in given) throw wrong(name, wrongIs.twice());
    given[name] = decode(split < 0 ? '' : pair.slice(split + 1), name);
  }
  return given;
}

function decode(text: string, name: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    throw wrong(name, wrongIs.encoding());
  }
  throw wrong(name, wrongIs.nul());
}

/** A name may be as long as the address; more of it than this tells nobody anything. */
const NAME_SHOWN_MAX = 60;

function wrong(given: string, problem: Sentence, where: InvalidValue['in'] = 'query', whole?: Sentence): ApiError {
  const name = given.slice(0, NAME_SHOWN_MAX);
  return new ApiError('INVALID_PARAMETER', whole ?? messageAbout(where, name, problem), {
    details: [{ in: where, name, problem }],
  });
}

export const invalidFields = (problem: Sentence): ApiError => wrong(FIELDS, problem);

function unknownProblem(name: string, known: string[]): Sentence {
  const start = name.slice(0, 3).toLowerCase();
  const near = start === '' ? undefined : known.find((candidate) => candidate.toLowerCase().startsWith(start));
  if (near) return wrongIs.notKnownNear({ near });
  return wrongIs.notKnownAmong({ known: known.join(', ') });
}

/** Text to numbers and booleans, where the schema says so and only for their plain spelling: no `0x10`, `1e1`, `007`, ` 5`. */
function convert(schema: TObject, given: Record<string, string>, where: InvalidValue['in']): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, typed] of Object.entries(given)) {
    const type = (schema.properties[name] as { type?: string } | undefined)?.type;
    const spellings = spellingsOf(schema.properties[name]);
    const text = spellings?.get(typed) ?? typed;
    if (type === 'integer') {
      if (!/^(0|-?[1-9][0-9]*)$/.test(text))
        throw wrong(name, spellings ? wrongIs.choice({ choices: choicesOf(spellings) }) : wrongIs.wholeNumber(), where);
      values[name] = finite(text);
    } else if (type === 'number') {
      if (!/^-?(0|[1-9][0-9]*)(\.[0-9]{1,6})?$/.test(text)) throw wrong(name, wrongIs.number(), where);
      values[name] = finite(text);
    } else if (type === 'boolean') {
      if (text !== 'true' && text !== 'false') throw wrong(name, wrongIs.boolean(), where);
      values[name] = text === 'true';
    } else {
      values[name] = text;
    }
  }
  return withDefaults(schema, values);
}

/** A number of any length, so that whoever is far beyond a bound is told the bound. */
const finite = (text: string): number =>
  Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);

const choicesOf = (spellings: ReadonlyMap<string, string>): string => [...new Set(spellings.values())].join(', ');

function withDefaults(schema: TObject, values: Values): Values {
  for (const [name, property] of Object.entries(schema.properties)) {
    const fallback = (property as { default?: unknown }).default;
    if (!(name in values) && fallback !== undefined) values[name] = fallback;
  }
  return values;
}

function readValues(
  schema: TObject,
  values: Record<string, unknown>,
  where: InvalidValue['in'],
): Record<string, unknown> {
  for (const [name, property] of Object.entries(schema.properties)) {
    const read = readerOf(property);
    const value = values[name];
    if (read && value !== undefined) values[name] = read(value, (problem, whole) => wrong(name, problem, where, whole));
  }
  return values;
}
