/** The fields of an answer as a flat list for readers: path, type, description. */
import type { TSchema } from 'typebox';
import { deprecationWords } from '#openapi/declaration-phrases.ts';
import { deprecationOf } from '#operations/deprecation.ts';

export interface Field {
  path: string;
  type: string;
  description: string;
}

interface Shape {
  type?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  allOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
}

export const fieldsOf = (schema: TSchema): Field[] => inside(schema as Shape, '');

function inside(shape: Shape, path: string): Field[] {
  const { items, properties, patternProperties, allOf } = shape;
  const choice = shape.anyOf?.find((candidate) => candidate.properties ?? candidate.items);
  if (choice) return inside(choice, path);
  if (allOf) return allOf.flatMap((part) => inside(part, path));
  if (items) return inside(items, `${path}[]`);
  const named = Object.entries(properties ?? {});
  const keyed = Object.values(patternProperties ?? {}).map((value) => ['{key}', value] as const);
  return [...named, ...keyed].flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [{ path: at, type: typeOf(value), description: saidOf(value) }, ...inside(value, at)];
  });
}

/** What it means, and that it goes. */
export function saidOf(shape: { description?: string }): string {
  const { description = '' } = shape;
  const leaving = deprecationOf(shape);
  return leaving ? `${deprecationWords(leaving)} ${description}`.trimEnd() : description;
}

function typeOf(shape: Shape): string {
  if (shape.enum) return shape.enum.map(quoted).join(' | ');
  if ('const' in shape) return quoted(shape.const);
  if (shape.anyOf) return [...new Set(shape.anyOf.map(typeOf))].join(' | ');
  if (shape.items) return `list of ${typeOf(shape.items)}`;
  if (shape.allOf) return 'object';
  return shape.type ?? 'any';
}

const quoted = (value: unknown): string => (value === null ? 'null' : `${value}`);
