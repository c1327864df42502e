/** Operations about one person, and the search for persons. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { type AnswerMeta, type Call, type Example, endpoint, firstRows } from '#api/endpoint.ts';
import { Cursor, Limit, SearchText, withPatternMessage } from '#api/parameters.ts';
import { isLoaded, type LiveMeta, missingParts, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type Message, translator } from '#lib/i18n/message.ts';
import { type ActivityColumns, companyRow } from '#lib/schema/company-row.ts';
import type { CompanyState, CompanyStateColumns } from '#lib/schema/company-state.ts';
import { closed, field } from '#lib/schema/fields.ts';
import { PERSON_ID } from '#lib/values/person-id.ts';
import { messages } from '#locales/messages.ts';
import { Person, PersonCompany, PersonRow, personRow } from './person.ts';
import { type PersonRecord, personById } from './persons-table.ts';
import { rolesByFirm, rolesOf } from './roles.ts';
import { firmsOfPerson } from './roles-table.ts';
import { countPeople, FIRST_PAGE, findPeople, formatPosition, parsePosition, TOTAL_MAX } from './search.ts';
import type { TieSubject } from './ties.ts';

const PersonId = withPatternMessage(
  field(
    Type.String({
      pattern: PERSON_ID,
    }),
    {
      en: 'Identifier of a person, from a search or from the administrators and shareholders of a company.',
      ro: 'Identificatorul unei persoane, dintr-o căutare sau dintre administratorii și asociații unei firme.',
    },
  ),
  messages.wrong.noIdentifier(),
);
const params = Type.Object({ id: PersonId }, closed);

const People = Type.Array(PersonRow);
/** Rows that free visitors see. */
const PREVIEW_NAMES = 5;

export const personOperations = (context: PeopleContext) => ({
  searchPeople: endpoint({
    path: '/api/search/people',
    access: 'pro',
    preview: firstRows(People, PREVIEW_NAMES, { en: 'names', ro: 'nume' }),
    onePage: true,
    fresh: '1h',
    title: { en: 'Search people', ro: 'Căutare de persoane' },
    about: {
      en: 'Administrators, shareholders and representatives by name: words in any order, with or without diacritics, complete or begun. Exact names come first, then those with most operating companies. Namesakes are listed separately; `identityConfidence` states how certain that is.',
      ro: 'Administratori, asociați și reprezentanți după nume: cuvinte în orice ordine, cu sau fără diacritice, întregi sau începute. Întâi cei cu exact acel nume, apoi cei cu cele mai multe firme în funcțiune. Persoanele cu același nume apar separat; `identityConfidence` arată cât de sigur este.',
    },
    query: Type.Object({ q: SearchText, limit: Limit(50, 20), cursor: Cursor }, closed),
    data: People,
    examples: personExamples(context, ({ name }) => ({
      title: { en: 'Given name first, no diacritics', ro: 'Prenumele întâi, fără diacritice' },
      query: { q: plain(name) },
    })),
    async handle({ q, limit, cursor }, call) {
      const { dataset } = call;
      assertLoaded(dataset);
      const scope = { path: '/api/search/people', query: { q, limit }, generation: dataset.manifest.id };
      const [offset = '0', position] = cursor ? context.cursors.read(scope, cursor).split(/ (.*)/) : [];
      const hidden = context.hidden().ids;
      const after = position === undefined ? FIRST_PAGE : parsePosition(position);
      const { rows, next, partial } = await findPeople(dataset.db, q, { after, limit, hidden });
      const before = Number(offset);
      const end = before + rows.length;
      // The last page knows the total; before it, counting stops at a bound.
      const total = next === null ? end : Math.max(await countPeople(dataset.db, q, hidden), end + 1);
      context.countRead('searchPeople', call.now);
      const meta = metaOf(dataset);
      return {
        data: rows.map((row) => personRow(row, translator(call.language), context.hidden())),
        meta: {
          ...meta,
          warnings: [...(meta.warnings ?? []), ...(rows.length === 0 ? demoHint(dataset, context) : [])],
          page: context.cursors.positionPage(scope, {
            limit,
            offset: before,
            returned: rows.length,
            total,
            totalRelation: relationOf(total, next !== null, partial),
            position: next && `${end} ${formatPosition(next)}`,
          }),
        },
      };
    },
  }),

  getPerson: endpoint({
    path: '/api/person/{id}',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: { en: 'Person', ro: 'Persoană' },
    about: {
      en: 'An administrator, shareholder or representative with their roles. Birth data is never returned; identities rest on its keyed digest, and `identityConfidence` states how certain they are. Roles have the title as registered.',
      ro: 'Un administrator, asociat sau reprezentant, cu rolurile sale. Datele nașterii nu se arată niciodată; identitatea se sprijină pe amprenta lor cu cheie, iar `identityConfidence` arată cât este de sigură. Rolurile au titlul așa cum este înregistrat.',
    },
    params,
    data: Person,
    examples: personExamples(context, ({ id }) => ({
      title: { en: 'A person who represents very many companies', ro: 'O persoană care conduce foarte multe firme' },
      params: { id },
    })),
    async handle({ id }, call) {
      const person = await personOrThrow(id, call, context);
      const { roles, truncated } = await rolesOf(person, call.dataset);
      context.countRead('getPerson', call.now);
      const row = personRow(person, translator(call.language), context.hidden());
      return { data: { ...row, roles, truncated }, meta: metaOf(call.dataset) };
    },
  }),

  getPersonCompanies: endpoint({
    path: '/api/person/{id}/companies',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: { en: 'Companies of a person', ro: 'Firmele unei persoane' },
    about: {
      en: 'Every company in which the person holds a role or a share, operating ones first, then by turnover; paged by cursor to the last. Those where the person is only an insolvency practitioner, a liquidator, an auditor or the like are listed with `counted` false. Each has its status by registry and tax authority, the person’s share, and its sales to public authorities.',
      ro: 'Fiecare firmă în care persoana are un rol sau o cotă, întâi cele în funcțiune, apoi după cifra de afaceri; pagină cu pagină până la ultima. Apar și cele în care persoana este numai practician în insolvență, lichidator, cenzor sau asemănător; acolo `counted` este false. Fiecare cu situația ei la registru și la ANAF, cota persoanei și ce a vândut autorităților publice.',
    },
    params,
    query: Type.Object({ limit: Limit(200, 50), cursor: Cursor }, closed),
    data: Type.Array(PersonCompany),
    examples: personExamples(context, ({ id }) => ({
      title: { en: 'Companies of a person who represents very many', ro: 'Firmele cuiva care conduce foarte multe' },
      params: { id },
    })),
    async handle({ id, limit, cursor }, call) {
      const { dataset } = call;
      const person = await personOrThrow(id, call, context);
      const scope = { path: `/api/person/${id}/companies`, query: { limit }, generation: dataset.manifest.id };
      const [offset = 0, above = 0] = cursor ? context.cursors.read(scope, cursor).split(' ').map(Number) : [];
      const rowsAndNext = await firmsOfPerson(dataset.db, person.rank, above, limit + 1);
      const firms = rowsAndNext.slice(0, limit);
      const roles = await rolesByFirm(person, firms, dataset);
      const end = offset + firms.length;
      const { stateOf, live } = await context.states(firms, call);
      const sold = await context.sold(
        dataset,
        firms.flatMap(({ cui }) => cui ?? []),
      );
      context.countRead('getPersonCompanies', call.now);
      const meta = metaOf(dataset, live, 'finances');
      return {
        data: firms.map((firm) => ({
          ...companyRow(firm),
          ...stateOf(firm),
          roles: roles.get(firm.rank)?.roles ?? [],
          counted: roles.get(firm.rank)?.counted ?? true,
          percent: roles.get(firm.rank)?.percent ?? null,
          procurement: sold && firm.cui !== null ? (sold.get(firm.cui) ?? SOLD_NOTHING) : null,
        })),
        meta: {
          ...meta,
          sources: [...meta.sources, ...provenanceOf(dataset, 'procurement', 'recent').sources],
          notLoaded: missingParts(dataset, 'shareholders', 'finances', 'procurement', 'history'),
          page: context.cursors.positionPage(scope, {
            limit,
            offset,
            returned: firms.length,
            total: person.companies,
            totalRelation: 'exact',
            position: rowsAndNext.length > limit ? `${end} ${firms.at(-1)?.rank}` : null,
          }),
        },
      };
    },
  }),
});

const NONE = { count: 0, value: 0 };
const SOLD_NOTHING: Sold = { contracts: NONE, callOffs: NONE, directPurchases: { ...NONE, unknownState: 0 } };

/** The first people of a name, for the search over all kinds. */
export const peopleHits =
  ({ hidden, countRead: read }: Pick<PeopleContext, 'hidden' | 'countRead'>) =>
  async (q: string, limit: number, { dataset, now, language }: Call) => {
    const { ids } = hidden();
    const { rows, next, partial } = await findPeople(dataset.db, q, { after: FIRST_PAGE, limit, hidden: ids });
    const total = next === null ? rows.length : await countPeople(dataset.db, q, ids);
    read('searchAll', now);
    return {
      rows: rows.map((row) => personRow(row, translator(language), hidden())),
      total,
      totalRelation: relationOf(total, next !== null, partial),
    };
  };

const relationOf = (total: number, more: boolean, partial: boolean): 'exact' | 'atLeast' =>
  partial || (more && total >= TOTAL_MAX) ? 'atLeast' : 'exact';

/** `more`: parts that the answer depends on beside those of people. */
function metaOf(dataset: Dataset, live: LiveMeta = { sources: [], warnings: [] }, ...more: string[]): AnswerMeta {
  const { sources, stale, warnings } = provenanceOf(dataset, 'registry', 'shareholders', ...more);
  return {
    source: 'onrc',
    sources: [...sources, ...live.sources],
    stale,
    warnings: [...warnings, ...live.warnings],
    notLoaded: missingParts(dataset, 'shareholders', 'history', ...more),
  };
}

function assertLoaded(dataset: Dataset): void {
  if (!isLoaded(dataset, 'search')) throw new ApiError('SOURCE_NOT_LOADED', messages.people.notLoaded());
}

/** A hidden person is a 404. */
async function personOrThrow(id: string, { dataset }: Call, { hidden }: PeopleContext): Promise<PersonRecord> {
  assertLoaded(dataset);
  const person = hidden().ids.has(id) ? null : await personById(dataset.db, id);
  if (person === null) throw new ApiError('NOT_FOUND', messages.people.unknown({ id }));
  return person;
}

function demoHint({ manifest }: Dataset, { example, hidden }: PeopleContext): Message[] {
  const [first] = example.people;
  return first && manifest.country === 'demo' && !hidden().ids.has(first.id)
    ? [messages.people.tryInDemo({ name: plain(first.name) })]
    : [];
}

/** An example of the first person; the other persons are alternatives. */
const personExamples = (
  { example: { people } }: PeopleContext,
  exampleOf: (person: PeopleContext['example']['people'][number]) => Example,
): Example[] => {
  const [first, ...alternatives] = people.map(exampleOf);
  return first ? [{ ...first, alternatives }] : [];
};

/** A name as users type it: given names first, lower case, no diacritics. */
function plain(name: string): string {
  const [family = '', ...firstNames] = name.split(/[ -]/);
  return [...firstNames, family].join(' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** `value` in lei; null when all values are unknown. */
interface CountAndValue {
  count: number;
  value: number | null;
}

interface Sold {
  contracts: CountAndValue;
  callOffs: CountAndValue;
  directPurchases: CountAndValue & { unknownState: number };
}

interface ExamplePerson {
  id: string;
  name: string;
}

export type PeopleContext = Pick<Context, 'hidden' | 'cursors'> & {
  /** The company, or a 404. */
  company(cui: string, call: Call): Promise<TieSubject & { name: string; active: boolean | null }>;
  /** Warnings about main activities that the tax authority reports differently now. */
  activityChanges(firms: readonly ActivityColumns[], dataset: Dataset): Promise<LiveMeta>;
  /** States of companies by registry and tax authority, and the latter's share in `meta`. */
  states(
    firms: readonly CompanyStateColumns[],
    call: Call,
  ): Promise<{ stateOf(firm: CompanyStateColumns): CompanyState; live: LiveMeta }>;
  /** Sales to the state by fiscal code; companies without any are absent. Null when procurement is not loaded. */
  sold(dataset: Dataset, cuis: readonly number[]): Promise<Map<number, Sold> | null>;
  /** Counts a read of persons, for audit. */
  countRead(operation: string, now: number): void;
  /** A company and persons for examples, the preferred person first. */
  example: { cui: string; people: readonly ExamplePerson[] };
};
