/** The fields of an answer as a flat list: path, type, description. */

import type { TSchema } from 'typebox';
import type { AnyEndpoint } from '#api/endpoint.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { meaningOf } from './phrases.ts';

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

export const fieldsOf = (schema: TSchema, language: Language): Field[] => fieldsIn(schema as Shape, '', language);

function fieldsIn(shape: Shape, path: string, language: Language): Field[] {
  const { items, properties, patternProperties, allOf } = shape;
  const choice = shape.anyOf?.find((candidate) => candidate.properties ?? candidate.items);
  if (choice) return fieldsIn(choice, path, language);
  if (allOf) return allOf.flatMap((part) => fieldsIn(part, path, language));
  if (items) return fieldsIn(items, `${path}[]`, language);
  const named = Object.entries(properties ?? {});
  const keyed = Object.values(patternProperties ?? {}).map((value) => ['{key}', value] as const);
  return [...named, ...keyed].flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const field = { path: at, type: typeOf(value, language), description: meaningOf(value, language) };
    return [field, ...fieldsIn(value, at, language)];
  });
}

function typeOf(shape: Shape, language: Language): string {
  if (shape.enum) return shape.enum.map(literalText).join(' | ');
  if ('const' in shape) return literalText(shape.const);
  if (shape.anyOf) return [...new Set(shape.anyOf.map((one) => typeOf(one, language)))].join(' | ');
  if (shape.items) return `${textsOf(language).docs.page.listOf} ${typeOf(shape.items, language)}`;
  if (shape.allOf) return 'object';
  return shape.type ?? 'any';
}

const literalText = (value: unknown): string => (value === null ? 'null' : `${value}`);

/** All fields of `data`; of `meta`, the fields that only this operation has. */
export function fieldsOfEndpoint({ data, meta }: AnyEndpoint, language: Language): Field[] {
  return [
    ...fieldsOf(data, language).map((field) => ({ ...field, path: field.path.replace(/^\[\]\.?/, '[].') })),
    ...(meta ? fieldsOf(meta, language).map((field) => ({ ...field, path: `meta.${field.path}` })) : []),
  ];
}

/** Long paths and codes may break after a slash, a dot or an underscore. */
export const breakable = (text: string): Html => html`${text.split(/(?<=[/._])/).map((part) => html`${part}<wbr>`)}`;
