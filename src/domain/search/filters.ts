/** Filters of the search for companies: firms found by name are compared with them, a bounded number of the best known ones. */
import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Call } from '#api/endpoint.ts';
import { CaenCode, CaenRevisionNumber, CalendarDay, withPatternMessage } from '#api/parameters.ts';
import type { Database, Value } from '#data/store/database.ts';
import type { CompanyState, CompanyStateColumns } from '#lib/schema/company-state.ts';
import { about, type Description, oneOf } from '#lib/schema/fields.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { messages } from '#locales/messages.ts';
import { firmsOfRanks, ranksAmong } from './listing-table.ts';
import type { KeepFirms } from './result-page.ts';

const Place = (texts: Description) => Type.Optional(Type.String({ minLength: 1, maxLength: 100, ...about(texts) }));
const Money = (texts: Description) => Type.Optional(Type.Number({ minimum: -1e13, maximum: 1e13, ...about(texts) }));
const Count = (texts: Description) => Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, ...about(texts) }));

export const firmFilters = {
  county: Place({
    en: 'County of the seat: name, slug or plate.',
    ro: 'Județul sediului: nume, nume pentru adrese sau indicativ auto.',
  }),
  locality: Place({ en: 'Town or village of the seat, any spelling.', ro: 'Localitatea sediului, în orice scriere.' }),
  caen: Type.Optional(CaenCode({ en: 'Main activity, four digits.', ro: 'Activitatea principală, patru cifre.' })),
  caenRevision: CaenRevisionNumber,
  legalForm: Type.Optional(
    withPatternMessage(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z-]{0,19}$',
        ...about({
          en: 'Code of the legal form: `SRL`, `SA`, `PFA` …',
          ro: 'Codul formei juridice: `SRL`, `SA`, `PFA` …',
        }),
        examples: ['SRL'],
      }),
      messages.wrong.noLegalForm(),
    ),
  ),
  status: oneOf(
    ['active', 'all'],
    { en: 'Operating companies only, or all.', ro: 'Doar firmele în funcțiune sau toate.' },
    'all',
  ),
  vat: Type.Optional(
    oneOf(['registered', 'notRegistered', 'canceled'], {
      en: 'Registration for VAT, a value of `vatStatus`: as of the last query of the tax authority. Companies that it never answered about do not pass.',
      ro: 'Înregistrarea în scopuri de TVA, o valoare a lui `vatStatus`: la ultima interogare a ANAF. Firmele despre care nu a răspuns niciodată nu trec.',
    }),
  ),
  minTurnover: Money({
    en: 'Least turnover of the newest balance sheet, lei; companies without one do not pass.',
    ro: 'Cea mai mică cifră de afaceri din cel mai nou bilanț, lei; firmele fără bilanț nu trec.',
  }),
  maxTurnover: Money({ en: 'Greatest turnover, likewise.', ro: 'Cea mai mare cifră de afaceri, la fel.' }),
  minEmployees: Count({
    en: 'Fewest employees by the newest balance sheet; companies without one do not pass.',
    ro: 'Cei mai puțini angajați după cel mai nou bilanț; firmele fără bilanț nu trec.',
  }),
  maxEmployees: Count({ en: 'Most employees, likewise.', ro: 'Cei mai mulți angajați, la fel.' }),
  registeredFrom: Type.Optional(CalendarDay({ en: 'First day of registration.', ro: 'Prima zi de înmatriculare.' })),
  registeredTo: Type.Optional(
    CalendarDay({
      en: 'Last day of registration; not before `registeredFrom`.',
      ro: 'Ultima zi de înmatriculare; nu înainte de `registeredFrom`.',
    }),
  ),
};

export interface FirmFilters {
  county?: string;
  locality?: string;
  caen?: string;
  caenRevision: number;
  legalForm?: string;
  status: 'active' | 'all';
  vat?: CompanyState['vatStatus'];
  minTurnover?: number;
  maxTurnover?: number;
  minEmployees?: number;
  maxEmployees?: number;
  registeredFrom?: string;
  registeredTo?: string;
}

/** Whether any of them narrows the search. */
export const isFiltered = ({ caenRevision: _, status, ...others }: FirmFilters): boolean =>
  status === 'active' || Object.values(others).some((value) => value !== undefined);

const CAPITAL = 'bucuresti';

/** Firms whose state is read for the filter by VAT. */
const STATES_MAX = 500;

interface FilterNeeds {
  /** A county in any spelling; throws a 404 with near names. */
  county(text: string): { slug: string };
  states(
    firms: readonly CompanyStateColumns[],
    call: Call,
  ): Promise<{ stateOf(firm: CompanyStateColumns): CompanyState }>;
}

/** Throws for ranges whose lower bound is above the upper. */
export function assertRanges(filters: FirmFilters): void {
  for (const [low, high] of [
    ['minTurnover', 'maxTurnover'],
    ['minEmployees', 'maxEmployees'],
    ['registeredFrom', 'registeredTo'],
  ] as const) {
    const [from, to] = [filters[low], filters[high]];
    if (from === undefined || to === undefined || from <= to) continue;
    const problem = messages.procurement.isAbove({ most: high });
    throw new ApiError('INVALID_PARAMETER', messages.operations.query({ name: low, problem }), {
      details: [{ in: 'query', name: low, problem }],
    });
  }
}

/** Conditions on the listing, with the column, the comparison and the value of each. */
function conditionsOf(
  filters: FirmFilters,
  county: string | undefined,
): [column: string, comparison: string, value: Value][] {
  const { locality, caen, caenRevision, legalForm, status } = filters;
  const bani = (lei: number | undefined): number | undefined => (lei === undefined ? undefined : Math.round(lei * 100));
  const town = locality === undefined ? undefined : localitySlug(locality);
  const all: [string, string, Value | undefined][] = [
    ['l.county_slug', '=', county],
    // The capital is a county, too; its firms have their seats in its sectors.
    [town === CAPITAL ? 'l.county_slug' : 'l.locality_slug', '=', town],
    ['l.caen', '=', caen],
    ['l.caen_revision', '=', caen && `rev${caenRevision}`],
    ['upper(l.legal_form)', '=', legalForm?.toUpperCase()],
    ['l.active', '=', status === 'active' ? 1 : undefined],
    ['l.turnover', '>=', bani(filters.minTurnover)],
    ['l.turnover', '<=', bani(filters.maxTurnover)],
    ['l.employees', '>=', filters.minEmployees],
    ['l.employees', '<=', filters.maxEmployees],
    ['f.registered_on', '>=', filters.registeredFrom],
    ['f.registered_on', '<=', filters.registeredTo],
  ];
  return all.filter((each): each is [string, string, Value] => each[2] !== undefined);
}

/** Keeps the ranks that pass all filters. */
export const keeperOf = (filters: FirmFilters, db: Database, call: Call, needs: FilterNeeds): KeepFirms => {
  const county = filters.county === undefined ? undefined : needs.county(filters.county).slug;
  const conditions = conditionsOf(filters, county);
  return async (ranks) => {
    const kept = await ranksAmong(db, ranks, conditions);
    if (filters.vat === undefined) return { kept: new Set(kept), isWhole: true };
    const firms = await firmsOfRanks(db, kept.slice(0, STATES_MAX));
    const { stateOf } = await needs.states(firms, call);
    const passed = firms.filter((firm) => stateOf(firm).vatStatus === filters.vat);
    return { kept: new Set(passed.map(({ rank }) => rank)), isWhole: kept.length <= STATES_MAX };
  };
};
