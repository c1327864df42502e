/**
 * Permitted changes of a signed PDF, key by key, with the reason why no reader sees another document. Keys that are in no list
 * here must be unchanged.
 */
import { BrokenSignature } from '#lib/signatures/broken-signature.ts';
import type { PdfFile } from './file.ts';
import { DEPTH_MAX, fieldName, inherited, isWidget, kindOf, type Role, type Roles } from './roles.ts';
import { DOCUMENT_TIMESTAMP } from './signatures.ts';
import {
  isDictionary,
  isReference,
  isSame,
  isWhole,
  nameBehind,
  type PdfDictionary,
  type PdfValue,
  quantity,
} from './values.ts';

/** The revisions differ in what the signer vouched for. */
export class Differs extends Error {}

export interface Comparison {
  signed: PdfFile;
  now: PdfFile;
  roles: Roles;
  /** Where other signed revisions end, later than this one, whose signer answers for what they show. */
  ends: readonly number[];
  /** Whether `now` is the whole file, or a revision between. */
  isLast: boolean;
  /** The signer certified the document against every change but proofs and timestamps. */
  isCertified: boolean;
  /** Signatures that draw something were added. */
  showsMore: boolean;
  /** The part of the value whose entries are waited for. */
  within: Role;
  /** To be compared later. `via`: its key in the parent. */
  wait(before: PdfValue | undefined, after: PdfValue | undefined, via: string, role?: Role): void;
  /** A value of now that need not be compared. */
  leave(after: PdfValue | undefined): void;
}

type Allowance = (comparison: Comparison, before: PdfValue, after: PdfValue) => void;

/**
 * - `DSS`: certificates and lists for later verification; read by verifiers alone, and signed by their issuers.
 * - `Extensions`, `Version`: the edition of the format; programs render pages the same for any value.
 * - `Metadata`: a description of the file in XML, which is on no page. Title and author of `Info` must stay.
 */
const CATALOG_FREE = ['DSS', 'Extensions', 'Version', 'Metadata'];
/** Time and program of the last write. */
const INFO_FREE = ['ModDate', 'Producer'];
/** Whether there are signatures, and that they want updates to be appended. */
const FORM_FREE = ['SigFlags'];
/** Fonts and type for fields: free where there are none. Some programs draw fields by these though they have looks. */
const FORM_DRAWING = ['DR', 'DA'];
/**
 * Of a signature field: its modification time, its page (the page decides what is drawn), the permitted signatures, the locks of
 * the signature, flags for filling in the form, and the type of texts, which a signature does not have.
 */
const SIGNATURE_FREE = ['M', 'P', 'Lock', 'SV', 'Ff', 'DA', 'DR'];
/** How a signature field looks. */
const SIGNATURE_LOOKS = ['AP', 'MK', 'F'];
/** All that a new signature field may have. Actions and layers are not among it: they change what others show. */
const SIGNATURE_KEYS = new Set([
  ...[
    'Type',
    'Subtype',
    'FT',
    'T',
    'TU',
    'TM',
    'V',
    'Parent',
    'Kids',
    'Rect',
    'Border',
    'BS',
    'H',
    'NM',
    'StructParent',
    'AS',
  ],
  ...SIGNATURE_FREE,
  ...SIGNATURE_LOOKS,
]);
/** The appearance of an unsigned field in programs. */
const DRAWN = ['AP', 'MK', 'Border', 'BS', 'DA'];
const NAME = /^[^.\p{Cc}]+$/u;
/** Flags of annotations: invisible, hidden, not on screens, and whether pointing at it turns that around. */
const HIDING = 1 | 2 | 32 | 256;
const PRINTED = 4;

export const allowances: Record<Role, Allowance | null> = {
  plain: null,
  catalog(comparison, before, after) {
    const [old, fresh] = dictionaries(before, after);
    compareBut(comparison, old, fresh, [...CATALOG_FREE, 'AcroForm']);
    comparison.wait(old.get('AcroForm') ?? new Map(), fresh.get('AcroForm') ?? new Map(), 'AcroForm', 'form');
  },
  info(comparison, before, after) {
    compareBut(comparison, ...dictionaries(before, after), INFO_FREE);
  },
  form(comparison, before, after) {
    const [old, fresh] = dictionaries(before, after);
    const { signed, now, roles } = comparison;
    const isDrawn = (file: PdfFile, form: PdfDictionary): boolean =>
      file.resolved(form.get('NeedAppearances')) === true;
    // With these flags, programs redraw all fields or show their former appearance, which may differ.
    if (isDrawn(signed, old) !== isDrawn(now, fresh)) throw new Differs();
    const free = roles.hasTexts ? FORM_FREE : [...FORM_FREE, ...FORM_DRAWING];
    compareBut(comparison, old, fresh, [...free, 'NeedAppearances', 'Fields']);
    comparison.wait(old.get('Fields') ?? [], fresh.get('Fields') ?? [], 'Fields', 'fields');
  },
  group(comparison, before, after) {
    const [old, fresh] = dictionaries(before, after);
    compareBut(comparison, old, fresh, ['Kids']);
    comparison.wait(old.get('Kids') ?? [], fresh.get('Kids') ?? [], 'Kids', 'fields');
  },
  page(comparison, before, after) {
    const [old, fresh] = dictionaries(before, after);
    compareBut(comparison, old, fresh, ['Annots']);
    comparison.wait(old.get('Annots') ?? [], fresh.get('Annots') ?? [], 'Annots', 'annotations');
  },
  // New signatures: each is a field of the form, and one that can be pointed at lies on a page.
  fields: (comparison, before, after) => compareLists(comparison, before, after, 'Fields', null),
  signatureKids: (comparison, before, after) => compareLists(comparison, before, after, 'Kids', 'Sig'),
  annotations: (comparison, before, after) => compareLists(comparison, before, after, 'Annots', null),
  signature: compareSignatures,
};

function dictionaries(before: PdfValue, after: PdfValue): [PdfDictionary, PdfDictionary] {
  if (!isDictionary(before) || !isDictionary(after)) throw new Differs();
  return [before, after];
}

function compareBut(
  comparison: Comparison,
  before: PdfDictionary,
  after: PdfDictionary,
  free: readonly string[],
): void {
  assertSameKeys(before, after, free);
  for (const [key, value] of after) {
    if (free.includes(key)) comparison.leave(value);
    else comparison.wait(before.get(key), value, key);
  }
}

/** A key with `null` is not one that is absent: some programs inherit nothing then. */
export function assertSameKeys(before: PdfDictionary, after: PdfDictionary, free: readonly string[] = []): void {
  for (const [one, other] of [
    [before, after],
    [after, before],
  ] as const)
    for (const key of one.keys()) if (!other.has(key) && !free.includes(key)) throw new Differs();
}

/** A list contains all of its former entries, in order; additional ones are signature fields. `above`: the kind of the field with the list. */
function compareLists(
  comparison: Comparison,
  before: PdfValue,
  after: PdfValue,
  via: string,
  above: string | null,
): void {
  if (!Array.isArray(before) || !Array.isArray(after)) throw new Differs();
  let matched = 0;
  for (const each of after) {
    if (matched < before.length && isSame(before[matched], each)) comparison.wait(before[matched++], each, via);
    else addSignature(comparison, each, above, 0);
  }
  if (matched < before.length) throw new Differs();
}

/** Only fields signed in this revision are drawn: a later signer answers for the appearance of its field. */
function addSignature(comparison: Comparison, value: PdfValue, above: string | null, depth: number): void {
  const { now } = comparison;
  const field = now.resolved(value);
  if (!isDictionary(field) || depth > DEPTH_MAX) throw new Differs();
  for (const key of field.keys()) if (!SIGNATURE_KEYS.has(key)) throw new Differs();
  // Whatever else it may be is drawn as that, with or without an area.
  if (!isWidget(now, field)) throw new Differs();
  const name = fieldName(now, field);
  // Programs take two fields of one name for one. A point parts the names of fields inside each other.
  if (field.has('T') && (name === null || comparison.roles.names.has(name) || !NAME.test(name))) throw new Differs();
  const kind = field.has('FT') ? nameBehind(now, field, 'FT') : (above ?? kindOf(now, field));
  if (field.has('FT') && kind === null) throw new Differs();
  const kids = now.resolved(field.get('Kids')) ?? null;
  const isGroup = kind === null && Array.isArray(kids) && kids.length > 0;
  if (kind !== 'Sig' && !isGroup) throw new Differs();
  if (isGroup && name === null) throw new Differs();
  comparison.leave(value);
  const isSigned = isNewSignature(comparison, inherited(now, field, 'V'));
  if (comparison.isCertified && !isTimestamp(now, inherited(now, field, 'V'))) throw new Differs();
  // An empty one may wait for the revision in which it is signed.
  const isWaiting = !comparison.isLast && !DRAWN.some((key) => field.has(key));
  if (isDrawn(now, field) && !isSigned && !isWaiting) throw new Differs();
  comparison.showsMore ||= isDrawn(now, field);
  for (const kid of Array.isArray(kids) ? kids : []) addSignature(comparison, kid, kind, depth + 1);
}

/** A signature field of the signed revision: signed since then, or unchanged. */
function compareSignatures(comparison: Comparison, before: PdfValue, after: PdfValue): void {
  const [old, fresh] = dictionaries(before, after);
  const { signed, now } = comparison;
  const wasSigned = (signed.resolved(inherited(signed, old, 'V')) ?? null) !== null;
  const isSigned = !wasSigned && isNewSignature(comparison, inherited(now, fresh, 'V'));
  if (isSigned && comparison.isCertified && !isTimestamp(now, inherited(now, fresh, 'V'))) throw new Differs();
  // Programs draw a field that has parts by these alone.
  if (fresh.has('Kids') && !old.has('Kids')) throw new Differs();
  const free = [...SIGNATURE_FREE, 'Kids'];
  if (isSigned && !old.has('V')) free.push('V');
  // Without an area and without looks nothing of it is drawn.
  if (isSigned || (!isDrawn(signed, old) && !isDrawn(now, fresh))) free.push(...SIGNATURE_LOOKS);
  if (isSigned && (isVisible(signed, old) || isVisible(now, fresh))) {
    const turned = flagsOf(signed, old) ^ flagsOf(now, fresh);
    // An object that was hidden at signing and is visible now, or the other way around, is no appearance of a signature.
    if (turned & HIDING || (turned & PRINTED && old.has('AP'))) throw new Differs();
    comparison.showsMore = true;
  }
  // A common writer removes the rectangle of an invisible field when it signs without a picture.
  if (isSigned && !DRAWN.some((key) => old.has(key)) && !isVisible(now, fresh)) free.push('Rect');
  compareBut(comparison, old, fresh, free);
  comparison.wait(old.get('Kids') ?? [], fresh.get('Kids') ?? [], 'Kids', 'signatureKids');
}

/** The signed revision has no such object, and it is one of those that are compared with this document. */
function isNewSignature({ signed, now, ends }: Comparison, value: PdfValue | undefined): boolean {
  if (isReference(value) && signed.entries.has(value.to)) return false;
  const signature = now.resolved(value);
  const ranges = isDictionary(signature) ? now.resolved(signature.get('ByteRange')) : undefined;
  if (!Array.isArray(ranges) || ranges.length !== 4) return false;
  const [start, length] = [now.resolved(ranges[2]), now.resolved(ranges[3])];
  return isWhole(start) && isWhole(length) && ends.includes(start + length);
}

function isTimestamp(file: PdfFile, value: PdfValue | undefined): boolean {
  const signature = file.resolved(value);
  return isDictionary(signature) && nameBehind(file, signature, 'SubFilter') === DOCUMENT_TIMESTAMP;
}

/** ISO 32000-2, 12.8.2.2: `/P 1` of the signature that certifies the document allows no change but proofs and timestamps. */
export function isCertified(file: PdfFile): boolean {
  const entry = (value: PdfValue | undefined, key: string): PdfValue | undefined =>
    isDictionary(value) ? file.resolved(value.get(key)) : undefined;
  const root = file.resolved(file.trailer.get('Root'));
  const references = entry(entry(entry(root, 'Perms'), 'DocMDP'), 'Reference');
  return (
    Array.isArray(references) &&
    references.some((each) => quantity(entry(entry(file.resolved(each), 'TransformParams'), 'P')) === 1)
  );
}

const flagsOf = (file: PdfFile, field: PdfDictionary): number => {
  const flags = file.resolved(field.get('F')) ?? 0;
  if (!isWhole(flags)) throw new Differs();
  return flags;
};

/** It has an area on a page, whether or not it is hidden there. */
function isVisible(file: PdfFile, field: PdfDictionary): boolean {
  const rectangle = file.resolved(field.get('Rect')) ?? null;
  // Some programs draw one without an area over the whole page.
  if (rectangle === null) return field.has('Subtype');
  if (!Array.isArray(rectangle) || rectangle.length !== 4) return true;
  const [left, bottom, right, top] = rectangle.map((each) => quantity(file.resolved(each)));
  return [left, bottom, right, top].some((each) => typeof each !== 'number') || (left !== right && bottom !== top);
}

/** Looks without an area are drawn by programs each in its own way. */
function isDrawn(file: PdfFile, field: PdfDictionary): boolean {
  const looks = file.resolved(field.get('AP')) ?? null;
  if (isVisible(file, field)) return true;
  return looks !== null && !(isDictionary(looks) && looks.values().every((look) => isBlank(file, look)));
}

/** Common writers give a field without an area a look without a byte. */
function isBlank(file: PdfFile, look: PdfValue): boolean {
  try {
    const content = isReference(look) ? file.stream(look.to) : null;
    return content?.every((byte) => BLANKS.has(byte)) ?? false;
  } catch (error) {
    if (error instanceof BrokenSignature) return false;
    throw error;
  }
}

const BLANKS: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);
