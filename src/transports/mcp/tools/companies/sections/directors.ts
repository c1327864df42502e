/** Who runs and who owns a company. */
import Type from 'typebox';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import { fitted, Paged, startOf } from '#transports/mcp/format/lists.ts';
import { bytesFor, scopedTo, section } from './section.ts';

const text = (description: string) => orNull(Type.String(), description);
const NAME = 'get_company/directors';

const Director = Type.Object(
  {
    relation: oneOf(['administrator', 'shareholder'], 'Runs it or represents it by law; or holds a share.'),
    name: text('Name as registered; null: the person asked to be hidden.'),
    role: text('Title as registered; null for shareholders.'),
    percent: orNull(Type.Number(), 'Share of the capital, percent; null: not told, or no shareholder.'),
    kind: oneOf(['person', 'company'], 'Natural person or company.'),
    personId: text('For `get_person`.'),
    cui: text('Fiscal code of a company.'),
    since: text('Since when it is known; null: before our first snapshot.'),
  },
  closed,
);

export const directors = section({
  shape: Type.Object(
    {
      people: Type.Array(Director, { description: 'Administrators first.' }),
      shareholdersKnown: Type.Boolean({
        description: 'False: no list of shareholders is loaded, so nothing is known of owners.',
      }),
      ...Paged,
    },
    { ...closed, description: 'Who runs and who owns it.' },
  ),
  isPaged: true,
  async read(asked) {
    const { company, call } = asked;
    const all = [
      ...(company.administrators ?? []).map(({ name, role, kind, personId, cui, since }) => ({
        relation: 'administrator' as const,
        name,
        role,
        percent: null,
        kind,
        personId,
        cui,
        since,
      })),
      ...(company.shareholders ?? []).map(({ name, percent, kind, personId, cui, since }) => ({
        relation: 'shareholder' as const,
        name,
        role: null,
        percent,
        kind,
        personId,
        cui,
        since,
      })),
    ];
    const scope = scopedTo(asked);
    const start = startOf(call, NAME, scope);
    const list = { rows: all.slice(start), start, total: all.length, ...bytesFor(asked) };
    const { rows: people, ...page } = fitted(call, NAME, scope, list);
    return { part: { people, shareholdersKnown: company.shareholders !== null, ...page }, metas: [] };
  },
});
