/** What lists of contracts and purchases are narrowed by: read from the address, and the plain form that writes it there. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

const ROLES = ['both', 'supplier', 'authority'] as const;

export interface DealFilters {
  role?: 'supplier' | 'authority';
  dateFrom?: string;
  dateTo?: string;
  cpv?: string;
  supplierCity?: string;
  cursor?: string;
}

/** Named as the operations name them. */
export function dealFilters(query: URLSearchParams): DealFilters {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const role = ROLES.find((one) => one === query.get('role'));
  const names = ['dateFrom', 'dateTo', 'cpv', 'supplierCity', 'cursor'] as const;
  return {
    ...(role !== undefined && role !== 'both' && { role }),
    ...Object.fromEntries(names.filter((name) => text(name) !== '').map((name) => [name, text(name)])),
  };
}

interface DealForm {
  action: string;
  /** Stay in the address. */
  kept: Readonly<Record<string, string>>;
  /** Which of them the list has. */
  fields: readonly ('role' | 'days' | 'cpv' | 'supplierCity')[];
}

export function dealForm(asked: DealFilters, { action, kept, fields }: DealForm, language: Language): Html {
  const texts = textsOf(language).procurement.deal;
  const has = (field: DealForm['fields'][number]): boolean => fields.includes(field);
  const day = (name: 'dateFrom' | 'dateTo', label: string): Html =>
    html`<p><label>${label}<input class="field" type="date" name="${name}" value="${asked[name] ?? ''}"></label></p>`;
  const isUsed = Object.keys(asked).some((name) => name !== 'cursor');
  return html`<form class="filters" action="${action}">${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${has('role') && html`<p><label>${texts.role}<select class="field" name="role">${ROLES.map((role) => html`<option value="${role}"${role === asked.role && html` selected`}>${texts.roles[role]}</option>`)}</select></label></p>`}
${has('days') && html`${day('dateFrom', texts.from)}${day('dateTo', texts.until)}`}
${has('cpv') && html`<p><label>${texts.cpv}<input class="field" name="cpv" inputmode="numeric" maxlength="12" value="${asked.cpv ?? ''}"></label></p>`}
${has('supplierCity') && html`<p><label>${texts.city}<input class="field" name="supplierCity" maxlength="100" value="${asked.supplierCity ?? ''}"></label></p>`}
<p class="submit"><button class="button" type="submit">${texts.go}</button>${isUsed && html` <a href="${action}${queryOf(kept)}">${texts.clear}</a>`}</p></form>`;
}

const queryOf = (kept: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(kept).toString();
  return text === '' ? '' : `?${text}`;
};
