/**
 * Unwraps a signed file and verifies its signatures: container by container, each read once, with the content written to a file. Reads
 * only the paths of the request and writes into one folder. A broken or hostile file gives a result, no error.
 */

import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { armorStart, decodeArmor } from './ascii-armor.ts';
import { verifyAsic } from './asic.ts';
import { FILE_BYTES_MAX, LEVELS_MAX, WINDOW_BYTES } from './bounds.ts';
import { BrokenSignature, tooLarge } from './broken-signature.ts';
import { type BytesAt, openFile } from './bytes-at.ts';
import { containerKindOf, mediaTypeOf } from './file-kind.ts';
import type { Chunk } from './octet-string.ts';
import { verifyPdf } from './pdf/pades.ts';
import { readSignedData, signedContent } from './signed-data.ts';
import { CMS_LEVELS, unreadableSigner, verifySigners } from './signer-verdict.ts';
import type { Trust } from './trust-store.ts';
import type { ContainerKind, ContainerLevel, Content, UnwrapResult } from './verdict.ts';

export interface UnwrapRequest {
  path: string;
  /** An existing folder for the content. */
  into: string;
  /** The file that this one signs, if it is a detached signature. */
  signed?: string;
  trust: Trust;
  now: Date;
}

/** The result of one container. `inside` is null for a detached signature, and the file itself without a container. */
interface Opened {
  kind: ContainerKind;
  level: ContainerLevel | null;
  inside: string | null;
  /** Of the content, if it was computed on the way. */
  sha256?: string | undefined;
  trouble: Message | null;
}

export function unwrapContainer(unsealing: UnwrapRequest): UnwrapResult {
  const levels: ContainerLevel[] = [];
  let kind: ContainerKind = 'none';
  let path: string | null = unsealing.path;
  let trouble: Message | null = null;
  let sha256: string | undefined;
  for (let depth = 0; path !== null; depth++) {
    const opened: Opened = openContainer(unsealing, path, depth);
    if (depth === 0) kind = opened.kind;
    if (opened.level !== null) levels.push(opened.level);
    trouble = opened.trouble;
    // The content of an intact container is content, even if it cannot be opened itself.
    if (trouble !== null && depth === 0) path = null;
    if (trouble !== null || path === null || opened.inside === path) break;
    path = moveOn(unsealing, path, opened.inside);
    sha256 = opened.sha256;
  }
  const content = path === null ? null : describe(path, sha256);
  return { kind, levels, content, trouble };
}

/** Deletes intermediate files. */
function moveOn({ path: outermost, signed }: UnwrapRequest, path: string, inside: string | null): string | null {
  if (path !== outermost && path !== signed) rmSync(path);
  return inside;
}

function openContainer(unsealing: UnwrapRequest, path: string, depth: number): Opened {
  const { trust, now, into } = unsealing;
  const file = openFile(path);
  const nothing = { level: null, inside: path, trouble: null };
  let kind: ContainerKind = 'none';
  try {
    if (file.size > FILE_BYTES_MAX) throw tooLarge();
    if (file.size === 0) return { kind, ...nothing };
    const found = containerKindOf(file);
    if (found === 'encrypted') {
      kind = 'cms';
      throw new BrokenSignature(messages.seals.encrypted());
    }
    if (found === 'pades') {
      const level = verifyPdf(file, trust, now);
      return { kind: level === null ? 'none' : 'pades', ...nothing, level };
    }
    kind = found;
    if (found === 'none') return { kind, ...nothing };
    if (found === 'asic') return { kind, ...nothing, level: verifyAsic(file, trust, now) ?? unsupported(found, now) };
    if (found === 'xades') return { kind, ...nothing, level: unsupported(found, now) };
    if (depth >= LEVELS_MAX) throw new BrokenSignature(messages.seals.tooDeep());
    return { kind, ...openCms(unsealing, file, join(into, `content-${depth + 1}`)), trouble: null };
  } catch (error) {
    if (!(error instanceof BrokenSignature)) throw error;
    rmSync(join(into, `content-${depth + 1}`), { force: true });
    return { kind, level: null, inside: path, trouble: error.explanation };
  } finally {
    file.close();
  }
}

type OpenedCms = Pick<Opened, 'level' | 'inside' | 'sha256'>;

function openCms(unsealing: UnwrapRequest, file: BytesAt, target: string): OpenedCms {
  const start = armorStart(file);
  if (start === null) return openBytes(unsealing, file, target);
  const plain = `${target}.der`;
  try {
    decodeArmor(file, start, plain);
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

function openBytes({ trust, now, signed }: UnwrapRequest, bytes: BytesAt, target: string): OpenedCms {
  let digests = new Map<string, Uint8Array>();
  const data = readSignedData(bytes, (announced, pieces) => {
    const names = announced.map(({ name }) => name).filter((name) => name !== null);
    const content = writeContent(bytes, pieces, ['sha256', ...names], target);
    digests = content.digests;
    return content.end;
  });
  const inside = data.isDetached ? (signed ?? null) : target;
  const content = inside === null ? null : openFile(inside);
  try {
    const judging = { data, content: content && signedContent(content, undefined, digests), trust, now };
    const verdicts = verifySigners({ ...judging, format: 'cms', levels: CMS_LEVELS });
    // Without content the file only carries certificates. With content a container needs a signer.
    const isEmpty = verdicts.length === 0 && content !== null;
    const signers = isEmpty ? [unreadableSigner('cms', now, messages.seals.signatureUnreadable())] : verdicts;
    const sha256 = digests.get('sha256');
    const level: ContainerLevel = { kind: 'cms', signers, documentTimestamps: [] };
    return { level, inside, sha256: sha256 && Buffer.from(sha256).toString('hex') };
  } finally {
    content?.close();
  }
}

const unsupported = (kind: 'asic' | 'xades', now: Date): ContainerLevel => {
  const format = kind === 'asic' ? 'ASiC' : 'XAdES';
  return {
    kind,
    signers: [unreadableSigner(kind, now, messages.seals.formatUnsupported({ format }), format)],
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

const BUFFER_BYTES = 256 * 1024;

export interface WrittenContent {
  /** The offset behind the content in the signed file. */
  end: number;
  digests: Map<string, Uint8Array>;
}

function writeContent(
  bytes: BytesAt,
  pieces: Generator<Chunk, number>,
  names: readonly string[],
  path: string,
): WrittenContent {
  const hashes = [...new Set(names)].map((name) => ({ name, hash: createHash(name) }));
  const buffer = new Uint8Array(BUFFER_BYTES);
  let filled = 0;
  const file = openSync(path, 'wx');
  const flush = (): void => {
    const full = buffer.subarray(0, filled);
    for (const { hash } of hashes) hash.update(full);
    for (let at = 0; at < filled; ) at += writeSync(file, full, at);
    filled = 0;
  };
  try {
    let step = pieces.next();
    for (; !step.done; step = pieces.next()) {
      const { at, length } = step.value;
      for (let done = 0; done < length; ) {
        if (filled === BUFFER_BYTES) flush();
        const count = Math.min(WINDOW_BYTES, length - done, BUFFER_BYTES - filled);
        buffer.set(bytes.view(at + done, count), filled);
        filled += count;
        done += count;
      }
    }
    flush();
    return { end: step.value, digests: new Map(hashes.map(({ name, hash }) => [name, hash.digest()])) };
  } finally {
    closeSync(file);
  }
}
