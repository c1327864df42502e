/** Brings what an operator gives into the trust store: certificates, lists of revoked ones, or a trusted list. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Broken } from './broken.ts';
import type { Certificate } from './certificate.ts';
import { listFacts, listId } from './crl.ts';
import { directoryName, shownName } from './names.ts';
import { pemOf } from './pem.ts';
import { certificatesIn, listsIn, readTrustStore, STORE_FILE_BYTES_MAX, type StoreKind } from './trust-store.ts';
import { readTrustedList } from './trusted-list.ts';

export interface TrustImport {
  added: Record<StoreKind, number>;
  /** Services of a trusted list that are withdrawn or sign no documents. */
  leftOut: number;
  /** Certificates that could not be read. */
  unreadable: number;
  /** Lists of revoked certificates that are older than those in the store, which stay. */
  older: number;
}

/** Why a file was not taken, for whoever gave it. */
export class NotTaken extends Error {}

export function importTrust(file: string, folder: string, as: 'authorities' | 'time' | 'helpers'): TrustImport {
  if (statSync(file).size > STORE_FILE_BYTES_MAX) {
    throw new NotTaken(`${file} is larger than the ${STORE_FILE_BYTES_MAX} bytes that are read.`);
  }
  const bytes = readFileSync(file);
  const added = { authorities: 0, time: 0, helpers: 0, lists: 0 };
  const taken: TrustImport = { added, leftOut: 0, unreadable: 0, older: 0 };
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (text.trimStart().startsWith('<')) takeTrustedList(taken, folder, text, file);
  else if (!takeRevocations(taken, folder, bytes)) {
    for (const certificate of certificatesOrNone(bytes, file)) keep(taken, folder, as, certificate);
  }
  return taken;
}

function takeTrustedList(taken: TrustImport, folder: string, text: string, file: string): void {
  const list = tried(() => readTrustedList(text), `${file} cannot be read as a trusted list`);
  taken.leftOut = list.leftOut;
  for (const { kind, certificates } of list.services) {
    for (const bytes of certificates) {
      try {
        for (const each of certificatesIn(bytes)) keep(taken, folder, kind === 'time' ? 'time' : 'authorities', each);
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        taken.unreadable += 1;
      }
    }
  }
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
    if (error instanceof Broken) return null;
    throw error;
  }
}

const certificatesOrNone = (bytes: Buffer, file: string): Certificate[] =>
  tried(
    () => certificatesIn(bytes),
    `${file} is no certificate, no list of revoked certificates and no trusted list, or it is broken`,
  );

function keep(taken: TrustImport, folder: string, kind: StoreKind, { sha256, subject, whole }: Certificate): void {
  const name = shownName(directoryName(subject)) ?? 'without a name';
  put(folder, kind, `${sha256.slice(0, 32)}.pem`, `# ${name}\n${pemOf(whole, 'CERTIFICATE')}`);
  taken.added[kind] += 1;
}

/** Whole or not at all: a service may be reading. */
function put(folder: string, kind: StoreKind, name: string, bytes: string | Uint8Array): void {
  const place = join(folder, kind);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${name}.new`), bytes);
  renameSync(join(place, `${name}.new`), join(place, name));
}

function tried<Read>(read: () => Read, otherwise: string): Read {
  try {
    return read();
  } catch (error) {
    throw new NotTaken(`${otherwise}.`, { cause: error });
  }
}
