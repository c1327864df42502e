/** Changes between two versions of a notice's documentation: files for all readers, paragraphs and words with Pro. */
import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import { lazy } from '#lib/i18n/lazy.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { type Settled, settle } from '#transports/web/routing/settle.ts';
import {
  type DocumentationStatus,
  documentationOf,
  fileDifference,
  filesOf,
  nameOf,
  type Verdict,
  verdictTag,
  versionIn,
} from './documents.ts';

export const changesPage: Page = {
  operations: ['getDocumentationChanges'],
  async show(request) {
    const { client, language, now, params, query, context } = request;
    const texts = textsOf(language).procurement.change;
    const { data: notice } = await client.getTender({ notice: params.notice ?? '' });
    const { data: newest, meta } = await filesOf(client, notice.notice);
    const standing = documentationOf(meta);
    const pair = pairOf(query, standing);
    const body = context.caller.pro
      ? await whole(notice.notice, pair, request)
      : await fileLists(notice.notice, pair, request);
    return {
      title: `${texts.title}: ${notice.notice}`,
      isUnlisted: true,
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${texts.tenders}</a> › <a href="${to('notice', language, { notice: notice.notice })}">${notice.notice}</a> › ${texts.crumb}</p>
<h1 class="title">${texts.title}</h1><p class="lede">${notice.title}</p>
${newest.length > 0 && standing.versions.length > 1 ? versionForm(notice.notice, pair, standing, language) : null}
${sources(meta.sources, now, language)}${body}`,
    };
  },
};

interface Pair {
  from: number | undefined;
  to: number | undefined;
}

/** The last two versions by default. */
function pairOf(query: URLSearchParams, { version, versions }: DocumentationStatus): Pair {
  const newer = versionIn(query, 'toVersion') ?? version ?? undefined;
  const before = versions.find((one) => newer !== undefined && one.version < newer)?.version;
  return { from: versionIn(query, 'fromVersion') ?? before, to: newer };
}

function versionForm(notice: string, pair: Pair, { versions }: DocumentationStatus, language: Language): Html {
  const texts = textsOf(language).procurement.change;
  const choice = (name: string, label: string, chosen: number | undefined): Html =>
    html`<label>${label}<select class="field" name="${name}">${versions.map(({ version }) => html`<option value="${version}"${version === chosen && html` selected`}>${version}</option>`)}</select></label>`;
  return html`<form class="versions-form" action="${to('noticeChanges', language, { notice })}">${choice('fromVersion', texts.from, pair.from)}${choice('toVersion', texts.to, pair.to)}<button class="button second" type="submit">${texts.go}</button></form>`;
}

async function whole(notice: string, pair: Pair, { client, language }: PageRequest): Promise<Html> {
  const { data } = await client.getDocumentationChanges({
    notice,
    ...(pair.from !== undefined && { fromVersion: pair.from }),
    ...(pair.to !== undefined && { toVersion: pair.to }),
  });
  return changesView(data, notice, language);
}

/** The file lists are public; changes within files need Pro. */
async function fileLists(notice: string, { from, to: until }: Pair, { client, language }: PageRequest): Promise<Html> {
  const texts = textsOf(language).procurement.change;
  if (from === undefined || until === undefined) return html`<p>${texts.one}</p>`;
  const [older, newer] = await Promise.all([filesOf(client, notice, from), filesOf(client, notice, until)]);
  const { inNew, inOld, same } = fileDifference(older.data, newer.data);
  const names = (files: typeof inNew): Html =>
    html`<ul class="ledger">${files.map((file) => html`<li>${nameOf(file)}</li>`)}</ul>`;
  return html`${card({
    id: 'fisiere',
    title: texts.since(String(from), String(until)),
    body: html`${inNew.length > 0 && html`<h3>${texts.inNew}</h3>${names(inNew)}`}${inOld.length > 0 && html`<h3>${texts.inOld}</h3>${names(inOld)}`}<p class="quiet aside">${counted(same, texts.both, language)}.</p>${proBox(texts.pro, language)}`,
  })}`;
}

type Changes = Awaited<ReturnType<PageRequest['client']['getDocumentationChanges']>>['data'];
type Replaced = Changes['changed'][number];
type Block = Replaced['blocks'][number];

interface Mentioned {
  documentId: string;
  name: string | null;
  withheld: { why: string } | null;
}

function changesView(changes: Changes, notice: string, language: Language): Html {
  const texts = textsOf(language).procurement.change;
  if (changes.from === null || changes.to === null) return html`<p>${texts.one}</p>`;
  const { added, removed, renamed, resigned, changed, unchangedCount } = changes;
  const link = (one: Mentioned): Html => named(one, notice, language);
  const before = (name: string | null): Html | null =>
    name === null ? null : html`<span class="meta">${texts.was(name)}</span>`;
  const lists: [id: string, title: string, rows: Html[]][] = [
    ['noi', texts.kinds.added, added.map(link)],
    // Removed files have no page in the newer version.
    [
      'scoase',
      texts.kinds.removed,
      removed.map(({ name, withheld }) => html`${withheld ? texts.withheld(withheld.why) : name}`),
    ],
    ['redenumite', texts.kinds.renamed, renamed.map((one) => html`${link(one)}${before(one.previousName)}`)],
    ['semnate', texts.kinds.resigned, resigned.map((one) => html`${link(one)}${verdicts(one, language)}`)],
  ];
  const isNothing = changed.length === 0 && lists.every(([, , rows]) => rows.length === 0);
  return html`<p class="lede before-cards">${texts.since(String(changes.from), String(changes.to))} ${counted(unchangedCount, texts.unchanged, language)}.</p>
${isNothing && html`<p>${texts.nothing}</p>`}
${changed.length > 0 && card({ id: 'schimbate', title: texts.kinds.replaced, body: html`${changed.map((one) => replaced(one, notice, language))}` })}
${lists.map(([id, title, rows]) => rows.length > 0 && card({ id, title, body: html`<ul class="ledger changes">${rows.map((row) => html`<li>${row}</li>`)}</ul>` }))}`;
}

const named = ({ documentId, name, withheld }: Mentioned, notice: string, language: Language): Html =>
  withheld
    ? html`<span class="quiet">${textsOf(language).procurement.change.withheld(withheld.why)}</span>`
    : html`<a href="${to('noticeDocument', language, { notice, document: documentId })}">${name ?? documentId}</a>`;

type Resigned = Changes['resigned'][number];

function verdicts(
  { previousVerdict, previousFacts, signatureVerdict, signatureFacts }: Resigned,
  language: Language,
): Html {
  const tag = (verdict: Verdict | null, facts: Resigned['signatureFacts']): Html =>
    verdict === null
      ? html`<span class="tag">${textsOf(language).procurement.change.unsigned}</span>`
      : verdictTag(verdict, facts, language);
  return html`<span class="right">${tag(previousVerdict, previousFacts)} → ${tag(signatureVerdict, signatureFacts)}</span>`;
}

function replaced(one: Replaced, notice: string, language: Language): Html {
  const texts = textsOf(language).procurement.change;
  const summary =
    one.text === 'changed' ? counted(one.blocksCount, texts.texts.changed, language) : texts.texts[one.text];
  const rest = one.blocksCount - one.blocks.length;
  return html`<article class="change"><h3>${named(one, notice, language)}</h3><p class="quiet small">${summary}</p>${one.blocks.map((block) => blockOf(block, language))}${rest > 0 && html`<p class="quiet small">${texts.more(counted(rest, texts.paragraphs, language))}</p>`}</article>`;
}

const blockOf = ({ kind, page, before, after, words: texts, cut }: Block, language: Language): Html =>
  html`<div class="block"><p class="quiet small">${textsOf(language).procurement.change.onPage(page)}, ${textsOf(language).procurement.change.blocks[kind]}</p><p lang="ro">${texts === null ? replacement(before, after) : texts.map(wordsOf)}</p>${cut && html`<p class="quiet small">${textsOf(language).procurement.change.cut}</p>`}</div>`;

const replacement = (before: string | null, after: string | null): Html =>
  html`${before !== null && html`<del>${before}</del> `}${after !== null && html`<ins>${after}</ins>`}`;

const wordsOf = ({ kind, text }: NonNullable<Block['words']>[number]): Html =>
  kind === 'added' ? html`<ins>${text}</ins>` : kind === 'removed' ? html`<del>${text}</del>` : html`${text}`;

type Files = Awaited<ReturnType<typeof filesOf>>;

/** Null without an older version. */
export async function changedAlert(
  notice: string,
  { result }: Settled<Files>,
  request: PageRequest,
): Promise<Html | null> {
  if (result === null) return null;
  const { client, language } = request;
  const texts = textsOf(language).procurement.notice;
  const { version, versions } = documentationOf(result.meta);
  const own = versions.find((one) => one.version === version);
  const before = versions.find((one) => one.version < (version ?? 0));
  if (!own || !before) return null;
  const older = await settle(filesOf(client, notice, before.version));
  if (older.result === null) return null;
  const pair = { fromVersion: before.version, toVersion: own.version };
  const line = filesLine(older.result.data, result.data, before.version, language);
  return alert({
    grade: 'check',
    heading: texts.changed,
    lines: [
      html`${texts.changedSeen(shortDay(own.seenAt, language))} ${line} <a href="${toQuery('noticeChanges', language, pair, { notice })}">${texts.seeChanges}</a>`,
      ...(await pagesLines(notice, pair, request)),
    ],
  });
}

function filesLine(older: Files['data'], newer: Files['data'], before: number, language: Language): string {
  const texts = textsOf(language).procurement.notice;
  const { inNew, inOld } = fileDifference(older, newer);
  const counts = [
    inNew.length > 0 && counted(inNew.length, texts.newFiles, language),
    inOld.length > 0 && counted(inOld.length, texts.removedFiles, language),
  ].filter(Boolean);
  return counts.length === 0 ? texts.sameFiles(before) : `${counts.join(', ')} ${texts.against(before)}.`;
}

/** The page of changes lists the rest. */
const NAMED_MAX = 3;
const PAGES_MAX = 8;

/** Changed paragraphs need Pro. */
async function pagesLines(
  notice: string,
  pair: { fromVersion: number; toVersion: number },
  { client, language, context }: PageRequest,
): Promise<string[]> {
  if (!context.caller.pro) return [];
  const { result } = await settle(client.getDocumentationChanges({ notice, ...pair }));
  const changed = (result?.data.changed ?? []).filter(({ blocksCount, name }) => blocksCount > 0 && name !== null);
  return changed.slice(0, NAMED_MAX).map(({ name, blocks, blocksCount }) => {
    const pages = [...new Set(blocks.map(({ page }) => page))].sort((a, b) => a - b);
    const numbers = pages.slice(0, PAGES_MAX).map(String);
    const list = listFormats[language]().format(pages.length > PAGES_MAX ? [...numbers, '…'] : numbers);
    const count = counted(blocksCount, textsOf(language).procurement.change.texts.changed, language);
    return `${name}: ${count}, ${textsOf(language).procurement.notice.onPages(list, pages.length)}.`;
  });
}

const listFormats = {
  ro: lazy(() => new Intl.ListFormat('ro', { type: 'conjunction' })),
  en: lazy(() => new Intl.ListFormat('en-GB', { type: 'conjunction' })),
};
