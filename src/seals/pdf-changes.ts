/**
 * What was changed in a PDF after one of its revisions was signed. An update can replace any object, the stream in which objects lie
 * included, so tables and references prove nothing: the values themselves are compared, from the signed root on, in both revisions.
 * All of them must be the same, but for what `pdf-allowed.ts` lists.
 */
import { Broken, tooLarge, tooManyParts } from './broken.ts';
import type { BytesAt } from './bytes-at.ts';
import { allowances, type Comparison, Differs } from './pdf-allowed.ts';
import { type Loaded, openPdf, type PdfFile } from './pdf-file.ts';
import type { Effort } from './pdf-objects.ts';
import { type Role, rolesIn } from './pdf-roles.ts';
import { unlistedObjects } from './pdf-unlisted.ts';
import { isDictionary, isReference, isSame, type PdfReference, type PdfValue } from './pdf-values.ts';

/**
 * `proofs`: nothing of what is read or shown is another, there are only proofs, timestamps and signatures more.
 * `shownSignatures`: there are also signatures that draw something onto a page. `other`: anything else, or it cannot be told.
 */
export type Change = 'proofs' | 'shownSignatures' | 'other';

/** A value of the signed revision and what stands in its place now. `role`: of a value that is no reference. */
interface Pair {
  before: PdfValue | undefined;
  after: PdfValue | undefined;
  role: Role;
}

interface Walk {
  comparison: Comparison;
  bytes: BytesAt;
  effort: Effort;
  waiting: Pair[];
  /** Numbers of the signed revision, and under which each object is found now. */
  met: Map<number, number>;
  isEncrypted: boolean;
  /** Of the signed revision. */
  end: number;
}

/** `end`: where the signed revision ends. `now`: the whole file. */
export function changeSince(bytes: BytesAt, end: number, now: PdfFile, effort: Effort): Change {
  try {
    const signed = openPdf(bytes, end, effort);
    if (unlistedObjects(bytes, end, now, effort)) return 'other';
    const waiting: Pair[] = [];
    const comparison: Comparison = {
      signed,
      now,
      roles: rolesIn(signed),
      showsMore: false,
      wait: (before, after, role = 'plain') => waiting.push({ before, after, role }),
    };
    const isEncrypted = (signed.trailer.get('Encrypt') ?? null) !== null;
    const walk: Walk = { comparison, bytes, effort, waiting, met: new Map(), isEncrypted, end };
    compareTrailers(walk);
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) comparePair(walk, pair);
    return comparison.showsMore ? 'shownSignatures' : 'proofs';
  } catch (error) {
    if (error instanceof Broken || error instanceof Differs) return 'other';
    throw error;
  }
}

function compareTrailers({ comparison, isEncrypted }: Walk): void {
  const [before, after] = [comparison.signed.trailer, comparison.now.trailer];
  if (!isReference(before.get('Root')) || !isReference(after.get('Root'))) throw new Differs();
  comparison.wait(before.get('Root'), after.get('Root'), 'catalog');
  comparison.wait(before.get('Info') ?? new Map(), after.get('Info') ?? new Map(), 'info');
  comparison.wait(before.get('Encrypt'), after.get('Encrypt'));
  // The second part of the identifier is of the update. From the first one the key of an encrypted file is made.
  const [first, newFirst] = [before.get('ID'), after.get('ID')].map((id) => (Array.isArray(id) ? id[0] : id));
  if ((first ?? null) === null ? isEncrypted : !isSame(first, newFirst)) throw new Differs();
}

function comparePair(walk: Walk, { before, after, role }: Pair): void {
  if (--walk.effort.values < 0) throw tooManyParts();
  const { comparison } = walk;
  const { signed, now, roles } = comparison;
  if (!isReference(before) && !isReference(after)) {
    compareValues(comparison, before, after, role);
    return;
  }
  if (isReference(before)) assertGeneration(signed, before);
  if (isReference(after)) assertGeneration(now, after);
  if (isReference(before) && isReference(after)) {
    const met = walk.met.get(before.to);
    if (met === after.to) return;
    // One object cannot be two by now: so each is compared once.
    if (met !== undefined) throw new Differs();
    walk.met.set(before.to, after.to);
  }
  const old = isReference(before) ? loadedBy(signed, before) : direct(before);
  const isInPlace = isReference(before) && isReference(after) && lieTogether(signed, now, before, after);
  const fresh = isInPlace ? old : isReference(after) ? loadedBy(now, after) : direct(after);
  // Texts of an encrypted file are read by the number of their object, and by whether it lies in a stream.
  const isReadAlike =
    isReference(before) && isReference(after) && before.to === after.to && old.isPacked === fresh.isPacked;
  if (walk.isEncrypted && !isReadAlike) throw new Differs();
  const part = isReference(before) ? (roles.of.get(before.to) ?? 'plain') : role;
  if (old.streamAt !== null || fresh.streamAt !== null) compareStreams(walk, old, fresh, part);
  else if (isReference(old.value) || isReference(fresh.value)) throw new Differs();
  else compareValues(comparison, old.value, fresh.value, part);
}

const direct = (value: PdfValue | undefined): Loaded => ({ value: value ?? null, streamAt: null, isPacked: false });

/** Programs follow a reference to another generation than the table lists, or do not. */
function assertGeneration(file: PdfFile, { to, generation }: PdfReference): void {
  const entry = file.entries.get(to);
  if (entry !== undefined && generation !== ('at' in entry ? entry.generation : 0)) throw new Differs();
}

const loadedBy = (file: PdfFile, { to }: PdfReference): Loaded => file.loaded(to) ?? direct(null);

/** At the same bytes of the file stands the same object. Of one inside of a stream nothing follows from its place. */
function lieTogether(signed: PdfFile, now: PdfFile, before: PdfReference, after: PdfReference): boolean {
  const [one, other] = [signed.entries.get(before.to), now.entries.get(after.to)];
  if (one === undefined || other === undefined || !('at' in one) || !('at' in other)) return false;
  return one.at === other.at && before.to === after.to && before.generation === after.generation;
}

function compareStreams({ comparison, bytes, effort, end }: Walk, old: Loaded, fresh: Loaded, role: Role): void {
  const { signed, now } = comparison;
  if (old.streamAt === null || fresh.streamAt === null || role !== 'plain') throw new Differs();
  if (!isDictionary(old.value) || !isDictionary(fresh.value)) throw new Differs();
  const length = signed.lengthOf(old.value);
  if (length < 0 || length !== now.lengthOf(fresh.value)) throw new Differs();
  compareValues(comparison, old.value, fresh.value, 'plain');
  for (const [at, limit] of [
    [old.streamAt, end],
    [fresh.streamAt, bytes.size],
  ] as const) {
    // Without it programs look for the end by themselves, and find more; one behind the signature was not there.
    const left = limit - at - length;
    if (left <= 0) throw new Differs();
    const ending = Buffer.from(bytes.copy(at + length, Math.min(END_BYTES, left))).toString('latin1');
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
): void {
  const allow = allowances[role];
  if (allow !== null) {
    allow(comparison, before ?? null, after ?? null);
  } else if (isDictionary(before) && isDictionary(after)) {
    // A key without a value is one that is not there.
    for (const key of new Set([...before.keys(), ...after.keys()])) comparison.wait(before.get(key), after.get(key));
  } else if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) throw new Differs();
    for (const [index, each] of before.entries()) comparison.wait(each, after[index]);
  } else if (isDictionary(before) || Array.isArray(before) || !isSame(before ?? null, after ?? null)) {
    throw new Differs();
  }
}
