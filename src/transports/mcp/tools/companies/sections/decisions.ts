/** What the Official Gazette published of a company. */
import Type from 'typebox';
import { closed, orNull } from '#lib/schema/fields.ts';
import { pieced, placeOf } from '#transports/mcp/format/list-cursor.ts';
import { Paged } from '#transports/mcp/format/lists.ts';
import { ROWS, scopedTo, section } from './section.ts';

const NAME = 'get_company/decisions';

const Decision = Type.Object(
  {
    id: Type.String({ description: 'For `fetch`, which tells the text.' }),
    date: Type.String({ description: 'Day of the issue.' }),
    kind: Type.String({ description: 'What it is, by its heading.' }),
    title: Type.String({ description: 'Heading.' }),
    matchConfidence: orNull(Type.String(), 'How sure it is about this company: `exact`, `high`, `low`.'),
    url: Type.String({ description: 'Its page.' }),
  },
  closed,
);

export const decisions = section({
  shape: orNull(
    Type.Object({ decisions: Type.Array(Decision, { description: 'Newest first.' }), ...Paged }, closed),
    'Decisions in Part IV of the Official Gazette; null: it is not loaded here.',
  ),
  isPaged: true,
  async read(asked) {
    const { cui, call } = asked;
    const scope = scopedTo(asked);
    const place = placeOf(call, NAME, scope);
    const { data, meta } = await call.client.getCompanyDecisions({
      cui,
      limit: ROWS,
      ...(place.cursor !== undefined && { cursor: place.cursor }),
    });
    if (data === null) return { part: null, metas: [meta] };
    const rows = data.map(({ id, issue, kind, title, matchConfidence }) => ({
      id: `decision:${id}`,
      date: issue.date,
      kind,
      title,
      matchConfidence,
      url: call.link('decision', { id }),
    }));
    const { rows: shown, ...page } = pieced(call, NAME, scope, { rows, meta, place });
    return { part: { decisions: shown, ...page }, metas: [meta] };
  },
});
