/** Which file a detached signature may belong to: names are all that there is to go by, and the signature itself then says whether it does. */

import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import { fold } from '#lib/values/text.ts';
import { unsealedName } from './file-names.ts';

/** Files of the same base name that are tried. */
const CANDIDATES_MAX = 3;

const ENDING = /\.[^.]{1,5}$/;
const wholeName = (name: string): string => fold(unsealedName(name)).replace(/\s+/g, ' ').trim();
const baseName = (name: string): string => wholeName(name).replace(ENDING, '');

/** Whether it is nothing but a signature: it signs another, or one that is not here. */
export const isSignatureAlone = (row: DocumentRow): boolean =>
  row.content_sha256 === null && (row.signs !== null || (row.sealed === 'cms' && row.reason === null));

/** `X.pdf` before `X.docx` for `X.pdf.p7s`, those of the same section first. Nobody signs itself, nor a signature of its own name. */
export function candidatesFor(signature: DocumentRow, documents: readonly DocumentRow[]): DocumentRow[] {
  if (unsealedName(signature.name) === signature.name.trim()) return [];
  const [whole, base] = [wholeName(signature.name), baseName(signature.name)];
  const isSeal = (row: DocumentRow): boolean => unsealedName(row.name) !== row.name.trim();
  const rank = (row: DocumentRow): number =>
    (wholeName(row.name) === whole ? 0 : 2) + (row.section === signature.section ? 0 : 1);
  return documents
    .filter((row) => row.id !== signature.id && row.file_sha256 !== null && !isSeal(row))
    .filter((row) => wholeName(row.name) === whole || baseName(row.name) === base)
    .toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
    .slice(0, CANDIDATES_MAX);
}
