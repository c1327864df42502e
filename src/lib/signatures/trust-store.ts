/**
 * The trust store, a folder of the operator. `authorities/`: trusted authorities; `time/`: authorities for timestamps only; `helpers/`:
 * intermediate certificates; `lists/`: revocation lists. Files are PEM or DER.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { malformed } from './broken-signature.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { type ListFacts, listFacts } from './crl.ts';
import { TAG } from './der.ts';

export const KINDS = ['authorities', 'time', 'helpers', 'lists'] as const;
export type StoreKind = (typeof KINDS)[number];

/** The trusted list of a large state has some megabytes, the lists of revoked certificates of its largest authorities more. */
export const STORE_FILE_BYTES_MAX = 64 * 2 ** 20;

/** The European list names some thousand authorities. */
const FILES_MAX = 10_000;

export interface StoredCertificate {
  file: string;
  certificate: Certificate;
}

export interface StoredList extends ListFacts {
  file: string;
}

/** Of the trusted list of a country that was imported last. */
export interface TrustedListFacts {
  territory: string | null;
  sequence: number | null;
  /** When the next one is due, ISO. */
  nextUpdate: string | null;
  /** Where it was downloaded; null: an operator brought it. */
  address: string | null;
}

export const TRUSTED_LIST_FILE = 'trusted-list.json';

export interface TrustStore {
  /** One of each country, the first due first; none was imported where the authorities came one by one. */
  trustedLists: TrustedListFacts[];
  certificates: Record<Exclude<StoreKind, 'lists'>, StoredCertificate[]>;
  lists: StoredList[];
  /** Files that cannot be read as what they should be. */
  unreadable: string[];
}

/** A folder that is not there is an empty store. */
export function readTrustStore(folder: string): TrustStore {
  const unreadable: string[] = [];
  const readOrSkip = <Read>(file: string, read: (bytes: Buffer) => Read[]): Read[] => {
    try {
      if (statSync(file).size > STORE_FILE_BYTES_MAX) throw new Error('too large');
      return read(readFileSync(file));
    } catch {
      // The listing of the store reports it; one bad file does not hide the others.
      unreadable.push(file);
      return [];
    }
  };
  const certificates = (kind: StoreKind): StoredCertificate[] =>
    filesIn(join(folder, kind), /\.(?:pem|crt|cer)$/i).flatMap((file) =>
      readOrSkip(file, (bytes) => certificatesIn(bytes).map((certificate) => ({ file, certificate }))),
    );
  const listFile = join(folder, TRUSTED_LIST_FILE);
  return {
    trustedLists: existsSync(listFile) ? readOrSkip(listFile, factsIn) : [],
    certificates: {
      authorities: certificates('authorities'),
      time: certificates('time'),
      helpers: certificates('helpers'),
    },
    lists: filesIn(join(folder, 'lists'), /\.(?:crl|pem|der)$/i).flatMap((file) =>
      readOrSkip(file, (bytes) => listsIn(bytes).map((list) => ({ file, ...listFacts(list) }))),
    ),
    unreadable,
  };
}

/** The trust data of a verdict. Lists are read again on request for their issuer: they are the largest part. */
export function loadTrust(folder: string): Trust {
  const { certificates, lists } = readTrustStore(folder);
  const of = (kind: keyof typeof certificates): Certificate[] => certificates[kind].map((each) => each.certificate);
  return {
    anchors: of('authorities'),
    timeAnchors: of('time'),
    helpers: of('helpers'),
    listsOf(issuerCompared) {
      const files = lists.filter((list) => list.issuerCompared === issuerCompared).map(({ file }) => file);
      return [...new Set(files)].flatMap((file) => listsIn(readFileSync(file)));
    },
  };
}

/** One in DER, or several in PEM; throws when one of them is none. */
export function certificatesIn(bytes: Buffer): Certificate[] {
  const blocks = pemBlocks(bytes, 'CERTIFICATE');
  return (blocks.length === 0 ? [bytes] : blocks).map((each) => readCertificate(each));
}

/** Of revoked certificates: one in DER, or several in PEM; throws when there is none. */
export function listsIn(bytes: Buffer): Buffer[] {
  const lists = bytes[0] === TAG.sequence ? [bytes] : pemBlocks(bytes, 'X509 CRL');
  if (lists.length === 0) throw malformed();
  return lists;
}

const filesIn = (folder: string, name: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => name.test(file))
        .toSorted()
        .slice(0, FILES_MAX)
        .map((file) => join(folder, file))
    : [];

/** A list without a day is never due. Before the lists of several countries the file had one. */
const factsIn = (bytes: Buffer): TrustedListFacts[] =>
  [JSON.parse(bytes.toString()) as TrustedListFacts | TrustedListFacts[]]
    .flat()
    .toSorted((a, b) => Date.parse(a.nextUpdate ?? NEVER) - Date.parse(b.nextUpdate ?? NEVER));
const NEVER = '9999-12-31T00:00:00.000Z';

/** The blocks of a PEM file. None overlaps another: a file of beginnings before one end would take a thousand times its size. */
function pemBlocks(bytes: Uint8Array, name: string): Buffer[] {
  const [begin, end] = [`-----BEGIN ${name}-----`, `-----END ${name}-----`];
  const text = Buffer.from(bytes).toString('latin1');
  const blocks: Buffer[] = [];
  let last = 0;
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, last)) {
    last = text.indexOf(end, at);
    if (last < 0) break;
    blocks.push(Buffer.from(text.slice(at + begin.length, last), 'base64'));
  }
  return blocks;
}

export const pemOf = (bytes: Uint8Array, name: string): string => {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN ${name}-----\n${(lines ?? []).join('\n')}\n-----END ${name}-----\n`;
};

export interface Trust {
  /** Authorities that are trusted. */
  anchors: readonly Certificate[];
  /** Trusted for timestamps, and for nothing else. */
  timeAnchors: readonly Certificate[];
  /** Certificates between signers and authorities, for files that leave them out. They are trusted for nothing by themselves. */
  helpers: readonly Certificate[];
  /** Revocation lists by the normalized name of their issuer. */
  listsOf(issuerCompared: string): Uint8Array[];
}

export const NO_TRUST: Trust = { anchors: [], timeAnchors: [], helpers: [], listsOf: () => [] };
