/** A page on which anybody checks a receipt, without a key: the same operation as in the API, counted like any request. */
import { languageOf } from '#http/language.ts';
import type { Reply } from '#http/reply.ts';
import type { Request } from '#http/request.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { Problem } from '#operations/problem.ts';
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from './html.ts';
import { otherLanguageLink, pageFrame } from './page-frame.ts';
import { type ReceiptTexts, receiptTexts } from './receipt-texts.ts';

/** What the operation says of a receipt. */
export interface ReceiptCheck {
  valid: boolean;
  reason: { message: string } | null;
  statement: {
    issuer: string;
    dataset: string;
    signedAt: string;
    account: string;
    asked: { cui: string; date: string };
    answered: { found: boolean; sha256: string; at: string };
    told: Partial<Record<(typeof TOLD)[number], boolean | null>> & { name?: string | null };
  } | null;
  key: { kid: string; retiredAt: string | null } | null;
  record: keyof ReceiptTexts['records'] | null;
  note: string;
}

/** Throws a problem where the caller may not ask, or not so often. */
export type CheckReceipt = (receipt: string, request: Request, language: Language) => Promise<ReceiptCheck>;

/** Ours have some fifteen hundred characters; more than this does not fit into an address. */
const LENGTH_MAX = 6_000;

const TOLD = ['vatRegistered', 'cashBasisVat', 'splitVat', 'inactive', 'registered'] as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // What a receipt says is its holder's: no cache, no list of a search engine and no other site learns of it.
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  vary: 'accept-language',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};

export function addReceiptsPage(router: Router<Handler>, check: CheckReceipt): void {
  router.add('GET', '/receipts', async (request): Promise<Reply> => {
    const language = languageOf(request.query, request.header('accept-language'), 'ro');
    const texts = receiptTexts[language];
    const receipt = (new URLSearchParams(request.query).get('receipt') ?? '').trim();
    const answer = receipt === '' ? null : await checked(check, receipt, request, language);
    const told = answer instanceof Problem ? problemOf(answer, language) : answer && resultOf(answer, texts);
    return {
      status: answer instanceof Problem ? answer.status : 200,
      headers: { ...HEADERS, 'content-language': language, ...(answer instanceof Problem && answer.headers) },
      body: page(language, receipt, told),
    };
  });
}

const checked = (...[check, receipt, request, language]: [CheckReceipt, string, Request, Language]) =>
  check(receipt, request, language).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });

function page(language: Language, receipt: string, told: Html | null): string {
  const texts = receiptTexts[language];
  return pageFrame({
    language,
    title: `${texts.title} · Firmoteca`,
    head: html`<link rel="stylesheet" href="/start.css">`,
    body: html`<header><a class="brand" href="/">Firmoteca</a>${otherLanguageLink('/receipts', language, texts.other)}</header>
<main>
  <h1>${texts.title}</h1>
  <p class="lead">${texts.lead}</p>
  <form action="/receipts" method="get">
    <input type="hidden" name="lang" value="${language}">
    <p><label for="receipt">${texts.receipt}</label></p>
    <p><textarea id="receipt" name="receipt" rows="8" cols="60" maxlength="${LENGTH_MAX}" required spellcheck="false" autocomplete="off">${receipt}</textarea></p>
    <p><button class="button" type="submit">${texts.check}</button></p>
  </form>
  ${told}
</main>`,
  });
}

const problemOf = (problem: Problem, language: Language): Html =>
  html`<section role="alert"><p>${problem.in(language).message}</p></section>`;

function resultOf({ valid, reason, statement, key, record, note }: ReceiptCheck, texts: ReceiptTexts): Html {
  if (!valid || statement === null)
    return html`<section role="status"><h2>${texts.invalid}</h2><p>${reason?.message}</p></section>`;
  const { asked, answered, told } = statement;
  const truth = (value: boolean | null | undefined): string =>
    value === true ? texts.yes : value === false ? texts.no : texts.unknown;
  const rows: [label: string, value: string][] = [
    [texts.cui, asked.cui],
    [texts.date, asked.date],
    ...TOLD.map((field): [string, string] => [texts[field], truth(told[field])]),
    [texts.name, told.name ?? texts.unknown],
    [texts.found, truth(answered.found)],
    [texts.answeredAt, answered.at],
    [texts.hash, answered.sha256],
    [texts.record, record === null ? texts.unknown : texts.records[record]],
    [texts.account, statement.account],
    [texts.issuer, statement.issuer],
    [texts.signedAt, statement.signedAt],
    [texts.key, `${key?.kid ?? ''}${key?.retiredAt ? ` (${texts.retired} ${key.retiredAt})` : ''}`],
  ];
  return html`<section role="status">
    <h2>${texts.valid}</h2>
    ${statement.dataset === 'demo' && html`<p><strong>${texts.demo}</strong></p>`}
    <dl>${rows.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
    <p class="small">${note}</p>
  </section>`;
}
