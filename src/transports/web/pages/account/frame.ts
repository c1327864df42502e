/** The frame of all pages of an account: its sections beside what is shown, for its owner alone. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';

const SECTIONS = [
  'account',
  'subscription',
  'keys',
  'usage',
  'apps',
  'security',
  'accountData',
] as const satisfies PageName[];
export type Section = (typeof SECTIONS)[number];

export interface AccountView extends Omit<View, 'title' | 'isPrivate' | 'isUnlisted'> {
  section: Section;
  language: Language;
  /** Left out, the name of the section. */
  title?: string;
  lead?: string;
}

export function accountView({ section, language, title, lead, body, ...rest }: AccountView): View {
  const heading = title ?? textsOf(language).account.frame[section];
  return {
    ...rest,
    title: heading,
    isPrivate: true,
    body: html`<div class="account">${sections(section, language)}<div class="account-room"><h1>${heading}</h1>${lead !== undefined && html`<p class="promise">${lead}</p>`}${body}</div></div>`,
  };
}

function sections(current: Section, language: Language): Html {
  const names = textsOf(language).account.frame;
  const links = SECTIONS.map(
    (name) =>
      html`<li><a href="${to(name, language)}"${name === current && html` aria-current="page"`}>${names[name]}</a></li>`,
  );
  return html`<nav class="account-sections" aria-label="${names.sections}"><ul>${links}</ul><form method="post" action="${to('signOut', language)}"><button class="button second" type="submit">${names.leave}</button></form></nav>`;
}
