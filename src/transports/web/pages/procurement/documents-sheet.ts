/** The documents of a notice as a sheet: search, list, versions; or in plain words why there is nothing to show. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { type Settled, settle } from '#transports/web/routing/settle.ts';

import { documentsOf } from './documents.ts';

import { searchInDocuments } from './search-in-documents.ts';
import { FILES_MAX, type filesOf, type Standing, standingOf, versionIn } from './versions.ts';

type Files = Awaited<ReturnType<typeof filesOf>>;

export async function documentsSheet(
  notice: string,
  { result: told, error: problem }: Settled<Files>,
  request: PageRequest,
): Promise<Html> {
  const { language, now } = request;
  const texts = textsOf(language).procurement.notice;
  if (told === null) return card({ id: 'documente', title: texts.documents, body: whyNone(notice, problem, language) });
  const { data, meta } = told;
  const standing = standingOf(meta);
  const isPro = request.context.caller.pro;
  const bundle = `/api/sicap/procedure/${notice}/bundle${standing.version === null ? '' : `?version=${standing.version}`}`;
  return card({
    id: 'documente',
    title: texts.documents,
    sources: sources(meta.sources, now, language),
    tools: html`${data.length > 0 && html`<p class="tools">${isPro ? html`<a href="${bundle}">${icon('download')}${textsOf(language).procurement.document.bundle}</a>` : html`<a href="${to('pricing', language)}">${icon('pro')}${textsOf(language).procurement.document.bundle} (Pro)</a>`}</p>`}${versionLinks(notice, standing, language)}`,
    body: await listed(notice, told, standing, request),
  });
}

async function listed(notice: string, { data }: Files, standing: Standing, request: PageRequest): Promise<Html> {
  const { client, language, query, context } = request;
  const texts = textsOf(language).procurement.notice;
  const version = versionIn(query);
  const asked = { notice, limit: FILES_MAX, ...(version !== undefined && { version }) };
  const signers = await settle(client.getSigners(asked));
  const note =
    standing.state === 'partial'
      ? texts.stateLines.partial
      : isComing(standing)
        ? texts.stateLines.collecting
        : standing.state === 'collecting'
          ? texts.stateLines.newer
          : null;
  return html`${data.length > 0 && (await searchInDocuments(notice, data, version, request))}
${note !== null && html`<p class="files-state">${icon('check', 'amber')} ${note}${standing.reason && ` ${standing.reason.label}`}</p>`}
${data.length === 0 && standing.lookedAt !== null ? looks(standing, language) : documentsOf(data, signers.result?.data ?? [], context.caller.pro, language)}${data.length > 0 && !context.caller.pro && html`${proBox(`${textsOf(language).procurement.document.pro} ${textsOf(language).procurement.document.free}`, language)}`}`;
}

/** The version that is shown is the one that is being collected. */
const isComing = ({ version, versions }: Standing): boolean =>
  versions.some((one) => one.version === version && one.state === 'collecting');

/** Nothing is listed: since when that is known, and when it may be otherwise. */
function looks({ lookedAt, nextLookAt }: Standing, language: Language): Html {
  const texts = textsOf(language).procurement.notice;
  return html`<p>${lookedAt !== null && texts.looked(shortDay(lookedAt, language))}${nextLookAt !== null && ` ${texts.nextLook(shortDay(nextLookAt, language))}`}</p>`;
}

function versionLinks(notice: string, { version, versions }: Standing, language: Language): Html | null {
  const texts = textsOf(language).procurement.notice;
  if (versions.length < 2) return null;
  return html`<h3 class="minor">${texts.versions}</h3><ul class="version-list">${versions.map((one) => html`<li><a href="${toQuery('notice', language, { version: one.version }, { notice })}#documente"${one.version === version && html` aria-current="true"`}>${texts.versionSince(one.version, shortDay(one.seenAt, language))}</a></li>`)}</ul>`;
}

/** Each state in its own words; what else may stand in the way says so itself. */
function whyNone(notice: string, problem: NonNullable<Settled<Files>['error']>, language: Language): Html {
  const texts = textsOf(language).procurement.notice;
  const again = html`<a href="${to('notice', language, { notice })}#documente">${texts.reload}</a>`;
  const { message } = problem.in(language);
  if (problem.code === 'WITHDRAWN')
    return alert({ grade: 'note', heading: texts.states.withdrawn, lines: [texts.stateLines.withdrawn] });
  if (problem.code === 'DOCUMENTATION_NOT_READY')
    return alert({ grade: 'note', heading: texts.waiting, lines: [message, again] });
  if (problem.code === 'UPSTREAM_UNAVAILABLE')
    return alert({ grade: 'check', heading: texts.states.failed, lines: [texts.stateLines.failed, message, again] });
  return html`<p>${message}</p>`;
}
