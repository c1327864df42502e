/** A document of a notice: the schema, built from its row and from the facts about its text. */
import { Type } from 'typebox';
import type { Language } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { Reason } from './documentation-meta.ts';
import type { EntryRow } from './opener/stored-text.ts';
import type { Missing as Stored } from './readers/reading.ts';
import { NO_SIGNATURE, type signatureSummary, summaryFields } from './signature.ts';
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
  'splitArchive',
  'unsafeName',
] as const;

export const Missing = Type.Object(
  {
    what: oneOf(['pages', 'rest', 'entries'], {
      en: 'Single pages, everything from a page on, or files of an archive.',
      ro: 'Pagini anume, totul de la o pagină încolo sau fișiere dintr-o arhivă.',
      heading: { en: 'What', ro: 'Ce anume' },
    }),
    pages: orNone(Type.Array(Type.Integer()), {
      en: 'Numbers of the pages; null unless `what` is `pages`.',
      ro: 'Numerele paginilor; null dacă `what` nu este `pages`.',
    }),
    fromPage: orNone(Type.Integer(), {
      en: 'The page from which on; null unless `what` is `rest`.',
      ro: 'Pagina de la care încolo; null dacă `what` nu este `rest`.',
      heading: { en: 'From page', ro: 'De la pagina' },
    }),
    count: orNull(Type.Integer(), {
      en: 'Number of files; null unless `what` is `entries`, or when unknown.',
      ro: 'Numărul de fișiere; null dacă `what` nu este `entries` sau când nu este cunoscut.',
    }),
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
        'splitArchive',
        'unsafeName',
        'partly',
      ],
      {
        en: '`ocrDue`: pictures of text that will be read. `ocrCap`: more pictures than are read. `illegible`: nothing could be read. `notRecognized`: pictures of text inside of an archive, which are not read. `splitArchive`: an archive in several parts. `partly`: the rest of these files was read.',
        ro: '`ocrDue`: imagini cu text care urmează să fie citite. `ocrCap`: mai multe imagini decât se citesc. `illegible`: nu s-a putut citi nimic. `notRecognized`: imagini cu text dintr-o arhivă, care nu se citesc. `splitArchive`: o arhivă în mai multe părți. `partly`: restul acestor fișiere a fost citit.',
      },
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
  'notice',
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
    textUrl: orNull(Type.String(), {
      en: 'Path of its text; null when it has none.',
      ro: 'Calea textului; null când nu are.',
      heading: { en: 'Address of the text', ro: 'Adresa textului' },
    }),
    downloadUrl: field(Type.String(), {
      en: 'Path of the extracted file.',
      ro: 'Calea fișierului desigilat.',
      heading: { en: 'Address of the file', ro: 'Adresa fișierului' },
    }),
    excerpt: orNull(Type.String(), {
      en: 'How its text begins, at most 2,000 characters; null when it has none.',
      ro: 'Cum începe textul, cel mult 2.000 de caractere; null când nu are.',
      heading: { en: 'Excerpt', ro: 'Fragment' },
    }),
    masked: field(Type.Boolean(), {
      en: 'Whether personal numbers or names of hidden persons were redacted in the excerpt.',
      ro: 'Dacă din extras au fost eliminate coduri personale sau nume de persoane ascunse.',
      heading: { en: 'Something was taken out', ro: 'Cu omisiuni' },
    }),
  },
  { ...closed, title: 'DocumentContent' },
);
export type DocumentContent = Static<typeof Content>;

export const Withheld = Type.Object(
  {
    why: field(Type.String(), {
      en: 'The reason that the operator of this installation gave.',
      ro: 'De ce, în cuvintele celui care conduce această instalare.',
    }),
    since: field(Type.String(), { en: 'ISO instant.', ro: 'Moment ISO.' }),
  },
  { ...closed, title: 'WithheldDocument' },
);

export const Document = Type.Object(
  {
    id: field(Type.String({ examples: ['CN1096282-00003'] }), {
      en: 'Identifier, for addresses.',
      ro: 'Identificator, pentru adrese.',
    }),
    notice: field(Type.String(), { en: 'Number of its notice.', ro: 'Numărul anunțului său.' }),
    version: field(Type.Integer(), {
      en: 'Version of the documentation that this list shows.',
      ro: 'Versiunea documentației pe care o arată această listă.',
    }),
    code: field(Type.String(), {
      en: 'The procurement system’s own code; a revised file has another.',
      ro: 'Codul propriu al sistemului de achiziții; un fișier revizuit are altul.',
    }),
    name: orNull(Type.String(), {
      en: 'As in the list, with the extensions of signed containers; null when it is withheld.',
      ro: 'Ca în listă, cu extensiile containerelor semnate; null când este reținut.',
    }),
    fileName: orNull(Type.String(), {
      en: 'The same without the extensions of signed containers; null before it was opened.',
      ro: 'Același, fără extensiile containerelor semnate; null înainte de deschidere.',
      heading: { en: 'File name', ro: 'Nume de fișier' },
    }),
    section: oneOf(sections, {
      en: 'Heading under which the procurement system lists it.',
      ro: 'Titlul sub care îl enumeră sistemul de achiziții.',
    }),
    mediaType: orNull(Type.String(), {
      en: 'Of the extracted file, by its bytes; null before it was opened.',
      ro: 'Al fișierului desigilat, după octeți; null înainte de deschidere.',
      heading: { en: 'Media type', ro: 'Tip de fișier' },
    }),
    sizeBytes: orNull(Type.Integer(), { en: 'Of the extracted file.', ro: 'Al fișierului desigilat.' }),
    sha256: orNull(Type.String(), { en: 'Of the extracted file.', ro: 'Al fișierului desigilat.' }),
    sealed: orNull(
      Type.Object(
        {
          kind: oneOf(['cms', 'pades', 'asic', 'xades', 'none'], {
            en: 'Type of the outermost signed container, by its bytes.',
            ro: 'Tipul containerului semnat exterior, după octeți.',
          }),
          sizeBytes: orNull(Type.Integer(), {
            en: 'Of the file as it was published.',
            ro: 'Al fișierului așa cum a fost publicat.',
          }),
          sha256: orNull(Type.String(), {
            en: 'Of the file as it was published.',
            ro: 'Al fișierului așa cum a fost publicat.',
          }),
        },
        { ...closed, title: 'DocumentSeal' },
      ),
      {
        en: 'Null before it was opened.',
        ro: 'Null înainte de deschidere.',
        heading: { en: 'Seal', ro: 'Container semnat' },
      },
    ),
    ...summaryFields,
    publishedAt: orNull(Type.String(), {
      en: 'Day of publication, where the list has it.',
      ro: 'Ziua publicării, unde lista o are.',
    }),
    state: oneOf(['listed', 'stored', 'opened', 'failed'], {
      en: '`listed`: to be fetched. `stored`: fetched, to be opened. `opened`: extracted and verified. `failed`: could not be fetched.',
      ro: '`listed`: urmează să fie adus. `stored`: este aici, urmează să fie deschis. `opened`: desigilat și judecat. `failed`: nu s-a putut obține.',
    }),
    reason: orNone(Reason, {
      en: 'Why it could not be fetched or opened.',
      ro: 'De ce nu s-a putut obține sau deschide.',
      heading: { en: 'Reason', ro: 'Motiv' },
    }),
    pages: orNull(Type.Integer(), {
      en: 'Pages, where its kind has them and they could be counted.',
      ro: 'Pagini, unde felul lui le are și s-au putut număra.',
    }),
    textState: orNull(
      oneOf(textStates, '`read`: whole. `partly`: `missing` says what is not. All others: why there is no text.'),
      { en: 'Null before it was read.', ro: 'Null înainte de citire.', heading: { en: 'Text', ro: 'Text' } },
    ),
    missing: field(Type.Array(Missing), {
      en: 'What of its text is missing; empty: nothing is.',
      ro: 'Ce lipsește din text; gol: nimic.',
      heading: { en: 'Missing of the text', ro: 'Lipsește din text' },
    }),
    content: orNull(Content, {
      en: 'Part of Pro; null for other callers, and while there is none.',
      ro: 'Pentru Pro; null pentru toți ceilalți și cât timp nu există.',
      heading: { en: 'Content', ro: 'Conținut' },
    }),
    withheld: orNone(Withheld, {
      en: 'The operator of this installation withholds the document from all answers; null: it does not.',
      ro: 'Operatorul acestei instalări reține documentul din toate răspunsurile; null: nu este reținut.',
      heading: { en: 'Withheld', ro: 'Reținut' },
    }),
  },
  { ...closed, title: 'Document' },
);
export type Document = Static<typeof Document>;

interface DocumentView {
  row: DocumentRow;
  signatures: ReturnType<typeof signatureSummary>;
  version: number;
  text: ContentRow | null;
  content: DocumentContent | null;
  language: Language;
  masked(text: string): string;
}

export const document = ({ row, signatures, version, text, content, language, masked }: DocumentView): Document => ({
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
  ...signatures,
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
  ...NO_SIGNATURE,
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
