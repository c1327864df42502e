/** The rows of a comparison: a question, and each company's answer under its own name on a phone. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { companyLink } from '#transports/web/components/lists.ts';
import { verdictBand } from '#transports/web/components/score-charts.ts';
import { statusColours, statusIcon } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import { fourAnswers } from '#transports/web/pages/company/standing.ts';
import { sureOf } from '#transports/web/pages/company/verdict.ts';
import type { Compared } from './one-company.ts';

type Facts = NonNullable<Compared['facts']>;
type Cell = (facts: Facts) => Html | string | null;
type Line = 'turnover' | 'netProfit' | 'employees' | 'equity' | 'debts';

export function compareTable(
  compared: readonly Compared[],
  language: Language,
  without: (cui: string) => string,
): Html {
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

const heading = ({ cui, facts, problem }: Compared, language: Language, without: string): Html =>
  html`${facts ? companyLink(facts.data, language) : html`<b>${cui}</b><small class="bad" role="note">${problem?.in(language).message}</small>`}<small>${facts && `CUI ${cui} · `}<a href="${without}">${textsOf(language).compare.remove}</a></small>`;

/** The questions are the same for all; with nobody found there is none. */
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

/** As sure as the company's own page says. */
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

/** With a bar as long as its share of the largest: figures that are compared should look compared. */
function figureCell(line: Line, compared: readonly Compared[], language: Language): Cell {
  const values = compared.map(({ facts }) => Math.abs(facts?.balances[0]?.summary[line] ?? 0));
  const most = Math.max(1, ...values);
  return ({ balances: [balance] }) => {
    const value = balance?.summary[line] ?? null;
    if (balance === undefined || value === null) return null;
    const written = line === 'employees' ? wholeNumber(value, language) : shortLei(value, language);
    const share = Math.round((Math.abs(value) / most) * 1_000) / 10;
    return html`${written} <span class="quiet">${balance.year}</span><svg class="share" aria-hidden="true"><rect width="${share}%" height="6" class="bar last${value < 0 && ' loss'}"/></svg>`;
  };
}

export function soldCell(seap: Facts['seap'], language: Language): Html | string {
  const texts = textsOf(language).compare;
  if (seap === null) return html`<span class="quiet">${texts.notLoaded}</span>`;
  const { contracts, directPurchases, callOffs, frameworks } = seap.asSupplier;
  const summed = [
    [contracts, texts.contracts],
    [directPurchases, texts.purchases],
  ] as const;
  const known = summed.flatMap(([{ count, value }]) => (count === 0 || value === null ? [] : value));
  const counts = summed.flatMap(([{ count }, noun]) => (count === 0 ? [] : counted(count, noun, language)));
  // Ceilings are no sales, and call-offs stand under them: both apart, as on the company's page.
  const apart = [
    callOffs.count > 0 &&
      [
        counted(callOffs.count, texts.callOffs, language),
        callOffs.value !== null && texts.worth(shortLei(callOffs.value, language)),
      ]
        .filter(Boolean)
        .join(' '),
    frameworks.count > 0 && counted(frameworks.count, texts.frameworks, language),
  ].filter((one) => one !== false);
  if (counts.length + apart.length === 0) return texts.none;
  const sum = known.reduce((all, value) => all + value, 0);
  return html`${counts.length > 0 && (known.length === 0 ? texts.noValue : shortLei(sum, language))}${counts.length > 0 && html`<small>${counts.join(', ')}</small>`}${apart.map((one) => html`<small>${counts.length > 0 && texts.beside} ${one}</small>`)}`;
}
