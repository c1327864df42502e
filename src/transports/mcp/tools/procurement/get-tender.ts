/** One notice. Its documents have other tools, because listing them may queue their collection. */

import Type from 'typebox';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import { CitationFields } from '#transports/mcp/format/citation.ts';
import { CursorArgument, fittingRows, PageFields, startOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Notice } from './arguments.ts';
import { procurementCitation } from './citation.ts';
import { Cpv, cpvOf, Lot, lotOf, Party, partyOf, short, TITLE_MAX, ValueNote } from './shapes.ts';

const NAME = 'get_tender';

/** Published titles have up to some thousand characters. */
const WHOLE_TITLE_MAX = 2_000;

const Award = Type.Object(
  {
    notices: Type.Array(
      Type.Object(
        {
          notice: Type.String({ description: 'Number of the award notice.' }),
          publishedAt: orNull(Type.String(), 'Day of publication.'),
        },
        closed,
      ),
      { description: 'Award notices, the newest first.' },
    ),
    contracts: orNull(Type.Integer(), 'Contracts and framework agreements that came of it; `list_contracts` has them.'),
    winners: orNull(Type.Array(Party), 'Winners, each once; null where unknown.'),
  },
  closed,
);

/** A notice with hundreds of lots has as many winners. */
const WINNERS_MAX = 50;

const Documentation = Type.Object(
  {
    state: oneOf(
      ['none', 'announced', 'collecting', 'available', 'partial', 'failed', 'withdrawn', 'superseded', 'unknown'],
      '`announced`: the source says that there are files, nobody has looked yet; `list_tender_documents` has them collected. `none`: a look found no file.',
    ),
    since: orNull(Type.String(), 'Since when.'),
    documentsCount: orNull(Type.Integer(), 'Documents of the version; null before the lists were read.'),
    version: orNull(Type.Integer(), 'Newest version; null before the first.'),
  },
  { ...closed, description: 'Whether its documents are here.' },
);

const tenderFields = pick(
  'getTender',
  {
    notice: Type.String({ description: 'Number of the notice.' }),
    type: Type.String({ description: 'Kind of notice: CN, SCN, RFQ …' }),
    title: Type.String({ description: 'Title as published.' }),
    authority: Party,
    county: orNull(Type.String(), 'County of the authority.'),
    cpv: orNull(Cpv, 'Main object.'),
    estimatedValue: orNull(Type.Number(), 'Estimated value of all lots, in `currency`.'),
    estimatedValueNote: ValueNote,
    currency: Type.String({ description: 'Currency of the values.' }),
    procedureTypeLabel: orNull(Type.String(), 'Kind of procedure.'),
    publishedAt: orNull(Type.String(), 'Day of publication.'),
    deadlineAt: orNull(Type.String(), 'Until when tenders are received; null when the source does not say.'),
    open: orNull(Type.Boolean(), 'Whether tenders are still received; null when the deadline is unknown.'),
    stateLabel: orNull(Type.String(), 'State of the procedure.'),
    award: orNull(Award, 'What came of it; null before the award and where unknown.'),
    appeals: orNull(
      Type.Array(
        Type.Object(
          { body: orNull(Type.String(), 'To whom.'), text: Type.String({ description: 'As published.' }) },
          closed,
        ),
      ),
      'Appeals against it as published; empty when none was stated, null where this was not read.',
    ),
    documentation: Documentation,
    sourceUrl: orNull(Type.String(), 'Its page in the procurement system; null where it is not known.'),
  },
  {
    title: ({ title }) => short(title, WHOLE_TITLE_MAX),
    authority: ({ authority }) => partyOf(authority),
    cpv: ({ cpv }) => cpvOf(cpv),
    award: ({ award }) =>
      award && {
        notices: award.notices.map(({ notice, publishedAt }) => ({ notice, publishedAt })),
        contracts: award.contracts,
        winners: award.winners?.slice(0, WINNERS_MAX).map(partyOf) ?? null,
      },
    appeals: ({ appeals }) => appeals?.map(({ body, text }) => ({ body, text })) ?? null,
    sourceUrl: 'url',
  },
  'The notice.',
);

export const getTender = tool({
  name: NAME,
  title: 'Tender notice',
  about:
    'Tells one tender notice by its number: who buys what, estimated value, deadline, state, lots (`total` counts them; a cursor leads on in them), who won, appeals, and whether its documents are here. Its files: `list_tender_documents`. For how much it was won: `list_contracts` of the authority.',
  effect: 'reads',
  input: Type.Object({ notice: Notice, cursor: CursorArgument }),
  output: Type.Object({
    tender: tenderFields.schema,
    lots: Type.Array(Lot, {
      description: 'Empty when none is listed; `total` is null where the source does not state it.',
    }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { data, meta } = await call.client.getTender({ notice: input.notice });
    const citation = procurementCitation(call, { name: 'notice', params: { notice: data.notice } }, [meta]);
    const tender = tenderFields.of(data, call);
    const start = startOf(call, NAME, input);
    const rows = (data.lots ?? []).slice(start).map((lot) => lotOf(lot, TITLE_MAX));
    const besides = { tender, citation };
    const { rows: lots, ...paged } = fittingRows(call, NAME, input, {
      rows,
      start,
      besides,
      total: data.lots === null ? null : data.lots.length,
    });
    return { tender, lots, ...paged, ...citation };
  },
});
