/** Changes laid out: documents that came, went, were renamed, signed anew or replaced; of these the paragraphs, word by word. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

import { type Verdict, verdictTag } from './signatures.ts';

type Changes = Awaited<ReturnType<PageRequest['client']['getDocumentationChanges']>>['data'];
type Replaced = Changes['changed'][number];
type Block = Replaced['blocks'][number];

interface Mentioned {
  documentId: string;
  name: string | null;
  withheld: { why: string } | null;
}

export function changesView(changes: Changes, notice: string, language: Language): Html {
  const texts = textsOf(language).procurement.change;
  if (changes.from === null || changes.to === null) return html`<p>${texts.one}</p>`;
  const { added, removed, renamed, resigned, changed, unchangedCount } = changes;
  const link = (one: Mentioned): Html => named(one, notice, language);
  const before = (name: string | null): Html | null =>
    name === null ? null : html`<span class="meta">${texts.was(name)}</span>`;
  const lists: [id: string, title: string, rows: Html[]][] = [
    ['noi', texts.kinds.added, added.map(link)],
    // What went has no page in the newer version.
    [
      'scoase',
      texts.kinds.removed,
      removed.map(({ name, withheld }) => html`${withheld ? texts.withheld(withheld.why) : name}`),
    ],
    ['redenumite', texts.kinds.renamed, renamed.map((one) => html`${link(one)}${before(one.previousName)}`)],
    ['semnate', texts.kinds.resigned, resigned.map((one) => html`${link(one)}${verdicts(one, language)}`)],
  ];
  const isNothing = changed.length === 0 && lists.every(([, , rows]) => rows.length === 0);
  return html`<p class="lede before-sheets">${texts.since(String(changes.from), String(changes.to))} ${counted(unchangedCount, texts.unchanged, language)}.</p>
${isNothing && html`<p>${texts.nothing}</p>`}
${changed.length > 0 && card({ id: 'schimbate', title: texts.kinds.replaced, body: html`${changed.map((one) => replaced(one, notice, language))}` })}
${lists.map(([id, title, rows]) => rows.length > 0 && card({ id, title, body: html`<ul class="ledger changes">${rows.map((row) => html`<li>${row}</li>`)}</ul>` }))}`;
}

const named = ({ documentId, name, withheld }: Mentioned, notice: string, language: Language): Html =>
  withheld
    ? html`<span class="quiet">${textsOf(language).procurement.change.withheld(withheld.why)}</span>`
    : html`<a href="${to('noticeDocument', language, { notice, document: documentId })}">${name ?? documentId}</a>`;

function verdicts(
  { previousVerdict, signatureVerdict }: { previousVerdict: Verdict | null; signatureVerdict: Verdict | null },
  language: Language,
): Html {
  const tag = (verdict: Verdict | null): Html =>
    verdict === null
      ? html`<span class="tag">${textsOf(language).procurement.change.unsigned}</span>`
      : verdictTag(verdict, language);
  return html`<span class="right">${tag(previousVerdict)} → ${tag(signatureVerdict)}</span>`;
}

function replaced(one: Replaced, notice: string, language: Language): Html {
  const texts = textsOf(language).procurement.change;
  const told = one.text === 'changed' ? counted(one.blocksCount, texts.texts.changed, language) : texts.texts[one.text];
  const left = one.blocksCount - one.blocks.length;
  return html`<article class="change"><h3>${named(one, notice, language)}</h3><p class="quiet small">${told}</p>${one.blocks.map((block) => blockOf(block, language))}${left > 0 && html`<p class="quiet small">${texts.more(counted(left, texts.paragraphs, language))}</p>`}</article>`;
}

const blockOf = ({ kind, page, before, after, words: texts, cut }: Block, language: Language): Html =>
  html`<div class="block"><p class="quiet small">${textsOf(language).procurement.change.onPage(page)}, ${textsOf(language).procurement.change.blocks[kind]}</p><p lang="ro">${texts === null ? wholly(before, after) : texts.map(wordsOf)}</p>${cut && html`<p class="quiet small">${textsOf(language).procurement.change.cut}</p>`}</div>`;

const wholly = (before: string | null, after: string | null): Html =>
  html`${before !== null && html`<del>${before}</del> `}${after !== null && html`<ins>${after}</ins>`}`;

const wordsOf = ({ kind, text }: NonNullable<Block['words']>[number]): Html =>
  kind === 'added' ? html`<ins>${text}</ins>` : kind === 'removed' ? html`<del>${text}</del>` : html`${text}`;
