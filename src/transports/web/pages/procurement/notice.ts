/** A notice: deadline, value and procedure, its documents, lots and awarded contracts. */

import { counted } from '#lib/i18n/counts.ts';
import { hourOf, longMonth, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { amountText, estimated, noValueText, sumText } from '#transports/web/components/amounts.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { capsOf, outsideLink, partyLink, reportLink } from '#transports/web/components/links.ts';
import { remainingTime } from '#transports/web/components/lists.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { levelOf } from '#transports/web/components/rulers.ts';
import { type StatusRow, statusRows } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { changedAlert } from './changes.ts';
import { cpvTitle } from './cpv-vocabulary.ts';
import { contractList } from './deals.ts';
import { type DocumentationStatus, documentationOf, filesOf, versionIn } from './documents.ts';
import { documentsCard } from './documents-card.ts';
import { coverageOf } from './market-analysis.ts';
import { seapSources } from './record-page.ts';
import type { Notice } from './tender-row.ts';

export const noticePage: Page = {
  operations: ['getTender', 'getDocuments', 'getSigners', 'searchDocuments', 'downloadDocumentation'],
  async show(request) {
    const { client, language, now, query } = request;
    const texts = textsOf(language).procurement.notice;
    const { data: notice, meta } = await client.getTender({ notice: request.params.notice ?? '' });
    const number = notice.notice;
    const files = await settle(filesOf(client, number, versionIn(query)));
    const provenance = seapSources(meta.sources, now, language);
    return {
      title: `${number}: ${notice.title}`,
      description: [notice.title, notice.authority.registryName ?? notice.authority.name, notice.county]
        .filter(Boolean)
        .join(' · '),
      canonical: to('notice', language, { notice: number }),
      isUnlisted: query.size > 0,
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${texts.tenders}</a> › ${number}</p>
<h1 class="title ${capsOf(notice.title)}">${notice.title}</h1>
<p class="lede">${partyLink(notice.authority, language)}${notice.county !== null && ` · ${notice.county}`}</p>
${statusRows(fourAnswers(notice, files.result && documentationOf(files.result.meta), now, language))}
${await changedAlert(number, files, request)}
<ul class="tools">${notice.url?.startsWith('https:') && html`<li>${outsideLink(notice.url, texts.page)}</li>`}<li><a href="/api/sicap/tender/${number}">${icon('download')}JSON</a></li><li>${reportLink(`notice:${number}`, language)}</li></ul>
<div class="before-cards"></div>
${await documentsCard(number, files, request)}
${lots(notice, provenance, language)}
${await awardsCard(notice, provenance, request)}
${appealsCard(notice, provenance, language)}
${await marketCard(notice, request)}`,
    };
  },
};

function lots({ lots: rows, currency }: Notice, provenance: Html, language: Language): Html | null {
  if (rows === null || rows.length === 0) return null;
  const texts = textsOf(language).procurement.notice;
  return card({
    id: 'loturi',
    title: texts.lots,
    sources: provenance,
    body: html`<ol class="ledger">${rows.map((lot) => html`<li><span>${lot.number}. ${lot.title ?? texts.unknown}${lot.cpv !== null && html`<br><a class="meta" href="${to('market', language, { cpv: lot.cpv })}">CPV ${lot.cpv}</a>`}${lot.suppliers !== null && html`<br><span class="meta">${texts.lotWinner} ${lot.suppliers.map((one, i) => html`${i > 0 && ', '}${partyLink(one, language)}`)}</span>`}${lot.state === 'cancelled' && html`<br><span class="meta">${texts.lotCancelled}</span>`}</span><span class="right">${amountText(lot, currency, language)}</span></li>`)}</ol>`,
  });
}

/** `documentation`: status of the displayed documents; null where none are available. */
const fourAnswers = (
  notice: Notice,
  documentation: DocumentationStatus | null,
  now: number,
  language: Language,
): StatusRow[] => [
  deadlineAnswer(notice, now, language),
  valueAnswer(notice, language),
  procedureAnswer(notice, language),
  documentsAnswer(notice, documentation, language),
];

function deadlineAnswer(
  { deadlineAt, open, stateLabel, stateCode }: Notice,
  now: number,
  language: Language,
): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const question = texts.deadline;
  const remaining = remainingTime(deadlineAt, now, language);
  if (remaining === null || deadlineAt === null) return { question, word: texts.unknown, status: 'unknown' };
  const day = shortDay(bucharestDay(Date.parse(deadlineAt)), language);
  const since = language === 'ro' ? `${day}, ora ${hourOf(deadlineAt)}` : `${day}, ${hourOf(deadlineAt)}`;
  if (open) return { question, word: capital(remaining.word), status: remaining.isUrgent ? 'check' : 'clock', since };
  // Cancelled or suspended before the deadline.
  const word = remaining.isOver || stateCode === null || stateLabel === null ? texts.ended : stateLabel;
  return { question, word, status: 'closed', since: `${since}; ${texts.closed}` };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function valueAnswer(notice: Notice, language: Language): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const { lots, estimatedValue } = notice;
  return {
    question: texts.value,
    word:
      estimatedValue !== null
        ? sumText(estimatedValue, notice.currency, language)
        : notice.estimatedValueNote === null
          ? texts.unknown
          : noValueText(estimated(notice), notice.currency, language),
    status: estimatedValue === null ? 'unknown' : 'plain',
    since: lots === null ? null : lots.length === 0 ? null : counted(lots.length, texts.lotsNoun, language),
  };
}

function procedureAnswer({ procedureTypeLabel, stateLabel, publishedAt }: Notice, language: Language): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const since = [stateLabel?.toLowerCase(), publishedAt && texts.published(shortDay(publishedAt, language))];
  return {
    question: texts.procedure,
    word: procedureTypeLabel ?? texts.unknown,
    status: procedureTypeLabel === null ? 'unknown' : 'plain',
    since: since.filter(Boolean).join(', '),
  };
}

const STATUSES = {
  none: 'closed',
  announced: 'unknown',
  collecting: 'unknown',
  available: 'fine',
  partial: 'check',
  failed: 'stop',
  withdrawn: 'closed',
  superseded: 'check',
  unknown: 'unknown',
} as const;

function documentsAnswer(
  { documentation }: Notice,
  current: DocumentationStatus | null,
  language: Language,
): StatusRow {
  const texts = textsOf(language).procurement.notice;
  const state = current?.state ?? documentation.state;
  const version = current?.version ?? documentation.version;
  const count = current?.documentsCount ?? documentation.documentsCount;
  const seenAt = current?.versions.find((one) => one.version === version)?.seenAt;
  const hasFiles = count !== null && count > 0 && (state === 'available' || state === 'partial');
  return {
    question: texts.documentation,
    word: hasFiles ? counted(count, texts.files, language) : texts.states[state],
    status: STATUSES[state],
    since:
      version === null
        ? null
        : [
            state === 'partial' && texts.states.partial.toLowerCase(),
            seenAt === undefined ? texts.version(version) : texts.versionSince(version, shortDay(seenAt, language)),
          ]
            .filter(Boolean)
            .join(', '),
  };
}

/** Contracts of the authority that are searched for this notice. */
const CONTRACTS_MAX = 200;

function outcome({ award, plan }: Notice, language: Language): Html | null {
  const texts = textsOf(language).procurement.notice;
  const line = ([one, many]: readonly [string, string], items: readonly (Html | null)[]): Html | false =>
    items.length > 0 &&
    html`<p>${items.length === 1 ? one : many}: ${items.map((item, i) => html`${i > 0 && ', '}${item}`)}</p>`;
  return html`${line(
    texts.winners,
    (award?.winners ?? []).map((winner) => partyLink(winner, language)),
  )}${line(
    texts.awardNotices,
    (award?.notices ?? []).map(({ notice, url, publishedAt }) => {
      const day = publishedAt === null ? '' : `, ${shortDay(publishedAt, language)}`;
      return html`${url?.startsWith('https:') ? outsideLink(url, notice) : notice}${day}`;
    }),
  )}${plan && html`<p class="quiet small">${texts.plan}: ${[plan.name, plan.line].filter(Boolean).join(' · ')}</p>`}`;
}

function appealsCard({ appeals }: Notice, provenance: Html, language: Language): Html | null {
  if (appeals === null || appeals.length === 0) return null;
  const texts = textsOf(language).procurement.notice;
  return card({
    id: 'contestatii',
    title: texts.appeals,
    sources: provenance,
    body: html`<ul class="ledger">${appeals.map(({ body, text }) => html`<li><span>${body !== null && `${body}: `}${text}</span></li>`)}</ul><p class="quiet small aside">${texts.appealsAsOf}</p>`,
  });
}

/** Award, winners, and the contracts that name this notice; none exist while it is open. */
async function awardsCard(notice: Notice, provenance: Html, request: PageRequest): Promise<Html | null> {
  const { client, language, context } = request;
  const texts = textsOf(language).procurement.notice;
  const { cui } = notice.authority;
  const cardOf = (body: Html): Html =>
    card({
      id: 'atribuire',
      title: texts.awards,
      sources: provenance,
      body: html`${outcome(notice, language)}${body}`,
    });
  if (notice.open === true || cui === null) return notice.award && cardOf(html``);
  if (!context.caller.pro)
    return cardOf(notice.award === null ? html`<p>${texts.awardsUnknown}</p>` : proBox(texts.awardsPro, language));
  const { result } = await settle(
    client.getCompanyContracts({
      cui,
      role: 'authority',
      limit: CONTRACTS_MAX,
      ...(notice.cpv && { cpv: notice.cpv.code.slice(0, 2) }),
      ...(notice.publishedAt !== null && { dateFrom: notice.publishedAt }),
    }),
  );
  if (result === null) return null;
  const own = result.data.filter(({ procedure }) => procedure.notice === notice.notice);
  const isCut = (result.meta.page?.total ?? 0) > CONTRACTS_MAX;
  return cardOf(
    html`${own.length === 0 ? html`<p>${texts.awardsNone}</p>` : contractList(own, true, language)}${isCut && html`<p class="quiet small aside">${texts.awardsSome(wholeNumber(CONTRACTS_MAX, language))}</p>`}`,
  );
}

/** The CPV division in one sentence: totals for all readers, concentration with Pro. */
async function marketCard({ cpv }: Notice, { client, language, now }: PageRequest): Promise<Html | null> {
  const texts = textsOf(language).procurement.notice;
  if (cpv === null) return null;
  const division = cpv.code.slice(0, 2);
  const { result } = await settle(client.getCpvAnalysis({ cpv: division }));
  const own = html`<p class="aside"><a href="${to('market', language, { cpv: cpv.code })}">${cpv.code} ${cpvTitle(cpv.code, language) ?? cpv.title}</a> · <a href="${toQuery('tenders', language, { cpv: cpv.code })}">${texts.openHere}</a></p>`;
  if (result === null) return card({ id: 'piata', title: texts.market, body: own });
  const { data } = result;
  const { from } = coverageOf(data);
  const { count, value } = data.totals.contracts;
  const title = cpvTitle(division, language) ?? data.cpv.title ?? '';
  const concentration = result.preview ? null : result.data.concentration;
  const hhi = concentration?.hhi ?? null;
  const share = concentration?.top10Share ?? null;
  return card({
    id: 'piata',
    title: texts.market,
    sources: seapSources(result.meta.sources, now, language),
    body: html`<p>${texts.marketOf(title, division, from && longMonth(from, language))}<b>${counted(count, texts.contracts, language)}</b>${value !== null && texts.worth(shortLei(value, language))}${hhi !== null && texts.concentrated(texts.levels[levelOf(hhi)], wholeNumber(hhi, language))}${share !== null && texts.firstTen(percent(share * 100, language))}. <a href="${to('market', language, { cpv: division })}">${texts.marketLink}</a></p>${own}`,
  });
}
