/**
 * Changes of a PDF after one of its revisions was signed. An update can replace any object, object streams included, so tables and
 * references prove nothing: the values themselves are compared, from the signed root on, in both revisions.
 * All of them must be the same, except for the list in `allowed.ts`.
 */
import { BrokenSignature, malformed, tooLarge, tooManyParts } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import { allowances, assertSameKeys, type Comparison, Differs, isCertified } from './allowed.ts';
import { type Loaded, openPdf, type PdfFile } from './file.ts';
import { type Effort, objectAt } from './objects.ts';
import { isOwnPath, type Role, rolesIn } from './roles.ts';
import {
  assertAccounted,
  GATHERED,
  type LaterRevision,
  looseNumbers,
  type ObjectsRead,
  revisionsBehind,
} from './tail.ts';
import {
  isDictionary,
  isReference,
  isSame,
  nameIn,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  quantity,
} from './values.ts';
import { type Words, wordsIn } from './words.ts';

/**
 * `proofs`: the readable and visible content is unchanged; only proofs, timestamps and signatures were added.
 * `shownSignatures`: signatures with an appearance on a page were added too. `other`: visible or readable content changed.
 * `unclear`: some bytes cannot be compared, or programs read them differently.
 */
export type Change = 'proofs' | 'shownSignatures' | 'other' | 'unclear';

/** A value of the signed revision and its current counterpart. `role`: of a value that is no reference. */
interface Pair {
  before: PdfValue | undefined;
  after: PdfValue | undefined;
  role: Role;
  /** Its key, and the role of the parent. */
  via: string;
  within: Role;
}

interface ComparisonWalk {
  comparison: Comparison;
  bytes: BytesAt;
  effort: Effort;
  waiting: Pair[];
  /** Values of now that need not be compared. */
  pending: (PdfValue | undefined)[];
  /** Object numbers of the signed revision to current ones, and the reverse. */
  met: Map<number, number>;
  origins: Map<number, number>;
  /** Numbers of now that were compared, or that lie below what need not be. */
  reached: Set<number>;
  /** Objects with a part of their own that something else uses, too: they are compared as that. */
  used: Map<number, number>;
  /** Numbers of which there are objects that no table lists. */
  loose: ReadonlySet<number>;
  isEncrypted: boolean;
  /** Of the signed revision. */
  end: number;
}

/** What is the same for all signatures of a file. */
interface Whole {
  bytes: BytesAt;
  /** Where signed revisions end. */
  ends: readonly number[];
  /** Covered by a valid signature or timestamp. */
  answered: readonly number[];
  now: PdfFile;
  effort: Effort;
  words: Words;
  loose: ReadonlySet<number>;
  /** Objects behind signatures, by offset, as far as they were read. */
  objects: ObjectsRead;
}

/** The later changes of each signed revision, by its end. `answered`: ends of those with a verified signer. `now`: the whole file. */
export function changesIn(
  bytes: BytesAt,
  ends: readonly number[],
  answered: readonly number[],
  now: PdfFile,
  effort: Effort,
) {
  const cache = new Map<number, Change>();
  let whole: Whole | undefined;
  const readOnce = (): Whole => {
    if (whole !== undefined) return whole;
    const words = wordsIn(bytes, effort);
    const loose = looseNumbers(bytes, now, words, effort);
    whole = { bytes, ends, answered, now, effort, words, loose, objects: new Map() };
    return whole;
  };
  const changeSince = (end: number): Change => {
    const change = cache.get(end) ?? changeOrUnclear(() => changeBehind(readOnce(), end, changeSince));
    cache.set(end, change);
    return change;
  };
  return changeSince;
}

function changeOrUnclear(change: () => Change): Change {
  try {
    return change();
  } catch (error) {
    if (error instanceof Differs) return 'other';
    if (error instanceof BrokenSignature) return 'unclear';
    throw error;
  }
}

/** Every revision since then must be the signed document still: a program may show any of them. */
function changeBehind(whole: Whole, end: number, changeSince: (end: number) => Change): Change {
  const { bytes, ends, now, effort } = whole;
  const signed = openPdf(bytes, end, effort);
  if (isLinearized(bytes, end, effort)) throw new Differs();
  const later = revisionsBehind(whole, signed, end);
  let before = signed;
  for (const [index, revision] of later.entries()) {
    const isLast = index === later.length - 1;
    const file = isLast ? now : openPdf(bytes, revision.end, effort);
    const { walk, change } = compared(whole, signed, file, end, isLast);
    assertReached(revision, file, before, walk);
    if (isLast) return change;
    before = file;
    // What follows a signature is compared with what that one signed.
    const next = ends.find((each) => each > end && each >= revision.end && each <= revision.next);
    const since = next === undefined ? null : changeSince(next);
    if (since === 'other' || since === 'unclear') return since;
    if (since !== null) break;
  }
  return compared(whole, signed, now, end, true).change;
}

function compared(
  { bytes, answered, effort, loose }: Whole,
  signed: PdfFile,
  now: PdfFile,
  end: number,
  isLast: boolean,
): { walk: ComparisonWalk; change: Change } {
  const waiting: Pair[] = [];
  const pending: ComparisonWalk['pending'] = [];
  const comparison: Comparison = {
    signed,
    now,
    roles: rolesIn(signed),
    ends: answered.filter((each) => each > end),
    isLast,
    isCertified: isCertified(signed),
    showsMore: false,
    within: 'plain',
    wait: (before, after, via, role = 'plain') => {
      const isBox = BOXES.has(via);
      const [old, fresh] = isBox ? [numbers(before), numbers(after)] : [before, after];
      waiting.push({ before: old, after: fresh, role, via, within: comparison.within });
    },
    leave: (after) => pending.push(after),
  };
  const isEncrypted = (signed.trailer.get('Encrypt') ?? null) !== null;
  const walk: ComparisonWalk = {
    comparison,
    bytes,
    effort,
    waiting,
    pending,
    loose,
    isEncrypted,
    end,
    met: new Map(),
    origins: new Map(),
    reached: new Set(),
    used: new Map(),
  };
  compareTrailers(walk);
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) comparePair(walk, pair);
  for (const [before, after] of walk.used) {
    compareValues(comparison, signed.loaded(before)?.value, now.loaded(after)?.value, 'plain', '');
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) comparePair(walk, pair);
  }
  reachPending(walk);
  return { walk, change: comparison.showsMore ? 'shownSignatures' : 'proofs' };
}

/**
 * Programs that read the file's size in its first object start at the first table instead of the last: on display,
 * or at signing.
 */
function isLinearized(bytes: BytesAt, end: number, effort: Effort): boolean {
  const isMeant = (size: PdfValue | undefined): boolean => size === bytes.size || size === end;
  try {
    const { value } = objectAt(bytes, 0, bytes.size, effort, null);
    return isDictionary(value) && value.has('Linearized') && isMeant(quantity(value.get('L')));
  } catch (error) {
    // Other programs may read it all the same.
    if (error instanceof BrokenSignature && MAY_BE_LINEARIZED.test(headOf(bytes))) throw malformed();
    if (error instanceof BrokenSignature) return false;
    throw error;
  }
}

const HEAD_BYTES = 2_048;
const headOf = (bytes: BytesAt): string =>
  Buffer.from(bytes.copy(0, Math.min(HEAD_BYTES, bytes.size))).toString('latin1');
/** By its name, or by character codes in the name. */
const MAY_BE_LINEARIZED = /Linearized|#[0-9A-Fa-f]{2}/;

/** Keys where every program accepts any number: some writers rewrite those of a page with a decimal point. */
const BOXES = new Set(['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rect', 'BBox']);
const numbers = (value: PdfValue | undefined): PdfValue | undefined =>
  Array.isArray(value) ? value.map((each) => quantity(each) ?? null) : value;

/** What lies below values that need not be compared. */
function reachPending({ pending, reached, comparison: { now }, effort }: ComparisonWalk): void {
  for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
    if (--effort.values < 0) throw tooManyParts();
    if (isReference(value)) {
      assertGeneration(now, value);
      if (reached.has(value.to)) continue;
      reached.add(value.to);
      // Programs that miss an object gather all of them anew.
      if (!now.entries.has(value.to)) throw malformed();
      pending.push(now.loaded(value.to)?.value);
    } else if (isDictionary(value)) pending.push(...value.values());
    else if (Array.isArray(value)) for (const each of value) pending.push(each);
  }
}

function assertReached(revision: LaterRevision, file: PdfFile, before: PdfFile, walk: ComparisonWalk): void {
  const { bytes, effort, met, reached, comparison } = walk;
  // A number of the signed revision stays with its object: a program could find the root or a page by it.
  const isReached = (number: number): boolean => reached.has(number) && (met.get(number) ?? number) === number;
  // Writers leave objects that nothing refers to; under a new number nothing can.
  const isLoose = (number: number, type: string | null): boolean =>
    !reached.has(number) && !comparison.signed.entries.has(number) && !GATHERED.has(type ?? '');
  // Programs that gather objects take any catalog for the root.
  const root = file.trailer.get('Root');
  const isOtherRoot = (number: number, type: string | null): boolean =>
    type === 'Catalog' && !(isReference(root) && root.to === number);
  const isMeant = (number: number, type: string | null) =>
    !isOtherRoot(number, type) && (isReached(number) || isLoose(number, type));
  assertAccounted(bytes, effort, revision, file, before, isMeant);
}

function compareTrailers({ comparison, isEncrypted }: ComparisonWalk): void {
  const [before, after] = [comparison.signed.trailer, comparison.now.trailer];
  if (!isReference(before.get('Root')) || !isReference(after.get('Root'))) throw new Differs();
  comparison.wait(before.get('Root'), after.get('Root'), 'Root', 'catalog');
  comparison.wait(before.get('Info') ?? new Map(), after.get('Info') ?? new Map(), 'Info', 'info');
  comparison.wait(before.get('Encrypt'), after.get('Encrypt'), 'Encrypt');
  // The identifier is not rendered, and a common writer renews both parts. The first one is part of the key of an encrypted file.
  const [first, newFirst] = [before.get('ID'), after.get('ID')].map((id) => (Array.isArray(id) ? id[0] : id));
  if (isEncrypted && ((first ?? null) === null || !isSame(first, newFirst))) throw new Differs();
}

function comparePair(walk: ComparisonWalk, { before, after, role, via, within }: Pair): void {
  if (--walk.effort.values < 0) throw tooManyParts();
  const { comparison } = walk;
  const { signed, now, roles } = comparison;
  if (!isReference(before) && !isReference(after)) {
    compareValues(comparison, before, after, role, via);
    return;
  }
  if (isReference(before)) assertGeneration(signed, before);
  if (isReference(after)) {
    assertGeneration(now, after);
    // Programs that gather objects by themselves find one where there is none.
    if (walk.loose.has(after.to)) throw new Differs();
    const wasMissing = isReference(before) && before.to === after.to && !signed.entries.has(before.to);
    if (!now.entries.has(after.to) && !wasMissing) throw malformed();
    walk.reached.add(after.to);
  }
  if (isReference(before) && isReference(after)) {
    if (!isOwnPath(roles.of.get(before.to) ?? 'plain', via, within)) walk.used.set(before.to, after.to);
    const met = walk.met.get(before.to);
    if (met === after.to) return;
    // The mapping of objects is one to one: each is compared once, and objects that differ by reference stay distinct.
    if (met !== undefined || walk.origins.has(after.to)) throw new Differs();
    walk.met.set(before.to, after.to);
    walk.origins.set(after.to, before.to);
  }
  const old = isReference(before) ? loadedBy(signed, before) : direct(before);
  const isSameOffset = isReference(before) && isReference(after) && lieTogether(signed, now, before, after);
  const fresh = isSameOffset ? old : isReference(after) ? loadedBy(now, after) : direct(after);
  // Texts of an encrypted file are read by the number and generation of their object, and by whether it lies in a stream.
  const isReadTheSame =
    isReference(before) &&
    isReference(after) &&
    before.to === after.to &&
    before.generation === after.generation &&
    old.isPacked === fresh.isPacked;
  if (walk.isEncrypted && !isReadTheSame) throw new Differs();
  const part = isReference(before) ? (roles.of.get(before.to) ?? 'plain') : role;
  const isMoved = isReference(before) !== isReference(after);
  if (isMoved && !INLINE_ALLOWED.has(part) && [old.value, fresh.value].some(isIdentified)) throw new Differs();
  if (old.streamAt !== null || fresh.streamAt !== null) compareStreams(walk, old, fresh, part);
  else if (isReference(old.value) || isReference(fresh.value)) throw new Differs();
  else compareValues(comparison, old.value, fresh.value, part, via);
}

/** Programs identify pages, layers and lists of them by reference, and skip inline ones. */
const INLINE_ALLOWED: ReadonlySet<Role> = new Set<Role>(['form', 'info', 'fields', 'signatureKids', 'annotations']);
const isIdentified = (value: PdfValue): boolean =>
  isDictionary(value) || Array.isArray(value) || (typeof value === 'object' && value !== null && 'name' in value);

const direct = (value: PdfValue | undefined): Loaded => ({ value: value ?? null, streamAt: null, isPacked: false });

/** Programs follow a reference to another generation than the table lists, or do not. */
function assertGeneration(file: PdfFile, { to, generation }: PdfReference): void {
  const entry = file.entries.get(to);
  if (entry !== undefined && generation !== ('at' in entry ? entry.generation : 0)) throw new Differs();
}

const loadedBy = (file: PdfFile, { to }: PdfReference): Loaded => file.loaded(to) ?? direct(null);

/** The same bytes of the file are the same object. For one inside of a stream, its position proves nothing. */
function lieTogether(signed: PdfFile, now: PdfFile, before: PdfReference, after: PdfReference): boolean {
  const [one, other] = [signed.entries.get(before.to), now.entries.get(after.to)];
  if (one === undefined || other === undefined || !('at' in one) || !('at' in other)) return false;
  return one.at === other.at && before.to === after.to && before.generation === after.generation;
}

function compareStreams(
  { comparison, bytes, effort, end }: ComparisonWalk,
  old: Loaded,
  fresh: Loaded,
  role: Role,
): void {
  const { signed, now } = comparison;
  if (old.streamAt === null || fresh.streamAt === null || role !== 'plain') throw new Differs();
  if (!isDictionary(old.value) || !isDictionary(fresh.value)) throw new Differs();
  const length = signed.lengthOf(old.value);
  if (length < 0 || length !== now.lengthOf(fresh.value)) throw new Differs();
  compareValues(comparison, old.value, fresh.value, 'plain', '');
  for (const [at, limit] of [
    [old.streamAt, end],
    [fresh.streamAt, bytes.size],
  ] as const) {
    // Without it programs look for the end by themselves, and find more; one behind the signature was not there.
    const remaining = limit - at - length;
    if (remaining <= 0) throw new Differs();
    const ending = Buffer.from(bytes.copy(at + length, Math.min(END_BYTES, remaining))).toString('latin1');
    if (!/^[\r\n]{0,2}endstream/.test(ending)) throw new Differs();
  }
  if (old.streamAt === fresh.streamAt) return;
  effort.bytes -= 2 * length;
  if (effort.bytes < 0) throw tooLarge();
  for (let done = 0; done < length; done += PIECE_BYTES) {
    const count = Math.min(PIECE_BYTES, length - done);
    const piece = Buffer.from(bytes.copy(old.streamAt + done, count));
    if (!piece.equals(bytes.copy(fresh.streamAt + done, count))) throw new Differs();
  }
}

const END_BYTES = 16;
const PIECE_BYTES = 2 ** 20;

function compareValues(
  comparison: Comparison,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  role: Role,
  via: string,
): void {
  const allow = allowances[role];
  comparison.within = role;
  if (allow !== null) {
    allow(comparison, before ?? null, after ?? null);
  } else if (isDictionary(before) && isDictionary(after)) {
    assertSameKeys(before, after, isSignedByWriter(before, after) ? [WRITER] : []);
    const isReferrer = nameIn(before, 'Type') === 'OBJR';
    for (const [key, value] of before) comparison.wait(value, after.get(key), key === 'Obj' && !isReferrer ? '' : key);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) throw new Differs();
    const firstKey = isDestination(before) ? 'Dest' : via;
    for (const [index, each] of before.entries()) comparison.wait(each, after[index], index === 0 ? firstKey : via);
  } else if (isDictionary(before) || Array.isArray(before) || !isSame(before ?? null, after ?? null)) {
    throw new Differs();
  }
}

/** A common writer puts its version into the root of the page tree, where no program reads it. */
const WRITER = 'ITXT';
const isSignedByWriter = (before: PdfDictionary, after: PdfDictionary): boolean => {
  const version = after.get(WRITER) ?? null;
  return nameIn(before, 'Type') === 'Pages' && typeof version === 'object' && version !== null && 'text' in version;
};

/** A page and its view: `[3 0 R /Fit]` occurs under many keys. */
const isDestination = ([page, how]: PdfValue[]): boolean =>
  isReference(page) && typeof how === 'object' && how !== null && 'name' in how;
