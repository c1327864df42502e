/** The citation of an answer about procurement, with what else its reader must be told: what was ignored, what was not counted. */

import type { Meta } from '#api/operation-result.ts';
import { messages } from '#locales/messages.ts';
import { type Besides, type Citation, type CitedPage, cited } from '#transports/mcp/format/citing.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

/** How a list is read, not what is in it. */
const PAGING = new Set(['limit', 'offset', 'cursor']);

export const noted = (
  call: Pick<ToolCall, 'link' | 'language' | 'offersPro'>,
  page: CitedPage,
  metas: readonly Meta[],
  { also = [], ...besides }: Besides = {},
): Citation => cited(call, asTold(page, metas), metas, { ...besides, also: [...metas.flatMap(saidOf), ...also] });

/** Narrowed by nothing that changed nothing in the answer. */
function asTold(page: CitedPage, metas: readonly Meta[]): CitedPage {
  const ignored = metas.flatMap((meta) => meta.ignored ?? []);
  const query = Object.entries(page.query ?? {}).filter(([name]) => !ignored.includes(name));
  return { ...page, query: Object.fromEntries(query) };
}

function saidOf({ ignored = [], page }: Meta) {
  const names = ignored.filter((name) => !PAGING.has(name));
  return [
    ...(names.length > 0 ? [messages.agents.procurement.ignored({ names: names.join(', ') })] : []),
    ...(page?.totalRelation === 'atLeast' && page.total !== null
      ? [messages.agents.procurement.atLeast({ count: page.total })]
      : []),
  ];
}

/** Of what was read beside the list that is told: how long that is, is no matter of the answer. */
export const withoutPage = ({ page: _, ...meta }: Meta): Meta => meta as Meta;
