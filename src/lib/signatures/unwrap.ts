/**
 * Opens a sealed file and judges its signatures: seal by seal, each gone through once, the content written beside. It reads the
 * paths that it is given and writes into one folder; a file that is broken or hostile gives an outcome, no error.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { armourStart, takeOffArmour } from './ascii-armor.ts';
import { judgeAsic } from './asic.ts';
import { FILE_BYTES_MAX, LEVELS_MAX } from './bounds.ts';
import { Broken, tooLarge } from './broken-signature.ts';
import { type BytesAt, openFile } from './bytes-at.ts';
import { writeContent } from './content-file.ts';
import { mediaTypeOf, sealKindOf } from './file-kind.ts';
import { CMS_LEVELS, judgeSigners, unreadable } from './judge.ts';
import { judgePdf } from './pades.ts';

import { signedContent } from './signed-content.ts';
import { readSignedData } from './signed-data.ts';
import type { Trust } from './trust.ts';
import type { Content, SealKind, SealLevel, Unsealed } from './verdict.ts';

export interface Unsealing {
  path: string;
  /** An existing folder, into which the content goes. */
  into: string;
  /** The file that this one signs, if it is a detached signature. */
  signed?: string;
  trust: Trust;
  now: Date;
}

/** What one seal gave. `inside` is null for a detached signature, and the file itself where nothing is wrapped. */
interface Opened {
  kind: SealKind;
  level: SealLevel | null;
  inside: string | null;
  /** Of what is inside, when it was made on the way. */
  sha256?: string | undefined;
  trouble: Message | null;
}

export function unseal(unsealing: Unsealing): Unsealed {
  const levels: SealLevel[] = [];
  let kind: SealKind = 'none';
  let path: string | null = unsealing.path;
  let trouble: Message | null = null;
  let sha256: string | undefined;
  for (let depth = 0; path !== null; depth++) {
    const opened: Opened = openSeal(unsealing, path, depth);
    if (depth === 0) kind = opened.kind;
    if (opened.level !== null) levels.push(opened.level);
    trouble = opened.trouble;
    // What lies inside of a whole seal is content, though it cannot be opened itself.
    if (trouble !== null && depth === 0) path = null;
    if (trouble !== null || path === null || opened.inside === path) break;
    path = moveOn(unsealing, path, opened.inside);
    sha256 = opened.sha256;
  }
  const content = path === null ? null : describe(path, sha256);
  return { kind, levels, content, trouble };
}

/** The file between two seals is not needed any more. */
function moveOn({ path: outermost, signed }: Unsealing, path: string, inside: string | null): string | null {
  if (path !== outermost && path !== signed) rmSync(path);
  return inside;
}

function openSeal(unsealing: Unsealing, path: string, depth: number): Opened {
  const { trust, now, into } = unsealing;
  const file = openFile(path);
  const nothing = { level: null, inside: path, trouble: null };
  let kind: SealKind = 'none';
  try {
    if (file.size > FILE_BYTES_MAX) throw tooLarge();
    if (file.size === 0) return { kind, ...nothing };
    const found = sealKindOf(file);
    if (found === 'encrypted') {
      kind = 'cms';
      throw new Broken(messages.seals.encrypted());
    }
    if (found === 'pades') {
      const level = judgePdf(file, trust, now);
      return { kind: level === null ? 'none' : 'pades', ...nothing, level };
    }
    kind = found;
    if (found === 'none') return { kind, ...nothing };
    if (found === 'asic') return { kind, ...nothing, level: judgeAsic(file, trust, now) ?? unsupported(found, now) };
    if (found === 'xades') return { kind, ...nothing, level: unsupported(found, now) };
    if (depth >= LEVELS_MAX) throw new Broken(messages.seals.tooDeep());
    return { kind, ...openCms(unsealing, file, join(into, `content-${depth + 1}`)), trouble: null };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    rmSync(join(into, `content-${depth + 1}`), { force: true });
    return { kind, level: null, inside: path, trouble: error.explanation };
  } finally {
    file.close();
  }
}

type OpenedCms = Pick<Opened, 'level' | 'inside' | 'sha256'>;

function openCms(unsealing: Unsealing, file: BytesAt, target: string): OpenedCms {
  const start = armourStart(file);
  if (start === null) return openBytes(unsealing, file, target);
  const plain = `${target}.der`;
  try {
    takeOffArmour(file, start, plain);
    const bytes = openFile(plain);
    try {
      return openBytes(unsealing, bytes, target);
    } finally {
      bytes.close();
    }
  } finally {
    rmSync(plain, { force: true });
  }
}

function openBytes({ trust, now, signed }: Unsealing, bytes: BytesAt, target: string): OpenedCms {
  let digests = new Map<string, Uint8Array>();
  const data = readSignedData(bytes, (announced, pieces) => {
    const names = announced.map(({ name }) => name).filter((name) => name !== null);
    const written = writeContent(bytes, pieces, ['sha256', ...names], target);
    digests = written.digests;
    return written.end;
  });
  const inside = data.isDetached ? (signed ?? null) : target;
  const content = inside === null ? null : openFile(inside);
  try {
    const judging = { data, content: content && signedContent(content, undefined, digests), trust, now };
    const judged = judgeSigners({ ...judging, format: 'cms', levels: CMS_LEVELS });
    // Without content it is a file that carries certificates. Around content nobody would answer for the seal.
    const isEmpty = judged.length === 0 && content !== null;
    const signers = isEmpty ? [unreadable('cms', now, messages.seals.signatureUnreadable())] : judged;
    const sha256 = digests.get('sha256');
    const level: SealLevel = { kind: 'cms', signers, documentTimestamps: [] };
    return { level, inside, sha256: sha256 && Buffer.from(sha256).toString('hex') };
  } finally {
    content?.close();
  }
}

const unsupported = (kind: 'asic' | 'xades', now: Date): SealLevel => {
  const format = kind === 'asic' ? 'ASiC' : 'XAdES';
  return {
    kind,
    signers: [unreadable(kind, now, messages.seals.formatUnsupported({ format }), format)],
    documentTimestamps: [],
  };
};

function describe(path: string, known: string | undefined): Content {
  const file = openFile(path);
  try {
    const sha256 = known ?? Buffer.from(signedContent(file).digest('sha256')).toString('hex');
    return { path, sizeBytes: file.size, sha256, mediaType: mediaTypeOf(file) };
  } finally {
    file.close();
  }
}
