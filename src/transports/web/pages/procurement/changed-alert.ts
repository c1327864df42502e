/** That a documentation changed: which files to everybody, which pages of them to Pro, and the way to every word. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import { lazily } from '#lib/i18n/lazily.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { type Settled, settle } from '#transports/web/routing/settle.ts';

import { fileDifference, filesOf, standingOf } from './versions.ts';

type Files = Awaited<ReturnType<typeof filesOf>>;

/** Null where there is nothing older to hold it against. */
export async function changedAlert(
  notice: string,
  { result: told }: Settled<Files>,
  request: PageRequest,
): Promise<Html | null> {
  if (told === null) return null;
  const { client, language } = request;
  const texts = textsOf(language).procurement.notice;
  const { version, versions } = standingOf(told.meta);
  const own = versions.find((one) => one.version === version);
  const before = versions.find((one) => one.version < (version ?? 0));
  if (!own || !before) return null;
  const older = await settle(filesOf(client, notice, before.version));
  if (older.result === null) return null;
  const pair = { fromVersion: before.version, toVersion: own.version };
  const line = filesLine(older.result.data, told.data, before.version, language);
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
    inOld.length > 0 && counted(inOld.length, texts.goneFiles, language),
  ].filter(Boolean);
  return counts.length === 0 ? texts.sameFiles(before) : `${counts.join(', ')} ${texts.against(before)}.`;
}

/** More files than that are for the page of changes. */
const NAMED_MAX = 3;
const PAGES_MAX = 8;

/** Which paragraphs changed is Pro. */
async function pagesLines(
  notice: string,
  pair: { fromVersion: number; toVersion: number },
  { client, language, context }: PageRequest,
): Promise<string[]> {
  if (!context.caller.pro) return [];
  const { result: told } = await settle(client.getDocumentationChanges({ notice, ...pair }));
  const changed = (told?.data.changed ?? []).filter(({ blocksCount, name }) => blocksCount > 0 && name !== null);
  return changed.slice(0, NAMED_MAX).map(({ name, blocks, blocksCount }) => {
    const pages = [...new Set(blocks.map(({ page }) => page))].sort((a, b) => a - b);
    const shown = pages.slice(0, PAGES_MAX).map(String);
    const listed = lists[language]().format(pages.length > PAGES_MAX ? [...shown, '…'] : shown);
    const count = counted(blocksCount, textsOf(language).procurement.change.texts.changed, language);
    return `${name}: ${count}, ${textsOf(language).procurement.notice.onPages(listed, pages.length)}.`;
  });
}

const lists = {
  ro: lazily(() => new Intl.ListFormat('ro', { type: 'conjunction' })),
  en: lazily(() => new Intl.ListFormat('en-GB', { type: 'conjunction' })),
};
