/** What the form of a PDF calls its signatures: found by the way that readers go, however their dictionaries are written. */
import { Broken } from './broken.ts';
import type { PdfFile } from './pdf-file.ts';
import { walkFields } from './pdf-roles.ts';
import { isDictionary, isWhole, type PdfValue } from './pdf-values.ts';

/** Of each signature: the numbers of the bytes that it covers; null where they are not four plain ones. */
export function signedFields(file: PdfFile): (readonly number[] | null)[] {
  const found: (readonly number[] | null)[] = [];
  try {
    const root = file.resolved(file.trailer.get('Root'));
    const form = isDictionary(root) ? file.resolved(root.get('AcroForm')) : null;
    if (!isDictionary(form)) return [];
    walkFields(file, form.get('Fields'), (kind, field) => {
      const signature = kind === 'Sig' ? file.resolved(field.get('V')) : null;
      if (!isDictionary(signature)) return;
      if (signature.has('ByteRange') || signature.has('Contents')) found.push(plainNumbers(signature.get('ByteRange')));
    });
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    // There may be one among what cannot be read.
    found.push(null);
  }
  return found;
}

function plainNumbers(value: PdfValue | undefined): readonly number[] | null {
  if (!Array.isArray(value) || value.length !== 4) return null;
  const numbers = value.filter((each) => isWhole(each));
  return numbers.length === 4 ? numbers : null;
}
