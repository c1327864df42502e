/** What changed since the version before: documents first, then their texts, word by word. */
import type { Language } from '#sentences/sentence.ts';
import type { PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { alert } from '#web/parts/alert.ts';
import { texts } from './notice-texts.ts';

type Changes = Awaited<ReturnType<PageRequest['client']['getDocumentationChanges']>>['data'];
type Block = Changes['changed'][number]['blocks'][number];

export function changesOf(changes: Changes, language: Language): Html | null {
  const words = texts[language];
  if (changes.from === null || changes.to === null) return null;
  const names = (rows: readonly { name: string | null }[]): string => rows.map(({ name }) => name ?? '…').join(', ');
  const kinds: [string, readonly { name: string | null }[]][] = [
    [words.added, changes.added],
    [words.removed, changes.removed],
    [words.renamed, changes.renamed],
    [words.resigned, changes.resigned],
    [words.replaced, changes.changed],
  ];
  return html`${alert({
    grade: 'check',
    heading: words.changed,
    lines: [
      words.since(changes.from, changes.to),
      ...kinds.filter(([, rows]) => rows.length > 0).map(([kind, rows]) => `${kind}: ${names(rows)}`),
    ],
  })}
${changes.changed.map(({ name, blocks }) => blocks.length > 0 && html`<details class="change"><summary>${name}</summary>${blocks.map((block) => blockOf(block, language))}</details>`)}`;
}

const blockOf = ({ page, before, after, words }: Block, language: Language): Html =>
  html`<div class="block"><p class="quiet small">${texts[language].onPage(page)}</p><p>${words === null ? html`${before !== null && html`<del>${before}</del> `}${after !== null && html`<ins>${after}</ins>`}` : words.map(({ kind, text }) => (kind === 'added' ? html`<ins>${text}</ins>` : kind === 'removed' ? html`<del>${text}</del>` : text))}</p></div>`;
