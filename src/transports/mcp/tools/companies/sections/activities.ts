/** What a company is registered to do. */
import Type from 'typebox';
import { closed, orNull } from '#lib/schema/fields.ts';
import { fitted, Paged, startOf } from '#transports/mcp/format/lists.ts';
import { bytesFor, scopedTo, section } from './section.ts';

const NAME = 'get_company/caen';

const Activity = Type.Object(
  {
    code: Type.String({ description: 'CAEN class.' }),
    revision: Type.String({ description: 'Revision of the code.' }),
    title: orNull(Type.String(), 'Title in that revision.'),
    main: orNull(Type.Boolean(), 'Whether it is the main activity; null: no source says.'),
  },
  closed,
);

export const activities = section({
  shape: orNull(
    Type.Object({ activities: Type.Array(Activity, { description: 'As registered.' }), ...Paged }, closed),
    'Activities it is registered for; null outside the trade registry.',
  ),
  isPaged: true,
  async read(asked) {
    const { company, call } = asked;
    if (company.activities === null) return { part: null, metas: [] };
    const scope = scopedTo(asked);
    const start = startOf(call, NAME, scope);
    const all = company.activities;
    const list = { rows: all.slice(start), start, total: all.length, ...bytesFor(asked) };
    const { rows, ...page } = fitted(call, NAME, scope, list);
    return { part: { activities: rows, ...page }, metas: [] };
  },
});
