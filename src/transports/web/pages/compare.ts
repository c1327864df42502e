/** Two to four companies side by side. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { companyLink } from '#transports/web/components/lists.ts';
import { verdictBand } from '#transports/web/components/score-charts.ts';
import { statusColours, statusIcon } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { fourAnswers } from './company/four-answers.ts';
import { sureOf } from './company/verdict.ts';

const MOST = 4;
const CHOICES = 6;

export const comparePage: Page = {
  async show(request) {
    const { language, query } = request;
    const texts = textsOf(language).compare;
    const { cuis, q } = queryOf(query);
    const compared = await Promise.all(cuis.map((cui) => oneCompany(cui, request)));
    return {
      title: texts.title,
      description: texts.lead,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p>
${cuis.length < MOST ? addForm(cuis, language) : html`<p class="promise">${texts.full}</p>`}
${q !== '' && (await choices(q, cuis, request))}${cuis.length === 1 && q === '' && html`<p class="promise">${texts.one}</p>`}</section>
${
  compared.length > 0 &&
  compareTable(compared, language, (cui) =>
    addressOf(
      cuis.filter((other) => other !== cui),
      language,
    ),
  )
}`,
    };
  },
};

/** Fiscal codes in any spelling; other text is a name to search for. */
function queryOf(query: URLSearchParams): { cuis: string[]; q: string } {
  const texts = query.getAll('cui').map((text) => text.trim());
  const isCodes = (text: string): boolean => /^[\s,;0-9RO]*$/i.test(text) && /[0-9]/.test(text);
  const codes = texts.filter(isCodes).flatMap((text) => text.split(/[\s,;]+/).filter((one) => one !== ''));
  const bare = codes.map((code) => code.replace(/^RO/i, ''));
  return {
    cuis: [...new Set(bare)].slice(0, MOST),
    q: texts.find((text) => text !== '' && !isCodes(text)) ?? '',
  };
}

/** One `cui` parameter for each company, so that readers can bookmark the page. */
function addressOf(cuis: readonly string[], language: Language): string {
  const search = new URLSearchParams(cuis.map((cui) => ['cui', cui]));
  return cuis.length === 0 ? to('compare', language) : `${to('compare', language)}?${search}`;
}

const addForm = (cuis: readonly string[], language: Language): Html =>
  html`<form class="find large" action="${to('compare', language)}">${cuis.map((cui) => html`<input type="hidden" name="cui" value="${cui}">`)}<input name="cui" placeholder="${textsOf(language).compare.add}" aria-label="${textsOf(language).compare.add}" maxlength="80" autocomplete="off"><button class="button" type="submit">${textsOf(language).compare.go}</button></form>`;

/** Namesakes are frequent: the reader chooses. */
async function choices(q: string, cuis: readonly string[], { client, language }: PageRequest): Promise<Html> {
  const texts = textsOf(language).compare;
  const { result, error } = await settle(client.searchCompanies({ q, limit: CHOICES }));
  if (result === null) return html`<p class="promise">${error.in(language).message}</p>`;
  const candidates = result.data.filter(({ cui }) => cui !== null && !cuis.includes(cui));
  if (candidates.length === 0) return html`<p class="promise">${texts.noCompany(q)}</p>`;
  return html`<p class="promise">${texts.which(q)}</p><ul class="ledger choices">${candidates.map(({ cui, name, locality, county, statusLabel }) => html`<li><span><a href="${addressOf([...cuis, cui ?? ''], language)}">${name}</a><br><span class="meta">${[`CUI ${cui}`, locality, county, statusLabel].filter(Boolean).join(' · ')}</span></span></li>`)}</ul>`;
}

type Facts = NonNullable<Compared['facts']>;
type Cell = (facts: Facts) => Html | string | null;
type Line = 'turnover' | 'netProfit' | 'employees' | 'equity' | 'debts';

function compareTable(compared: readonly Compared[], language: Language, without: (cui: string) => string): Html {
  const texts = textsOf(language).compare;
  const nameOf = ({ cui, facts }: Compared): string => facts?.data.name ?? cui;
  const row = (name: string, cell: Cell, className = ''): Html =>
    html`<tr class="${className}"><th scope="row">${name}</th>${compared.map((one) => html`<td data-label="${nameOf(one)}">${one.facts && (cell(one.facts) ?? html`<span class="quiet">${texts.unknown}</span>`)}</td>`)}</tr>`;
  return html`<table class="stacked compared${compared.length <= 2 && ' two-compared'}"><thead><tr><th scope="col">${texts.fact}</th>${compared.map((one) => html`<th scope="col">${heading(one, language, without(one.cui))}</th>`)}</tr></thead>
<tbody><tr class="names"><th scope="row">${texts.title}</th>${compared.map((one) => html`<td>${heading(one, language, without(one.cui))}</td>`)}</tr>
${answerRows(compared, row, language)}
${row(texts.verdict, (facts) => facts.health && verdictCell(facts, facts.health, language), 'whole')}
${(['turnover', 'netProfit', 'employees', 'equity', 'debts'] as const).map((line) => row(lineName(line, language), figureCell(line, compared, language)))}
${row(texts.state, ({ seap }) => soldCell(seap, language))}
${row(texts.activity, ({ data }) => data.caenTitle)}
${row(texts.seat, ({ data }) => data.address)}
${row(texts.since, ({ data }) => data.registrationDate && shortDay(data.registrationDate, language))}</tbody></table>`;
}

const heading = ({ cui, facts, error }: Compared, language: Language, without: string): Html =>
  html`${facts ? companyLink(facts.data, language) : html`<b>${cui}</b><small class="bad" role="note">${error?.in(language).message}</small>`}<small>${facts && `CUI ${cui} · `}<a href="${without}">${textsOf(language).compare.remove}</a></small>`;

/** The questions are the same for all companies; without a company there are none. */
function answerRows(
  compared: readonly Compared[],
  row: (name: string, cell: Cell) => Html,
  language: Language,
): Html[] {
  const first = compared.find(({ facts }) => facts !== null)?.facts;
  if (!first) return [];
  return fourAnswers(first.data, first.meta, language).map(({ question }, i) =>
    row(question, ({ data, meta }) => {
      const answer = fourAnswers(data, meta, language)[i];
      return (
        (answer &&
          html`<span class="${statusColours[answer.status]} strong">${statusIcon(answer.status)} ${answer.word}</span>${answer.since && html`<small>${answer.since}</small>`}`) ??
        null
      );
    }),
  );
}

/** The certainty as on the company page. */
function verdictCell({ data, balances }: Facts, health: NonNullable<Facts['health']>, language: Language): Html {
  const { verdict, altman } = health;
  const sure = sureOf(health, data, balances, language);
  return html`<b class="word">${verdict.label}</b>${verdictBand(altman, language)}<small><b>${sure.word}</b> ${sure.line}</small>`;
}

const lineName = (line: Line, language: Language): string => {
  const texts = textsOf(language).compare;
  return {
    turnover: texts.turnover,
    netProfit: texts.result,
    employees: texts.staff,
    equity: texts.equity,
    debts: texts.debts,
  }[line];
};

/** With a bar relative to the largest value. */
function figureCell(line: Line, compared: readonly Compared[], language: Language): Cell {
  const values = compared.map(({ facts }) => Math.abs(facts?.balances[0]?.summary[line] ?? 0));
  const most = Math.max(1, ...values);
  return ({ balances: [balance] }) => {
    const value = balance?.summary[line] ?? null;
    if (balance === undefined || value === null) return null;
    const figure = line === 'employees' ? wholeNumber(value, language) : shortLei(value, language);
    const share = Math.round((Math.abs(value) / most) * 1_000) / 10;
    return html`${figure} <span class="quiet">${balance.year}</span><svg class="share" aria-hidden="true"><rect width="${share}%" height="6" class="bar last${value < 0 && ' loss'}"/></svg>`;
  };
}

export function soldCell(seap: Facts['seap'], language: Language): Html | string {
  const texts = textsOf(language).compare;
  if (seap === null) return html`<span class="quiet">${texts.notLoaded}</span>`;
  const { contracts, directPurchases, callOffs, frameworks } = seap.asSupplier;
  const summed = [
    [contracts, texts.contracts],
    [callOffs, texts.callOffs],
    [directPurchases, texts.purchases],
  ] as const;
  const values = summed.flatMap(([{ count, value }]) => (count === 0 || value === null ? [] : value));
  const counts = summed.flatMap(([{ count }, noun]) => (count === 0 ? [] : counted(count, noun, language)));
  // Framework ceilings are no sales: they stay apart, as on the company page.
  const apart = frameworks.count > 0 ? [counted(frameworks.count, texts.frameworks, language)] : [];
  if (counts.length + apart.length === 0) return texts.none;
  const sum = values.reduce((all, value) => all + value, 0);
  return html`${counts.length > 0 && (values.length === 0 ? texts.noValue : shortLei(sum, language))}${counts.length > 0 && html`<small>${counts.join(', ')}</small>`}${apart.map((one) => html`<small>${counts.length > 0 && texts.beside} ${one}</small>`)}`;
}

async function oneCompany(cui: string, { client }: PageRequest) {
  const company = await settle(client.getCompany({ cui }));
  if (company.result === null) return { cui, error: company.error, facts: null };
  const [health, finances, seap] = await Promise.all([
    settle(client.getHealth({ cui })),
    settle(client.getFinancials({ cui })),
    settle(client.getCompanySeap({ cui })),
  ]);
  return {
    cui,
    error: null,
    facts: {
      ...company.result,
      health: health.result?.data ?? null,
      balances: finances.result?.data ?? [],
      seap: seap.result?.data ?? null,
    },
  };
}

export type Compared = Awaited<ReturnType<typeof oneCompany>>;
