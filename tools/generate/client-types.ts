/** The part of the client package that is made from the declarations: which operations there are, and what they take and return. */
import type { TObject } from 'typebox';
import { errorCodes } from '#api/api-error.ts';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import { selectableFields } from '#api/fields.ts';
import { Meta } from '#api/openapi/envelope.ts';
import { isTabular } from '#api/tables/format.ts';
import { comment, type Shapes, shapes } from './client-shapes.ts';
import type { GeneratedFile } from './generated-file.ts';

const FOLDER = 'client/src/generated';
const SOURCE = '`npm run generate` writes this from the declarations of the operations: change those.';

export const clientTypes = (operations: readonly Operation[]): GeneratedFile[] => [
  { path: `${FOLDER}/operations.ts`, text: table(operations) },
  { path: `${FOLDER}/shapes.ts`, text: types(operations) },
];

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
  return `/** Every operation: how it is asked for. ${SOURCE} */
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
  return `/** What every operation takes and tells. ${SOURCE} */

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

const titleOf = ({ title, method = 'GET', path }: AnyEndpoint): string => `${title.en}: \`${method} ${path}\`.`;

function inputOf({ params, query, body }: AnyEndpoint, named: Shapes): string {
  const fields = [...named.fieldsOf(params), ...named.fieldsOf(query, true), ...named.fieldsOf(body)];
  return fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`;
}

const namesIn = (schema: TObject | undefined): string[] => Object.keys(schema?.properties ?? {});
