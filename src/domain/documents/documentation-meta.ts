/** Parameters and metadata that all operations on documents share: state, versions and source of the documentation. */

import { Type } from 'typebox';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { withPatternMessage } from '#api/parameters.ts';
import { instantOf } from '#lib/values/instant.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { messages } from '#locales/messages.ts';
import { type Documentation, looksOf } from './documentation-gate.ts';
import type { DocumentsNeeds } from './needs.ts';
import { reasonIn, storedReason } from './stored-reason.ts';

export const Reason = Type.Object(
  {
    code: Type.String({ description: 'A code that stays the same.' }),
    label: Type.String({ description: 'The same in words.' }),
  },
  { ...closed, title: 'DocumentReason', description: 'A reason.' },
);

const Version = Type.Object(
  {
    version: Type.Integer({ description: 'Number of the version, from 1.' }),
    seenAt: Type.String({ description: 'When this list of documents was first seen, ISO instant.' }),
    state: oneOf(
      ['collecting', 'available', 'partial', 'failed', 'superseded', 'withdrawn', 'none', 'announced'],
      'State of this version: `superseded` once a newer one was collected.',
    ),
  },
  { ...closed, title: 'DocumentationVersion', description: 'One list of documents, as it was published.' },
);

export const DocumentationStanding = Type.Object(
  {
    state: oneOf(
      ['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded'],
      '`none`: the procurement system listed no document at `lookedAt`. `partial`: some files could not be had, each says why. `failed`: none could. `collecting`: files are being fetched.',
    ),
    since: Type.String({ description: 'Since when, ISO instant.' }),
    version: orNull(Type.Integer(), 'The version that this answer shows; null when there is no document.'),
    versions: Type.Array(Version, { description: 'All versions, newest first.' }),
    documentsCount: Type.Integer({ description: 'Documents of the version that is shown.' }),
    lookedAt: orNull(Type.String(), 'When the procurement system’s lists were last read, ISO instant.'),
    nextLookAt: orNull(
      Type.String(),
      'When they are read again, at the earliest, ISO instant; null while they are collected, and when no further reading is planned.',
    ),
    reason: orNull(Reason, 'Why it is partial or failed.'),
  },
  { ...closed, title: 'DocumentationStanding', description: 'State and versions of the documentation.' },
);

export const documentationMeta = Type.Object({ documentation: DocumentationStanding });

/** The system publishes without a licence of its own. */
const LICENCE = 'Public information';

export function metaOf(documentation: Documentation, call: Call, needs: Pick<DocumentsNeeds, 'page'>): AnswerMeta {
  const { row, version, documents } = documentation;
  return {
    ...sourceMeta(row, row.looked_at, call, needs),
    cachedAt: row.looked_at ?? row.since,
    // Files arrive one by one: the answer changes soon.
    ...(version?.state === 'collecting' && { pending: ['documents'] }),
    // The next look may change the answer.
    ...(row.due_at !== null &&
      row.due_at < call.now + windowSeconds['6h'] * 1_000 && { freshUntil: instantOf(Math.max(row.due_at, call.now)) }),
    extra: { documentation: standing(documentation, documents.length, call) },
  };
}

/** `fetchedAt`: when the answered data was read. */
export function sourceMeta(
  { notice, system_id: systemId }: { notice: string; system_id: number | null },
  fetchedAt: string | null,
  { dataset }: Call,
  { page }: Pick<DocumentsNeeds, 'page'>,
): AnswerMeta {
  const url = page(dataset, { notice, type: noticeLetters(notice), systemId });
  const asOf = fetchedAt?.slice(0, 10) ?? null;
  return {
    source: 'seap',
    sources: [{ name: 'seap', covers: ['documents'], asOf, fetchedAt, licence: LICENCE, url }],
  };
}

const standing = (
  { row, version, versions }: Documentation,
  documentsCount: number,
  { language }: Call,
): Static<typeof DocumentationStanding> => ({
  state: row.state,
  since: row.since,
  version: version?.version ?? null,
  versions: versions.map(({ version: number, seen_at, state }) => ({ version: number, seenAt: seen_at, state })),
  documentsCount,
  ...looksOf({ row, versions }),
  reason: row.reason === null ? null : reasonIn(storedReason(row.reason), language),
});

/** `CN` of `CN1096282`. */
const noticeLetters = (notice: string): string => /^[A-Z]*/.exec(notice)?.[0] ?? '';

export const ofNotice = ({ noticeNumber }: Pick<DocumentsNeeds, 'noticeNumber'>) =>
  Type.Object({ notice: noticeNumber }, closed);

export const documentIdentifier = (description: string) =>
  withPatternMessage(
    Type.String({ pattern: '^[A-Za-z0-9_.~-]{1,150}$', description, examples: ['CN1096282-00003'] }),
    messages.wrong.noIdentifier(),
  );

export const ofDocument = Type.Object(
  { id: documentIdentifier('Identifier of a document, from the list of its procedure.') },
  closed,
);

/** Above the versions of any documentation. */
const VERSION_MAX = 10_000;

export const version = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: VERSION_MAX, description }));
