/** A letter as HTML: words and one link. Nothing is loaded from anywhere, and the one style stands in its head, always the same. */
import { createHash } from 'node:crypto';
import type { Language } from '#lib/i18n/sentence.ts';

export interface LetterLink {
  /** Absolute, and from the setting `PUBLIC_URL`: never from what a request says of its host. */
  address: string;
  label: string;
}

/** What both forms are made from, cleaned. */
export interface LetterParts {
  language: Language;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  link: LetterLink | null;
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

/** For whoever shows a letter under a policy that allows this style and no other. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export function htmlOf(parts: LetterParts): string {
  const { language, subject, greeting, paragraphs, link, copyAddress, closing, foot } = parts;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head>
<body><main>
<p class="name">Firmoteca</p>
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${link === null ? '' : linked(link.address, link.label, copyAddress)}
${closing.map(paragraph).join('\n')}
<p class="small foot">${escaped(foot)}</p>
</main></body>
</html>
`;
}

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

/** The address is to be seen, too: who reads a letter sees where it leads. */
const linked = (address: string, label: string, copyAddress: string): string =>
  `<p class="link"><a href="${escaped(address)}">${escaped(label)}</a></p>
<p class="small">${escaped(copyAddress)}<br>${escaped(address)}</p>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
