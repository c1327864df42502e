/** Validation errors in words that a caller can act on: which value is wrong, and what it must be. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { TObject } from 'typebox';
import { type Detail, Problem } from './problem.ts';

/** Details of one answer; a body may be wrong in a hundred places. */
const DETAILS_MAX = 10;

export function invalid(where: Detail['in'], errors: ErrorObject[], schema: TObject | undefined): Problem {
  const details = new Map<string, Detail>();
  for (const error of errors) {
    const name = nameOf(error);
    if (details.size < DETAILS_MAX && !details.has(name))
      details.set(name, { in: where, name, problem: explain(error, name, schema) });
  }
  const [first] = details.values();
  const subject = where === 'body' ? 'The body' : where === 'path' ? 'The path parameter' : 'The parameter';
  const name = first?.name ? `${where === 'body' ? ': ' : ' '}${first.name}` : '';
  return new Problem(
    where === 'body' ? 'INVALID_BODY' : 'INVALID_PARAMETER',
    `${subject}${name} ${first?.problem ?? 'is not valid'}.`,
    { details: [...details.values()] },
  );
}

const nameOf = (error: ErrorObject): string =>
  error.instancePath.slice(1) || String(error.params.missingProperty ?? error.params.additionalProperty ?? '');

interface Property {
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  enum?: unknown[];
  anyOf?: { const?: unknown }[];
}

function explain(error: ErrorObject, name: string, schema: TObject | undefined): string {
  const property = (schema?.properties as Record<string, Property> | undefined)?.[name.split('/')[0] ?? ''];
  const choices = property?.enum ?? property?.anyOf?.map((choice) => choice.const).filter(Boolean) ?? [];
  switch (error.keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not known here';
    case 'pattern':
      return `has another shape than documented: ${property?.description ?? error.message}`.replace(/\.$/, '');
    case 'minimum':
    case 'maximum':
      if (property?.minimum === undefined || property.maximum === undefined) break;
      return `must be from ${property.minimum} to ${property.maximum}`;
    case 'minLength':
    case 'maxLength':
      if (property?.maxLength === undefined) break;
      return `must have ${property.minLength ?? 0}-${property.maxLength} characters`;
    case 'enum':
    case 'const':
    case 'anyOf':
      if (choices.length > 0) return `must be one of ${choices.join(', ')}`;
  }
  return error.message ?? 'is not valid';
}
