/** A letter is one description in its reader's language; plain text and HTML are made from it, and say the same. */
import { ApiError } from '#api/api-error.ts';
import { type Language, speaker } from '#lib/i18n/sentence.ts';
import { readMailAddress } from './address.ts';
import { htmlOf, type LetterLink, type LetterParts } from './email-html.ts';
import { said } from './sentences.ts';

/** Longer subjects are cut by those who show them. */
const SUBJECT_MAX = 150;
/** Nobody reads more; a text from outside cannot make a letter longer than this. */
const PARAGRAPH_MAX = 2_000;
const PARAGRAPHS_MAX = 20;
/** What browsers and readers of mail take. */
const ADDRESS_MAX = 2_000;

export interface LetterDescription {
  to: string;
  language: Language;
  /** No secret: it stays when the rest is forgotten. */
  subject: string;
  /** "Hello," unless said. */
  greeting?: string;
  paragraphs: readonly string[];
  link?: LetterLink;
  /** Below the link. */
  closing?: readonly string[];
  /** Address of the installation, as the foot of the letter names it; empty where nobody knows it. */
  site: string;
}

export interface Email {
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
}

/** Refuses an address that letters cannot go to. */
export function emailOf(description: LetterDescription): Email {
  const to = readMailAddress(description.to);
  if (to === null) throw new ApiError('INVALID_PARAMETER', said.noAddress());
  const { language, link } = description;
  const say = speaker(language);
  const parts: LetterParts = {
    language,
    subject: oneLine(description.subject, SUBJECT_MAX),
    greeting: oneLine(description.greeting ?? say(said.greeting()), SUBJECT_MAX),
    paragraphs: cleaned(description.paragraphs),
    link: link ? { address: checkedAddress(link.address), label: oneLine(link.label, SUBJECT_MAX) } : null,
    copyAddress: say(said.copyAddress()),
    closing: cleaned(description.closing ?? []),
    foot: say(said.sentBy({ site: oneLine(description.site, SUBJECT_MAX) })),
  };
  return { to, language, subject: parts.subject, text: textOf(parts), html: htmlOf(parts) };
}

const textOf = ({ greeting, paragraphs, link, closing, foot }: LetterParts): string =>
  [greeting, ...paragraphs, ...(link ? [`${link.label}:\n${link.address}`] : []), ...closing, `-- \n${foot}`]
    .join('\n\n')
    .concat('\n');

const cleaned = (paragraphs: readonly string[]): string[] =>
  paragraphs.slice(0, PARAGRAPHS_MAX).map((text) => oneLine(text, PARAGRAPH_MAX));

/** Ends of lines, which would begin a header, other control characters, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

function oneLine(text: string, lengthMax: number): string {
  const line = text.toWellFormed().replace(UNSEEN, ' ').trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).toWellFormed()}…`;
}

/** Ours, made by whoever writes the letter: anything else is a mistake in the code. */
function checkedAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > ADDRESS_MAX || url.username !== '')
    throw new Error('A link in a letter must be an absolute http address.');
  return url.href;
}
