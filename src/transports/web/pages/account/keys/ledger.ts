/** Keys as lines: name, what is recognised of it, when it was made and used, and the way to revoke it. */

import { dayOrToday, moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { KeyRow } from '#platform/accounts/keys-table.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Asked = Pick<PageRequest, 'language' | 'now'>;

export const keyLedger = (rows: readonly KeyRow[], asked: Asked): Html =>
  html`<ul class="ledger keys">${rows.map((row) => keyLine(row, asked))}</ul>`;

function keyLine(row: KeyRow, { language, now }: Asked): Html {
  const texts = textsOf(language).account.keys.page;
  const name = nameOf(row, language);
  return html`<li><div><b>${name}</b><p class="meta">${keyFacts(row, now, language)}</p></div><p class="right"><a href="${to('keyRevocation', language, { key: row.id })}" aria-label="${texts.revokeNamed(row.name ?? row.hint)}">${texts.revoke}</a></p></li>`;
}

export const nameOf = ({ name }: KeyRow, language: Language): string =>
  name ?? textsOf(language).account.keys.page.nameless;

export function keyFacts(row: KeyRow, now: number, language: Language): Html {
  const texts = textsOf(language).account.keys.page;
  const rest = [
    texts.made(dayOrToday(row.created_at, now, language)),
    row.expires_at && texts.expires(shortDay(row.expires_at, language)),
    row.last_used_at ? texts.used(moment(row.last_used_at, now, language)) : texts.unused,
  ];
  return html`<code>${row.hint}</code> · ${rest.filter(Boolean).join(' · ')}`;
}
