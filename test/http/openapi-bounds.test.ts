/**
 * The bounds, enums and defaults in the OpenAPI document are those of the service: every parameter is tested at both sides of
 * them, in `npm test` with a third of the values.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { isLongTier, sampled } from '#test/support/tier.ts';

interface Schema {
  type?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  default?: unknown;
  items?: Schema;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

interface Asked {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Parameters of the first example. */
  values: Record<string, string>;
  body: unknown;
}

/** Parameters with rules beyond a schema: a signed cursor, a check digit, a file that the press never published. */
const SAID_OTHERWISE: Record<string, string> = {
  cursor: 'signed, and bound to its query',
  cpv: 'a ninth digit must be the check digit',
  url: 'an address of a file is parsed as one',
  'getTopCompanies value': 'a county or an activity, as `slice` says',
  'getAccountUsage from': 'not longer ago than usage is kept',
  'getRatesHistory dateFrom': 'not more days before the last one than an answer has',
};

/** Optional parameters whose absence means something that no value expresses; `valueNote`: whatever was published. */
const NO_DEFAULT: Record<string, string> = {
  'getRelated kind': 'without it, ties of every kind but practitioners and the like',
  'getProcedures state': 'without it, documentation in every state that the list holds',
  'searchTenders state': 'without it, notices in every state are found',
  'searchTenders procedure': 'without it, procedures of every kind',
  'searchTenders sort': 'without it, by relevance with words, else the newest first',
  'getRatesHistory average': 'without it, days',
  'searchCompanies vat': 'without it, companies whatever their registration',
  'getCaenHub revision': 'the newest revision that has the code',
};

let service: SmallService;
let requested: Asked[];
before(async () => {
  service = await smallService();
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters: (Parameter | { $ref: string })[] }>>;
    components: { parameters: Record<string, Parameter> };
  };
  /** Common parameters are references. */
  const resolved = (parameter: Parameter | { $ref: string }): Parameter =>
    '$ref' in parameter
      ? (document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter)
      : // A repeated parameter is sent once here.
        { ...parameter, schema: { ...parameter.schema, ...parameter.schema.items } };
  requested = service.operations.map(({ id, declaration: { method = 'GET', path, examples } }) => ({
    id,
    method,
    path,
    parameters: (document.paths[path]?.[method.toLowerCase()]?.parameters ?? []).map(resolved),
    values: { ...examples[0]?.params, ...examples[0]?.query },
    body: examples[0]?.body,
  }));
});
after(() => service.close());

/** Sends the example with other values; undefined omits a parameter. */
async function ask({ method, path, parameters, values, body }: Asked, other: Record<string, string | undefined>) {
  const all = { ...values, ...other };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(all[name] ?? ''));
  const query = parameters.flatMap(({ name, in: location }): [string, string][] => {
    const value = all[name];
    return location === 'query' && value !== undefined ? [[name, value]] : [];
  });
  const response = await fetch(`${service.origin}${filled}?${new URLSearchParams(query)}`, {
    method,
    headers: { 'x-api-key': DEMO_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // An answer as a table has no error details.
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer = (isJson ? JSON.parse(text) : {}) as {
    data?: unknown;
    error?: { code: string; details?: { name: string; problem: string }[] };
  };
  return { status: response.status, answer };
}

const isSaidOtherwise = (name: string, { id }: Asked): boolean =>
  name in SAID_OTHERWISE || `${id} ${name}` in SAID_OTHERWISE;

/** Whether the service refuses this very parameter. */
async function isRefused(operation: Asked, name: string, value: string): Promise<boolean> {
  const { answer } = await ask(operation, { [name]: value });
  return answer.error?.code === 'INVALID_PARAMETER' && answer.error.details?.[0]?.name === name;
}

/** Runs the check for all parameters; a failure names the operation and the parameter. */
async function each(check: (parameter: Parameter, operation: Asked) => Promise<string[]>): Promise<void> {
  const wrong: string[] = [];
  for (const operation of requested)
    for (const parameter of operation.parameters)
      for (const problem of await check(parameter, operation))
        wrong.push(`${operation.id} ${parameter.name}: ${problem}`);
  assert.deepEqual(wrong, []);
}

/** Rotates the sampled values from parameter to parameter. */
let turn = 0;

/** The problem with a value, from the parameter’s error detail. */
async function problemOf(operation: Asked, name: string, value: unknown): Promise<string> {
  const { answer } = await ask(operation, { [name]: String(value) });
  return answer.error?.details?.find((detail) => detail.name === name)?.problem ?? 'nothing';
}

/** Values beyond the bounds, near and far, whose error message does not state the bounds. */
async function wrongRefusals(operation: Asked, name: string, beyond: unknown[], words: string): Promise<string[]> {
  const requested = sampled(beyond, 3, turn++);
  const problems = await Promise.all(requested.map((value) => problemOf(operation, name, value)));
  return problems.flatMap((problem, i) =>
    problem === words ? [] : [`${String(requested[i]).slice(0, 20)} ${problem}, not ${words}`],
  );
}

async function sides(operation: Asked, name: string, inside: unknown[], outside: unknown[]): Promise<string[]> {
  const wrong: string[] = [];
  const all = [...inside.map((value) => ({ value, isIn: true })), ...outside.map((value) => ({ value, isIn: false }))];
  for (const { value, isIn } of sampled(all, 3, turn++))
    if ((await isRefused(operation, name, String(value))) === isIn)
      wrong.push(`${isIn ? 'refuses' : 'takes'} ${value}`);
  return wrong;
}

describe('a parameter', () => {
  test('that is a number is accepted at its bounds and refused beyond them', () =>
    each(async ({ name, schema: { type, minimum, maximum } }, operation) => {
      if (type !== 'integer' && type !== 'number') return [];
      if (minimum === undefined || maximum === undefined) return ['has no bounds'];
      return sides(operation, name, [minimum, maximum], [minimum - 1, maximum + 1]);
    }));

  test('that is a number has its bounds in the error message for any value beyond them', () =>
    each(async ({ name, schema: { type, minimum = 0, maximum = 0 } }, operation) => {
      if (type !== 'integer' && type !== 'number') return [];
      const beyond = [minimum - 1, maximum + 1, 2_101, 10 ** 9, `-${'9'.repeat(40)}`, '9'.repeat(40)].filter(
        (value) => Number(value) < minimum || Number(value) > maximum,
      );
      return wrongRefusals(operation, name, beyond, `must be from ${minimum} to ${maximum}`);
    }));

  test('that is a text has its length in the error message for any longer value', () =>
    each(async ({ name, schema }, operation) => {
      const { type, minLength = 0, maxLength, pattern } = schema;
      if (type !== 'string' || schema.enum || pattern || maxLength === undefined || isSaidOtherwise(name, operation))
        return [];
      const beyond = [maxLength + 1, 2_001, 3_000].filter((length) => length > maxLength).map((n) => 'x'.repeat(n));
      return wrongRefusals(operation, name, beyond, `must have ${minLength}-${maxLength} characters`);
    }));

  test('that is an enum has its values in the error message', () =>
    each(async ({ name, schema }, operation) => {
      if (!schema.enum) return [];
      const words = schema.enum.length === 1 ? 'can only be' : 'must be one of';
      return wrongRefusals(operation, name, ['nothing'], `${words} ${schema.enum.join(', ')}`);
    }));

  test('that is an enum accepts each of its values and no other', () =>
    each(async ({ name, schema }, operation) =>
      schema.enum ? sides(operation, name, schema.enum, [`${schema.enum[0]}x`, 'nothing']) : [],
    ));

  test('that is a text has a maximum length, a pattern or an enum, and enforces it', () =>
    each(async ({ name, in: location, schema }, operation) => {
      const { type, minLength = 0, maxLength, pattern } = schema;
      if (type !== 'string' || schema.enum || pattern || isSaidOtherwise(name, operation)) return [];
      if (maxLength === undefined) return ['has no bound'];
      // An empty segment would be another path.
      const least = location === 'path' ? 1 : 0;
      const text = (length: number): string => 'x'.repeat(length);
      const inside = [text(Math.max(1, minLength)), text(maxLength)];
      return sides(operation, name, inside, [text(maxLength + 1), ...(minLength > least ? [text(minLength - 1)] : [])]);
    }));

  test('that is a date accepts calendar days only', () =>
    each(async ({ name, schema: { format } }, operation) => {
      if (format !== 'date' || isSaidOtherwise(name, operation)) return [];
      return sides(
        operation,
        name,
        ['2024-02-29', '2025-06-30'],
        ['2025-02-29', '2025-13-01', '2025-6-1', '30.06.2025'],
      );
    }));

  test('with a pattern accepts exactly the texts that match it', () =>
    each(async ({ name, schema: { pattern, format, maxLength = 60 } }, operation) => {
      if (pattern === undefined || format === 'date' || isSaidOtherwise(name, operation)) return [];
      const whole = new RegExp(pattern);
      // Lookaheads only narrow a pattern: samples without them fall on both sides.
      const created = fc.sample(fc.stringMatching(new RegExp(pattern.replace(/\(\?[=!][^)]*\)/g, ''))), {
        numRuns: isLongTier ? 40 : 12,
        seed: 7,
      });
      const others = [...created, ' ', 'é'.repeat(5), '../..', "' or 1=1", 'x'.repeat(maxLength + 600)];
      const [inside, outside] = [
        // Zero has the shape of a fiscal code, and is none.
        created.filter((text) => whole.test(text) && !/^ *(ro)?[ 0]*$/i.test(text)),
        others.filter((text) => !whole.test(text)),
      ];
      return sides(operation, name, inside, outside);
    }));

  test('that is omitted has the documented default', () =>
    each(async ({ name, in: location, required, schema }, operation) => {
      if (location === 'path' || required || schema.default === undefined) return [];
      const [left, given] = await Promise.all([
        ask(operation, { [name]: undefined }),
        ask(operation, { [name]: String(schema.default) }),
      ]);
      if (left.status !== 200) return [`is ${left.status} without it`];
      return JSON.stringify(left.answer.data) === JSON.stringify(given.answer.data) ? [] : ['is another answer'];
    }));

  test('that is optional with few values declares its default', () =>
    each(async ({ name, in: location, required, schema }, operation) => {
      const hasFew = schema.enum !== undefined || schema.type === 'boolean';
      if (location === 'path' || required || !hasFew || schema.default !== undefined) return [];
      return name === 'valueNote' || `${operation.id} ${name}` in NO_DEFAULT ? [] : ['has no default'];
    }));

  test('that is required is an error when omitted', () =>
    each(async ({ name, in: location, required }, operation) => {
      if (location === 'path') return required ? [] : ['is in the path'];
      const { answer } = await ask(operation, { [name]: undefined });
      const isMissed = answer.error?.code === 'INVALID_PARAMETER' && answer.error.details?.[0]?.name === name;
      return isMissed === required ? [] : [required ? 'is not missed' : 'is missed'];
    }));
});
