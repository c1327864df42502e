/** What changed between two versions of a documentation: files for everybody, paragraphs and words with Pro. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';

import { changesView } from './changes-view.ts';
import { nameOf } from './documents.ts';
import { fileDifference, filesOf, type Standing, standingOf, versionIn } from './versions.ts';

export const changesPage: Page = {
  path: addresses.noticeChanges,
  operations: ['getDocumentationChanges'],
  async show(request) {
    const { client, language, now, params, query, context } = request;
    const texts = textsOf(language).procurement.change;
    const { data: notice } = await client.getTender({ notice: params.notice ?? '' });
    const { data: newest, meta } = await filesOf(client, notice.notice);
    const standing = standingOf(meta);
    const pair = askedPair(query, standing);
    const body = context.caller.pro
      ? await whole(notice.notice, pair, request)
      : await lists(notice.notice, pair, request);
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

/** The last two, unless the address says otherwise. */
function askedPair(query: URLSearchParams, { version, versions }: Standing): Pair {
  const newer = versionIn(query, 'toVersion') ?? version ?? undefined;
  const before = versions.find((one) => newer !== undefined && one.version < newer)?.version;
  return { from: versionIn(query, 'fromVersion') ?? before, to: newer };
}

function versionForm(notice: string, pair: Pair, { versions }: Standing, language: Language): Html {
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

/** Which files each version lists is no secret; what changed inside of them is Pro. */
async function lists(notice: string, { from, to: until }: Pair, { client, language }: PageRequest): Promise<Html> {
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
