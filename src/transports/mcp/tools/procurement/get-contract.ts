/** One contract. */
import Type from 'typebox';
import { Cui } from '#api/parameters.ts';
import { closed, orNull } from '#lib/schema/fields.ts';
import { CitationFields } from '#transports/mcp/format/citation.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { defined } from './arguments.ts';
import { procurementCitation } from './citation.ts';
import { contractFields, contractSources } from './list-contracts.ts';
import { Lot, lotOf, Party, partyOf, short } from './shapes.ts';

/** The list limits; counts have the totals. */
const SUPPLIERS_MAX = 20;
const LOTS_MAX = 20;
const NAMESAKES_MAX = 10;
const TEXT_MAX = 1_000;
const LOT_MAX = 60;

const Supplier = Type.Object(
  {
    ...Party.properties,
    city: orNull(Type.String(), 'Town as published.'),
    county: orNull(Type.String(), 'County as published.'),
  },
  closed,
);

const MODIFICATIONS_MAX = 10;

const Modification = Type.Object(
  {
    publishedAt: orNull(Type.String(), 'Day of publication.'),
    description: orNull(Type.String(), 'What changed, as published.'),
    valueBefore: orNull(Type.Number(), 'Value of the contract before it.'),
    valueAfter: orNull(Type.Number(), 'And after it.'),
    currency: Type.String({ description: 'Currency of the values.' }),
  },
  closed,
);

const contract = pick(
  'getContract',
  {
    ...contractFields,
    suppliers: orNull(Type.Array(Supplier), `The winner, or members of the consortium, at most ${SUPPLIERS_MAX}.`),
    notice: orNull(Type.String(), 'Notice that began it: what `get_tender` takes.'),
    procedureType: orNull(Type.String(), 'Kind of procedure as published.'),
    awardNotice: orNull(Type.String(), 'Notice that announced the award.'),
    otherAwardNotices: Type.Array(Type.String(), { description: 'Others that publish it, too.' }),
    lots: orNull(Type.Array(Lot), `Lots it covers, at most ${LOTS_MAX}; null when the source does not tell.`),
    lotsCount: orNull(Type.Integer(), 'Lots in all.'),
    cancelledLotsCount: orNull(Type.Integer(), 'Lots of the procedure that came to nothing.'),
    offersReceived: orNull(Type.Integer(), 'Offers received.'),
    euFunded: orNull(Type.Boolean(), 'Whether European funds pay for it.'),
    modifications: orNull(
      Type.Array(Modification),
      `Announced modifications, the newest ${MODIFICATIONS_MAX}; null when no list of them is loaded.`,
    ),
    sourceUrl: orNull(Type.String(), 'Page of its award notice in the procurement system.'),
  },
  {
    ...contractSources(TEXT_MAX, TEXT_MAX),
    suppliers: ({ suppliers }) =>
      suppliers?.slice(0, SUPPLIERS_MAX).map((one) => ({ ...partyOf(one), city: one.city, county: one.county })) ??
      null,
    notice: 'procedure.notice',
    procedureType: 'procedure.type',
    lots: ({ lots }) => lots?.slice(0, LOTS_MAX).map((lot) => lotOf(lot, LOT_MAX)) ?? null,
    otherAwardNotices: ({ otherAwardNotices }) => otherAwardNotices.slice(0, LOTS_MAX),
    lotsCount: ({ lots }) => lots?.length ?? null,
    cancelledLotsCount: ({ cancelledLots }) => cancelledLots?.length ?? null,
    modifications: ({ modifications }) =>
      modifications
        ?.slice(0, MODIFICATIONS_MAX)
        .map((one) => ({ ...one, description: one.description && short(one.description, TEXT_MAX) })) ?? null,
    sourceUrl: 'url',
  },
  'The contract.',
);

const Namesake = Type.Object(
  {
    id: Type.String({ description: 'Identifier: pick it with this.' }),
    authority: Party,
    date: orNull(Type.String(), 'Day it was signed.'),
  },
  closed,
);

export const getContract = tool({
  name: 'get_contract',
  title: 'One public contract',
  about:
    'Tells one public contract by its number as published or by the `id` of a row of `list_contracts`: parties, value, object, procedure, lots, offers, European money, later modifications. Authorities use the same numbers: the newest answers, `sameNumber` has the others, and `authorityCui` picks. For accounts with full access.',
  effect: 'reads',
  input: Type.Object({
    contract: Type.String({ minLength: 1, maxLength: 1_000, description: 'Number as published, or `id`.' }),
    authorityCui: Type.Optional(Cui),
  }),
  output: Type.Object({
    contract: contract.schema,
    sameNumber: Type.Array(Namesake, {
      description: `Others with this number, newest first, at most ${NAMESAKES_MAX}.`,
    }),
    sameNumberCount: Type.Integer({ description: 'Number of others.' }),
    ...CitationFields,
  }),
  async call({ contract: number, authorityCui }, call) {
    const { data, meta } = await call.client.getContract(defined({ number, authorityCui }));
    return {
      contract: contract.of(data, call),
      sameNumber: data.sameNumber
        .slice(0, NAMESAKES_MAX)
        .map(({ id, authority, date }) => ({ id, authority: partyOf(authority), date })),
      sameNumberCount: data.sameNumberCount,
      ...procurementCitation(call, { name: 'contract', params: { number: data.id } }, [meta]),
    };
  },
});
