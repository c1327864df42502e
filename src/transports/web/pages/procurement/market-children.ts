/** Sub-markets by the next digit of the code: a treemap by value and concentration, bars on phones, and a table. */

import type { Language } from '#lib/i18n/message.ts';
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { levelOf, shadeOf, shadesKey } from '#transports/web/components/rulers.ts';
import { type MapPart, partBars, treemap } from '#transports/web/components/treemap.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { below, cpvTitle } from './cpv-vocabulary.ts';
import type { Analysis } from './market-analysis.ts';

type Child = Analysis['children'][number];

interface Measured {
  prefix: string;
  title: string;
  value: number;
  /** Null where no value is known, or the analysis failed. */
  hhi: number | null;
}

export async function childrenCard(
  prefix: string,
  whole: Analysis | null,
  period: { dateFrom?: string; dateTo?: string },
  provenance: Html,
  { client, language }: PageRequest,
): Promise<Html | null> {
  const texts = textsOf(language).procurement.market;
  if (whole === null) return forVisitors(prefix, provenance, language);
  const children = whole.children.filter((child) => boughtIn(child) > 0);
  if (children.length === 0) return null;
  // Each sub-market is analysed and cached by itself; there are at most ten.
  const measured = await Promise.all(
    children.map(async (child): Promise<Measured> => {
      const { result } = await settle(client.getCpvAnalysis({ cpv: child.prefix, ...period }));
      const hhi = result && !result.preview ? result.data.concentration.hhi : null;
      return { prefix: child.prefix, title: titleOf(child, prefix, language), value: boughtIn(child), hhi };
    }),
  );
  const sorted = measured.sort((a, b) => b.value - a.value);
  return card({ id: 'sub', title: texts.children, sources: provenance, body: picture(sorted, language) });
}

const boughtIn = ({ contracts, callOffs, directPurchases }: Child): number =>
  (contracts.value ?? 0) + (callOffs.value ?? 0) + (directPurchases.value ?? 0);

/** A trailing zero: purchases without a narrower code. */
const titleOf = ({ prefix, title }: Child, parent: string, language: Language): string =>
  prefix === `${parent}0` ? textsOf(language).procurement.market.rest : (cpvTitle(prefix, language) ?? title ?? '');

function picture(children: readonly Measured[], language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const level = (hhi: number | null): string =>
    hhi === null
      ? texts.noLevel
      : `${textsOf(language).components.hhi[levelOf(hhi)].toLowerCase()}, HHI ${wholeNumber(hhi, language)}`;
  const parts = children.map(
    ({ prefix, title, value, hhi }): MapPart => ({
      code: prefix,
      title,
      value,
      figure: shortLei(value, language),
      shade: hhi === null ? 'h-none' : shadeOf[levelOf(hhi)],
      href: to('market', language, { cpv: prefix }),
      label: texts.childSummary(`${prefix} ${title}`, shortLei(value, language), level(hhi)),
    }),
  );
  const tightest = mostConcentrated(children);
  return html`<figure><figcaption><b>${texts.childrenCaption}</b>${tightest && tightest.hhi !== null && html`<span class="quiet small">${texts.mostConcentrated(tightest.prefix, tightest.title, wholeNumber(tightest.hhi, language))}</span>`}</figcaption>
${treemap(parts, texts.children)}${partBars(parts)}${shadesKey(language, children.some(({ hhi }) => hhi === null) ? texts.noLevel : null)}</figure>
<details><summary>${texts.allValues}</summary><table><thead><tr><th scope="col">${texts.code}</th><th scope="col" class="num">${texts.value}</th><th scope="col" class="num">HHI</th></tr></thead><tbody>${children.map(({ prefix, title, value, hhi }) => html`<tr><th scope="row"><a href="${to('market', language, { cpv: prefix })}">${prefix} ${title}</a></th><td class="num">${shortLei(value, language)}</td><td class="num">${hhi === null ? html`<span class="quiet">${texts.noLevel}</span>` : wholeNumber(hhi, language)}</td></tr>`)}</tbody></table></details>`;
}

/** Per cent of the total: below it, a single contract makes a part concentrated. */
const WORTH_NAMING = 5;

function mostConcentrated(children: readonly Measured[]): Measured | null {
  const all = children.reduce((sum, { value }) => sum + value, 0);
  const large = children.filter(({ value, hhi }) => hhi !== null && value * 100 >= all * WORTH_NAMING);
  return large.reduce<Measured | null>((most, one) => ((one.hhi ?? 0) > (most?.hhi ?? 0) ? one : most), null);
}

/** Sub-codes are public; their purchases need Pro. */
function forVisitors(prefix: string, provenance: Html, language: Language): Html | null {
  const texts = textsOf(language).procurement.market;
  const entries = below(prefix, language);
  if (entries.length === 0) return null;
  return card({
    id: 'sub',
    title: texts.children,
    sources: provenance,
    body: html`<ul class="ledger cpv-codes">${entries.map((entry) => html`<li><a href="${to('market', language, { cpv: entry.prefix })}"><span class="code">${entry.prefix}</span><span class="title-of">${entry.title}</span></a></li>`)}</ul>${proBox(texts.childrenPro, language)}`,
  });
}
