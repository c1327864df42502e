/**
 * Associated containers (ASiC) with CAdES: a ZIP with files and detached signatures, over the one file, or over lists with the
 * digests of several. A valid signature proves nothing about a file that its list does not name.
 */
import { createHash } from 'node:crypto';
import { SaxesParser } from 'saxes';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { BrokenSignature, malformed, tooManyParts } from './broken-signature.ts';
import { type BytesAt, bytesInMemory } from './bytes-at.ts';
import { containsDocument, readSignedData, type SignedData, signedContent } from './signed-data.ts';
import { CMS_LEVELS, unreadableSigner, verifySigners } from './signer-verdict.ts';
import type { Trust } from './trust-store.ts';
import type { ContainerLevel, Signer } from './verdict.ts';
import { type Entry, entriesIn } from './zip-entries.ts';

const FOLDER = 'META-INF/';

/**
 * Names of signature files (ETSI EN 319 162-1, 4.3 and 4.4), directly in the folder. Case matters, as in names of a ZIP: writers of
 * containers use this spelling, and other programs treat a file in another case as content.
 */
const belongs =
  (beginning: string, word: string, ...endings: string[]) =>
  ({ name }: Entry): boolean => {
    if (!name.startsWith(FOLDER) || name.includes('/', FOLDER.length)) return false;
    const file = name.slice(FOLDER.length);
    const ending = endings.find((each) => file.endsWith(each));
    if (ending === undefined || !file.startsWith(beginning)) return false;
    return file.slice(0, -ending.length).includes(word);
  };
const isSignature = belongs('', 'signature', '.p7s');
const isManifest = belongs('ASiCManifest', '', '.xml');
const isXmlSignature = belongs('', 'signatures', '.xml');
/** Archive data of signatures, and metadata of formats with the same packaging. */
const isBeside = [
  belongs('', 'timestamp', '.tst'),
  belongs('ASiCArchiveManifest', '', '.xml'),
  belongs('ASiCEvidenceRecordManifest', '', '.xml'),
  belongs('', 'evidencerecord', '.ers', '.xml'),
  ({ name }: Entry): boolean =>
    ['manifest.xml', 'container.xml', 'metadata.xml'].some((each) => name === FOLDER + each),
];
/** What the container is: nothing that is read as a text. */
const MEDIA_TYPE = /^[a-z]{1,20}\/[A-Za-z0-9.+-]{1,100}$/;
const SIGNATURES_MAX = 50;

/** What a signature in the container is over. */
interface Covered {
  bytes: Uint8Array;
  /** Files whose digests the list has wrong. */
  isAltered: boolean;
  /** Files that the list names and that are not there: nothing shows that they were changed. */
  isMissing: boolean;
  /** The list names, or requires of readers, a feature that is not supported here. */
  isUnclear: boolean;
  /** Files whose digests are of a kind that is not read here. */
  isUnread: boolean;
  /** Files of the container that the signature does not cover. */
  leavesOut: boolean;
}

/** Null: no verifiable signature, or an unsupported form of container. */
export function verifyAsic(bytes: BytesAt, trust: Trust, now: Date): ContainerLevel | null {
  try {
    return verdictOf(bytes, trust, now);
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
}

function verdictOf(bytes: BytesAt, trust: Trust, now: Date): ContainerLevel | null {
  const entries = entriesIn(bytes);
  const [signatures, others] = [isSignature, isXmlSignature].map((is) => entries.filter(is)) as [Entry[], Entry[]];
  if (signatures.length === 0) return null;
  // Unsigned files too: an entry that differs from its list may be another file.
  for (const entry of entries) entry.bytes();
  const container = readContainer(entries);
  const signers = signatures.slice(0, SIGNATURES_MAX).flatMap((entry) => signersOf(entry, container, trust, now));
  // Later signatures are not checked, although one may be invalid.
  if (signatures.length > SIGNATURES_MAX)
    signers.push(unreadableSigner('asic', now, messages.seals.containerUnclear()));
  const unjudged = others
    .filter((entry) => !isManifest(entry))
    .slice(0, SIGNATURES_MAX)
    .map(() => unreadableSigner('asic', now, messages.seals.formatUnsupported({ format: 'XAdES' }), 'XAdES'));
  return { kind: 'asic', signers: [...signers, ...unjudged], documentTimestamps: [] };
}

interface Container {
  all: Map<string, Entry>;
  /** All but what belongs to signatures. */
  files: Map<string, Entry>;
  /** Among signatures, and none of what belongs there. */
  strays: string[];
  manifests: (Manifest & { bytes: Uint8Array })[];
}

function readContainer(entries: readonly Entry[]): Container {
  const belongsHere = (entry: Entry): boolean =>
    [isManifest, isXmlSignature, ...isBeside].some((is) => is(entry)) || isMediaType(entry);
  // What a program would show that opens the whole container, as a PDF for one, belongs to no signature.
  const isExempt = (entry: Entry): boolean =>
    isSignature(entry) || (belongsHere(entry) && !containsDocument(bytesInMemory(entry.bytes()), 0));
  const contents = entries.filter((entry) => !isExempt(entry) && !entry.name.endsWith('/'));
  const isStray = ({ name }: Entry): boolean => name.startsWith(FOLDER);
  const manifests = entries.filter(isManifest).map((entry) => {
    const bytes = entry.bytes();
    return { ...readManifest(bytes), bytes };
  });
  const byName = (some: readonly Entry[]) => new Map(some.map((entry) => [entry.name, entry]));
  return {
    all: byName(entries),
    files: byName(contents.filter((entry) => !isStray(entry))),
    strays: contents.filter(isStray).map(({ name }) => name),
    manifests,
  };
}

const isMediaType = (entry: Entry): boolean =>
  entry.name === 'mimetype' && MEDIA_TYPE.test(Buffer.from(entry.bytes()).toString('latin1').trim());

function signersOf(signature: Entry, container: Container, trust: Trust, now: Date): Signer[] {
  try {
    const covered = coveredBy(signature.name, container);
    if (covered === null) return [unreadableSigner('asic', now, messages.seals.containerUnclear())];
    const data = readDetached(bytesInMemory(signature.bytes()), covered.bytes);
    const content = signedContent(bytesInMemory(covered.bytes));
    const signers = verifySigners({ data, content, trust, now, format: 'asic', levels: CMS_LEVELS });
    if (signers.length === 0) return [unreadableSigner('asic', now, messages.seals.signatureUnreadable())];
    return signers.map((signer) => withCoverage(signer, covered));
  } catch (error) {
    if (error instanceof BrokenSignature) return [unreadableSigner('asic', now, error.explanation)];
    throw error;
  }
}

/** Some writers put what is signed into the signature as well. One that brings other content signs that, and not the container. */
function readDetached(bytes: BytesAt, covered: Uint8Array): SignedData {
  return readSignedData(bytes, (_, pieces) => {
    const parts: Uint8Array[] = [];
    let step = pieces.next();
    for (; !step.done; step = pieces.next()) parts.push(bytes.copy(step.value.at, step.value.length));
    if (!Buffer.concat(parts).equals(covered)) throw new BrokenSignature(messages.seals.signatureUnreadable());
    return step.value;
  });
}

/** Over a list, if one names it, else over the only file. Null: undetermined. */
function coveredBy(name: string, { all, files, strays, manifests }: Container): Covered | null {
  const [manifest, ...others] = manifests.filter(({ signature }) => signature === name);
  if (others.length > 0) return null;
  if (manifest !== undefined) {
    const { objects, hasCritical } = manifest;
    const named = new Set(objects.map((object) => object.name));
    return {
      bytes: manifest.bytes,
      isAltered: objects.some((object) => isAltered(object, all)),
      isMissing: objects.some((object) => !all.has(object.name) && !isElsewhere(object, all)),
      isUnclear: hasCritical || named.size !== objects.length || objects.some((object) => isElsewhere(object, all)),
      isUnread: objects.some(({ digest }) => digest === null),
      leavesOut: named.size === 0 || [...files.keys(), ...strays].some((file) => !named.has(file)),
    };
  }
  const [only, ...more] = files.values();
  if (only === undefined || more.length > 0 || manifests.length > 0) return null;
  return {
    bytes: only.bytes(),
    isAltered: false,
    isMissing: false,
    isUnclear: false,
    isUnread: false,
    leavesOut: strays.length > 0,
  };
}

/** An address outside the container: the file is not at hand, its digest stays unchecked. */
const isElsewhere = ({ name }: Manifest['objects'][number], all: Container['all']): boolean =>
  !all.has(name) && ELSEWHERE.test(name);
const ELSEWHERE = /^[A-Za-z][A-Za-z0-9+.-]{0,20}:|\\|^\/|(?:^|\/)\.{1,2}(?:\/|$)/;

/** A later signature may be over earlier ones, too. */
function isAltered({ name, digest, value }: Manifest['objects'][number], all: Container['all']): boolean {
  const file = all.get(name);
  // An unsupported algorithm: the digest stays unchecked.
  return file !== undefined && digest !== null && createHash(digest).update(file.bytes()).digest('base64') !== value;
}

function withCoverage(signer: Signer, { isAltered, isMissing, isUnclear, isUnread, leavesOut }: Covered): Signer {
  const reasons = (reason: Message): Message[] => [reason, ...signer.reasons];
  if (isAltered)
    return { ...signer, verdict: 'invalid', integrity: 'altered', reasons: reasons(messages.seals.containerAltered()) };
  const verdict = signer.verdict === 'valid' ? 'indeterminate' : signer.verdict;
  // Of files that are gone or unreadable nobody can say that they are the signed ones.
  const integrity = signer.integrity === 'altered' ? 'altered' : 'unknown';
  if (isMissing) return { ...signer, verdict, integrity, reasons: reasons(messages.seals.containerFileMissing()) };
  if (isUnclear) return { ...signer, verdict, integrity, reasons: reasons(messages.seals.containerUnclear()) };
  if (isUnread) return { ...signer, verdict, integrity, reasons: reasons(messages.seals.containerDigest()) };
  return leavesOut ? { ...signer, verdict, reasons: reasons(messages.seals.containerLeftOut()) } : signer;
}

export interface Manifest {
  /** The name of the signature over this list. */
  signature: string;
  objects: { name: string; digest: string | null; value: string }[];
  /** Something that readers must understand, and that is not read here. */
  hasCritical: boolean;
}

const LENGTH_MAX = 2 ** 20;
const OBJECTS_MAX = 2_000;
const ASIC = 'http://uri.etsi.org/02918/v1.2.1#';
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';
const digests: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/** Throws what is no such list, and every text that defines words of its own. */
function readManifest(bytes: Uint8Array): Manifest {
  if (bytes.length > LENGTH_MAX) throw tooManyParts();
  const read: Manifest = { signature: '', objects: [], hasCritical: false };
  const path: string[] = [];
  let content = '';
  const refuse = (): never => {
    throw malformed();
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ uri, local, attributes }) => {
    path.push(`${prefixes[uri] ?? '?'}:${local}`);
    content = '';
    const at = path.join('/');
    // Under the name of a list there may be something else, a signature of another kind for one.
    if (path.length === 1 && at !== ROOT) refuse();
    const value = (name: string): string => {
      const found = Object.values(attributes).find((each) => each.uri === '' && each.local === name);
      return found?.value ?? '';
    };
    if (at === `${ROOT}/a:SigReference`) {
      if (read.signature !== '') refuse();
      read.signature = nameOf(value('URI'));
    } else if (at === OBJECT) {
      if (read.objects.length >= OBJECTS_MAX) throw tooManyParts();
      read.objects.push({ name: nameOf(value('URI')), digest: null, value: '' });
    } else if (at === `${OBJECT}/d:DigestMethod`) {
      const object = read.objects.at(-1);
      if (!object || object.digest !== null) return refuse();
      object.digest = digests[value('Algorithm')] ?? null;
    } else if (path.at(-1) === 'a:Extension' && ['true', '1'].includes(value('Critical').trim())) {
      read.hasCritical = true;
    }
  });
  const takeText = (part: string): void => {
    content += part;
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    const object = read.objects.at(-1);
    if (path.join('/') === `${OBJECT}/d:DigestValue` && object) {
      if (object.value !== '') refuse();
      object.value = content.replace(/\s+/g, '');
    }
    path.pop();
  });
  parser.write(decoded(bytes)).close();
  return read;
}

const prefixes: Record<string, string> = { [ASIC]: 'a', [SIGNATURES]: 'd' };
const ROOT = 'a:ASiCManifest';
const OBJECT = `${ROOT}/a:DataObjectReference`;

/** Names are addresses relative to the container; `./` is a second form of its root. */
function nameOf(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^(?:\.\/)+/, ''));
  } catch {
    throw malformed();
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed();
  }
}
