/**
 * What was changed in a PDF after one of its revisions was signed. Updates of a PDF can replace any object that the signer saw, so
 * every object that is reached from the signed revision must be the same still, but for the few places where proofs, timestamps
 * and further signatures are hung up.
 */
import { Broken } from './broken.ts';
import type { BytesAt } from './bytes-at.ts';
import { openPdf, type PdfFile } from './pdf-file.ts';
import type { Effort, Entry } from './pdf-objects.ts';
import { isDictionary, isReference, isSame, nameIn, type PdfDictionary, type PdfValue } from './pdf-values.ts';

/**
 * `proofs`: nothing of what is read or shown is another, there are only proofs, timestamps and signatures more.
 * `shownSignatures`: there are also signatures that draw something onto a page. `other`: anything else, or it cannot be told.
 */
export type Change = 'proofs' | 'shownSignatures' | 'other';

/** Proofs for later, extensions and data about the document: read by no one who reads the document. */
const ROOT_FREE = ['DSS', 'Extensions', 'Version', 'Metadata', 'AcroForm'];
const FORM_FREE = ['Fields', 'SigFlags', 'DR', 'DA', 'NeedAppearances'];
/** What signing fills in a field that waited for it. */
const FIELD_FREE = ['V', 'AP', 'M', 'F', 'MK', 'DA', 'DR', 'P', 'Lock', 'Ff'];

interface Comparison {
  signed: PdfFile;
  now: PdfFile;
  /** Objects that are others now, and were seen to be so in an allowed way. */
  explained: Set<number>;
  showsMore: boolean;
}

class Differs extends Error {}

/** `end`: where the signed revision ends. `now`: the whole file. */
export function changeSince(bytes: BytesAt, end: number, now: PdfFile, effort: Effort): Change {
  try {
    const comparison: Comparison = {
      signed: openPdf(bytes, end, effort),
      now,
      explained: new Set(),
      showsMore: false,
    };
    compare(comparison);
    return comparison.showsMore ? 'shownSignatures' : 'proofs';
  } catch (error) {
    if (error instanceof Broken || error instanceof Differs) return 'other';
    throw error;
  }
}

function compare(comparison: Comparison): void {
  const { signed, now } = comparison;
  const [root, newRoot] = [signed.trailer.get('Root'), now.trailer.get('Root')];
  if (!isReference(root) || !isSame(signed.trailer.get('Encrypt'), now.trailer.get('Encrypt'))) throw new Differs();
  compareInfo(comparison);
  const changed = changedNumbers(comparison);
  comparison.explained.add(root.to);
  const led = compareRoots(comparison, signed.object(root.to), now.resolved(newRoot));
  for (const number of changed) compareObject(comparison, number);
  walk(comparison, changed, root.to, led);
}

/** What the document says of itself, title and author: only when it was changed last, and with what, may be another. */
function compareInfo(comparison: Comparison): void {
  const [before, after] = [comparison.signed, comparison.now].map(
    (file) => file.resolved(file.trailer.get('Info')) ?? new Map(),
  );
  if (!isDictionary(before) || !isDictionary(after)) throw new Differs();
  compareBut(comparison, before, after, ['ModDate', 'Producer']);
}

/** Some writers copy objects into the update that stay what they are. */
function changedNumbers({ signed, now }: Comparison): Set<number> {
  const changed = new Set<number>();
  for (const [number, entry] of now.entries) {
    const before = signed.entries.get(number);
    if (before !== undefined && isSameEntry(entry, before)) continue;
    const isCopy = before !== undefined && isSame(signed.object(number), now.object(number));
    if (!isCopy || signed.isStream(number) || now.isStream(number)) changed.add(number);
  }
  for (const number of signed.entries.keys()) if (!now.entries.has(number)) changed.add(number);
  return changed;
}

const isSameEntry = (one: Entry, other: Entry): boolean =>
  'at' in one
    ? 'at' in other && one.at === other.at && one.generation === other.generation
    : 'within' in other && one.within === other.within && one.index === other.index;

/** Gives what the signed root leads to, but for what may be another. */
function compareRoots(comparison: Comparison, before: PdfValue | undefined, after: PdfValue | undefined): PdfValue[] {
  if (!isDictionary(before) || !isDictionary(after)) throw new Differs();
  compareBut(comparison, before, after, ROOT_FREE);
  compareForms(comparison, before.get('AcroForm'), after.get('AcroForm'));
  return [...before].filter(([key]) => key === 'AcroForm' || !ROOT_FREE.includes(key)).map(([, value]) => value);
}

function compareForms(comparison: Comparison, form: PdfValue | undefined, newForm: PdfValue | undefined): void {
  const { signed, now, explained } = comparison;
  const [before, after] = [signed.resolved(form) ?? new Map(), now.resolved(newForm) ?? new Map()];
  if (!isDictionary(before) || !isDictionary(after)) throw new Differs();
  compareBut(comparison, before, after, FORM_FREE);
  // Asked to draw all fields anew, a program draws them with what stands in DR and DA.
  const isDrawn = now.resolved(after.get('NeedAppearances')) === true;
  if (isDrawn && !FORM_FREE.slice(2).every((key) => isSame(before.get(key), after.get(key)))) throw new Differs();
  for (const value of [form, before.get('Fields')]) if (isReference(value)) explained.add(value.to);
  for (const each of added(comparison, before.get('Fields'), after.get('Fields'))) addSignature(comparison, each);
}

/** An object of which the signed revision had another form. New ones matter only where an old one refers to them. */
function compareObject(comparison: Comparison, number: number): void {
  const { signed, now, explained } = comparison;
  const before = signed.object(number);
  if (!isDictionary(before) || explained.has(number)) return;
  const after = now.object(number);
  if (!isDictionary(after)) return;
  if (nameIn(before, 'Type') === 'Page') {
    compareBut(comparison, before, after, ['Annots']);
    const annotations = before.get('Annots');
    if (isReference(annotations)) explained.add(annotations.to);
    for (const each of added(comparison, annotations, after.get('Annots'))) addSignature(comparison, each);
    explained.add(number);
  } else if (isSignatureField(signed, before)) {
    compareBut(comparison, before, after, FIELD_FREE);
    if (before.has('V') && !isSame(before.get('V'), after.get('V'))) throw new Differs();
    if (!isSame(before.get('AP'), after.get('AP')) && isShown(now, after)) comparison.showsMore = true;
    explained.add(number);
  }
}

/** What a list has more than before; it must have kept all that it had, in order. */
function added({ signed, now }: Comparison, before: PdfValue | undefined, after: PdfValue | undefined): PdfValue[] {
  const [old, all] = [signed.resolved(before) ?? [], now.resolved(after) ?? []];
  if (!Array.isArray(old) || !Array.isArray(all)) throw new Differs();
  let kept = 0;
  const more = all.filter((each) => {
    if (kept >= old.length || !isSame(each, old[kept])) return true;
    kept += 1;
    return false;
  });
  if (kept < old.length) throw new Differs();
  return more;
}

function addSignature(comparison: Comparison, value: PdfValue): void {
  const field = comparison.now.resolved(value);
  if (!isDictionary(field) || !isSignatureField(comparison.now, field)) throw new Differs();
  if (isShown(comparison.now, field)) comparison.showsMore = true;
}

/** A part of a field has its kind from the one above. */
function isSignatureField(file: PdfFile, field: PdfDictionary): boolean {
  let found: PdfValue | undefined = field;
  for (let steps = 0; isDictionary(found) && steps < 5; steps++) {
    const kind = nameIn(found, 'FT');
    if (kind !== null) return kind === 'Sig';
    found = file.resolved(found.get('Parent'));
  }
  return false;
}

/** It has an area on the page, and is not hidden. */
function isShown(file: PdfFile, field: PdfDictionary): boolean {
  const area = file.resolved(field.get('Rect'));
  if (!Array.isArray(area)) return field.has('AP') || field.has('Kids');
  const [left = 0, bottom = 0, right = 0, top = 0] = area.map((each) => file.resolved(each)).map(Number);
  return !(left === right || bottom === top);
}

function compareBut(
  comparison: Comparison,
  before: PdfDictionary,
  after: PdfDictionary,
  free: readonly string[],
): void {
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (!free.includes(key) && !says(comparison, before.get(key), after.get(key))) throw new Differs();
  }
}

/** Whether both say the same, though one may be a copy under another number. What it leads to is looked at on the walk. */
function says({ signed, now }: Comparison, before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  if (isSame(before, after)) return true;
  const isCopied = isReference(before) && isReference(after) && !signed.isStream(before.to) && !now.isStream(after.to);
  return isCopied && isSame(signed.resolved(before), now.resolved(after));
}

/** Everything that the signed revision leads to: none of it may be another now, if it was not explained. */
function walk(comparison: Comparison, changed: Set<number>, root: number, led: PdfValue[]): void {
  const { signed, explained } = comparison;
  const seen = new Set<number>([root]);
  const waiting = led;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isReference(value)) {
      if (seen.has(value.to)) continue;
      seen.add(value.to);
      if (changed.has(value.to) && !explained.has(value.to)) throw new Differs();
      waiting.push(signed.object(value.to) ?? null);
    } else if (Array.isArray(value)) {
      for (const each of value) waiting.push(each);
    } else if (isDictionary(value)) {
      if (nameIn(value, 'Type') === 'Page') explainAnnotations(comparison, value.get('Annots'));
      for (const each of value.values()) waiting.push(each);
    }
  }
}

/** The list of what lies on a page may be an object of its own, and grow while the page stays what it was. */
function explainAnnotations(comparison: Comparison, list: PdfValue | undefined): void {
  if (!isReference(list) || comparison.explained.has(list.to)) return;
  for (const each of added(comparison, list, list)) addSignature(comparison, each);
  comparison.explained.add(list.to);
}
