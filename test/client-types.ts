/** The client's part that is made from the declarations: which operations there are, and what they take and tell. `npm run client` writes it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import { errorCodes } from '#api/api-error.ts';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import { selectableFields } from '#api/fields.ts';
import { Meta } from '#api/openapi/envelope.ts';
import { isTabular } from '#api/tables/format.ts';
import { comment, type Shapes, shapes } from './support/client-shapes.ts';
import { smallService } from './support/small-service.ts';

const FOLDER = join(import.meta.dirname, '../client/src/generated');
const MADE = '`npm run client` writes this from the declarations of the operations: change those.';

/** The files, by their names. */
export function clientFiles(operations: readonly Operation[]): Record<string, string> {
  return { 'operations.ts': table(operations), 'shapes.ts': types(operations) };
}

export const clientFile = (name: string): string => join(FOLDER, name);

/** How each is asked for. */
function table(operations: readonly Operation[]): string {
  const rows = operations.map(({ id, declaration }) => {
    const { method = 'GET', path, query, body, file } = declaration;
    const names = [...namesIn(query), ...(selectableFields(declaration) ? ['fields'] : [])];
    const row = {
      method,
      path,
      ...(names.length > 0 && { query: names }),
      ...(body && { body: namesIn(body) }),
      ...(file && { file: true }),
      ...(isTabular(declaration) && { table: true }),
    };
    return `  ${id}: ${JSON.stringify(row)},\n`;
  });
  return `/** Every operation: how it is asked for. ${MADE} */
import type { Asking } from '../asking.ts';
import type { Operations } from './shapes.ts';

export const operations: Readonly<Record<keyof Operations, Asking>> = {
${rows.join('')}};
`;
}

/** What each takes and tells. */
function types(operations: readonly Operation[]): string {
  const named = shapes();
  const meta = named.typeOf(Meta);
  const rows = operations.map(
    ({
      id,
      declaration,
    }) => `${comment(titleOf(declaration), '  ', { 'x-deprecated': declaration.deprecated })}  ${id}: {
    input: ${inputOf(declaration, named)};
    data: ${declaration.file ? 'never' : named.typeOf(declaration.data)};
    preview: ${declaration.preview ? named.typeOf(declaration.preview.data) : 'never'};
    meta: ${declaration.meta ? `${meta} & ${named.typeOf(declaration.meta)}` : meta};
    kind: '${kindOf(declaration)}';
    table: ${isTabular(declaration)};
  };
`,
  );
  return `/** What every operation takes and tells. ${MADE} */

export interface Operations {
${rows.join('')}}

/** Stable; made for programs. */
export type ErrorCode =
${Object.keys(errorCodes)
  .map((code) => `  | '${code}'`)
  .join('\n')};

${named.declared()}`;
}

/** \`record\` and \`records\` take \`fields\`, a \`pages\` list can be read to its end. */
function kindOf(declaration: AnyEndpoint): string {
  if (declaration.file) return 'file';
  if (selectableFields(declaration)) return declaration.record === undefined ? 'record' : 'records';
  return namesIn(declaration.query).includes('cursor') ? 'pages' : 'plain';
}

const titleOf = ({ title, method = 'GET', path }: AnyEndpoint): string => `${title}: \`${method} ${path}\`.`;

function inputOf({ params, query, body }: AnyEndpoint, named: Shapes): string {
  const fields = [...named.fieldsOf(params), ...named.fieldsOf(query, true), ...named.fieldsOf(body)];
  return fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`;
}

const namesIn = (schema: TObject | undefined): string[] => Object.keys(schema?.properties ?? {});

async function writeFiles(): Promise<void> {
  const service = await smallService();
  for (const [name, text] of Object.entries(clientFiles(service.operations))) writeFileSync(clientFile(name), text);
  await service.close();
}

// Not awaited: tests load this file, too, and the runner loads them with `require`.
if (import.meta.main) void writeFiles();
