/** Validation errors in words that a caller can act on: which value is wrong, and what it must be. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { TObject, TSchema } from 'typebox';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { ApiError, type InvalidValue } from './api-error.ts';
import { documentedSchema, explanationOf } from './parameters.ts';
import { said, wrongIs } from './sentences.ts';

/** Details of one answer; a body may be wrong in a hundred places. */
const DETAILS_MAX = 10;

export function validationError(
  where: InvalidValue['in'],
  errors: ErrorObject[],
  schema: TObject | undefined,
  values?: Record<string, unknown>,
): ApiError {
  const details = new Map<string, InvalidValue>();
  for (const error of errors) {
    const name = nameOf(error);
    if (details.size < DETAILS_MAX && !details.has(name))
      details.set(name, { in: where, name, problem: explain(error, name, schema, values) });
  }
  const { name = '', problem = wrongIs.notValid() } = details.values().next().value ?? {};
  return new ApiError(where === 'body' ? 'INVALID_BODY' : 'INVALID_PARAMETER', messageAbout(where, name, problem), {
    details: [...details.values()],
  });
}

export function messageAbout(where: InvalidValue['in'], name: string, problem: Sentence): Sentence {
  if (where !== 'body') return said[where === 'path' ? 'path' : 'query']({ name, problem });
  return name === '' ? said.body({ problem }) : said.field({ name, problem });
}

/** Names that a caller made up are not sent back whole. */
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
): Sentence {
  const declared = (schema?.properties as Record<string, TSchema> | undefined)?.[name.split('/')[0] ?? ''];
  // What is told is what the documentation tells: a reader may be stricter than the schema that is checked first.
  const property: Property | undefined = declared && documentedSchema(declared);
  // Of a row of a list, the rule that was broken knows them.
  const choices =
    property?.enum ??
    property?.anyOf?.map((choice) => choice.const).filter(Boolean) ??
    (error.params.allowedValues as unknown[] | undefined) ??
    [];
  switch (error.keyword) {
    case 'required':
      return wrongIs.missing();
    case 'additionalProperties':
      return wrongIs.notKnown();
    case 'pattern':
      return explanationOf(declared, values[name]) ?? wrongIs.shape();
    case 'minimum':
    case 'maximum':
      if (property?.minimum === undefined || property.maximum === undefined)
        return wrongIs.bound({ comparison: error.params.comparison, limit: error.params.limit });
      return wrongIs.range({ from: property.minimum, to: property.maximum });
    case 'minLength':
    case 'maxLength':
      if (property?.maxLength === undefined) break;
      return wrongIs.length({ from: property.minLength ?? 0, to: property.maxLength });
    case 'enum':
    case 'const':
    case 'anyOf':
      if (choices.length === 1) return wrongIs.only({ choice: String(choices[0]) });
      if (choices.length > 1) return wrongIs.choice({ choices: choices.join(', ') });
      break;
    case 'type':
      return wrongIs.type({ type: String(error.params.type) });
    case 'minItems':
      return wrongIs.tooFew({ limit: error.params.limit });
    case 'maxItems':
      return wrongIs.tooMany({ limit: error.params.limit });
  }
  return error.message === undefined ? wrongIs.notValid() : wrongIs.other({ rule: error.message });
}
