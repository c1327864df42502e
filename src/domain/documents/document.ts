/** A document of a notice: the schema, built from its row and from the facts about its text. */
import { Type } from 'typebox';
import type { Language } from '#lib/i18n/message.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { Reason } from './documentation-meta.ts';
import type { EntryRow } from './opener/stored-text.ts';
import type { Missing as Stored } from './readers/reading.ts';
import { reasonIn, storedReason } from './stored-reason.ts';
import type { WithheldRow } from './tables/documents-table.ts';
import type { ContentRow, DocumentRow } from './tables/rows.ts';

export const textStates = [
  'read',
  'partly',
  'none',
  'ocrDue',
  'archive',
  'encrypted',
  'damaged',
  'unsupported',
  'tooLarge',
  'tooLong',
  'tooDeep',
  'unsafeName',
] as const;

export const Missing = Type.Object(
  {
    what: oneOf(['pages', 'rest', 'entries'], 'Single pages, everything from a page on, or files of an archive.'),
    pages: orNull(Type.Array(Type.Integer()), 'Numbers of the pages; null unless `what` is `pages`.'),
    fromPage: orNull(Type.Integer(), 'The page from which on; null unless `what` is `rest`.'),
    count: orNull(Type.Integer(), 'How many files; null unless `what` is `entries`, or when nobody can say.'),
    why: oneOf(
      [
        'ocrDue',
        'ocrCap',
        'illegible',
        'damaged',
        'tooLarge',
        'tooLong',
        'tooMany',
        'notRecognized',
        'encrypted',
        'unsupported',
        'tooDeep',
        'unsafeName',
        'partly',
      ],
      '`ocrDue`: pictures of text that will be read. `ocrCap`: more pictures than are read. `illegible`: nothing could be read. `notRecognized`: pictures of text inside of an archive, which are not read. `partly`: the rest of these files was read.',
    ),
  },
  { ...closed, title: 'MissingText' },
);

type MissingFact = Static<typeof Missing>;

export const missingIn = ({ missing, entries }: Pick<ContentRow, 'missing' | 'entries'>): MissingFact[] => [
  ...(JSON.parse(missing) as Stored[]).map((one) => ({
    what: one.what,
    pages: one.what === 'pages' ? one.pages : null,
    fromPage: one.what === 'rest' ? one.fromPage : null,
    count: one.what === 'entries' ? one.count : null,
    why: one.why,
  })),
  ...missingInside(JSON.parse(entries ?? '[]') as EntryRow[]),
];

/** Archived files are read one by one: those without text, grouped by reason. */
function missingInside(entries: readonly Pick<EntryRow, 'state'>[]): MissingFact[] {
  const whys = entries.flatMap(({ state }) => whyOf(state) ?? []);
  return [...Map.groupBy(whys, (why) => why)].map(([why, all]) => ({
    what: 'entries',
    pages: null,
    fromPage: null,
    count: all.length,
    why,
  }));
}

function whyOf(state: EntryRow['state']): MissingFact['why'] | null {
  if (state === 'read' || state === 'none' || state === 'archive') return null;
  return state === 'ocrDue' ? 'notRecognized' : state;
}

const sections = [
  'documentation',
  'duae',
  'strategy',
  'decision',
  'exAnte',
  'clarification',
  'supplierReport',
  'other',
] as const;

const Content = Type.Object(
  {
    textUrl: orNull(Type.String(), 'Path of its text; null when it has none.'),
    downloadUrl: Type.String({ description: 'Path of the unsealed file.' }),
    excerpt: orNull(Type.String(), 'How its text begins, at most 2,000 characters; null when it has none.'),
    masked: Type.Boolean({
      description: 'Whether personal numbers or names of hidden persons were taken out of the excerpt.',
    }),
  },
  { ...closed, title: 'DocumentContent' },
);
export type DocumentContent = Static<typeof Content>;

export const Withheld = Type.Object(
  {
    why: Type.String({ description: 'Why, in the words of whoever runs this installation.' }),
    since: Type.String({ description: 'ISO instant.' }),
  },
  { ...closed, title: 'WithheldDocument' },
);

export const Document = Type.Object(
  {
    id: Type.String({ description: 'Identifier, for addresses.', examples: ['CN1096282-00003'] }),
    notice: Type.String({ description: 'Number of its notice.' }),
    version: Type.Integer({ description: 'Version of the documentation that this list shows.' }),
    code: Type.String({ description: 'The procurement system’s own code; a revised file has another.' }),
    name: orNull(Type.String(), 'As the list gives it, with what seals put behind it; null when it is withheld.'),
    fileName: orNull(Type.String(), 'The same without what seals put behind it; null before it was opened.'),
    section: oneOf(sections, 'Heading under which the procurement system lists it.'),
    mediaType: orNull(Type.String(), 'Of the unsealed file, by its bytes; null before it was opened.'),
    sizeBytes: orNull(Type.Integer(), 'Of the unsealed file.'),
    sha256: orNull(Type.String(), 'Of the unsealed file.'),
    sealed: orNull(
      Type.Object(
        {
          kind: oneOf(['cms', 'pades', 'asic', 'xades', 'none'], 'Kind of the outermost seal, by its bytes.'),
          sizeBytes: orNull(Type.Integer(), 'Of the file as it was published.'),
          sha256: orNull(Type.String(), 'Of the file as it was published.'),
        },
        { ...closed, title: 'DocumentSeal' },
      ),
      'Null before it was opened.',
    ),
    signatureVerdict: orNull(
      oneOf(['valid', 'invalid', 'indeterminate'], 'The worst of its signatures, those beside it included.'),
      'Null when it has no signature, or was not opened yet; `signers` tells each.',
    ),
    publishedAt: orNull(Type.String(), 'Day of publication, where the list says it.'),
    state: oneOf(
      ['listed', 'stored', 'opened', 'failed'],
      '`listed`: to be fetched. `stored`: here, to be opened. `opened`: unsealed and judged. `failed`: could not be had.',
    ),
    reason: orNull(Reason, 'Why it could not be had or opened.'),
    pages: orNull(Type.Integer(), 'Pages, where its kind has them and they could be counted.'),
    textState: orNull(
      oneOf(textStates, '`read`: whole. `partly`: `missing` says what is not. All others: why there is no text.'),
      'Null before it was read.',
    ),
    missing: Type.Array(Missing, { description: 'What of its text is missing; empty: nothing is.' }),
    content: orNull(Content, 'For Pro; null for everybody else, and while there is none.'),
    withheld: orNull(Withheld, 'Taken out of all answers by whoever runs this installation; null: it is not.'),
  },
  { ...closed, title: 'Document' },
);
export type Document = Static<typeof Document>;

interface DocumentView {
  row: DocumentRow;
  verdict: DocumentRow['verdict'];
  version: number;
  text: ContentRow | null;
  content: DocumentContent | null;
  language: Language;
  masked(text: string): string;
}

export const document = ({ row, verdict, version, text, content, language, masked }: DocumentView): Document => ({
  id: row.id,
  notice: row.notice,
  version,
  code: row.code,
  name: masked(row.name),
  fileName: row.file_name === null ? null : masked(row.file_name),
  section: row.section,
  mediaType: row.media_type,
  sizeBytes: row.content_bytes,
  sha256: row.content_sha256,
  sealed: row.sealed === null ? null : { kind: row.sealed, sizeBytes: row.file_bytes, sha256: row.file_sha256 },
  signatureVerdict: verdict,
  publishedAt: row.published_on,
  state: row.state,
  reason: row.reason === null ? null : reasonIn(storedReason(row.reason), language),
  pages: text?.pages_count ?? null,
  textState: text?.state ?? null,
  missing: text === null ? [] : missingIn(text),
  content,
  withheld: null,
});

/** The document keeps its position in the list, so that it does not look deleted. Its name may be the reason for withholding it. */
export const withheldDocument = (row: DocumentRow, version: number, { why, withheld_at }: WithheldRow): Document => ({
  id: row.id,
  notice: row.notice,
  version,
  code: row.code,
  name: null,
  fileName: null,
  section: row.section,
  mediaType: null,
  sizeBytes: null,
  sha256: null,
  sealed: null,
  signatureVerdict: null,
  publishedAt: row.published_on,
  state: row.state,
  reason: null,
  pages: null,
  textState: null,
  missing: [],
  content: null,
  withheld: { why, since: withheld_at },
});

/**
 * The publication day as an instant, never the moment of fetching; null where the list has no day. A revised file is another document with
 * its own day.
 */
export const publishedAt = ({ published_on }: Pick<DocumentRow, 'published_on'>): string | null =>
  published_on === null ? null : `${published_on}T00:00:00.000Z`;
