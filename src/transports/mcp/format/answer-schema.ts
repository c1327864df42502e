/**
 * Schemas of answers as they go over the wire, where hosts read all of them at once: whole in types, fields and what is required,
 * and brief in words. Figures keep their descriptions, because their names do not say whether they are lei, a share or a ratio, and
 * so do fields with a warning ("never summed with contracts"); all others are called what they are, and what every answer has is
 * told once, by the instructions.
 */
import type { TObject } from 'typebox';
import { wireSchema } from './arguments.ts';

/** What of JSON Schema our answers are described with. */
interface Shape {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

export const answerSchema = (schema: TObject): Record<string, unknown> => ({ ...brief(wireSchema(schema) as Shape) });

function brief(shape: Shape): Shape {
  const { description, properties, patternProperties, items, ...rest } = nullable(shape);
  return {
    ...rest,
    ...(description !== undefined && (isFigure(rest) || WARNING.test(description)) && { description }),
    ...(properties && { properties: briefEach(properties) }),
    ...(patternProperties && { patternProperties: briefEach(patternProperties) }),
    ...(items && { items: brief(items) }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(brief) }),
  };
}

const briefEach = (shapes: Record<string, Shape>): Record<string, Shape> =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, brief(shape)]));

const WARNING = /\bnever\b/;

/** Counts and years, which are integers, explain themselves. */
const isFigure = ({ type }: Shape): boolean => type === 'number' || (Array.isArray(type) && type.includes('number'));

/** "This or null" is one type or the other, and takes half of the words when it says so. */
function nullable(shape: Shape): Shape {
  const { anyOf, ...rest } = shape;
  const [one, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (anyOf?.length !== 2 || typeof one?.type !== 'string' || others.length > 0) return shape;
  return { ...one, ...rest, type: [one.type, 'null'], ...(one.enum && { enum: [...one.enum, null] }) };
}
