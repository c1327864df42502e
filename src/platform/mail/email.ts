/** Renders an email from one description in the reader's language, as plain text and as HTML without external content. */

import { createHash } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { readMailAddress } from './address.ts';

/** Mail programs cut longer subjects. */
const SUBJECT_MAX = 150;
/** Bounds emails that contain text from outside. */
const PARAGRAPH_MAX = 2_000;
const PARAGRAPHS_MAX = 20;
/** The longest URL that browsers and mail programs accept. */
const ADDRESS_MAX = 2_000;

export interface EmailContent {
  to: string;
  language: Language;
  /** Never a secret: it stays when the text is deleted. */
  subject: string;
  /** Default: "Hello,". */
  greeting?: string;
  paragraphs: readonly string[];
  link?: EmailLink;
  /** Paragraphs below the link. */
  closing?: readonly string[];
  /** Origin of the installation for the footer; empty if unknown. */
  site: string;
}

export interface Email {
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
}

/** Throws for an invalid address. */
export function emailOf(description: EmailContent): Email {
  const to = readMailAddress(description.to);
  if (to === null) throw new ApiError('INVALID_PARAMETER', messages.mail.noAddress());
  const { language, link } = description;
  const t = translator(language);
  const parts: EmailParts = {
    language,
    subject: oneLine(description.subject, SUBJECT_MAX),
    greeting: oneLine(description.greeting ?? t(messages.mail.greeting()), SUBJECT_MAX),
    paragraphs: cleaned(description.paragraphs),
    link: link ? { address: checkedAddress(link.address), label: oneLine(link.label, SUBJECT_MAX) } : null,
    copyAddress: t(messages.mail.copyAddress()),
    closing: cleaned(description.closing ?? []),
    foot: t(messages.mail.sentBy({ site: oneLine(description.site, SUBJECT_MAX) })),
  };
  return { to, language, subject: parts.subject, text: textOf(parts), html: htmlOf(parts) };
}

const textOf = ({ greeting, paragraphs, link, closing, foot }: EmailParts): string =>
  [greeting, ...paragraphs, ...(link ? [`${link.label}:\n${link.address}`] : []), ...closing, `-- \n${foot}`]
    .join('\n\n')
    .concat('\n');

const cleaned = (paragraphs: readonly string[]): string[] =>
  paragraphs.slice(0, PARAGRAPHS_MAX).map((text) => oneLine(text, PARAGRAPH_MAX));

/** Line ends (header injection), other control characters, and marks of text direction. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

function oneLine(text: string, lengthMax: number): string {
  const line = text.toWellFormed().replace(INVISIBLE, ' ').trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).toWellFormed()}…`;
}

/** An invalid link is a programming error: links never come from outside. */
function checkedAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > ADDRESS_MAX || url.username !== '')
    throw new Error('A link in an email must be an absolute http address.');
  return url.href;
}

interface EmailLink {
  /** Absolute, from the setting `PUBLIC_URL`: never from the Host header of a request. */
  address: string;
  label: string;
}

/** The cleaned content of the text and HTML forms. */
interface EmailParts {
  language: Language;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  link: EmailLink | null;
  copyAddress: string;
  closing: readonly string[];
  foot: string;
}

const STYLE = `body{margin:0;padding:24px 16px;background:#fff;color:#1b1f24;font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto}
.name{margin:0 0 24px;font-weight:700;color:#0e5761}
.link a{display:inline-block;padding:10px 18px;border-radius:6px;background:#0e5761;color:#fff;text-decoration:none}
.small{color:#5a6472;font-size:14px;overflow-wrap:anywhere}
.foot{margin-top:32px;padding-top:12px;border-top:1px solid #d8dde3}
@media (prefers-color-scheme:dark){body{background:#14181d;color:#e8ebef}.name{color:#7fcdd3}.link a{background:#7fcdd3;color:#06272b}.small{color:#a4aebb}.foot{border-color:#38414c}}`;

/** Source for the content security policy of pages that display an email. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

function htmlOf(parts: EmailParts): string {
  const { language, subject, greeting, paragraphs, link, copyAddress, closing, foot } = parts;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head>
<body><main>
<p class="name">Firmoteca</p>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${link === null ? '' : linkHtml(link.address, link.label, copyAddress)}
${closing.map(paragraph).join('\n')}
<p class="small foot">${escaped(foot)}</p>
</main></body>
</html>
`;
}

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

/** Displays the address, too, so that the reader sees the target of the link. */
const linkHtml = (address: string, label: string, copyAddress: string): string =>
  `<p class="link"><a href="${escaped(address)}">${escaped(label)}</a></p>
<p class="small">${escaped(copyAddress)}<br>${escaped(address)}</p>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
