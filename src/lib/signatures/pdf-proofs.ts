/** The proofs that a PDF keeps for later (ISO 32000-2, 12.8.4.3): certificates, lists of revoked ones, answers about single ones. */
import { CERTIFICATES_MAX, LISTS_MAX } from './bounds.ts';
import { Broken } from './broken-signature.ts';
import type { PdfFile } from './pdf-file.ts';
import { isDictionary, isReference } from './pdf-values.ts';
import type { Evidence } from './revocation.ts';

export interface Proofs extends Evidence {
  certificates: Uint8Array[];
}

export const NO_PROOFS: Proofs = { certificates: [], lists: [], answers: [] };

/** Each is signed by who made it, so that nothing rests on where it lies. What cannot be read is left out. */
export function proofsIn(file: PdfFile): Proofs {
  try {
    const root = file.resolved(file.trailer.get('Root'));
    const store = isDictionary(root) ? file.resolved(root.get('DSS')) : undefined;
    if (!isDictionary(store)) return NO_PROOFS;
    const kept = (key: string, max: number): Uint8Array[] => streamsOf(file, file.resolved(store.get(key)), max);
    return {
      certificates: kept('Certs', CERTIFICATES_MAX),
      lists: kept('CRLs', LISTS_MAX),
      answers: kept('OCSPs', LISTS_MAX),
    };
  } catch (error) {
    if (error instanceof Broken) return NO_PROOFS;
    throw error;
  }
}

function streamsOf(file: PdfFile, list: unknown, max: number): Uint8Array[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, max)
    .filter(isReference)
    .map(({ to }) => file.stream(to))
    .filter((each) => each !== null);
}
