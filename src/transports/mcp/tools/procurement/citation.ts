/** The citation of a procurement answer, with notes on ignored filters and lower bounds. */

import type { Meta } from '#api/operation-result.ts';
import { messages } from '#locales/messages.ts';
import { type Citation, type CitationOptions, type CitedPage, citationOf } from '#transports/mcp/format/citation.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

/** Parameters of reading a list, not of its content. */
const PAGING = new Set(['limit', 'offset', 'cursor']);

export const procurementCitation = (
  call: Pick<ToolCall, 'link' | 'language' | 'offersPro'>,
  page: CitedPage,
  metas: readonly Meta[],
  { warnings: also = [], ...besides }: CitationOptions = {},
): Citation =>
  citationOf(call, withoutIgnored(page, metas), metas, { ...besides, warnings: [...metas.flatMap(notesOf), ...also] });

/** Without filters that the operation ignored. */
function withoutIgnored(page: CitedPage, metas: readonly Meta[]): CitedPage {
  const ignored = metas.flatMap((meta) => meta.ignored ?? []);
  const query = Object.entries(page.query ?? {}).filter(([name]) => !ignored.includes(name));
  return { ...page, query: Object.fromEntries(query) };
}

function notesOf({ ignored = [], page }: Meta) {
  const names = ignored.filter((name) => !PAGING.has(name));
  return [
    ...(names.length > 0 ? [messages.agents.procurement.ignored({ names: names.join(', ') })] : []),
    ...(page?.totalRelation === 'atLeast' && page.total !== null
      ? [messages.agents.procurement.atLeast({ count: page.total })]
      : []),
  ];
}

/** For a list that the answer only summarizes: its length needs no note. */
export const withoutPage = ({ page: _, ...meta }: Meta): Meta => meta as Meta;
