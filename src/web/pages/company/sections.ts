/** The sections of a company's page that one operation fills each: ratios, related firms, rankings, history. */
import type { Language } from '#sentences/sentence.ts';
import { to } from '#web/addresses.ts';
import type { PageRequest } from '#web/door/page.ts';
import type { Tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { companyLink } from '#web/parts/company-list.ts';
import { proBox } from '#web/parts/pro-box.ts';
import { shortDay } from '#web/words/dates.ts';
import { number, percent, shortLei, wholeNumber } from '#web/words/numbers.ts';
import type { ToldHealth } from './verdict.ts';

type Client = PageRequest['client'];
type Related = Awaited<ReturnType<Client['getRelated']>>['data'];
type Board = Awaited<ReturnType<Client['getLeaderboard']>>['data'];
type Timeline = Awaited<ReturnType<Client['getTimeline']>>['data'];

const texts = {
  ro: {
    proRatios:
      'Verdictul, scorul și intervalul lui sunt gratuite. Pro adaugă indicatorii, fiecare cu formula, valorile din care iese și locul între firme similare.',
    better: (share: string, of: string) => `mai bine decât ${share} din ${of}`,
    none: 'niciuna',
    via: { administrator: 'prin administrator', shareholder: 'prin asociat', address: 'la aceeași adresă' },
    noRanks: 'Firma nu are un loc în clasamente.',
    of: (rank: string, of: string) => `locul ${rank} din ${of}`,
    metrics: { cifra: 'Cifra de afaceri', profit: 'Profit net', angajati: 'Salariați' },
    seen: 'observat',
    noEvents: 'Niciun eveniment cunoscut.',
    ratio: 'Indicator',
    value: 'Valoare',
    peers: 'Între firme similare',
    days: 'zile',
    related: 'Firme legate',
  },
  en: {
    proRatios:
      'Verdict, score and its range are free. Pro adds the ratios, each with its formula, the figures behind it and its place among peers.',
    better: (share: string, of: string) => `better than ${share} of ${of}`,
    none: 'none',
    via: { administrator: 'by an administrator', shareholder: 'by a shareholder', address: 'at the same address' },
    noRanks: 'The company has no place in the rankings.',
    of: (rank: string, of: string) => `place ${rank} of ${of}`,
    metrics: { cifra: 'Turnover', profit: 'Net profit', angajati: 'Staff' },
    seen: 'first seen',
    noEvents: 'No known event.',
    ratio: 'Ratio',
    value: 'Value',
    peers: 'Among peers',
    days: 'days',
    related: 'Related firms',
  },
} as const;

export function ratios({ told }: Tried<ToldHealth>, language: Language): Html {
  const words = texts[language];
  if (told === null || told.preview) return proBox(words.proRatios, language);
  return html`<table class="stacked"><thead><tr><th scope="col">${words.ratio}</th><th scope="col" class="num">${words.value}</th><th scope="col">${words.peers}</th></tr></thead><tbody>${told.data.ratios.map((ratio) => html`<tr><th scope="row">${ratio.label}<small>${ratio.formula}</small></th><td class="num" data-label="${words.value}">${ratio.value === null ? html`<span class="quiet">${ratio.reason}</span>` : measured(ratio.value, ratio.unit, language)}</td><td data-label="${words.peers}">${ratio.percentile !== null && ratio.peers !== null && words.better(percent(ratio.betterWhen === 'high' ? ratio.percentile : 100 - ratio.percentile, language), wholeNumber(ratio.peers.firms, language))}</td></tr>`)}</tbody></table>`;
}

function measured(value: number, unit: 'times' | 'share' | 'days' | 'RON', language: Language): string {
  if (unit === 'share') return percent(value * 100, language);
  if (unit === 'RON') return shortLei(value, language);
  return unit === 'days' ? `${wholeNumber(value, language)} ${texts[language].days}` : number(value, language);
}

export function related(rows: Related, language: Language): Html {
  const words = texts[language];
  if (rows.length === 0) return html`<h3>${words.related}</h3><p>${words.none}</p>`;
  return html`<h3>${words.related}</h3><ul class="ledger">${rows.map((row) => html`<li><span>${companyLink(row, language)}<br><span class="meta">${row.via.map(({ kind, name }) => `${words.via[kind]}${name === null ? '' : ` ${name}`}`).join(' · ')}</span></span><span class="right">${row.turnover !== null && shortLei(row.turnover, language)}</span></li>`)}</ul>`;
}

export function ranks({ positions, year }: Board, language: Language): Html {
  const words = texts[language];
  if (positions === null || positions.length === 0) return html`<p>${words.noRanks}</p>`;
  const slices = [...new Set(positions.map(({ slice }) => slice.label))];
  const metrics = [...new Set(positions.map(({ metric }) => metric))];
  return html`<table class="stacked"><thead><tr><th scope="col">${year}</th>${slices.map((slice) => html`<th scope="col">${slice}</th>`)}</tr></thead><tbody>${metrics.map(
    (metric) =>
      html`<tr><th scope="row">${words.metrics[metric]}</th>${slices.map((slice) => {
        const found = positions.find((one) => one.metric === metric && one.slice.label === slice);
        return html`<td data-label="${slice}">${found && html`<b>${words.of(wholeNumber(found.rank, language), wholeNumber(found.of, language))}</b>`}</td>`;
      })}</tr>`,
  )}</tbody></table>`;
}

export function history(events: Timeline, language: Language): Html {
  const words = texts[language];
  if (events.length === 0) return html`<p>${words.noEvents}</p>`;
  return html`<ol class="ledger">${events.map((event) => html`<li><span>${titled(event, language)}${event.details !== null && html`<br><span class="meta">${event.details}</span>`}</span><span class="right meta">${event.eventDate === null && `${words.seen} `}${shortDay(event.date, language)}</span></li>`)}</ol>`;
}

const titled = ({ title, contractId }: Timeline[number], language: Language): Html =>
  contractId === null
    ? html`${title}`
    : html`<a href="${to('contract', language, { number: contractId })}">${title}</a>`;
