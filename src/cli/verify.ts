/** Verifies signed files with the code for the documents of the service, each in its own sandboxed process. */

import { constants, mkdtempSync, rmSync } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { worstOf } from '#domain/documents/opener/file-names.ts';
import { createFileOpener, type FileOpener, type OpenedFile } from '#domain/documents/opener/file-opening.ts';
import { type Signature, signatureFields } from '#domain/documents/signature.ts';
import { declaredReason } from '#domain/documents/stored-reason.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import { KINDS, readTrustStore } from '#lib/signatures/trust-store.ts';
import type { ContainerKind, Verdict } from '#lib/signatures/verdict.ts';
import { messages } from '#locales/messages.ts';
import { trustFolder } from '#server/config/config.ts';
import { operationalMessage } from '#server/error-messages.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Judge the signatures of a PDF, a p7s, a p7m or an ASiC container.',
  usage: [
    'verify FILE … [--trust FOLDER] [--json]        verdict, integrity, chain, revocation, signer, time and reasons of each signature',
    'verify FILE … --content FILE [--json]          FILE … are detached signatures (p7s), all of this one content',
    '  --trust FOLDER   judges by this trust store, with the layout of the service’s own, which is the default',
    '  --json           one JSON object per line and file, with `file` and `verdict`',
    '  Exit code: 2 wrong use or a file that cannot be read, else 1 a signature is invalid,',
    '             else 3 one is indeterminate or a file is unsigned, else 0: all are valid.',
  ],
  options: { content: { type: 'string', multiple: true }, trust: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    // If the process ends early, its exit code must not be that of a verdict.
    terminal().exitCode = EXIT.unreadable;
    try {
      return await verify(call);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const { stack, message } = error as Error;
      terminal().stderr.write(`${operationalMessage(error) ?? stack ?? message}\n`);
      return EXIT.unreadable;
    }
  },
};

type FileVerdict = Verdict | 'unsigned' | 'unreadable';

/** The gravest first: of several files the gravest verdict decides the exit code. */
const EXIT: Record<FileVerdict, number> = { unreadable: 2, invalid: 1, indeterminate: 3, unsigned: 3, valid: 0 };
const GRAVEST: readonly number[] = Object.values(EXIT);

interface VerifiedFile {
  /** As named in the arguments. */
  file: string;
  verdict: FileVerdict;
  /** Why there is no signature, or why a container could not be opened. */
  reason: string | null;
  format: ContainerKind | null;
  /** The content of `--content`, if this is a detached signature. */
  content: string | null;
  signatures: Omit<Signature, 'documentId' | 'documentName' | 'signs'>[];
}

async function verify({ words: files, options, config }: CommandCall): Promise<number> {
  if (files.length === 0) throw new UsageError('Say which files.');
  // `--content` may repeat; the type of options lists single values.
  const content = await contentOf(options.content as unknown as string[] | undefined);
  const trust = (await trustOf(options.trust)) ?? trustFolder(config.dataFolder, config.country);
  for (const file of readTrustStore(resolve(trust)).unreadable)
    terminal().stderr.write(`${file} in the trust store cannot be read: verified without it.\n`);
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-verify-'));
  const opener = createFileOpener({ folder, trust: resolve(trust), now: () => new Date(), atOnce: 1 });
  // Removes unwrapped contents at every kind of end.
  const clear = (): void => {
    opener.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = (): void => process.exit(EXIT.unreadable);
  process.once('exit', clear).once('SIGINT', stop).once('SIGTERM', stop);
  // Without a reader the verdict is lost.
  terminal().stdout.once('error', stop);
  const codes: number[] = [];
  try {
    for (const file of files) {
      const result = await verifyFile(opener, file, content);
      print(options.json ? JSON.stringify(result) : linesOf(result).join('\n'));
      codes.push(EXIT[result.verdict]);
      if (content === null || result.content !== null || result.verdict === 'unreadable') continue;
      terminal().stderr.write(`${oneLine(file)} is no detached signature: --content does not belong to it.\n`);
      codes.push(EXIT.unreadable);
    }
  } finally {
    process.off('exit', clear).off('SIGINT', stop).off('SIGTERM', stop);
    terminal().stdout.off('error', stop);
    clear();
  }
  return GRAVEST.find((code) => codes.includes(code)) ?? EXIT.unreadable;
}

async function contentOf(paths: string[] = []): Promise<string | null> {
  const [path, ...more] = paths;
  if (path === undefined) return null;
  if (more.length > 0) throw new UsageError('Say --content once: all files are signatures of this one content.');
  const why = await whyUnread(path);
  if (why !== null) throw new UsageError(`--content ${path}: ${why}`);
  return path;
}

/** A store without any of its folders is a mistyped path: no signature would be valid, without a visible reason. */
async function trustOf(path: CommandCall['options'][string]): Promise<string | null> {
  if (typeof path !== 'string') return null;
  if (path.includes('*')) throw new UsageError(`--trust ${path}: ${ASTERISK}`);
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--trust ${path}: ${operationalMessage(error) ?? error.message}`);
  });
  if (!KINDS.some((kind) => names.includes(kind)))
    throw new UsageError(`--trust ${path}: no trust store, which has folders ${KINDS.join(', ')}.`);
  return path;
}

async function verifyFile(opener: FileOpener, file: string, content: string | null): Promise<VerifiedFile> {
  const why = await whyUnread(file);
  if (why !== null) return { file, verdict: 'unreadable', reason: why, format: null, content: null, signatures: [] };
  const open = <Result>(signed: string | null, use: (opened: OpenedFile) => Promise<Result>): Promise<Result> => {
    const named = { path: resolve(file), sha256: '', sizeBytes: 0, signed: signed && resolve(signed), needsText: null };
    return opener.open(named, new AbortController().signal, use);
  };
  const isDetached = async ({ unwrapped, signsOther }: OpenedFile): Promise<boolean> =>
    signsOther ||
    // A signed container was unwrapped further, so that its content does not tell.
    (unwrapped?.kind === 'cms' && (await open(null, async (alone) => alone.unwrapped?.content === null)));
  return open(content, async (opened) => {
    const { unwrapped, failure } = opened;
    const trouble = failure === null ? (unwrapped?.trouble ?? null) : messages.opening[failure]();
    const signatures = signatureFields(unwrapped?.levels ?? [], new Date().toISOString(), READER);
    const verdict = worstOf(signatures.map((each) => each.verdict));
    const isWrapped = unwrapped !== null && unwrapped.kind !== 'none';
    const reason = trouble ?? (verdict === null && isWrapped ? messages.documents.noSignatureFound() : null);
    return {
      file,
      verdict: verdict ?? (trouble === null ? 'unsigned' : 'unreadable'),
      reason: reason && inEnglish(reason),
      format: unwrapped?.kind ?? null,
      content: content !== null && (await isDetached(opened)) ? content : null,
      signatures,
    };
  });
}

const READER = { pro: true, language: 'en', masked: (text: string) => text } as const;
const ASTERISK = 'A path with an asterisk is not read.';

const inEnglish = (reason: Message): string => translate(declaredReason(reason), 'en');

/** Null for a readable file. */
async function whyUnread(path: string): Promise<string | null> {
  if (path.includes('*')) return ASTERISK;
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return 'This is a folder, not a file.';
    if (!stats.isFile()) return 'This is not a file that can be verified.';
    await access(path, constants.R_OK);
    return stats.size === 0 ? 'The file is empty.' : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.';
    return operationalMessage(error) ?? String(code);
  }
}

/** A foreign name must not start a line of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

function linesOf({ file, verdict, reason, signatures }: VerifiedFile): string[] {
  return [
    `${oneLine(file)}: ${verdict}`,
    ...(reason === null ? [] : [`  ${reason}`]),
    ...signatures.flatMap((signature, i) => [
      `  Signature ${i + 1} of ${signatures.length}: ${signature.verdict}`,
      ...facts(signature).map(([name, text]) => `    ${name.padEnd(NAME_WIDTH)}${oneLine(text)}`),
    ]),
  ];
}

const NAME_WIDTH = 12;

function facts({ seal, level, integrity, chain, ...more }: VerifiedFile['signatures'][number]): [string, string][] {
  const { revocation, signer, certificate, timestamp, claimedSigningTime, judgedFor, coversWholeDocument } = more;
  const joined = (...parts: (string | null | undefined | false)[]): string =>
    parts.filter((part) => typeof part === 'string').join(', ');
  return [
    ['level', joined(level, `seal ${seal}`)],
    ['integrity', joined(integrity, coversWholeDocument === false && 'something was added behind what is signed')],
    ['chain', chain],
    [
      'revocation',
      joined(
        revocation?.status,
        revocation?.revokedAt && `on ${revocation.revokedAt}`,
        revocation?.source && `${revocation.source} of ${revocation.asOf}`,
      ),
    ],
    ['signer', signer === null ? 'unknown' : joined(signer.name, signer.organisation, signer.country)],
    [
      'certificate',
      joined(
        signer && `${signer.certificateSerial} of ${signer.issuer ?? 'an issuer without a name'}`,
        certificate && `${certificate.key}, valid ${certificate.validFrom} to ${certificate.validTo}`,
      ) || 'not in the file',
    ],
    ['claimed', claimedSigningTime ?? 'no time'],
    [
      'timestamp',
      timestamp === null
        ? 'none'
        : joined(timestamp.time, timestamp.authority, timestamp.valid ? 'relied on' : 'not relied on'),
    ],
    ['judged for', judgedFor ?? 'no time'],
    ...more.reasons.map(({ label }): [string, string] => ['reason', label]),
  ];
}
