/** The shape of a company in answers, every field described. */

import { Type } from 'typebox';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { OnDate } from './on-date/on-date.ts';

const text = (description: string) => orNull(Type.String(), description);
const day = (description: string) => orNull(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }), description);
const flag = (description: string) => orNull(Type.Boolean(), description);

export const Address = Type.Object(
  {
    street: text('Street, with its kind (Str., Bd., Calea).'),
    number: text('Number in the street.'),
    details: text('Building, entrance, floor, apartment and what else the source says.'),
    locality: text('Town or village; in București with its sector.'),
    county: text('County.'),
    country: text('Country as the source writes it.'),
    postalCode: text('Six digits.'),
    siruta: text(
      'Code in SIRUTA, the register of localities, found by the names of county and locality: of the town, commune or sector, or of the village where one is named. Null when the names do not tell it for sure.',
    ),
  },
  { ...closed, title: 'Address' },
);

export const Activity = Type.Object(
  {
    code: Type.String({ description: 'CAEN class, four digits.' }),
    revision: Type.String({
      description:
        'Revision the code belongs to: `rev3`, `rev2`, `rev2003`, `rev1998`. A code means nothing without it.',
    }),
    title: text('Title of the class in that revision.'),
    main: flag('True for the main activity, false for the others; null when no source says which is the main one.'),
  },
  { ...closed, title: 'Activity' },
);

const VatPeriod = Type.Object(
  {
    start: day('First day of the period.'),
    end: day('Last day; null while it lasts.'),
    canceledAt: day('Day on which the authority canceled the registration.'),
    message: text('The reason, as published.'),
  },
  { ...closed, title: 'VatPeriod' },
);

export const Administrator = Type.Object(
  {
    personId: text('Identifier for /api/person/{id}; null for companies and hidden persons.'),
    name: text('Name as registered; null when the person asked to be hidden.'),
    role: text('Title as registered: administrator, lichidator judiciar …'),
    kind: oneOf(['person', 'company'], 'Natural person or company.'),
    cui: text('Fiscal code, when the administrator is a company that we could identify.'),
    since: day('First snapshot of the registry that shows the role; null when it was there before our first snapshot.'),
    gdprHidden: Type.Boolean({ description: 'True when the person asked not to be shown.' }),
  },
  { ...closed, title: 'Administrator' },
);

const Shareholder = Type.Object(
  {
    personId: text('Identifier for /api/person/{id}; null for companies and hidden persons.'),
    name: text('Name as registered; null when the person asked to be hidden.'),
    kind: oneOf(['person', 'company'], 'Natural person or company.'),
    cui: text('Fiscal code, when the holder is a company.'),
    percent: orNull(Type.Number(), 'Share of the capital in percent.'),
    since: day('Since when.'),
    gdprHidden: Type.Boolean({ description: 'True when the person asked not to be shown.' }),
  },
  { ...closed, title: 'Shareholder' },
);

const Branch = Type.Object(
  {
    kind: text('Kind of unit.'),
    name: text('Name of the branch.'),
    euid: text('European identifier.'),
    fiscalCode: text('Fiscal code abroad.'),
    country: text('Member state.'),
  },
  { ...closed, title: 'Branch' },
);

const Provenance = Type.Object(
  {
    source: Type.String({ description: 'onrc, anaf, import or computed.' }),
    asOf: text('The day that the source speaks of, or was asked on.'),
  },
  { ...closed, title: 'Provenance' },
);

export const Company = Type.Object(
  {
    cui: Type.String({ description: 'Fiscal code, without RO.' }),
    name: Type.String({ description: 'Name as registered.' }),
    formerNames: orNull(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: 'Name as it was.' }),
            until: day('First snapshot that shows the new name.'),
          },
          { ...closed, title: 'FormerName' },
        ),
      ),
      'Names seen in earlier snapshots of the registry, newest first; null outside the trade registry.',
    ),
    registrationNumber: text('Trade-register number in the 13-digit form.'),
    registrationNumberOld: text('The same number in the form used before 2024, such as J40/8118/2002.'),
    euid: text('European unique identifier.'),
    legalForm: text('Legal form: SRL, SA, PFA … or the tax authority’s words for entities outside the trade registry.'),
    organizationForm: text('As the tax authority says: PERSOANA JURIDICA …'),
    ownershipForm: text('Form of property, as the tax authority says.'),
    registrationDate: day('Day of registration.'),
    registrationState: text('State in the tax authority’s register, as published.'),
    onrcStatus: text('Code of the deciding registry status, such as 1048.'),
    onrcStatusLabel: text('Its label.'),
    onrcStatuses: orNull(
      Type.Array(
        Type.Object(
          {
            code: Type.String({ description: 'Status code.' }),
            label: text('Label from the registry’s nomenclature.'),
            since: day(
              'First snapshot of the registry that shows it; null when it was there before our first snapshot of the firm. The registry does not publish the day itself.',
            ),
          },
          { ...closed, title: 'OnrcStatus' },
        ),
      ),
      'Every status that the registry lists for the firm; null outside the trade registry.',
    ),
    active: flag('True when the registry shows it operating and nothing that ends that.'),
    insolvency: flag('In insolvency, reorganisation or bankruptcy.'),
    dissolution: flag('In dissolution or liquidation.'),
    suspended: flag('Activity suspended.'),
    struckOff: flag('Struck off the trade registry.'),
    deregistrationDate: day('Day of striking off, where a source says it.'),
    address: text('Address in one line.'),
    headquartersAddress: orNull(Address, 'Seat.'),
    fiscalAddress: orNull(Address, 'Fiscal domicile.'),
    phone: text('Telephone.'),
    fax: text('Fax.'),
    website: text('Web site, as registered.'),
    caenCode: text(
      'Main activity, CAEN class of four digits: of the newest balance sheet that names one; who never filed has the only activity it is registered for, else what the tax authority names. `provenance.caenCode` says which source it is. Null when none tells it, or none tells of which revision the code is.',
    ),
    caenRevision: text(
      'Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code.',
    ),
    caenTitle: text('Title of the main activity.'),
    authorizedCaenCodes: orNull(
      Type.Array(Type.String({ description: 'CAEN class.' })),
      'Classes the firm is authorised for, of any revision; null outside the trade registry.',
    ),
    activities: orNull(Type.Array(Activity), 'The same with revision and title.'),
    fiscalAuthority: text('Tax office in charge.'),
    iban: text('Account published by the tax authority.'),
    vatRegistered: flag('Registered for VAT on the day of `vatCheckedAt`.'),
    vatStatus: oneOf(
      ['registered', 'notRegistered', 'canceled', 'unknown'],
      '`canceled`: was registered and the authority canceled it.',
    ),
    vatPeriods: orNull(
      Type.Array(VatPeriod),
      'Periods of registration for VAT, the current one last; null until the tax authority was asked.',
    ),
    vatCheckedAt: text('Instant of the last answer of the tax authority.'),
    cashBasisVat: flag('Applies VAT on cash accounting.'),
    cashBasisVatStart: day('Since.'),
    cashBasisVatEnd: day('Until.'),
    splitVat: flag('Applies split VAT.'),
    splitVatStart: day('Since.'),
    splitVatEnd: day('Until.'),
    inactive: flag('Declared inactive by the tax authority.'),
    inactiveSince: day('Since.'),
    reactivatedSince: day('Reactivated on.'),
    eFacturaRegistered: flag('In the RO e-Factura register. False does not mean that it cannot receive e-invoices.'),
    eFacturaSince: day('Since.'),
    datoriiAnaf: orNull(
      Type.Object(
        {
          total: Type.Number({ description: 'Outstanding debts in lei.' }),
          asOf: Type.String({ description: 'Day of the published list.' }),
        },
        { ...closed, title: 'TaxDebt' },
      ),
      'On the last imported list of debtors; null when it is not on it, or when no list is loaded: `datoriiAnafAsOf` tells the two apart.',
    ),
    datoriiAnafAsOf: orNull(
      Type.String(),
      'Day of the list of debtors in which the company was looked up, on it or not; null when no list is loaded (`meta.notLoaded`).',
    ),
    administrators: orNull(Type.Array(Administrator), 'Legal representatives, as the registry lists them.'),
    shareholders: orNull(
      Type.Array(Shareholder),
      'From an imported list; null when none is loaded, and for entities outside the trade registry that it does not name.',
    ),
    branches: orNull(Type.Array(Branch), 'Branches in other member states.'),
    inTradeRegistry: flag('False for town halls, hospitals, associations, practices.'),
    provenance: Type.Record(Type.String(), Provenance, {
      description: 'Which source each group of fields comes from, and as of when.',
    }),
    onDate: Type.Optional(OnDate),
  },
  { ...closed, title: 'Company' },
);

export type Company = Static<typeof Company>;
export type Address = Static<typeof Address>;
export type Administrator = Static<typeof Administrator>;
export type Activity = Static<typeof Activity>;
