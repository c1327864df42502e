/** Schemas of declarations as TypeScript: a shape with a title is an interface of that name, written once. */
import type { TObject, TSchema } from 'typebox';
import { deprecationOf } from '#api/deprecation.ts';
import { deprecationText } from '#api/openapi/operation.ts';

export interface Shapes {
  typeOf(schema: TSchema): string;
  /** Its properties, on one line each; those of a query need not be sent where they have a default. */
  fieldsOf(schema: TObject | undefined, isQuery?: boolean): string[];
  /** Every interface that was named so far, by name. */
  declared(): string;
}

interface Schema {
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: TSchema[];
  oneOf?: TSchema[];
  allOf?: TSchema[];
  items?: TSchema;
  prefixItems?: TSchema[];
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  additionalProperties?: TSchema | boolean;
  required?: string[];
}

export function shapes(): Shapes {
  const interfaces = new Map<string, string>();

  function typeOf(schema: TSchema): string {
    const { title, description, properties } = schema as Schema;
    if (title === undefined || !properties) return plain(schema as Schema);
    if (!interfaces.has(title)) {
      // Named before its fields are read, which may lead back to it.
      interfaces.set(title, '');
      const fields = Object.entries(properties).map(
        ([name, inner]) =>
          `${comment((inner as Schema).description, '  ', inner)}  ${field(schema as Schema, name, typeOf(inner))};\n`,
      );
      interfaces.set(title, `${comment(description, '')}export interface ${title} {\n${fields.join('')}}\n`);
    }
    return title;
  }

  function plain(schema: Schema): string {
    const { type, properties, patternProperties = {}, additionalProperties, items, prefixItems } = schema;
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)));
    const either = schema.anyOf ?? schema.oneOf;
    if (either) return union(either.map(typeOf));
    if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
    if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
    if (items) return `${inList(typeOf(items))}[]`;
    if (properties)
      return `{ ${Object.entries(properties)
        .map(([name, inner]) => field(schema, name, typeOf(inner)))
        .join('; ')} }`;
    const [keyed = typeof additionalProperties === 'object' ? additionalProperties : undefined] =
      Object.values(patternProperties);
    if (keyed) return `Record<string, ${typeOf(keyed)}>`;
    return union([type ?? 'unknown'].flat().map((one) => PLAIN[one] ?? 'unknown'));
  }

  return {
    typeOf,
    fieldsOf: (schema, isQuery = false) =>
      Object.entries((schema as Schema | undefined)?.properties ?? {}).map(([name, inner]) => {
        const leaving = deprecationOf(inner);
        const type = `${typeOf(inner)}${isQuery ? ' | undefined' : ''}`;
        const noted = leaving ? `/** @deprecated ${deprecationText(leaving)} */ ` : '';
        return noted + field(schema as Schema, name, type, isQuery && 'default' in inner);
      }),
    declared: () =>
      [...interfaces]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, text]) => text)
        .join('\n'),
  };
}

const PLAIN: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
};

const field = ({ required = [] }: Schema, name: string, type: string, isOptional = false): string => {
  const optional = isOptional || !required.includes(name);
  return `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${optional ? '?' : ''}: ${type}`;
};

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const inList = (type: string): string => (/^[\w.]+$/.test(type) ? type : `(${type})`);

/** Editors strike out what is on its way out, wherever somebody uses it. */
export function comment(description: string | undefined, indent: string, schema: object = {}): string {
  const leaving = deprecationOf(schema);
  const lines = [description, leaving && `@deprecated ${deprecationText(leaving)}`]
    .filter(Boolean)
    .join(`\n${indent} * `);
  return lines === '' ? '' : `${indent}/** ${lines.replaceAll('*/', '*\\/')} */\n`;
}
