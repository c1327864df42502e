/** Schemas of the press operations, and answers built from stored releases. */
import { Type } from 'typebox';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { bucharestInstant } from '#lib/values/date.ts';
import { publicName } from './file-names.ts';
import type { StoredRelease } from './freshness.ts';

const Attachment = Type.Object(
  {
    url: field(Type.String(), { en: 'Address of the file.', ro: 'Adresa fișierului.' }),
    title: field(Type.String(), { en: 'Text of its link.', ro: 'Textul legăturii lui.' }),
  },
  { ...closed, title: 'PressAttachment' },
);

const ocrPages = field(Type.Array(Type.Integer()), {
  en: 'Numbers of the pages whose text comes from OCR, where letters may be wrong; all other pages have text in the file.',
  ro: 'Numerele paginilor al căror text a fost citit dintr-o imagine (OCR), unde literele pot fi greșite; textul celorlalte stă în fișier ca text.',
  heading: { en: 'Pages read by OCR', ro: 'Pagini citite prin OCR' },
});

const about = {
  url: field(Type.String(), {
    en: 'Address of the release’s PDF on the authority’s host, for /api/press/pdf. In the demo a name, `urn:firmoteca:demo:press/static/…`, which /api/press/pdf accepts as well: its invented releases were never published.',
    ro: 'Adresa PDF-ului comunicatului pe serverul autorității, pentru /api/press/pdf. În demonstrație un nume, `urn:firmoteca:demo:press/static/…`, acceptat și de /api/press/pdf: comunicatele inventate nu au fost publicate niciodată.',
  }),
  title: field(Type.String(), {
    en: 'Title, as the authority’s page gives it.',
    ro: 'Titlul, cum îl dă pagina autorității.',
  }),
  date: field(Type.String(), { en: 'Day of publication.', ro: 'Ziua publicării.' }),
  office: field(Type.String(), {
    en: 'Office that published it, as in the file’s address: `Anaf`, `Cluj` …',
    ro: 'Unitatea care l-a publicat, ca în adresa fișierului: `Anaf`, `Cluj` …',
    heading: { en: 'Office', ro: 'Structura emitentă' },
  }),
};

export const Release = Type.Object(
  {
    ...about,
    publishedAt: field(Type.String(), { en: 'Day of publication, as `date`.', ro: 'Ziua publicării, ca `date`.' }),
    publishedTime: field(Type.String(), {
      en: 'Moment of publication, ISO instant, from the Romanian time in the file’s name.',
      ro: 'Momentul publicării, moment ISO, după ora României din numele fișierului.',
    }),
    attachments: field(Type.Array(Attachment), {
      en: 'Other files published with it.',
      ro: 'Alte fișiere publicate odată cu el.',
      heading: { en: 'Attachments', ro: 'Anexe' },
    }),
    articleSlug: orNull(Type.String(), {
      en: 'Its article, for /api/press-articles/{slug}; null when its text was not read yet or cannot be.',
      ro: 'Articolul lui, pentru /api/press-articles/{slug}; null când textul nu a fost citit încă sau nu poate fi.',
      heading: { en: 'Article', ro: 'Articol' },
    }),
  },
  { ...closed, title: 'PressRelease' },
);

export const Article = Type.Object(
  {
    slug: field(Type.String(), {
      en: 'Stable identifier.',
      ro: 'Identificator; rămâne același.',
      heading: { en: 'Article', ro: 'Articol' },
    }),
    ...about,
    summary: field(Type.String(), { en: 'The first sentences of the text.', ro: 'Primele propoziții ale textului.' }),
    text: field(Type.String(), {
      en: 'Text of the PDF; pages are divided by form feeds.',
      ro: 'Textul PDF-ului; paginile sunt despărțite prin salt de pagină.',
    }),
    ocrPages,
  },
  { ...closed, title: 'PressArticle' },
);

export const PdfText = Type.Object(
  {
    url: field(Type.String(), { en: 'Address of the file.', ro: 'Adresa fișierului.' }),
    title: orNull(Type.String(), {
      en: 'Title of the release; null for files that no release names.',
      ro: 'Titlul comunicatului; null pentru fișierele pe care nu le numește niciun comunicat.',
    }),
    pages: field(Type.Integer(), { en: 'Number of pages.', ro: 'Numărul de pagini.' }),
    text: orNull(Type.String(), {
      en: 'Text of all pages, divided by form feeds; null while pages that are pictures are being read.',
      ro: 'Textul tuturor paginilor, despărțite prin salt de pagină; null cât timp se citesc paginile care sunt imagini.',
    }),
    ocrPages,
    sizeBytes: field(Type.Integer(), { en: 'Size of the file.', ro: 'Mărimea fișierului.' }),
  },
  { ...closed, title: 'PressPdf' },
);

export const release = (
  row: StoredRelease,
  isAttached: (attachment: { url: string }) => boolean,
  names: { isDemo: boolean },
): Static<typeof Release> => ({
  url: publicName(row.url, names),
  title: row.title,
  date: row.publishedAt.slice(0, 10),
  office: row.office,
  publishedAt: row.publishedAt.slice(0, 10),
  publishedTime: instantOf(row.publishedAt),
  attachments: (JSON.parse(row.attachments) as Static<typeof Attachment>[])
    .filter(isAttached)
    .map(({ url, title }) => ({ url: publicName(url, names), title })),
  articleSlug: row.text === null ? null : row.slug,
});

/** `2026-01-15T10:30:05` in Romanian time. */
function instantOf(local: string): string {
  const [day = '', time = ''] = local.split('T');
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return new Date(bucharestInstant(day, hour) + (minute * 60 + second) * 1_000).toISOString();
}

/** Names are redacted before the text is cut, so that a summary never ends in half a name. */
export function article(
  row: StoredRelease & { text: string },
  { redact: redacted }: HiddenNames,
  names: { isDemo: boolean },
): Static<typeof Article> {
  const [title, text] = [redacted(row.title), redacted(row.text)];
  return {
    slug: row.slug,
    url: publicName(row.url, names),
    title,
    date: row.publishedAt.slice(0, 10),
    office: row.office,
    summary: summaryOf(text, title),
    text,
    ocrPages: JSON.parse(row.ocrPages ?? '[]'),
  };
}

const SUMMARY_LENGTH = 300;
/** Characters of a text that hold its heading, its title and a summary. */
const SUMMARY_SOURCE_LENGTH = 4_000;

/** Whitespace other than a single space. */
const UNEVEN = /\s{2,}|[^\S ]/g;

/** The first lines after the heading and the title, up to the end of a sentence or word. */
function summaryOf(text: string, title: string): string {
  const flat = text.trimStart().slice(0, SUMMARY_SOURCE_LENGTH).replace(UNEVEN, ' ').trim();
  const start = flat.indexOf(title);
  const body = (start >= 0 && start < SUMMARY_LENGTH ? flat.slice(start + title.length) : flat).trim();
  if (body.length <= SUMMARY_LENGTH) return body;
  const cut = body.slice(0, SUMMARY_LENGTH);
  const sentence = cut.lastIndexOf('. ');
  return sentence > SUMMARY_LENGTH / 3 ? cut.slice(0, sentence + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
