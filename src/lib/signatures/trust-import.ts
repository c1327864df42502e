/** Imports certificates, revocation lists or a trusted list into the trust store. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrokenSignature } from './broken-signature.ts';
import type { Certificate } from './certificate.ts';
import { isListOfAny, listFacts, listId } from './crl.ts';
import { hexOf } from './der-values.ts';
import { directoryName, displayName } from './names.ts';
import {
  certificatesIn,
  listsIn,
  pemOf,
  readTrustStore,
  STORE_FILE_BYTES_MAX,
  type StoredCertificate,
  type StoreKind,
  TRUSTED_LIST_FILE,
  type TrustedListFacts,
} from './trust-store.ts';
import { type ListPointer, readTrustedList, type TrustedService } from './trusted-list.ts';

export interface TrustImport {
  added: Record<StoreKind, number>;
  /** Services of a trusted list that are withdrawn or sign no documents. */
  leftOut: number;
  /** Certificates that could not be read. */
  unreadable: number;
  /** Revocation lists that are older than the stored ones, which stay. */
  older: number;
  /** Names of authorities that were trusted and that the trusted list calls withdrawn. */
  removed: string[];
}

/** A file was rejected; the message is for the operator. */
export class ImportRejected extends Error {}

/** It is the European list of lists: the lists of the countries are elsewhere. */
export class ListOfLists extends ImportRejected {
  readonly pointers: readonly ListPointer[];

  constructor(file: string, pointers: readonly ListPointer[]) {
    const own = pointers.filter(({ territory }) => territory === COUNTRY);
    const others = pointers.flatMap(({ territory }) => (territory === COUNTRY ? [] : territory));
    super(
      `${file} is the European list of trusted lists, which names no authority. ${
        own.length > 0
          ? `Download and import the list of Romania: ${own.map(({ address }) => address).join(' ')}`
          : 'It does not name a list of Romania.'
      } (Other lists in it: ${[...new Set(others)].toSorted().join(', ') || 'none'}.)`,
    );
    this.pointers = own;
  }
}

/** The country whose procurement is collected. */
const COUNTRY = 'RO';

export function importTrust(
  file: string,
  folder: string,
  as: 'authorities' | 'time' | 'helpers',
  now = new Date(),
): TrustImport {
  if (statSync(file).size > STORE_FILE_BYTES_MAX) {
    throw new ImportRejected(`${file} is larger than the ${STORE_FILE_BYTES_MAX} bytes that are read.`);
  }
  return importBytes(readFileSync(file), file, folder, { as, now });
}

interface ImportOptions {
  as?: 'authorities' | 'time' | 'helpers';
  now?: Date;
  /** Where a trusted list was downloaded, and is again every day; null: an operator brought it. */
  address?: string | null;
}

/** `name`: of the file, for messages. */
export function importBytes(
  bytes: Buffer,
  name: string,
  folder: string,
  { as = 'authorities', now = new Date(), address = null }: ImportOptions = {},
): TrustImport {
  const added = { authorities: 0, time: 0, helpers: 0, lists: 0 };
  const result: TrustImport = { added, leftOut: 0, unreadable: 0, older: 0, removed: [] };
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (text.trimStart().startsWith('<')) takeTrustedList(result, folder, text, name, { now, address });
  else if (!takeRevocations(result, folder, bytes)) {
    for (const certificate of certificatesOrNone(bytes, name)) keep(result, folder, as, certificate);
  }
  return result;
}

function takeTrustedList(
  taken: TrustImport,
  folder: string,
  text: string,
  file: string,
  { now, address }: Required<Pick<ImportOptions, 'now' | 'address'>>,
): void {
  const list = readOrThrow(() => readTrustedList(text, now), `${file} cannot be read as a trusted list`);
  if (list.nextUpdate !== null && list.nextUpdate < now) {
    const day = list.nextUpdate.toISOString().slice(0, 10);
    throw new ImportRejected(`${file} has expired: the next list was due on ${day}. Download the current one.`);
  }
  if (list.pointers.length > 0) throw new ListOfLists(file, list.pointers);
  const { territory, sequence, nextUpdate } = list;
  const { trustedLists } = readTrustStore(folder);
  const before = trustedLists.find((each) => each.territory === territory);
  if (before && sequence !== null && sequence < (before.sequence ?? 0)) {
    throw new ImportRejected(
      `${file} is older (number ${sequence}) than the list that was imported last (number ${before.sequence}).`,
    );
  }
  taken.leftOut = list.leftOut;
  const qualified = certificatesOf(list.services);
  // An authority may be listed for signatures and once more for seals.
  const unique = new Map(qualified.certificates.map((each) => [`${each.kind} ${each.certificate.sha256}`, each]));
  for (const { kind, certificate } of unique.values()) keep(taken, folder, kind, certificate);
  const facts: TrustedListFacts = {
    territory,
    sequence,
    nextUpdate: nextUpdate?.toISOString() ?? null,
    address: address ?? before?.address ?? null,
  };
  const others = trustedLists.filter((each) => each !== before);
  put(folder, '.', TRUSTED_LIST_FILE, `${JSON.stringify([...others, facts])}\n`);
  taken.unreadable = qualified.unreadable;
  removeWithdrawn(taken, folder, certificatesOf(list.withdrawn).certificates, qualified.certificates);
}

interface ListedService {
  kind: 'authorities' | 'time';
  certificate: Certificate;
}

function certificatesOf(services: readonly TrustedService[]): { certificates: ListedService[]; unreadable: number } {
  const read = { certificates: [] as ListedService[], unreadable: 0 };
  for (const { kind, certificates } of services) {
    for (const bytes of certificates) {
      try {
        for (const certificate of certificatesIn(bytes))
          read.certificates.push({ kind: kind === 'time' ? 'time' : 'authorities', certificate });
      } catch (error) {
        if (!(error instanceof BrokenSignature)) throw error;
        read.unreadable += 1;
      }
    }
  }
  return read;
}

/** A service is its key (ETSI TS 119 612, section 5.5.3): another certificate of the same key is withdrawn with it. */
function removeWithdrawn(
  taken: TrustImport,
  folder: string,
  withdrawn: ListedService[],
  qualified: ListedService[],
): void {
  const keyOf = ({ kind, certificate }: ListedService): string => `${kind} ${hexOf(certificate.keyInfo.whole)}`;
  const removed = new Set(withdrawn.map(keyOf)).difference(new Set(qualified.map(keyOf)));
  const { certificates } = readTrustStore(folder);
  for (const kind of ['authorities', 'time'] as const) {
    const isRemoved = ({ certificate }: StoredCertificate): boolean => removed.has(keyOf({ kind, certificate }));
    for (const [file, stored] of Map.groupBy(certificates[kind], (each) => each.file)) {
      if (!stored.some(isRemoved)) continue;
      rmSync(file);
      // It may have contained others too.
      for (const each of stored) if (!isRemoved(each)) store(folder, kind, each.certificate);
      taken.removed.push(...stored.filter(isRemoved).map(({ certificate }) => nameOf(certificate)));
    }
  }
}

/** Clocks of authorities run ahead a little. */
const CLOCK_SKEW_MS = 3_600_000;

/** A downloaded list: of an authority of the store, and current. Returns its file. */
export function importList(bytes: Buffer, folder: string, now: Date): { file: string; goodUntil: Date } {
  const [dated, ...more] = datedLists(bytes) ?? [];
  if (dated === undefined || more.length > 0) throw new ImportRejected('It is no list of revoked certificates.');
  const { certificates, lists: stored } = readTrustStore(folder);
  const known = Object.values(certificates).flatMap((all) => all.map(({ certificate }) => certificate));
  if (!isListOfAny(dated.list, known)) throw new ImportRejected('No authority of the trust store signed the list.');
  const { nextUpdate, thisUpdate } = listFacts(dated.list);
  if (nextUpdate === null || nextUpdate < now) throw new ImportRejected('The list has expired.');
  if (thisUpdate.getTime() > now.getTime() + CLOCK_SKEW_MS) throw new ImportRejected('The list is of the future.');
  const file = `${listId(dated.list, known)}.crl`;
  const before = stored.find((each) => each.file === join(folder, 'lists', file));
  if (before?.nextUpdate && before.thisUpdate > thisUpdate) return { file, goodUntil: before.nextUpdate };
  put(folder, 'lists', file, dated.list);
  return { file, goodUntil: nextUpdate };
}

/** False: it is none. */
function takeRevocations(taken: TrustImport, folder: string, bytes: Buffer): boolean {
  const lists = datedLists(bytes);
  if (lists === null) return false;
  const { certificates, lists: stored } = readTrustStore(folder);
  const known = Object.values(certificates)
    .flat()
    .map(({ certificate }) => certificate);
  for (const { list, thisUpdate } of lists) {
    const name = `${listId(list, known)}.crl`;
    const file = join(folder, 'lists', name);
    if (stored.some((each) => each.file === file && each.thisUpdate > thisUpdate)) {
      taken.older += 1;
      continue;
    }
    put(folder, 'lists', name, list);
    taken.added.lists += 1;
  }
  return true;
}

/** The oldest first; null: these are no lists. */
function datedLists(bytes: Buffer): { list: Buffer; thisUpdate: Date }[] | null {
  try {
    return listsIn(bytes)
      .map((list) => ({ list, thisUpdate: listFacts(list).thisUpdate }))
      .toSorted((one, other) => +one.thisUpdate - +other.thisUpdate);
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
}

const certificatesOrNone = (bytes: Buffer, file: string): Certificate[] =>
  readOrThrow(
    () => certificatesIn(bytes),
    `${file} is no certificate, no list of revoked certificates and no trusted list, or it is broken`,
  );

function keep(taken: TrustImport, folder: string, kind: StoreKind, certificate: Certificate): void {
  store(folder, kind, certificate);
  taken.added[kind] += 1;
}

const nameOf = ({ subject }: Certificate): string => displayName(directoryName(subject)) ?? 'without a name';

const store = (folder: string, kind: StoreKind, certificate: Certificate): void =>
  put(
    folder,
    kind,
    `${certificate.sha256.slice(0, 32)}.pem`,
    `# ${nameOf(certificate)}\n${pemOf(certificate.whole, 'CERTIFICATE')}`,
  );

/** Whole or not at all: a service may be reading. */
function put(folder: string, kind: StoreKind | '.', name: string, bytes: string | Uint8Array): void {
  const place = join(folder, kind);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${name}.new`), bytes);
  renameSync(join(place, `${name}.new`), join(place, name));
}

function readOrThrow<Read>(read: () => Read, otherwise: string): Read {
  try {
    return read();
  } catch (error) {
    throw new ImportRejected(`${otherwise}.`, { cause: error });
  }
}
