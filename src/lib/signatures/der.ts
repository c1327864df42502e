/** Elements of ASN.1 in memory: certificates, lists, signatures. Every element has the exact bytes it was read from. */

import { type Element, elementAt, endOf } from './ber-walk.ts';
import { NODES_MAX } from './bounds.ts';
import { malformed, tooManyParts } from './broken-signature.ts';
import { bytesInMemory } from './bytes-at.ts';

export interface Der {
  tag: number;
  /** With its head, and its mark of the end if it has one. */
  whole: Uint8Array;
  body: Uint8Array;
}

export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  chunkedOctets: 0x24,
  oid: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** `[n]` holding other elements. */
export const context = (number: number): number => 0xa0 + number;
/** `[n]` holding bytes. */
export const contextBytes = (number: number): number => 0x80 + number;

export function readDer(bytes: Uint8Array): Der {
  return derAt(bytes, 0).der;
}

/** The elements inside, one after the other: a list of 100,000 revoked certificates never becomes as many objects. */
export function* inside(der: Der): Generator<Der> {
  for (let at = 0; at < der.body.length; ) {
    const { der: part, end } = derAt(der.body, at);
    yield part;
    at = end;
  }
}

/** Of an element that has few: more are refused. */
export function partsIn(der: Der, max: number): Der[] {
  const parts: Der[] = [];
  for (const part of inside(der)) {
    if (parts.length >= max) throw tooManyParts();
    parts.push(part);
  }
  return parts;
}

/** Inside of a fixed structure there are never more than a handful. */
export const fieldsOf = (der: Der | undefined, tag: number = TAG.sequence): Der[] => partsIn(expect(der, tag), 32);

export function expect(der: Der | undefined, tag: number): Der {
  if (der === undefined || der.tag !== tag) throw malformed();
  return der;
}

function derAt(bytes: Uint8Array, at: number): { der: Der; end: number } {
  const source = bytesInMemory(bytes);
  const element = elementAt(source, at, bytes.length);
  if (element === null) throw malformed();
  const end = endOf({ bytes: source, nodesRemaining: NODES_MAX }, element, bytes.length);
  return { der: derOf(bytes, element, end), end };
}

function derOf(bytes: Uint8Array, { at, tag, bodyAt, bodyLength }: Element, end: number): Der {
  const bodyEnd = bodyLength === null ? end - 2 : end;
  return { tag, whole: bytes.subarray(at, end), body: bytes.subarray(bodyAt, bodyEnd) };
}
