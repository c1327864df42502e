/** Parses and validates the text of a request into the typed input of a handler. Undocumented input is refused, and the error names it. */

import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { TObject, TSchema } from 'typebox';
import { languages, type Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { ajv } from './ajv.ts';
import { ApiError, type InvalidValue } from './api-error.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type Columns, parseFields, selectableFields } from './fields.ts';
import { documentedSchema, explanationOf, readerOf, spellingsOf } from './parameters.ts';
import { FORMAT, formats, isTabular } from './tables/format.ts';

/** Raw text of a request, as a transport reads it. */
export interface RawInput {
  params: Record<string, string>;
  /** The query string as sent, without the question mark. */
  query: string;
  body: unknown;
}

export type Values = Record<string, unknown>;

export interface Input {
  /** Validated, with defaults. */
  values: Values;
  /** The names of the query parameters that were sent. */
  sent: readonly string[];
  /** The selected columns; without it the answer is whole. */
  columns?: Columns;
}

export interface InputReader {
  /** Parses the text of a request. */
  read(raw: RawInput): Input;
  /** Validates values that are typed already. */
  check(values: Values): Input;
  /** Compiles the schemas, which the first request would wait for. */
  prepare(): void;
}

/** The parts of an input, as error details name them. */
const PARTS = { params: 'path', query: 'query', body: 'body' } as const;

/** The language parameter of every operation: the transport uses it, the input reader only validates it. */
const LANGUAGE = 'lang';
/** The field selection of operations that answer one record. */
const FIELDS = 'fields';
/** A parameter that may be repeated has a list. */
type Texts = Record<string, string | string[]>;
/** Parameters that no declaration has, and that are never repeated. */
type OwnTexts = Partial<Record<typeof LANGUAGE | typeof FIELDS | typeof FORMAT, string>>;
const NOTHING_SENT: readonly string[] = [];

function assertLanguage(language: string): void {
  if (!languages.some((one) => one === language))
    throw invalidParameter(LANGUAGE, messages.wrong.choice({ choices: languages.join(', ') }));
}

function assertFormat(format: string): void {
  if (!formats.some((one) => one === format))
    throw invalidParameter(FORMAT, messages.wrong.choice({ choices: formats.join(', ') }));
}

/** Compiled on first use, because compiling all schemas at start takes seconds. */
const checks = new WeakMap<TObject, ValidateFunction>();

export function inputReader(declaration: AnyEndpoint): InputReader {
  const checkOf = (schema: TObject): ValidateFunction =>
    checks.getOrInsertComputed(schema, () => ajv.compile({ additionalProperties: false, ...schema }));
  const checked = (part: keyof typeof PARTS, values: Values): Values => {
    const schema: TObject = declaration[part];
    const validate = checkOf(schema);
    if (!validate(values)) throw validationError(PARTS[part], validate.errors ?? [], schema, values);
    return part === 'body' ? values : readValues(schema, values, PARTS[part]);
  };
  let defaults: Values | null = null;
  /** The values without a query; computed once where they are plain. */
  const valuesOfNoQuery = (): Values => {
    if (defaults !== null) return defaults;
    const values = checked('query', convert(declaration.query, {}, 'query'));
    if (Object.values(values).every((value) => typeof value !== 'object')) defaults = values;
    return values;
  };
  return {
    prepare() {
      for (const schema of [declaration.params, declaration.query, declaration.body]) if (schema) checkOf(schema);
    },
    read({ params, query, body }) {
      const values: Values = {};
      if (declaration.params) Object.assign(values, checked('params', convert(declaration.params, params, 'path')));
      if (query === '' && !declaration.body) {
        if (declaration.query) Object.assign(values, valuesOfNoQuery());
        return { values, sent: NOTHING_SENT };
      }
      const parameters = query === '' ? {} : parseQuery(query, namesOf(declaration), declaration.query);
      const { [LANGUAGE]: language, [FIELDS]: fields, [FORMAT]: format, ...rest } = parameters as Texts & OwnTexts;
      if (language !== undefined) assertLanguage(language);
      if (format !== undefined) assertFormat(format);
      if (declaration.query) Object.assign(values, checked('query', convert(declaration.query, rest, 'query')));
      if (declaration.body) Object.assign(values, checked('body', body as Values));
      const sent = Object.keys(rest);
      if (fields === undefined) return { values, sent };
      return { values, sent, columns: parseFields(declaration, fields, invalidFields) };
    },
    check(typed) {
      const values: Values = {};
      const remaining = { ...typed };
      let sent: string[] = [];
      for (const part of ['params', 'query', 'body'] as const) {
        const schema: TObject | undefined = declaration[part];
        if (!schema) continue;
        const own = extractNamed(remaining, schema);
        if (part === 'query') sent = Object.keys(own);
        Object.assign(values, checked(part, part === 'body' ? own : withDefaults(schema, own)));
      }
      const [unknown] = Object.keys(remaining);
      if (unknown !== undefined) throw invalidParameter(unknown, messages.wrong.notKnown());
      return { values, sent };
    },
  };
}

/** Moves the values that a schema names; undefined counts as absent. */
function extractNamed(values: Values, schema: TObject): Values {
  const own: Values = {};
  for (const name of Object.keys(schema.properties)) {
    if (values[name] !== undefined) own[name] = values[name];
    delete values[name];
  }
  return own;
}

/** The query parameters of an operation. */
const namesOf = (declaration: AnyEndpoint): string[] => [
  ...Object.keys((declaration.query as TObject | undefined)?.properties ?? {}),
  ...(selectableFields(declaration) ? [FIELDS] : []),
  ...(isTabular(declaration) ? [FORMAT] : []),
  LANGUAGE,
];

const isList = (property: object | undefined): boolean => (property as { type?: string } | undefined)?.type === 'array';

/** `a=1&b=2` → `{ a: '1', b: '2' }`. Throws for unknown, wrongly repeated and malformed parameters, by name. */
function parseQuery(text: string, known: string[], schema: TObject | undefined): Texts {
  const values: Texts = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const split = pair.indexOf('=');
    const name = decode(split < 0 ? pair : pair.slice(0, split), 'name');
    if (!known.includes(name)) throw invalidParameter(name, unknownProblem(name, known));
    const value = decode(split < 0 ? '' : pair.slice(split + 1), name);
    const before = values[name];
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) throw invalidParameter(name, messages.wrong.twice());
    else values[name] = isList(schema?.properties[name]) ? [value] : value;
  }
  return values;
}

function decode(text: string, name: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    throw invalidParameter(name, messages.wrong.encoding());
  }
  throw invalidParameter(name, messages.wrong.nul());
}

/** The most characters of a parameter name that are returned to the caller. */
const NAME_SENT_MAX = 60;

function invalidParameter(
  sentName: string,
  problem: Message,
  where: InvalidValue['in'] = 'query',
  whole?: Message,
): ApiError {
  const name = sentName.slice(0, NAME_SENT_MAX);
  return new ApiError('INVALID_PARAMETER', whole ?? messageAbout(where, name, problem), {
    details: [{ in: where, name, problem }],
  });
}

export const invalidFields = (problem: Message): ApiError => invalidParameter(FIELDS, problem);

function unknownProblem(name: string, known: string[]): Message {
  const start = name.slice(0, 3).toLowerCase();
  const near = start === '' ? undefined : known.find((candidate) => candidate.toLowerCase().startsWith(start));
  if (near) return messages.wrong.notKnownNear({ near });
  return messages.wrong.notKnownAmong({ known: known.join(', ') });
}

/** Converts text to numbers and booleans as the schema says, in plain spelling only: no `0x10`, `1e1`, `007`, ` 5`. */
function convert(schema: TObject, texts: Texts, where: InvalidValue['in']): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, typed] of Object.entries(texts)) {
    if (typeof typed !== 'string') {
      values[name] = typed;
      continue;
    }
    const type = (schema.properties[name] as { type?: string } | undefined)?.type;
    const spellings = spellingsOf(schema.properties[name]);
    const text = spellings?.get(typed) ?? typed;
    if (type === 'integer') {
      if (!/^(0|-?[1-9][0-9]*)$/.test(text))
        throw invalidParameter(
          name,
          spellings ? messages.wrong.choice({ choices: choicesOf(spellings) }) : messages.wrong.wholeNumber(),
          where,
        );
      values[name] = clamped(text);
    } else if (type === 'number') {
      if (!/^-?(0|[1-9][0-9]*)(\.[0-9]{1,6})?$/.test(text))
        throw invalidParameter(name, messages.wrong.number(), where);
      values[name] = clamped(text);
    } else if (type === 'boolean') {
      if (text !== 'true' && text !== 'false') throw invalidParameter(name, messages.wrong.boolean(), where);
      values[name] = text === 'true';
    } else {
      values[name] = text;
    }
  }
  return withDefaults(schema, values);
}

/** A number of any length, clamped, so that the error names the bound. */
const clamped = (text: string): number =>
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
    if (read && value !== undefined)
      values[name] = read(value, (problem, whole) => invalidParameter(name, problem, where, whole));
  }
  return values;
}

/** The most details of one answer; a body may be wrong in a hundred places. */
const DETAILS_MAX = 10;

export function validationError(
  where: InvalidValue['in'],
  errors: ErrorObject[],
  schema: TObject | undefined,
  values?: Record<string, unknown>,
): ApiError {
  const details = new Map<string, InvalidValue>();
  for (const error of errors) {
    const path = nameOf(error);
    // Items of a repeated parameter are values of that parameter.
    const name = where === 'query' ? (path.split('/')[0] ?? path) : path;
    if (details.size < DETAILS_MAX && !details.has(name))
      details.set(name, { in: where, name, problem: explain(error, name, schema, values) });
  }
  const { name = '', problem = messages.wrong.notValid() } = details.values().next().value ?? {};
  return new ApiError(where === 'body' ? 'INVALID_BODY' : 'INVALID_PARAMETER', messageAbout(where, name, problem), {
    details: [...details.values()],
  });
}

export function messageAbout(where: InvalidValue['in'], name: string, problem: Message): Message {
  if (where !== 'body') return messages.operations[where === 'path' ? 'path' : 'query']({ name, problem });
  return name === '' ? messages.operations.body({ problem }) : messages.operations.field({ name, problem });
}

/** Names that the caller sent are returned only up to this length. */
const NAME_LENGTH_MAX = 60;

const nameOf = (error: ErrorObject): string =>
  (error.instancePath.slice(1) || String(error.params.missingProperty ?? error.params.additionalProperty ?? '')).slice(
    0,
    NAME_LENGTH_MAX,
  );

interface Property {
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  enum?: unknown[];
  anyOf?: { const?: unknown }[];
}

function explain(
  error: ErrorObject,
  name: string,
  schema: TObject | undefined,
  values: Record<string, unknown> = {},
): Message {
  const declared = (schema?.properties as Record<string, TSchema> | undefined)?.[name.split('/')[0] ?? ''];
  // The message gives the documented bounds: a parser may be stricter than the schema that is checked first.
  const whole: (Property & { items?: TSchema }) | undefined = declared && documentedSchema(declared);
  const isOfItem = whole?.items !== undefined && error.instancePath.split('/').length > 2;
  const property = isOfItem && whole.items ? (documentedSchema(whole.items) as Property) : whole;
  // For a row of a list, the validation rule has the choices.
  const choices =
    property?.enum ??
    property?.anyOf?.map((choice) => choice.const).filter(Boolean) ??
    (error.params.allowedValues as unknown[] | undefined) ??
    [];
  switch (error.keyword) {
    case 'required':
      return messages.wrong.missing();
    case 'additionalProperties':
      return messages.wrong.notKnown();
    case 'pattern':
      return explanationOf(declared, [values[name]].flat()[0]) ?? messages.wrong.shape();
    case 'minimum':
    case 'maximum':
      if (property?.minimum === undefined || property.maximum === undefined)
        return messages.wrong.bound({ comparison: error.params.comparison, limit: error.params.limit });
      return messages.wrong.range({ from: property.minimum, to: property.maximum });
    case 'minLength':
    case 'maxLength':
      if (property?.maxLength === undefined) break;
      return messages.wrong.length({ from: property.minLength ?? 0, to: property.maxLength });
    case 'enum':
    case 'const':
    case 'anyOf':
      if (choices.length === 1) return messages.wrong.only({ choice: String(choices[0]) });
      if (choices.length > 1) return messages.wrong.choice({ choices: choices.join(', ') });
      break;
    case 'type':
      return messages.wrong.type({ type: String(error.params.type) });
    case 'minItems':
      return messages.wrong.tooFew({ limit: error.params.limit });
    case 'maxItems':
      return messages.wrong.tooMany({ limit: error.params.limit });
  }
  return error.message === undefined ? messages.wrong.notValid() : messages.wrong.other({ rule: error.message });
}
