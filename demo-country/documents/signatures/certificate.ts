/** Certificates and revocation lists (RFC 5280). */

import { createHash } from 'node:crypto';
import {
  bits,
  ia5,
  integer,
  octets,
  oid,
  printable,
  sequence,
  set,
  TRUE,
  tagged,
  taggedBytes,
  time,
  utf8,
} from './der.ts';
import type { SigningKey } from './keys.ts';
import { algorithmOf, signBytes } from './keys.ts';

export interface Subject {
  commonName: string;
  surname?: string;
  givenName?: string;
  /** Distinguishes namesakes. */
  serialNumber?: string;
  organisation?: string;
  unit?: string;
}

export interface Certificate {
  der: Buffer;
  subject: Buffer;
  issuer: Buffer;
  serial: bigint;
  key: SigningKey;
}

export interface Issue {
  subject: Subject;
  key: SigningKey;
  serial: bigint;
  /** Milliseconds. */
  from: number;
  until: number;
  use: 'root' | 'authority' | 'signer' | 'timestamps';
  /** Default: self-signed. */
  issuer?: Certificate;
  /** Address of its issuer's revocation list. */
  revocations?: string;
}

const NAMES: [keyof Subject, string][] = [
  ['organisation', '2.5.4.10'],
  ['unit', '2.5.4.11'],
  ['surname', '2.5.4.4'],
  ['givenName', '2.5.4.42'],
  ['serialNumber', '2.5.4.5'],
  ['commonName', '2.5.4.3'],
];

function nameOf(subject: Subject): Buffer {
  const part = (id: string, value: Buffer): Buffer => set(sequence(oid(id), value));
  const parts = NAMES.flatMap(([field, id]) => {
    const text = subject[field];
    return text === undefined ? [] : [part(id, field === 'serialNumber' ? printable(text) : utf8(text))];
  });
  return sequence(part('2.5.4.6', printable('RO')), ...parts);
}

const keyIdentifier = ({ publicKey }: SigningKey): Buffer => createHash('sha1').update(publicKey).digest();

export function certificateOf(issue: Issue): Certificate {
  const subject = nameOf(issue.subject);
  const issuer = issue.issuer?.subject ?? subject;
  const issuerKey = issue.issuer?.key ?? issue.key;
  const body = sequence(
    tagged(0, integer(2)),
    integer(issue.serial),
    algorithmOf(issuerKey),
    issuer,
    sequence(time(issue.from), time(issue.until)),
    subject,
    issue.key.publicKey,
    tagged(3, sequence(...extensionsOf(issue, issuerKey))),
  );
  return { der: signedStructure(body, issuerKey), subject, issuer, serial: issue.serial, key: issue.key };
}

const signedStructure = (body: Buffer, key: SigningKey): Buffer =>
  sequence(body, algorithmOf(key), bits(signBytes(body, key)));

function extensionsOf({ use, key, revocations }: Issue, issuerKey: SigningKey): Buffer[] {
  const isAuthority = use === 'root' || use === 'authority';
  const constraints = use === 'authority' ? sequence(TRUE, integer(0)) : isAuthority ? sequence(TRUE) : sequence();
  return [
    extension('2.5.29.19', constraints, true),
    // Key usage: certificates and revocation lists, or non-repudiation.
    extension('2.5.29.15', isAuthority ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0xc0]), 6), true),
    ...(use === 'timestamps' ? [extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.8')), true)] : []),
    ...(use === 'signer' ? [extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.4')))] : []),
    extension('2.5.29.14', octets(keyIdentifier(key))),
    extension('2.5.29.35', sequence(taggedBytes(0, keyIdentifier(issuerKey)))),
    ...(use === 'signer' ? [extension('2.5.29.32', sequence(sequence(oid('0.4.0.194112.1.2')))), qualified()] : []),
    ...(revocations ? [extension('2.5.29.31', distribution(revocations))] : []),
  ];
}

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), octets(value));

/** Marks a qualified certificate for signatures with its key in a device, which Romanian signers need. */
const qualified = (): Buffer =>
  extension(
    '1.3.6.1.5.5.7.1.3',
    sequence(
      sequence(oid('0.4.0.1862.1.1')),
      sequence(oid('0.4.0.1862.1.4')),
      sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.1'))),
    ),
  );

const distribution = (address: string): Buffer =>
  sequence(sequence(tagged(0, tagged(0, Buffer.concat([retagged(ia5(address), 0x86)])))));

const retagged = (value: Buffer, tag: number): Buffer => Buffer.concat([Buffer.from([tag]), value.subarray(1)]);

export interface Revoked {
  serial: bigint;
  on: number;
}

/** A list is valid for a week, as the real authorities' lists are. */
const LIST_DAYS = 7;
const DAY_MS = 86_400_000;

/** `keepsExpired`: it names certificates beyond their end, as lists of qualified authorities must (ETSI EN 319 411-2, CSS-6.3.10). */
export function revocationList(
  issuer: Certificate,
  revoked: readonly Revoked[],
  at: number,
  keepsExpired = false,
): Buffer {
  const entries = revoked.map(({ serial, on }) =>
    sequence(integer(serial), time(on), sequence(extension('2.5.29.21', REASON))),
  );
  const number = extension('2.5.29.20', integer(Math.floor(at / DAY_MS)));
  const kept = keepsExpired ? [extension('2.5.29.60', KEPT_SINCE)] : [];
  const body = sequence(
    integer(1),
    algorithmOf(issuer.key),
    issuer.subject,
    time(at),
    time(at + LIST_DAYS * DAY_MS),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    tagged(0, sequence(extension('2.5.29.35', sequence(taggedBytes(0, keyIdentifier(issuer.key)))), number, ...kept)),
  );
  return signedStructure(body, issuer.key);
}

/** A GeneralizedTime: the beginning of 2012, as the authority's certificate. */
const KEPT_SINCE = Buffer.concat([Buffer.from([0x18, 15]), Buffer.from('20120101000000Z')]);
/** keyCompromise */
const REASON = Buffer.from([0x0a, 0x01, 0x01]);

export const pem = ({ der }: Certificate): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
