/** Companies by county and town. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { type Answer, type Call, endpoint } from '#api/endpoint.ts';
import { CaenCode, CaenRevisionNumber, Cursor, Limit, Offset } from '#api/parameters.ts';
import { isLoaded, type LiveMeta, missingParts, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type ActivityColumns, companyRow, companyRowFields } from '#lib/schema/company-row.ts';
import { about, closed, type Description, oneOf } from '#lib/schema/fields.ts';
import { otherRevision } from '#lib/values/caen-revision.ts';
import { messages } from '#locales/messages.ts';
import { type Activity, type ListFilter, listPage, listSize } from './listings-table.ts';
import { countyOrThrow, localityOrThrow } from './localities.ts';

type ListingContext = Pick<Context, 'cursors'> & {
  /** Warnings about main activities that the tax authority reports differently now. */
  activityChanges(firms: readonly ActivityColumns[], dataset: Dataset): Promise<LiveMeta>;
  /** A county and a town of it that have firms. */
  example: { county: string; locality: string };
};

/** Three times the longest name of a Romanian locality. */
const LOCALITY_MAX = 100;
const LocalityName = (texts: Description) => Type.String({ minLength: 1, maxLength: LOCALITY_MAX, ...about(texts) });
const judet = LocalityName({
  en: 'County: name, slug or plate, any case, with or without diacritics; `bucuresti` is one.',
  ro: 'Județul: nume, nume pentru adrese sau indicativ auto, cu litere mari sau mici, cu sau fără diacritice; `bucuresti` este unul.',
});
const oras = LocalityName({
  en: 'Town or village of the county, as above; `sector-1` … `sector-6` in București, or `bucuresti` for all of them.',
  ro: 'Localitatea din județ, scrisă la fel; `sector-1` … `sector-6` în București sau `bucuresti` pentru toate.',
});

const query = Type.Object(
  {
    caen: Type.Optional(
      CaenCode({
        en: 'Only companies of this main activity, four digits.',
        ro: 'Doar firmele cu această activitate principală, patru cifre.',
      }),
    ),
    caenRevision: CaenRevisionNumber,
    status: oneOf(
      ['active', 'all'],
      { en: 'Operating companies only, or all.', ro: 'Doar firmele în funcțiune sau toate.' },
      'all',
    ),
    limit: Limit(200, 50),
    offset: Offset,
    cursor: Cursor,
  },
  closed,
);

const CompanyRow = Type.Object(companyRowFields, { ...closed, title: 'CompanyRow' });

const ABOUT = {
  en: 'Operating companies first, then by turnover, then by name; town halls, associations and others outside the trade registry too, where the tax authority reported them; `/api/statistica` does not count these. The activity is that of the newest balance sheet, with the revision of CAEN that it was filed in; companies that never filed have the registered one, or the one that the tax authority had reported when this generation was built: the filter uses the code of the row, and a warning counts the rows of a page with another one since. `meta.page.next` is the next page, each at the same cost.',
  ro: 'Întâi firmele în funcțiune, apoi după cifra de afaceri, apoi după nume; și primării, asociații și altele din afara registrului comerțului, unde ANAF le-a raportat; `/api/statistica` nu le numără. Activitatea este cea din cel mai nou bilanț, cu revizia CAEN în care a fost depus; firmele care nu au depus niciodată au activitatea înregistrată sau pe cea raportată de ANAF la construirea acestei generații: filtrul folosește codul rândului, iar un avertisment numără rândurile unei pagini care au altul între timp. `meta.page.next` duce prin toată lista, fiecare pagină la același cost.',
};

export const listings = (context: ListingContext) => ({
  getCountyCompanies: endpoint({
    path: '/api/firme/{judet}',
    access: 'pro+x402',
    price: 'list',
    fresh: '24h',
    title: { en: 'Companies of a county', ro: 'Firmele unui județ' },
    about: ABOUT,
    params: Type.Object({ judet }, closed),
    query,
    data: Type.Array(CompanyRow),
    examples: [
      { title: { en: 'A county', ro: 'Un județ' }, params: { judet: context.example.county }, query: { limit: '10' } },
    ],
    async handle({ judet, ...request }, call) {
      assertLoaded(call);
      const county = countyOrThrow(judet);
      return answer({ county: county.slug, locality: '' }, request, call, context);
    },
  }),

  getLocalityCompanies: endpoint({
    path: '/api/firme/{judet}/{oras}',
    access: 'pro+x402',
    price: 'list',
    fresh: '24h',
    title: { en: 'Companies of a town', ro: 'Firmele unei localități' },
    about: ABOUT,
    params: Type.Object({ judet, oras }, closed),
    query,
    data: Type.Array(CompanyRow),
    examples: [
      {
        title: { en: 'A town', ro: 'O localitate' },
        params: { judet: context.example.county, oras: context.example.locality },
        query: { status: 'active', limit: '10' },
      },
    ],
    async handle({ judet, oras, ...request }, call) {
      assertLoaded(call);
      const county = countyOrThrow(judet);
      const locality = await localityOrThrow(call.dataset.db, county, oras);
      return answer({ county: county.slug, locality }, request, call, context);
    },
  }),
});

function assertLoaded({ dataset }: Call): void {
  if (!isLoaded(dataset, 'search')) throw new ApiError('SOURCE_NOT_LOADED', messages.operations.registryNotLoaded());
}

const DEFAULT_REVISION = 3;

const inOtherRevision = ({ code, revision }: Activity): Activity => ({ code, revision: otherRevision(revision) });

interface ListRequest {
  caen?: string;
  caenRevision: number;
  status: 'active' | 'all';
  limit: number;
  offset: number;
  cursor?: string;
}

async function answer(
  locality: Pick<ListFilter, 'county' | 'locality'>,
  { caen, caenRevision, status, limit, offset, cursor }: ListRequest,
  { dataset }: Call,
  { cursors, activityChanges: activitiesToldLater }: ListingContext,
): Promise<Answer<ReturnType<typeof companyRow>[]>> {
  if (cursor !== undefined && offset > 0)
    throw new ApiError('INVALID_PARAMETER', messages.operations.offsetOrCursor(), {
      details: [{ in: 'query', name: 'offset', problem: messages.wrong.besideCursor() }],
    });
  const activity = caen === undefined ? null : ({ code: caen, revision: `rev${caenRevision}` } as Activity);
  const filter = { ...locality, activity, active: status === 'active' };
  const path = `/api/firme/${[locality.county, locality.locality].filter(Boolean).join('/')}`;
  const scope = {
    path,
    query: { caen, ...(activity && { caenRevision }), status, limit },
    generation: dataset.manifest.id,
  };
  const [before = offset, above = 0] = cursor ? cursors.read(scope, cursor).split(' ').map(Number) : [];
  const skip = cursor === undefined ? offset : 0;
  const [total, rows, elsewhere] = await Promise.all([
    listSize(dataset.db, filter),
    listPage(dataset.db, filter, { above, skip, limit }),
    activity && listSize(dataset.db, { ...filter, activity: inOtherRevision(activity) }),
  ]);
  const live = await activitiesToldLater(rows, dataset);
  const end = before + rows.length;
  const { sources, stale, warnings } = provenanceOf(dataset, 'registry', 'finances', 'entities');
  return {
    data: rows.map(companyRow),
    meta: {
      source: 'onrc',
      sources: [...sources, ...live.sources],
      stale,
      warnings: [
        ...warnings,
        ...live.warnings,
        ...(activity && elsewhere
          ? [messages.listings.carriedIn({ ...inOtherRevision(activity), firms: elsewhere })]
          : []),
      ],
      ignored: activity === null && caenRevision !== DEFAULT_REVISION ? ['caenRevision'] : [],
      notLoaded: missingParts(dataset, 'finances'),
      page: cursors.positionPage(scope, {
        limit,
        offset: before,
        returned: rows.length,
        total: total ?? 0,
        totalRelation: 'exact',
        position: end < (total ?? 0) && rows.length > 0 ? `${end} ${rows.at(-1)?.rank}` : null,
      }),
    },
  };
}
