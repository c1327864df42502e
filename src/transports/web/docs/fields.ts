/** The fields of an answer as a flat list for readers: path, type, description. */

import type { TSchema } from 'typebox';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { meaningOf } from './in-words.ts';

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

export const fieldsOf = (schema: TSchema, language: Language): Field[] => inside(schema as Shape, '', language);

function inside(shape: Shape, path: string, language: Language): Field[] {
  const { items, properties, patternProperties, allOf } = shape;
  const choice = shape.anyOf?.find((candidate) => candidate.properties ?? candidate.items);
  if (choice) return inside(choice, path, language);
  if (allOf) return allOf.flatMap((part) => inside(part, path, language));
  if (items) return inside(items, `${path}[]`, language);
  const named = Object.entries(properties ?? {});
  const keyed = Object.values(patternProperties ?? {}).map((value) => ['{key}', value] as const);
  return [...named, ...keyed].flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const field = { path: at, type: typeOf(value, language), description: meaningOf(value, language) };
    return [field, ...inside(value, at, language)];
  });
}

function typeOf(shape: Shape, language: Language): string {
  if (shape.enum) return shape.enum.map(quoted).join(' | ');
  if ('const' in shape) return quoted(shape.const);
  if (shape.anyOf) return [...new Set(shape.anyOf.map((one) => typeOf(one, language)))].join(' | ');
  if (shape.items) return `${textsOf(language).docs.page.listOf} ${typeOf(shape.items, language)}`;
  if (shape.allOf) return 'object';
  return shape.type ?? 'any';
}

const quoted = (value: unknown): string => (value === null ? 'null' : `${value}`);
