/** What the press operations answer with. */

import { Type } from 'typebox';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { bucharestInstant } from '#lib/values/bank-time.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { shownName } from './file-names.ts';
import type { StoredRelease } from './needs.ts';

const Attachment = Type.Object(
  {
    url: Type.String({ description: 'Address of the file.' }),
    title: Type.String({ description: 'Text of its link.' }),
  },
  { ...closed, title: 'PressAttachment' },
);

const ocrPages = Type.Array(Type.Integer(), {
  description:
    'Numbers of the pages whose text was read from a picture (OCR), where letters may be wrong; the text of all others stands in the file as text.',
});

const about = {
  url: Type.String({
    description:
      'Address of the release’s PDF on the authority’s host, for /api/press/pdf. In the demo a name, `urn:firmoteca:demo:press/static/…`, which /api/press/pdf takes as well: nobody published its invented releases.',
  }),
  title: Type.String({ description: 'Title, as the authority’s page gives it.' }),
  date: Type.String({ description: 'Day of publication.' }),
  office: Type.String({ description: 'Office that published it, as in the file’s address: `Anaf`, `Cluj` …' }),
};

export const Release = Type.Object(
  {
    ...about,
    publishedAt: Type.String({ description: 'Day of publication, as `date`.' }),
    publishedTime: Type.String({
      description: 'Moment of publication, ISO instant, from the Romanian time in the file’s name.',
    }),
    attachments: Type.Array(Attachment, { description: 'Other files published with it.' }),
    articleSlug: orNull(
      Type.String(),
      'Its article, for /api/press-articles/{slug}; null when its text was not read yet or cannot be.',
    ),
  },
  { ...closed, title: 'PressRelease' },
);

export const Article = Type.Object(
  {
    slug: Type.String({ description: 'Identifier; stays the same.' }),
    ...about,
    summary: Type.String({ description: 'The first sentences of the text.' }),
    text: Type.String({ description: 'Text of the PDF; pages are divided by form feeds.' }),
    ocrPages,
  },
  { ...closed, title: 'PressArticle' },
);

export const PdfText = Type.Object(
  {
    url: Type.String({ description: 'Address of the file.' }),
    title: orNull(Type.String(), 'Title of the release; null for files that no release names.'),
    pages: Type.Integer({ description: 'Number of pages.' }),
    text: orNull(
      Type.String(),
      'Text of all pages, divided by form feeds; null while pages that are pictures are being read.',
    ),
    ocrPages,
    sizeBytes: Type.Integer({ description: 'Size of the file.' }),
  },
  { ...closed, title: 'PressPdf' },
);

export const release = (
  row: StoredRelease,
  isAttached: (attachment: { url: string }) => boolean,
  names: { isDemo: boolean },
): Static<typeof Release> => ({
  url: shownName(row.url, names),
  title: row.title,
  date: row.publishedAt.slice(0, 10),
  office: row.office,
  publishedAt: row.publishedAt.slice(0, 10),
  publishedTime: instantOf(row.publishedAt),
  attachments: (JSON.parse(row.attachments) as Static<typeof Attachment>[])
    .filter(isAttached)
    .map(({ url, title }) => ({ url: shownName(url, names), title })),
  articleSlug: row.text === null ? null : row.slug,
});

/** `2026-01-15T10:30:05` on a clock in Bucharest. */
function instantOf(local: string): string {
  const [day = '', time = ''] = local.split('T');
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return new Date(bucharestInstant(day, hour) + (minute * 60 + second) * 1_000).toISOString();
}

/** Names are taken out before the text is cut: half of one would be left at the end of a summary. */
export function article(
  row: StoredRelease & { text: string },
  { redacted }: HiddenNames,
  names: { isDemo: boolean },
): Static<typeof Article> {
  const [title, text] = [redacted(row.title), redacted(row.text)];
  return {
    slug: row.slug,
    url: shownName(row.url, names),
    title,
    date: row.publishedAt.slice(0, 10),
    office: row.office,
    summary: summaryOf(text, title),
    text,
    ocrPages: JSON.parse(row.ocrPages ?? '[]'),
  };
}

const SUMMARY_LENGTH = 300;
/** In so much of a text its heading, its title and a summary have room; the rest is not looked at. */
const LOOKED_AT = 4_000;

/** Blanks that are not one blank: most are, and stay as they are. */
const UNEVEN = /\s{2,}|[^\S ]/g;

/** The first lines behind the heading and the title, up to the end of a sentence or word. */
function summaryOf(text: string, title: string): string {
  const flat = text.trimStart().slice(0, LOOKED_AT).replace(UNEVEN, ' ').trim();
  const start = flat.indexOf(title);
  const body = (start >= 0 && start < SUMMARY_LENGTH ? flat.slice(start + title.length) : flat).trim();
  if (body.length <= SUMMARY_LENGTH) return body;
  const cut = body.slice(0, SUMMARY_LENGTH);
  const sentence = cut.lastIndexOf('. ');
  return sentence > SUMMARY_LENGTH / 3 ? cut.slice(0, sentence + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
