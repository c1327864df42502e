/** A supplier-performance report: who said what of whom, and whether damages were claimed. */
import { addresses, to } from '#web/addresses.ts';
import type { Page } from '#web/door/page.ts';
import { html } from '#web/html.ts';
import { answers } from '#web/parts/answers.ts';
import { partyLink } from '#web/parts/party-link.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { shortDay } from '#web/words/dates.ts';
import { lei } from '#web/words/numbers.ts';

const texts = {
  ro: {
    title: 'Document constatator',
    of: 'despre',
    rating: 'Îndeplinire',
    ratings: { fulfilled: 'Îndeplinit', partly: 'Parțial', notFulfilled: 'Neîndeplinit' },
    damages: 'Daune',
    claimed: 'Cerute',
    notClaimed: 'Necerute',
    issued: 'Emis',
    kind: 'Fel',
    unknown: 'Nu spune',
    text: 'Text',
    contract: 'Contract',
  },
  en: {
    title: 'Supplier report',
    of: 'on',
    rating: 'Performance',
    ratings: { fulfilled: 'Fulfilled', partly: 'In part', notFulfilled: 'Not fulfilled' },
    damages: 'Damages',
    claimed: 'Claimed',
    notClaimed: 'Not claimed',
    issued: 'Issued',
    kind: 'Kind',
    unknown: 'Does not say',
    text: 'Text',
    contract: 'Contract',
  },
} as const;

const STANDINGS = { fulfilled: 'fine', partly: 'check', notFulfilled: 'stop' } as const;

export const reportPage: Page = {
  path: addresses.report,
  of: ['getSupplierIssue'],
  async show({ client, language, params, now }) {
    const words = texts[language];
    const { data, meta } = await client.getSupplierIssue({ ackDocId: params.id ?? '' });
    const { claimed, amount } = data.damages;
    return {
      title: `${words.title}: ${data.supplier.name}`,
      isUnlisted: true,
      body: html`<h1 class="title">${words.title}</h1>
<p class="lede">${partyLink(data.authority, language)} ${words.of} ${partyLink(data.supplier, language)}</p>
${answers([
  {
    question: words.rating,
    word: data.rating === null ? words.unknown : words.ratings[data.rating],
    standing: data.rating === null ? 'unknown' : STANDINGS[data.rating],
  },
  {
    question: words.damages,
    word: claimed === null ? words.unknown : claimed ? words.claimed : words.notClaimed,
    standing: claimed === null ? 'unknown' : claimed ? 'stop' : 'fine',
    since: amount === null ? null : lei(amount, language),
  },
  { question: words.issued, word: shortDay(data.issuedAt, language), standing: 'fine' },
  { question: words.kind, word: data.kind, standing: 'fine' },
])}
${sources(meta.sources, now, language)}
${sheet({ id: 'text', title: words.text, body: html`<div class="prose" lang="ro">${data.text.split(/\n+/).map((paragraph) => html`<p>${paragraph}</p>`)}</div>${data.contract.notice !== null && html`<p>${words.contract}: <a href="${to('notice', language, { notice: data.contract.notice })}">${data.contract.notice}</a></p>`}` })}`,
    };
  },
};
