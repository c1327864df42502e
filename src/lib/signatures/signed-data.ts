/** The structure of CMS signed data (RFC 5652), read from the file: the content is streamed in chunks, the rest is read into memory. */

import { createHash } from 'node:crypto';
import { messages } from '#locales/messages.ts';
import { type Digest, digestOf } from './algorithms.ts';
import { type Element, elementAt, type Parts, partsOf, type Walk, walkOf } from './ber-walk.ts';
import { CERTIFICATES_MAX, LISTS_MAX, LOOKED_UP_MAX, PART_BYTES_MAX, SIGNERS_MAX, WINDOW_BYTES } from './bounds.ts';
import { BrokenSignature, malformed, tooLarge, tooManyParts } from './broken-signature.ts';
import type { BytesAt } from './bytes-at.ts';
import { context, type Der, expect, fieldsOf, partsIn, readDer, TAG } from './der.ts';
import { numberOf, oidOf } from './der-values.ts';
import { type Chunk, chunksOf } from './octet-string.ts';

export interface SignedData {
  contentType: string;
  isDetached: boolean;
  certificates: Uint8Array[];
  /** Lists of revoked certificates that it brings along, and answers about single ones. */
  lists: Uint8Array[];
  answers: Uint8Array[];
  signers: Der[];
  /** Beside the content there is something that programs may display instead. */
  hasMore: boolean;
}

/** Receives the content: the announced digests, and the content's location. */
export type TakeContent = (announced: Digest[], pieces: Generator<Chunk, number>) => number;

const SIGNED = '1.2.840.113549.1.7.2';
/** For certain recipients: enveloped, encrypted, authenticated. */
const ENCRYPTED = new Set(['1.2.840.113549.1.7.3', '1.2.840.113549.1.7.6', '1.2.840.113549.1.9.16.1.23']);
const OCSP_ANSWER = '1.3.6.1.5.5.7.16.2';
const VERSION_MAX = 5;
const DIGESTS_MAX = 20;
const OID_BYTES_MAX = 70;

/** The kind of a file by its first bytes: a signed container, an encrypted one, or neither. */
export function cmsKind(bytes: BytesAt): 'signed' | 'encrypted' | null {
  try {
    const outer = elementAt(bytes, 0, Number.POSITIVE_INFINITY);
    if (outer?.tag !== TAG.sequence) return null;
    const type = elementAt(bytes, outer.bodyAt, bytes.size);
    if (type?.tag !== TAG.oid || type.bodyLength === null || type.bodyLength > OID_BYTES_MAX) return null;
    const oid = oidOf(readDer(bytes.copy(type.at, type.bodyAt + type.bodyLength - type.at)));
    return oid === SIGNED ? 'signed' : ENCRYPTED.has(oid) ? 'encrypted' : null;
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
}

export function readSignedData(bytes: BytesAt, takeContent: TakeContent): SignedData {
  const walk = walkOf(bytes);
  const outer = partsOf(walk, sequenceAt(bytes, 0), bytes.size);
  const type = oidOf(nextPart(walk, outer));
  if (ENCRYPTED.has(type)) throw new BrokenSignature(messages.seals.encrypted());
  if (type !== SIGNED) throw malformed();
  const wrapped = partsOf(walk, next(outer, context(0)), outer.limit);
  const parts = partsOf(walk, next(wrapped, TAG.sequence), wrapped.limit);
  if (numberOf(nextPart(walk, parts)) > VERSION_MAX) throw malformed();
  const announced = partsIn(expect(nextPart(walk, parts), TAG.set), DIGESTS_MAX).map((one) => digestOf(one));
  const { end, ...content } = passContent(walk, parts, (pieces) => takeContent(announced, pieces));
  const read: SignedData = { ...content, certificates: [], lists: [], answers: [], signers: [], hasMore: false };
  const left = [...PARTS];
  for (let part = parts.next(); part !== null; part = parts.next()) {
    // Each once and in order: one that stood there again would have its bounds again.
    if (left.splice(0, left.indexOf(part.tag) + 1).length === 0) throw malformed();
    takePart(read, part.tag, take(walk, parts, part));
  }
  if (read.signers.length * (read.lists.length + read.answers.length) > LOOKED_UP_MAX) throw tooManyParts();
  wrapped.goOnAt(parts.end());
  outer.goOnAt(wrapped.end());
  // The name of an unknown digest may be any text, in front of the content.
  const hasMoreInFront = announced.some(({ name }) => name === null);
  const hasMoreBehind = !isFilledUp(bytes, outer.end()) || containsDocument(bytes, end);
  return { ...read, hasMore: hasMoreInFront || hasMoreBehind };
}

/**
 * Programs find the parts of a PDF and the list of a ZIP at any offset of a file, and some scan for objects: behind the
 * content they reach unsigned bytes, in a certificate or an attribute for one.
 */
export function containsDocument(bytes: BytesAt, from: number): boolean {
  const step = WINDOW_BYTES - DOCUMENT_PART_LENGTH_MAX;
  for (let at = from; at < bytes.size; at += step) {
    const window = Buffer.from(bytes.copy(at, Math.min(WINDOW_BYTES, bytes.size - at)));
    if (DOCUMENT_PART.test(window.toString('latin1'))) return true;
  }
  return false;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a ZIP marks its parts with them, and to a PDF zeros are blanks
const DOCUMENT_PART = /startxref|trailer[\s\0<%]|[\s\0\d]obj[\s\0<[(/%]|PK\x03\x04|PK\x05\x06/;
const DOCUMENT_PART_LENGTH_MAX = 9;

/** Writers fill up with zeros, and portals add line ends. */
function isFilledUp(bytes: BytesAt, from: number): boolean {
  for (let at = from; at < bytes.size; at += WINDOW_BYTES)
    for (const byte of bytes.view(at, Math.min(WINDOW_BYTES, bytes.size - at))) if (!FILLING.has(byte)) return false;
  return true;
}

const FILLING: ReadonlySet<number> = new Set([0, 9, 10, 13, 32]);

/** Behind the content: certificates, lists, signers. */
const PARTS: readonly number[] = [context(0), context(1), TAG.set];

function takePart(read: SignedData, tag: number, part: Der): void {
  // Certificates of other kinds than X.509 have tags of their own.
  if (tag === context(0)) {
    for (const one of partsIn(part, CERTIFICATES_MAX)) if (one.tag === TAG.sequence) read.certificates.push(one.whole);
  } else if (tag === context(1)) {
    for (const one of partsIn(part, LISTS_MAX)) {
      if (one.tag === TAG.sequence) read.lists.push(one.whole);
      else if (one.tag === context(1)) takeAnswer(read, one);
    }
  } else {
    read.signers.push(...partsIn(part, SIGNERS_MAX));
  }
}

function takeAnswer(read: SignedData, other: Der): void {
  const [format, answer] = fieldsOf(other, context(1));
  if (answer !== undefined && oidOf(format) === OCSP_ANSWER) read.answers.push(answer.whole);
}

function passContent(
  walk: Walk,
  parts: Parts,
  takePieces: (pieces: Generator<Chunk, number>) => number,
): Pick<SignedData, 'contentType' | 'isDetached'> & { end: number } {
  const inner = partsOf(walk, next(parts, TAG.sequence), parts.limit);
  const contentType = oidOf(nextPart(walk, inner));
  const wrapper = inner.next();
  if (wrapper !== null) {
    if (wrapper.tag !== context(0)) throw malformed();
    const wrapped = partsOf(walk, wrapper, inner.limit);
    const string = wrapped.next();
    if (string === null) throw malformed();
    wrapped.goOnAt(takePieces(chunksOf(walk, string, wrapped.limit)));
    inner.goOnAt(wrapped.end());
  }
  const end = inner.end();
  parts.goOnAt(end);
  return { contentType, isDetached: wrapper === null, end };
}

function sequenceAt(bytes: BytesAt, at: number): Element {
  const element = elementAt(bytes, at, bytes.size);
  if (element?.tag !== TAG.sequence) throw malformed();
  return element;
}

function next(parts: Parts, tag: number): Element {
  const element = parts.next();
  if (element === null || element.tag !== tag) throw malformed();
  return element;
}

/** The next part, in memory. */
function nextPart(walk: Walk, parts: Parts): Der {
  const element = parts.next();
  if (element === null) throw malformed();
  return take(walk, parts, element);
}

function take({ bytes }: Walk, parts: Parts, element: Element): Der {
  const length = parts.pass(element) - element.at;
  if (length > PART_BYTES_MAX) throw tooLarge();
  return readDer(bytes.copy(element.at, length));
}

export interface SignedContent {
  sizeBytes: number;
  digest(name: string): Uint8Array;
  /** All of it in order, a window at a time. */
  feed(take: (bytes: Uint8Array) => void): void;
}

/** Ranges of a file, or of memory. `known`: digests that were computed while it was written. */
export function signedContent(
  bytes: BytesAt,
  ranges: readonly Chunk[] = [{ at: 0, length: bytes.size }],
  known = new Map<string, Uint8Array>(),
): SignedContent {
  const feed: SignedContent['feed'] = (take) => {
    for (const { at, length } of ranges) {
      for (let done = 0; done < length; done += WINDOW_BYTES) {
        take(bytes.view(at + done, Math.min(WINDOW_BYTES, length - done)));
      }
    }
  };
  return {
    sizeBytes: ranges.reduce((sum, { length }) => sum + length, 0),
    feed,
    digest(name) {
      const stored = known.get(name);
      if (stored !== undefined) return stored;
      const hash = createHash(name);
      feed((part) => hash.update(part));
      const digest = hash.digest();
      known.set(name, digest);
      return digest;
    },
  };
}
