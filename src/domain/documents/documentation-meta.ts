/** Parameters and metadata that all operations on documents share: state, versions and source of the documentation. */

import { Type } from 'typebox';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { windowSeconds } from '#api/operation-result.ts';
import { withPatternMessage } from '#api/parameters.ts';
import { about, closed, type Description, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { instantOf } from '#lib/values/instant.ts';
import { messages } from '#locales/messages.ts';
import { type Documentation, type DocumentsContext, looksOf } from './documentation-gate.ts';
import { reasonIn, storedReason } from './stored-reason.ts';

export const Reason = Type.Object(
  {
    code: field(Type.String(), { en: 'A stable code.', ro: 'Un cod care rămâne același.' }),
    label: field(Type.String(), { en: 'The same in words.', ro: 'Același lucru în cuvinte.' }),
  },
  { ...closed, title: 'DocumentReason', ...about({ en: 'A reason.', ro: 'Un motiv.' }) },
);

const Version = Type.Object(
  {
    version: field(Type.Integer(), { en: 'Number of the version, from 1.', ro: 'Numărul versiunii, de la 1.' }),
    seenAt: field(Type.String(), {
      en: 'When this list of documents was first seen, ISO instant.',
      ro: 'Când a fost văzută prima dată această listă de documente, moment ISO.',
    }),
    state: oneOf(['collecting', 'available', 'partial', 'failed', 'superseded', 'withdrawn', 'none', 'announced'], {
      en: 'State of this version: `superseded` once a newer one was collected.',
      ro: 'Starea acestei versiuni: `superseded` după ce a fost adunată una mai nouă.',
    }),
  },
  { ...closed, title: 'DocumentationVersion', description: 'One list of documents, as it was published.' },
);

export const DocumentationStatus = Type.Object(
  {
    state: oneOf(['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded'], {
      en: '`none`: the procurement system listed no document at `lookedAt`. `partial`: some files could not be fetched, each states its reason. `failed`: none could. `collecting`: files are being fetched.',
      ro: '`none`: sistemul de achiziții nu enumera niciun document la `lookedAt`. `partial`: unele fișiere nu s-au putut prelua, fiecare cu motivul lui. `failed`: niciunul nu s-a putut prelua. `collecting`: se preiau fișierele.',
    }),
    since: field(Type.String(), { en: 'Since when, ISO instant.', ro: 'De când, moment ISO.' }),
    version: orNull(Type.Integer(), {
      en: 'The version that this answer shows; null when there is no document.',
      ro: 'Versiunea pe care o arată acest răspuns; null când nu există document.',
    }),
    versions: field(Type.Array(Version), {
      en: 'All versions, newest first.',
      ro: 'Toate versiunile, cele mai noi întâi.',
    }),
    documentsCount: field(Type.Integer(), {
      en: 'Documents of the returned version.',
      ro: 'Documentele versiunii arătate.',
    }),
    lookedAt: orNull(Type.String(), {
      en: 'When the procurement system’s lists were last read, ISO instant.',
      ro: 'Când au fost citite ultima dată listele sistemului de achiziții, moment ISO.',
    }),
    nextLookAt: orNull(Type.String(), {
      en: 'When they are read again, at the earliest, ISO instant; null while they are collected, and when no further reading is planned.',
      ro: 'Când vor fi citite din nou, cel mai devreme, moment ISO; null cât timp se preiau și când nu este planificată o altă citire.',
    }),
    reason: orNull(Reason, { en: 'Why it is partial or failed.', ro: 'De ce este parțială sau nereușită.' }),
  },
  {
    ...closed,
    title: 'DocumentationStanding',
    ...about({ en: 'State and versions of the documentation.', ro: 'Starea și versiunile documentației.' }),
  },
);

export const documentationMeta = Type.Object({ documentation: DocumentationStatus });

/** The system publishes without a licence of its own. */
const LICENCE = 'Public information';

export function metaOf(documentation: Documentation, call: Call, context: Pick<DocumentsContext, 'page'>): AnswerMeta {
  const { row, version, documents } = documentation;
  return {
    ...sourceMeta(row, row.looked_at, call, context),
    cachedAt: row.looked_at ?? row.since,
    // Files arrive one by one: the answer changes soon.
    ...(version?.state === 'collecting' && { pending: ['documents'] }),
    // The next look may change the answer.
    ...(row.due_at !== null &&
      row.due_at < call.now + windowSeconds['6h'] * 1_000 && { freshUntil: instantOf(Math.max(row.due_at, call.now)) }),
    extra: { documentation: statusOf(documentation, documents.length, call) },
  };
}

/** `fetchedAt`: when the answered data was read. */
export function sourceMeta(
  { notice, system_id: systemId }: { notice: string; system_id: number | null },
  fetchedAt: string | null,
  { dataset }: Call,
  { page }: Pick<DocumentsContext, 'page'>,
): AnswerMeta {
  const url = page(dataset, { notice, type: noticeType(notice), systemId });
  const asOf = fetchedAt?.slice(0, 10) ?? null;
  return {
    source: 'seap',
    sources: [{ name: 'seap', covers: ['documents'], asOf, fetchedAt, licence: LICENCE, url }],
  };
}

const statusOf = (
  { row, version, versions }: Documentation,
  documentsCount: number,
  { language }: Call,
): Static<typeof DocumentationStatus> => ({
  state: row.state,
  since: row.since,
  version: version?.version ?? null,
  versions: versions.map(({ version: number, seen_at, state }) => ({ version: number, seenAt: seen_at, state })),
  documentsCount,
  ...looksOf({ row, versions }),
  reason: row.reason === null ? null : reasonIn(storedReason(row.reason), language),
});

/** `CN` of `CN1096282`. */
const noticeType = (notice: string): string => /^[A-Z]*/.exec(notice)?.[0] ?? '';

export const ofNotice = ({ noticeNumber }: Pick<DocumentsContext, 'noticeNumber'>) =>
  Type.Object({ notice: noticeNumber }, closed);

export const documentIdentifier = (texts: Description) =>
  withPatternMessage(
    Type.String({ pattern: '^[A-Za-z0-9_.~-]{1,150}$', ...about(texts), examples: ['CN1096282-00003'] }),
    messages.wrong.noIdentifier(),
  );

export const ofDocument = Type.Object(
  {
    id: documentIdentifier({
      en: 'Identifier of a document, from the list of its procedure.',
      ro: 'Identificatorul unui document, din lista procedurii lui.',
    }),
  },
  closed,
);

/** Above the versions of any documentation. */
const VERSION_MAX = 10_000;

export const version = (texts: Description) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: VERSION_MAX, ...about(texts) }));
