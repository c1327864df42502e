/** A notice: until when, how much, how; then its documents with what their signatures are worth. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, to } from '#web/addresses.ts';
import type { Page, PageRequest } from '#web/door/page.ts';
import { tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { type Answered, answers } from '#web/parts/answers.ts';
import { outsideLink } from '#web/parts/outside-link.ts';
import { partyLink } from '#web/parts/party-link.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { counted } from '#web/words/counts.ts';
import { moment, shortDay } from '#web/words/dates.ts';
import { shortLei } from '#web/words/numbers.ts';
import { changesOf } from './changes.ts';
import { documentsOf } from './documents.ts';
import { texts } from './notice-texts.ts';
import { searchInDocuments } from './search-in-documents.ts';
import { estimateOf } from './tenders.ts';

type Notice = Awaited<ReturnType<PageRequest['client']['getTender']>>['data'];

export const noticePage: Page = {
  path: addresses.notice,
  of: [
    'getTender',
    'getDocuments',
    'getSigners',
    'getDocumentationChanges',
    'searchDocuments',
    'downloadDocumentation',
  ],
  async show(request) {
    const { client, language, now, query } = request;
    const words = texts[language];
    const { data: notice, meta } = await client.getTender({ notice: request.params.notice ?? '' });
    const number = notice.notice;
    const [documents, signers] = await Promise.all([
      tried(client.getDocuments({ notice: number })),
      tried(client.getSigners({ notice: number })),
    ]);
    const isPro = request.visit.caller.pro;
    const changes =
      isPro && (notice.documentation.version ?? 1) > 1
        ? await tried(client.getDocumentationChanges({ notice: number }))
        : null;
    return {
      title: `${number}: ${notice.title}`,
      canonical: to('notice', language, { notice: number }),
      isUnlisted: query.size > 0,
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${words.tenders}</a> › ${number}</p>
<h1 class="title">${notice.title}</h1>
<p class="lede">${partyLink(notice.authority, language)}${notice.county !== null && ` · ${notice.county}`}</p>
${answers(fourAnswers(notice, now, language))}
${sources(meta.sources, now, language)}
${changes?.told && changesOf(changes.told.data, language)}
${sheet({
  id: 'documente',
  title: words.documents,
  sources: documents.told && sources(documents.told.meta.sources, now, language),
  tools:
    isPro && documents.told && documents.told.data.length > 0
      ? html`<p class="tools"><a href="/api/sicap/procedure/${number}/bundle">${words.bundle}</a></p>`
      : null,
  body: documents.told
    ? html`${await searchInDocuments(number, request)}${documentsOf(documents.told.data, signers.told?.data ?? [], isPro, language)}`
    : html`<p>${documents.problem.in(language).message}</p>`,
})}
${lots(notice, language)}
${notice.cpv && sheet({ id: 'piata', title: words.market, body: html`<p><a href="${to('market', language, { cpv: notice.cpv.code })}">${notice.cpv.code} ${notice.cpv.title}</a></p><p class="tools">${outsideLink(notice.url, words.page)}</p>` })}`,
    };
  },
};

function fourAnswers(notice: Notice, now: number, language: Language): Answered[] {
  const words = texts[language];
  const { deadlineAt, documentation } = notice;
  return [
    {
      question: words.deadline,
      word: deadlineAt === null ? words.unknown : moment(deadlineAt, now, language),
      standing: deadlineAt === null ? 'unknown' : notice.open ? 'fine' : 'closed',
      since: notice.open === false ? words.closed : null,
    },
    {
      question: words.value,
      word: estimateOf(notice, language),
      standing: notice.estimatedValue === null ? 'unknown' : 'fine',
      since: notice.lots && notice.lots.length > 1 ? counted(notice.lots.length, words.lotsNoun, language) : null,
    },
    {
      question: words.procedure,
      word: notice.procedureTypeLabel ?? words.unknown,
      standing: notice.procedureTypeLabel === null ? 'unknown' : 'fine',
      since: notice.publishedAt && words.published(shortDay(notice.publishedAt, language)),
    },
    {
      question: words.documentation,
      word:
        documentation.documentsCount === null
          ? words.states[documentation.state]
          : counted(documentation.documentsCount, words.files, language),
      standing: STANDINGS[documentation.state],
      since: documentation.version === null ? null : words.version(documentation.version),
    },
  ];
}

const STANDINGS = {
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

function lots({ lots: rows }: Notice, language: Language): Html | null {
  if (rows === null || rows.length === 0) return null;
  return sheet({
    id: 'loturi',
    title: texts[language].lots,
    body: html`<ol class="ledger">${rows.map((lot) => html`<li><span>${lot.number}. ${lot.title}<br><span class="meta">${lot.cpv !== null && `CPV ${lot.cpv}`}</span></span><span class="right">${lot.estimatedValue !== null && shortLei(lot.estimatedValue, language)}</span></li>`)}</ol>`,
  });
}
