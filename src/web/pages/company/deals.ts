/** All contracts and direct purchases of a company: by role, kind, days and CPV for Pro; the first five for visitors, who are told how many there are. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, to, toQuery } from '#web/addresses.ts';
import type { Page, PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { partyLink } from '#web/parts/party-link.ts';
import { proBox } from '#web/parts/pro-box.ts';
import { counted } from '#web/words/counts.ts';
import { shortDay } from '#web/words/dates.ts';
import { shortLei } from '#web/words/numbers.ts';
import { listView } from './list-page.ts';
import { texts as words } from './procurement-texts.ts';
import { reportsView } from './reports.ts';

const texts = {
  ro: {
    heading: 'Achiziții publice',
    contracts: 'Contracte',
    purchases: 'Achiziții directe',
    reports: 'Documente constatatoare',
    filters: 'Filtre',
    role: 'Rol',
    roles: { '': 'oricare', supplier: 'furnizor', authority: 'autoritate' },
    from: 'De la',
    to: 'Până la',
    cpv: 'CPV, primele cifre',
    go: 'Arată',
    none: 'Niciuna cu aceste filtre.',
    soldTo: 'către',
    boughtFrom: 'de la',
    together: 'împreună cu',
    preview: (shown: number, total: string) => `${shown} din ${total}. Pro arată toate, cu filtre, CSV și XLSX.`,
  },
  en: {
    heading: 'Public procurement',
    contracts: 'Contracts',
    purchases: 'Direct purchases',
    reports: 'Supplier reports',
    filters: 'Filters',
    role: 'Role',
    roles: { '': 'any', supplier: 'supplier', authority: 'authority' },
    from: 'From',
    to: 'Until',
    cpv: 'CPV, first digits',
    go: 'Show',
    none: 'None with these filters.',
    soldTo: 'to',
    boughtFrom: 'from',
    together: 'together with',
    preview: (shown: number, total: string) => `${shown} of ${total}. Pro shows all, with filters, CSV and XLSX.`,
  },
} as const;

const FIELDS = ['kind', 'role', 'dateFrom', 'dateTo', 'cpv'] as const;
type Filters = Partial<Record<(typeof FIELDS)[number], string>>;

export const companyDealsPage: Page = {
  path: addresses.companyDeals,
  of: ['getCompanyContracts', 'getCompanyDirectPurchases', 'getSupplierIssues'],
  async show(request) {
    const { client, language, params, query, visit } = request;
    const own = texts[language];
    const cui = params.cui ?? '';
    const filters = filtersOf(query);
    if (filters.kind === 'reports') return reportsView(request, cui, tabs('reports', cui, {}, language));
    const isPurchases = filters.kind === 'purchases';
    const asked = askedOf(filters, query.get('cursor'));
    const { rows, meta, isPreview } = isPurchases
      ? await purchases(client, { cui, ...asked }, language)
      : await contracts(client, { cui, ...asked }, language);
    const noun = isPurchases ? words[language].purchases : words[language].contracts;
    const total = counted(meta.page?.total ?? rows.length, noun, language);
    return listView({
      request,
      page: 'companyDeals',
      cui,
      heading: own.heading,
      count: total,
      meta,
      path: `/api/seap/company/${cui}/${isPurchases ? 'direct-purchases' : 'contracts'}`,
      query: filters,
      body: html`${tabs(isPurchases ? 'purchases' : 'contracts', cui, filters, language)}
${visit.caller.pro && form(filters, cui, language)}
${rows.length === 0 ? html`<p>${own.none}</p>` : html`<ul class="ledger">${rows}</ul>`}
${isPreview && proBox(own.preview(rows.length, total), language)}`,
    });
  },
};

const KINDS = ['contracts', 'purchases', 'reports'] as const;
type Kind = (typeof KINDS)[number];

const tabs = (current: Kind, cui: string, filters: Filters, language: Language): Html =>
  html`<p class="tools sorts">${KINDS.map((kind) => html`<a href="${toQuery('companyDeals', language, { ...filters, kind }, { cui })}"${kind === current && html` aria-current="true"`}>${texts[language][kind]}</a>`)}</p>`;

const filtersOf = (query: URLSearchParams): Filters =>
  Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = query.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );

/** The operation judges what it was given; what is not said is left to it. */
function askedOf({ role, dateFrom, dateTo, cpv }: Filters, cursor: string | null) {
  return {
    ...((role === 'supplier' || role === 'authority') && { role: role as 'supplier' | 'authority' }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...(cpv && { cpv }),
    ...(cursor && { cursor }),
  };
}

type Client = PageRequest['client'];

async function contracts(client: Client, asked: Parameters<Client['getCompanyContracts']>[0], language: Language) {
  const { data, meta, preview } = await client.getCompanyContracts(asked);
  const { kinds, untitled } = words[language];
  const rows = data.map((one) =>
    row(
      html`<a href="${to('contract', language, { number: one.id })}">${one.title ?? untitled}</a>`,
      otherSide(asked.cui, one.authority, one.suppliers ?? [], language),
      [kinds[one.framework], one.date && shortDay(one.date, language), one.cpv?.code ?? null],
      one.valueRon,
      language,
    ),
  );
  return { rows, meta, isPreview: preview };
}

async function purchases(
  client: Client,
  asked: Parameters<Client['getCompanyDirectPurchases']>[0],
  language: Language,
) {
  const { data, meta, preview } = await client.getCompanyDirectPurchases(asked);
  const rows = data.map((one) =>
    row(
      html`${one.title}`,
      otherSide(asked.cui, one.authority, one.supplier ? [one.supplier] : [], language),
      [
        words[language].states[one.state],
        (one.finalizedAt ?? one.publishedAt) && shortDay(one.finalizedAt ?? one.publishedAt ?? '', language),
        one.cpv?.code ?? null,
      ],
      one.value,
      language,
    ),
  );
  return { rows, meta, isPreview: preview };
}

type Party = Parameters<typeof partyLink>[0];

/** Whom it sold to, and with whom; or whom it bought from. */
function otherSide(own: string, authority: Party, suppliers: readonly Party[], language: Language): Html {
  const { soldTo, boughtFrom, together } = texts[language];
  const named = (parties: readonly Party[]): Html =>
    html`${parties.map((party, i) => html`${i > 0 && ', '}${partyLink(party, language)}`)}`;
  if (authority.cui === own) return html`${boughtFrom} ${named(suppliers)}`;
  const others = suppliers.filter(({ cui }) => cui !== own);
  return html`${soldTo} ${named([authority])}${others.length > 0 && html`, ${together} ${named(others)}`}`;
}

const row = (
  title: Html,
  parties: Html,
  more: readonly (string | null)[],
  value: number | null,
  language: Language,
): Html =>
  html`<li><span>${title}<br><span class="meta">${parties} · ${more.filter(Boolean).join(' · ')}</span></span><span class="right">${value === null ? html`<span class="quiet">${words[language].unknown}</span>` : shortLei(value, language)}</span></li>`;

function form(filters: Filters, cui: string, language: Language): Html {
  const own = texts[language];
  const day = (name: 'dateFrom' | 'dateTo', label: string): Html =>
    html`<p><label>${label}<input class="field" type="date" name="${name}" value="${filters[name] ?? ''}"></label></p>`;
  return html`<details class="filters-fold"${Object.keys(filters).some((name) => name !== 'kind') && html` open`}><summary>${own.filters}</summary><form class="filters" action="${to('companyDeals', language, { cui })}">
${filters.kind !== undefined && html`<input type="hidden" name="kind" value="${filters.kind}">`}
<p><label>${own.role}<select class="field" name="role">${(['', 'supplier', 'authority'] as const).map((role) => html`<option value="${role}"${role === (filters.role ?? '') && html` selected`}>${own.roles[role]}</option>`)}</select></label></p>
${day('dateFrom', own.from)}${day('dateTo', own.to)}
<p><label>${own.cpv}<input class="field" name="cpv" inputmode="numeric" maxlength="10" value="${filters.cpv ?? ''}"></label></p>
<p><button class="button second" type="submit">${own.go}</button></p></form></details>`;
}
