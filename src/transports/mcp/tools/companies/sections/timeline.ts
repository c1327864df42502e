/** What happened to a company, and when. */
import Type from 'typebox';
import { closed, orNull } from '#lib/schema/fields.ts';
import { pieced, placeOf } from '#transports/mcp/format/list-cursor.ts';
import { Paged } from '#transports/mcp/format/lists.ts';
import { ROWS, scopedTo, section } from './section.ts';

const NAME = 'get_company/timeline';

const Event = Type.Object(
  {
    date: Type.String({ description: 'Day of the event, or by which it was seen.' }),
    exact: Type.Boolean({ description: 'False: it happened on `date` at the latest.' }),
    kind: Type.String({ description: 'What kind of event: registration, name, status, address, officerAdded …' }),
    title: Type.String({ description: 'In a few words.' }),
    details: orNull(Type.String(), 'Before and after, or what the source says.'),
    decision: orNull(Type.String(), 'Of a Gazette event: its id for `fetch`.'),
  },
  closed,
);

export const timeline = section({
  shape: Type.Object(
    { events: Type.Array(Event, { description: 'Newest first.' }), ...Paged },
    { ...closed, description: 'What happened to it, and when.' },
  ),
  isPaged: true,
  async read(asked) {
    const { cui, call } = asked;
    const scope = scopedTo(asked);
    const place = placeOf(call, NAME, scope);
    const { data, meta } = await call.client.getTimeline({
      cui,
      limit: ROWS,
      ...(place.cursor !== undefined && { cursor: place.cursor }),
    });
    const rows = data.map(({ date, eventDate, kind, title, details, decisionId }) => ({
      date,
      exact: eventDate !== null,
      kind,
      title,
      details,
      decision: decisionId && `decision:${decisionId}`,
    }));
    const { rows: events, ...page } = pieced(call, NAME, scope, { rows, meta, place });
    return { part: { events, ...page }, metas: [meta] };
  },
});
