/** The lines of a result, two hundred a page: what is doubtful first, then what is fine and what was not looked up, both folded. */

import type { Check, CheckedRow, CheckLine } from '#domain/bulk-checks/check.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { paging } from '#transports/web/components/lists.ts';
import { type Html, html } from '#transports/web/html.ts';
import { rowsTable, type Shown, type ShownRow } from './rows.ts';

/** As many as a phone shows without effort: a hundred and fifty kilobytes. */
const PAGE_LINES = 200;

export interface Asked {
  isListOrder: boolean;
  /** As the address has it; what is no page of this list is the first or the last one. */
  page: string | null;
}

type Group = 'rows' | 'fine' | 'duplicate' | 'overLimit';

interface Entry {
  group: Group;
  row: ShownRow;
}

export function listed(check: Check, rows: readonly CheckedRow[], asked: Asked, shown: Shown): Html {
  const all = [...(asked.isListOrder ? inListOrder(check, rows) : doubtfulFirst(check, rows)), ...notLookedUp(check)];
  const pages = Math.max(1, Math.ceil(all.length / PAGE_LINES));
  const page = Math.min(pages, /^[1-9][0-9]{0,5}$/.test(asked.page ?? '') ? Number(asked.page) : 1);
  const offset = (page - 1) * PAGE_LINES;
  const here = all.slice(offset, offset + PAGE_LINES);
  const order = asked.isListOrder ? 'list' : '';
  const at = (next: string | undefined): string =>
    toQuery('bulkResult', shown.language, { order, page: next ?? '' }, { check: check.id });
  const place = {
    offset,
    returned: here.length,
    limit: PAGE_LINES,
    total: all.length,
    totalRelation: 'exact',
  } as const;
  const count = (group: Group): number => all.filter((entry) => entry.group === group).length;
  return html`${entries(here, count, asked.isListOrder, shown)}
${pages > 1 && paging({ ...place, nextCursor: page < pages ? String(page + 1) : null }, at, shown.language)}
${check.heading !== null && html`<p class="quiet small">${textsOf(shown.language).bulk.page.heading(check.heading)}</p>`}`;
}

const entriesOf = (group: Group, rows: readonly ShownRow[]): Entry[] => rows.map((row) => ({ group, row }));

const doubtfulFirst = ({ lines }: Check, rows: readonly CheckedRow[]): Entry[] => [
  ...entriesOf('rows', [
    ...rows.filter(({ standing }) => standing === 'stop'),
    ...rows.filter(({ standing, company }) => standing === 'check' && company !== null),
    ...rows.filter(({ standing, company }) => standing === 'check' && company === null),
    ...lines.filter(({ outcome }) => outcome === 'refused'),
  ]),
  ...entriesOf(
    'fine',
    rows.filter(({ standing }) => standing === 'fine'),
  ),
];

function inListOrder({ lines }: Check, rows: readonly CheckedRow[]): Entry[] {
  const byCui = new Map(rows.map((row) => [row.cui, row]));
  return entriesOf(
    'rows',
    lines.flatMap((line): ShownRow[] => {
      const row = line.outcome === 'checked' ? byCui.get(line.cui ?? '') : undefined;
      return row ? [row] : line.outcome === 'refused' ? [line] : [];
    }),
  );
}

/** Repeated lines, and those over the limit. */
const notLookedUp = ({ lines }: Check): Entry[] =>
  (['duplicate', 'overLimit'] as const).flatMap((group) =>
    entriesOf(
      group,
      lines.filter(({ outcome }) => outcome === group),
    ),
  );

/** `count`: of a group on all pages. */
function entries(here: readonly Entry[], count: (group: Group) => number, isListOrder: boolean, shown: Shown): Html {
  const texts = textsOf(shown.language).bulk.page;
  const of = (group: Group): ShownRow[] => here.flatMap((entry) => (entry.group === group ? entry.row : []));
  const [rows, fine, duplicates, over] = [of('rows'), of('fine'), of('duplicate'), of('overLimit')];
  // Who turned to a page of nothing but folded lines came to see them.
  const isOpen = rows.length === 0 && html` open`;
  const lines = (found: readonly ShownRow[], title: string): Html | null =>
    found.length === 0
      ? null
      : html`<details class="set-aside quiet-rows"${fine.length === 0 && isOpen}><summary>${title}</summary>${codesList(found as CheckLine[], shown.language)}</details>`;
  return html`${rowsTable(rows, isListOrder ? texts.listOrder : texts.problemsFirst, shown)}
${fine.length > 0 && html`<details class="set-aside"${isOpen}><summary>${texts.allFine(count('fine'))}</summary>${rowsTable(fine, texts.fine, shown)}</details>`}
${lines(duplicates, texts.duplicate(count('duplicate')))}${lines(over, texts.allOver(count('overLimit')))}`;
}

const codesList = (lines: readonly CheckLine[], language: Language): Html =>
  html`<ul class="codes-list">${lines.map(({ line, text }) => html`<li>${text} <small>${textsOf(language).bulk.page.line(line)}</small></li>`)}</ul>`;
