/** What the form of a PDF calls its signatures: found by the way that readers go, however their dictionaries are written. */
import { Broken } from './broken-signature.ts';
import type { PdfFile } from './pdf-file.ts';
import { walkFields } from './pdf-roles.ts';
import { isDictionary, isReference, isWhole, type PdfValue } from './pdf-values.ts';

/** The numbers of the bytes that a signature covers; null where they are not four plain ones. */
export type FieldRanges = readonly number[] | null;

/** Of each signature; null where the form cannot be read. */
export function signedFields(file: PdfFile): FieldRanges[] | null {
  const found: FieldRanges[] = [];
  const met = new Set<number>();
  try {
    const root = file.resolved(file.trailer.get('Root'));
    const form = isDictionary(root) ? file.resolved(root.get('AcroForm')) : null;
    if (!isDictionary(form)) return [];
    walkFields(file, form.get('Fields'), (kind, field) => {
      const value = field.get('V');
      const signature = kind === 'Sig' ? file.resolved(value) : null;
      if (!isDictionary(signature) || (isReference(value) && met.has(value.to))) return;
      if (isReference(value)) met.add(value.to);
      if (signature.has('ByteRange') || signature.has('Contents')) found.push(plainNumbers(signature.get('ByteRange')));
    });
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
  return found;
}

/** Signatures by which a vendor unlocks functions of its own program: they say nothing of the document (ISO 32000-1, 12.8.2.3). */
export function usageRights(file: PdfFile): readonly FieldRanges[] {
  try {
    const root = file.resolved(file.trailer.get('Root'));
    const permissions = isDictionary(root) ? file.resolved(root.get('Perms')) : null;
    if (!isDictionary(permissions)) return [];
    return ['UR', 'UR3'].map((key) => {
      const signature = file.resolved(permissions.get(key));
      return isDictionary(signature) ? plainNumbers(signature.get('ByteRange')) : null;
    });
  } catch (error) {
    if (error instanceof Broken) return [];
    throw error;
  }
}

function plainNumbers(value: PdfValue | undefined): FieldRanges {
  if (!Array.isArray(value) || value.length !== 4) return null;
  const numbers = value.filter((each) => isWhole(each));
  return numbers.length === 4 ? numbers : null;
}
