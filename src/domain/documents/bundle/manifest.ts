/** What a bundle says of itself: for programs, and for whoever unpacks it. */

import type { Call } from '#api/endpoint.ts';
import type { Documentation } from '#domain/documents/documentation-of-call.ts';
import { verdictAmong } from '#domain/documents/opener/worst-verdict.ts';
import { bundle as words } from '#domain/documents/sentences.ts';
import { type Signature, signaturesOf } from '#domain/documents/signature.ts';
import { reasonIn } from '#domain/documents/stored-reason.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import { speaker } from '#lib/i18n/sentence.ts';
import { sha256 } from '#lib/values/hash.ts';
import type { BundledDocument } from './contents.ts';
import type { ZippedText } from './zip-stream.ts';

type Masked = (text: string) => string;

/** Two bundles of one revision say the same, whenever they are made. */
export interface BundleTexts {
  texts: ZippedText[];
  revision: string;
}

export function manifestTexts(
  documentation: Documentation,
  bundled: readonly BundledDocument[],
  call: Call,
  masked: Masked,
): BundleTexts {
  const rows = bundled.filter(({ withheld }) => withheld === null).map(({ row }) => row);
  const told = bundled.map((one) => described(one, rows, call, masked));
  const about = manifest(documentation, told, call);
  const texts = [
    { path: 'MANIFEST.json', text: `${JSON.stringify(about, null, 2)}\n` },
    { path: speaker(call.language)(words.fileName()), text: readMe(documentation, told, call) },
  ];
  return { texts, revision: sha256(JSON.stringify([{ ...about, madeAt: null }, call.language])) };
}

function described(
  { row, file, missing, withheld }: BundledDocument,
  rows: readonly DocumentRow[],
  { language }: Call,
  masked: Masked,
) {
  const isShown = withheld === null;
  return {
    id: row.id,
    code: row.code,
    section: row.section,
    name: isShown ? masked(row.name) : null,
    path: file?.path ?? null,
    sizeBytes: file?.sizeBytes ?? null,
    sha256: file?.sha256 ?? null,
    mediaType: isShown ? row.media_type : null,
    asPublished: file?.asPublished ?? null,
    published: isShown ? { sizeBytes: row.file_bytes, sha256: row.file_sha256, sealed: row.sealed } : null,
    publishedAt: row.published_on,
    collectedAt: row.fetched_at,
    signatureVerdict: isShown ? verdictAmong(row, rows) : null,
    // Bundles are for Pro only, who may know who signed.
    signatures: isShown ? signaturesOf(row, { pro: true, language, masked }) : [],
    missing: missing && reasonIn(missing, language),
    withheld: withheld && { why: withheld.why, since: withheld.withheld_at },
  };
}

type Described = ReturnType<typeof described>;

const manifest = ({ row, version, versions }: Documentation, documents: readonly Described[], call: Call) => ({
  notice: row.notice,
  version: version?.version ?? null,
  seenAt: version?.seen_at ?? null,
  state: version?.state ?? row.state,
  lookedAt: row.looked_at,
  versions: versions.map((one) => ({ version: one.version, seenAt: one.seen_at, state: one.state })),
  madeAt: new Date(call.now).toISOString(),
  dataset: call.dataset.manifest.country,
  documents,
});

function readMe({ row, version, versions }: Documentation, documents: readonly Described[], call: Call): string {
  const say = speaker(call.language);
  const head = [
    say(words.title({ notice: row.notice, version: version?.version ?? 0, versions: versions.length })),
    say(words.seen({ seenAt: version?.seen_at ?? row.since, lookedAt: row.looked_at ?? row.since })),
    say(words.howTo()),
    ...(call.dataset.manifest.country === 'demo' ? [say(words.invented())] : []),
  ];
  const lines = documents.map((one) => [lineOf(one, say), ...one.signatures.map((each) => signed(each, say))]);
  // As Windows' own editor shows lines.
  return `${[...head, '', ...lines.flat(), ''].join('\r\n')}`;
}

function lineOf(one: Described, say: ReturnType<typeof speaker>): string {
  if (one.withheld) return say(words.withheld({ code: one.code, why: one.withheld.why }));
  if (one.path === null)
    return say(words.missing({ code: one.code, name: one.name ?? '', why: one.missing?.label ?? '' }));
  return say(words.there({ code: one.code, path: one.path, sha256: one.sha256 ?? '' }));
}

function signed({ verdict, signer, reasons }: Signature, say: ReturnType<typeof speaker>): string {
  const who = signer?.name ?? say(words.unnamed());
  const why = reasons.map(({ label }) => label).join(' ');
  return `    ${say(words.signed({ who, verdict: say(words[verdict]()), why }))}`;
}
