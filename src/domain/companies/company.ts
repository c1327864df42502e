/** The shape of a company in answers, every field described. */

import { Type } from 'typebox';
import { contactFields, endFields, nameFields } from '#lib/schema/company-fields.ts';
import { about, closed, type Description, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { OnDate } from './on-date/on-date.ts';

const text = (texts: Description) => orNull(Type.String(), texts);
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });
const day = (texts: Description) => orNull(Day, texts);
const flag = (texts: Description) => orNull(Type.Boolean(), texts);

export const Address = Type.Object(
  {
    street: text({
      en: 'Street, with its kind (Str., Bd., Calea).',
      ro: 'Strada, cu felul ei (Str., Bd., Calea).',
      heading: { en: 'Street', ro: 'Strada' },
    }),
    number: text({ en: 'Number in the street.', ro: 'Numărul pe stradă.' }),
    details: text({
      en: 'Building, entrance, floor, apartment and further details of the source.',
      ro: 'Blocul, scara, etajul, apartamentul și alte detalii ale sursei.',
    }),
    locality: text({
      en: 'Town or village; in București with its sector.',
      ro: 'Orașul sau satul; în București cu sectorul.',
    }),
    county: text({ en: 'County.', ro: 'Județul.' }),
    country: text({ en: 'Country as the source writes it.', ro: 'Țara, cum o scrie sursa.' }),
    postalCode: text({
      en: 'Six digits; null also where the source has a code of another length, as from before 2003.',
      ro: 'Șase cifre; null și unde sursa are un cod de altă lungime, ca înainte de 2003.',
      heading: { en: 'Postal code', ro: 'Cod poștal' },
    }),
    postalCodeCorrected: flag({
      en: 'True where the source left out the leading zero of a code of București or Ilfov, which is restored here; null without a code.',
      ro: 'Adevărat unde sursa a pierdut zeroul de la începutul unui cod din București sau Ilfov, pus la loc aici; null când nu există cod.',
      heading: { en: 'Postal code corrected', ro: 'Cod poștal corectat' },
    }),
    siruta: text({
      en: 'Code in SIRUTA, the register of localities, matched by the names of county and locality: of the town, commune or sector, or of the village where one is named. Null when the names are ambiguous.',
      ro: 'Codul SIRUTA, din registrul localităților, găsit după numele județului și localității: al orașului, comunei sau sectorului, sau al satului unde este numit unul. Null când numele nu o spun sigur.',
      heading: { en: 'SIRUTA code', ro: 'Cod SIRUTA' },
    }),
  },
  { ...closed, title: 'Address' },
);

export const Activity = Type.Object(
  {
    code: field(Type.String(), { en: 'CAEN class, four digits.', ro: 'Clasă CAEN, patru cifre.' }),
    revision: field(Type.String(), {
      en: 'Revision the code belongs to: `rev3`, `rev2`, `rev2003`, `rev1998`. A code means nothing without it.',
      ro: 'Revizia din care face parte codul: `rev3`, `rev2`, `rev2003`, `rev1998`. Fără ea un cod nu înseamnă nimic.',
    }),
    title: text({ en: 'Title of the class in that revision.', ro: 'Titlul clasei în acea revizie.' }),
    main: flag({
      en: 'True for the main activity, false for the others; null when no source names the main one.',
      ro: 'Adevărat pentru activitatea principală, fals pentru celelalte; null când nicio sursă nu spune care este cea principală.',
      heading: { en: 'Main', ro: 'Principală' },
    }),
  },
  { ...closed, title: 'Activity' },
);

const VatPeriod = Type.Object(
  {
    start: day({ en: 'First day of the period.', ro: 'Prima zi a perioadei.' }),
    end: orNone(Day, { en: 'Last day; null while it lasts.', ro: 'Ultima zi; null cât timp durează.' }),
    canceledAt: orNone(Day, {
      en: 'Day on which the authority canceled the registration.',
      ro: 'Ziua în care autoritatea a anulat înregistrarea.',
      heading: { en: 'Cancelled on', ro: 'Data anulării' },
    }),
    message: text({ en: 'The reason, as published.', ro: 'Motivul, așa cum este publicat.' }),
  },
  { ...closed, title: 'VatPeriod' },
);

export const Administrator = Type.Object(
  {
    personId: orNone(Type.String(), {
      en: 'Identifier for /api/person/{id}; null for companies and hidden persons.',
      ro: 'Identificator pentru /api/person/{id}; null pentru firme și pentru persoanele ascunse.',
    }),
    name: orNone(Type.String(), {
      en: 'Name as registered; null when the person asked to be hidden.',
      ro: 'Numele așa cum este înregistrat; null când persoana a cerut să fie ascunsă.',
      heading: { en: 'Name', ro: 'Nume sau denumire' },
    }),
    role: text({
      en: 'Title as registered: administrator, lichidator judiciar …',
      ro: 'Titlul așa cum este înregistrat: administrator, lichidator judiciar …',
    }),
    kind: oneOf(['person', 'company'], { en: 'Natural person or company.', ro: 'Persoană fizică sau firmă.' }),
    cui: text({
      en: 'Fiscal code, when the administrator is a company that we could identify.',
      ro: 'Codul fiscal, când administratorul este o firmă pe care am putut-o identifica.',
    }),
    since: day({
      en: 'First snapshot of the registry that shows the role; null when it was there before our first snapshot, and where no two were compared (`history` in `meta.notLoaded`).',
      ro: 'Prima publicație a registrului care arată rolul; null dacă era acolo înainte de prima noastră publicație și unde nu s-au comparat două (`history` în `meta.notLoaded`).',
    }),
    gdprHidden: field(Type.Boolean(), {
      en: 'True when the person asked to be hidden.',
      ro: 'Adevărat când persoana a cerut să nu fie arătată.',
    }),
  },
  { ...closed, title: 'Administrator' },
);

const Shareholder = Type.Object(
  {
    personId: orNone(Type.String(), {
      en: 'Identifier for /api/person/{id}; null for companies and hidden persons.',
      ro: 'Identificator pentru /api/person/{id}; null pentru firme și pentru persoanele ascunse.',
    }),
    name: orNone(Type.String(), {
      en: 'Name as registered; null when the person asked to be hidden.',
      ro: 'Numele așa cum este înregistrat; null când persoana a cerut să fie ascunsă.',
      heading: { en: 'Name', ro: 'Nume sau denumire' },
    }),
    kind: oneOf(['person', 'company'], { en: 'Natural person or company.', ro: 'Persoană fizică sau firmă.' }),
    cui: text({ en: 'Fiscal code, when the holder is a company.', ro: 'Codul fiscal, când deținătorul este o firmă.' }),
    country: text({
      en: 'Country of a holder abroad, as the list states it; null where it states none.',
      ro: 'Țara unui deținător din străinătate, cum o dă lista; null unde lista nu o dă.',
    }),
    percent: orNull(Type.Number(), { en: 'Share of the capital in percent.', ro: 'Cota din capital, în procente.' }),
    since: day({ en: 'Since when.', ro: 'De când este.' }),
    gdprHidden: field(Type.Boolean(), {
      en: 'True when the person asked to be hidden.',
      ro: 'Adevărat când persoana a cerut să nu fie arătată.',
    }),
  },
  { ...closed, title: 'Shareholder' },
);

const Branch = Type.Object(
  {
    kind: text({ en: 'Kind of unit.', ro: 'Felul unității.' }),
    name: text({ en: 'Name of the branch.', ro: 'Numele sucursalei.' }),
    euid: text({ en: 'European identifier.', ro: 'Identificatorul european.' }),
    fiscalCode: text({
      en: 'Fiscal code abroad.',
      ro: 'Codul fiscal din străinătate.',
      heading: { en: 'Fiscal code', ro: 'Cod fiscal' },
    }),
    country: text({ en: 'Member state.', ro: 'Statul membru.' }),
  },
  { ...closed, title: 'Branch' },
);

const Provenance = Type.Object(
  {
    source: field(Type.String(), { en: 'onrc, anaf, import or computed.', ro: 'onrc, anaf, import sau computed.' }),
    asOf: text({
      en: 'The day of the source’s data, or of its query.',
      ro: 'Ziua datelor sursei sau a interogării ei.',
    }),
  },
  { ...closed, title: 'Provenance' },
);

export const Company = Type.Object(
  {
    ...nameFields,
    formerNames: orNull(
      Type.Array(
        Type.Object(
          {
            name: field(Type.String(), { en: 'Name as it was.', ro: 'Numele de atunci.' }),
            until: day({
              en: 'First snapshot that shows the new name.',
              ro: 'Prima publicație care arată numele nou.',
              heading: { en: 'Until', ro: 'Până la' },
            }),
          },
          { ...closed, title: 'FormerName' },
        ),
      ),
      {
        en: 'Names seen in earlier snapshots of the registry, newest first; null outside the trade registry, and where no two snapshots were compared (`history` in `meta.notLoaded`).',
        ro: 'Nume văzute în publicații mai vechi ale registrului, cele mai noi întâi; null în afara registrului comerțului și unde nu s-au comparat două publicații (`history` în `meta.notLoaded`).',
        heading: { en: 'Former names', ro: 'Denumiri anterioare' },
      },
    ),
    registrationNumber: text({
      en: 'Trade-register number in the 13-digit form.',
      ro: 'Numărul de înmatriculare în forma cu 13 cifre.',
    }),
    registrationNumberOld: text({
      en: 'The same number in the form used before 2024, such as J40/8118/2002.',
      ro: 'Același număr în forma folosită înainte de 2024, de pildă J40/8118/2002.',
      heading: { en: 'Former registration number', ro: 'Nr. de ordine anterior' },
    }),
    euid: text({ en: 'European unique identifier.', ro: 'Identificatorul unic european.' }),
    legalForm: text({
      en: 'Legal form: SRL, SA, PFA … or the tax authority’s words for entities outside the trade registry.',
      ro: 'Forma juridică: SRL, SA, PFA … sau cuvintele ANAF pentru entitățile din afara registrului comerțului.',
    }),
    organizationForm: text({
      en: 'As the tax authority states it: PERSOANA JURIDICA …',
      ro: 'Așa cum apare la ANAF: PERSOANA JURIDICA …',
      heading: { en: 'Form of organisation', ro: 'Forma de organizare' },
    }),
    ownershipForm: text({
      en: 'Form of property according to the tax authority.',
      ro: 'Forma de proprietate după ANAF.',
      heading: { en: 'Form of ownership', ro: 'Forma de proprietate' },
    }),
    registrationDate: day({
      en: 'Day of registration.',
      ro: 'Ziua înmatriculării.',
      heading: { en: 'Registered on', ro: 'Data înregistrării' },
    }),
    registrationState: text({
      en: 'State in the tax authority’s register, as published.',
      ro: 'Starea din registrul ANAF, așa cum este publicată.',
      heading: { en: 'Registration state', ro: 'Starea înregistrării' },
    }),
    onrcStatus: text({
      en: 'Code of the deciding registry status, such as 1048.',
      ro: 'Codul stării hotărâtoare din registru, de pildă 1048.',
      heading: { en: 'Registry status code', ro: 'Cod stare ONRC' },
    }),
    onrcStatusLabel: text({
      en: 'Its label.',
      ro: 'Denumirea ei.',
      heading: { en: 'Registry status', ro: 'Stare ONRC' },
    }),
    onrcStatuses: orNull(
      Type.Array(
        Type.Object(
          {
            code: field(Type.String(), { en: 'Status code.', ro: 'Codul stării.' }),
            label: text({
              en: 'Label from the registry’s nomenclature.',
              ro: 'Denumirea din nomenclatorul registrului.',
            }),
            since: day({
              en: 'First snapshot of the registry that shows it; null when it was there before our first snapshot of the firm. The registry does not publish the day itself.',
              ro: 'Prima publicație a registrului care o arată; null dacă era acolo înainte de prima noastră publicație despre firmă. Registrul nu publică ziua însăși.',
            }),
          },
          { ...closed, title: 'OnrcStatus' },
        ),
      ),
      {
        en: 'Every status that the registry lists for the firm; null outside the trade registry.',
        ro: 'Toate stările pe care registrul le arată pentru firmă; null în afara registrului comerțului.',
        heading: { en: 'Registry statuses', ro: 'Stări ONRC' },
      },
    ),
    active: flag({
      en: 'True when the registry shows it operating and nothing that ends that.',
      ro: 'Adevărat când registrul o arată în funcțiune și nimic nu spune altceva.',
    }),
    ...endFields,
    deregistrationDate: day({
      en: 'Day of striking off, where a source has it.',
      ro: 'Ziua radierii, unde o sursă o are.',
      heading: { en: 'Struck off on', ro: 'Data radierii' },
    }),
    address: text({ en: 'Address in one line.', ro: 'Adresa pe un rând.' }),
    headquartersAddress: orNull(Address, {
      en: 'Seat.',
      ro: 'Sediul.',
      heading: { en: 'Registered office', ro: 'Sediu social' },
    }),
    fiscalAddress: orNull(Address, {
      en: 'Fiscal domicile.',
      ro: 'Domiciliul fiscal.',
      heading: { en: 'Fiscal domicile', ro: 'Domiciliu fiscal' },
    }),
    ...contactFields,
    caenCode: text({
      en: 'Main activity, CAEN class of four digits: of the newest balance sheet that names one; a company that never filed has the only activity it is registered for, else the one of the tax authority. `provenance.caenCode` names the source. Null when no source has it, or its revision is unknown.',
      ro: 'Activitatea principală, clasă CAEN de patru cifre: din cel mai nou bilanț care numește una; o firmă care nu a depus niciodată are singura activitate înregistrată, altfel pe cea indicată de ANAF. `provenance.caenCode` numește sursa. Null când nicio sursă nu o indică sau revizia codului nu este cunoscută.',
    }),
    caenRevision: text({
      en: 'Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code.',
      ro: 'Revizia din care este `caenCode`: `rev3`, `rev2`, `rev2003`, `rev1998`; null când nu există cod.',
    }),
    caenTitle: text({ en: 'Title of the main activity.', ro: 'Titlul activității principale.' }),
    authorizedCaenCodes: orNull(Type.Array(Type.String({ description: 'CAEN class.' })), {
      en: 'Classes the firm is authorised for, of any revision; null outside the trade registry.',
      ro: 'Clasele pentru care firma este autorizată, din orice revizie; null în afara registrului comerțului.',
      heading: { en: 'Authorised CAEN codes', ro: 'Coduri CAEN autorizate' },
    }),
    activities: orNull(Type.Array(Activity), {
      en: 'The same with revision and title.',
      ro: 'Aceleași, cu revizia și titlul.',
      heading: { en: 'Activities', ro: 'Activități' },
    }),
    fiscalAuthority: text({
      en: 'Tax office in charge.',
      ro: 'Administrația fiscală competentă.',
      heading: { en: 'Tax office', ro: 'Organ fiscal' },
    }),
    iban: text({ en: 'Account published by the tax authority.', ro: 'Contul publicat de ANAF.' }),
    vatRegistered: flag({
      en: 'Registered for VAT on the day of `vatCheckedAt`.',
      ro: 'Înregistrată în scopuri de TVA în ziua din `vatCheckedAt`.',
    }),
    vatStatus: oneOf(['registered', 'notRegistered', 'canceled', 'unknown'], {
      en: '`canceled`: was registered and the authority canceled it.',
      ro: '`canceled`: a fost înregistrată, iar autoritatea a anulat înregistrarea.',
    }),
    vatPeriods: orNull(Type.Array(VatPeriod), {
      en: 'Periods of registration for VAT, the current one last; null until the tax authority was queried.',
      ro: 'Perioadele de înregistrare în scopuri de TVA, cea curentă la urmă; null până la prima interogare a ANAF.',
      heading: { en: 'VAT periods', ro: 'Perioade de TVA' },
    }),
    vatCheckedAt: text({
      en: 'Instant of the last answer of the tax authority.',
      ro: 'Momentul ultimului răspuns al ANAF.',
      heading: { en: 'VAT checked at (UTC)', ro: 'TVA verificat la (UTC)' },
    }),
    cashBasisVat: flag({ en: 'Applies VAT on cash accounting.', ro: 'Aplică TVA la încasare.' }),
    cashBasisVatStart: day({
      en: 'Since.',
      ro: 'De când.',
      heading: { en: 'VAT on collection from', ro: 'TVA la încasare de la' },
    }),
    cashBasisVatEnd: day({
      en: 'Until.',
      ro: 'Până când.',
      heading: { en: 'VAT on collection until', ro: 'TVA la încasare până la' },
    }),
    splitVat: flag({ en: 'Applies split VAT.', ro: 'Aplică plata defalcată a TVA.' }),
    splitVatStart: day({
      en: 'Since.',
      ro: 'De când.',
      heading: { en: 'Split VAT from', ro: 'Plata defalcată a TVA de la' },
    }),
    splitVatEnd: day({
      en: 'Until.',
      ro: 'Până când.',
      heading: { en: 'Split VAT until', ro: 'Plata defalcată a TVA până la' },
    }),
    inactive: flag({ en: 'Declared inactive by the tax authority.', ro: 'Declarată inactivă de ANAF.' }),
    inactiveSince: day({ en: 'Since.', ro: 'De când.', heading: { en: 'Inactive since', ro: 'Inactiv de la' } }),
    reactivatedSince: day({
      en: 'Reactivated on.',
      ro: 'Reactivată la.',
      heading: { en: 'Reactivated on', ro: 'Reactivat de la' },
    }),
    eFacturaRegistered: flag({
      en: 'In the RO e-Factura register. False does not mean that it cannot receive e-invoices.',
      ro: 'În registrul RO e-Factura. Fals nu înseamnă că nu poate primi facturi electronice.',
      heading: { en: 'In RO e-Factura', ro: 'În RO e-Factura' },
    }),
    eFacturaSince: day({
      en: 'Since.',
      ro: 'De când.',
      heading: { en: 'In RO e-Factura since', ro: 'În RO e-Factura de la' },
    }),
    datoriiAnaf: orNull(
      Type.Object(
        {
          total: field(Type.Number(), {
            en: 'Outstanding debts in lei.',
            ro: 'Datorii restante, în lei.',
            heading: { en: 'Total', ro: 'Total' },
          }),
          asOf: field(Type.String(), { en: 'Day of the published list.', ro: 'Ziua listei publicate.' }),
        },
        { ...closed, title: 'TaxDebt' },
      ),
      {
        en: 'On the last imported list of debtors; null when it is not on it, or when no list is loaded: `datoriiAnafListed` tells the two apart.',
        ro: 'Pe ultima listă importată de datornici; null când nu este pe ea sau când nu este încărcată nicio listă: `datoriiAnafListed` le deosebește.',
        heading: { en: 'Tax debts', ro: 'Obligații fiscale restante' },
      },
    ),
    datoriiAnafListed: flag({
      en: 'Whether it is on the list of debtors of `datoriiAnafAsOf`; null when no list is loaded. False means not on that list, never that there are no debts.',
      ro: 'Dacă este pe lista de datornici din `datoriiAnafAsOf`; null când nu este încărcată nicio listă. Fals înseamnă că nu este pe acea listă, niciodată că nu are datorii.',
      heading: { en: 'On the list of tax debtors', ro: 'Pe lista datornicilor ANAF' },
    }),
    datoriiAnafAsOf: orNull(Type.String(), {
      en: 'Day of the list of debtors in which the company was looked up, on it or not; null when no list is loaded (`meta.notLoaded`).',
      ro: 'Ziua listei de datornici în care a fost căutată firma, fie că este sau nu pe ea; null când nu este încărcată nicio listă (`meta.notLoaded`).',
    }),
    administrators: orNull(Type.Array(Administrator), {
      en: 'Legal representatives, as the registry lists them.',
      ro: 'Reprezentanții legali, cum îi arată registrul.',
      heading: { en: 'Administrators', ro: 'Administratori' },
    }),
    shareholders: orNull(Type.Array(Shareholder), {
      en: 'From an imported list; null when none is loaded, and for entities outside the trade registry that it does not name.',
      ro: 'Dintr-o listă importată; null când nu este încărcată niciuna și pentru entitățile din afara registrului comerțului pe care ea nu le numește.',
      heading: { en: 'Shareholders', ro: 'Asociați și acționari' },
    }),
    branches: orNull(Type.Array(Branch), {
      en: 'Branches in other member states.',
      ro: 'Sucursale în alte state membre.',
      heading: { en: 'Branches', ro: 'Puncte de lucru și sucursale' },
    }),
    inTradeRegistry: flag({
      en: 'False for town halls, hospitals, associations, practices.',
      ro: 'Fals pentru primării, spitale, asociații, cabinete.',
      heading: { en: 'In the trade registry', ro: 'În registrul comerțului' },
    }),
    provenance: Type.Record(Type.String(), Provenance, {
      ...about({
        en: 'The source of each group of fields, and its day.',
        ro: 'Din ce sursă vine fiecare grup de câmpuri și din ce zi.',
        heading: { en: 'Provenance', ro: 'Proveniență' },
      }),
    }),
    onDate: Type.Optional(OnDate),
  },
  { ...closed, title: 'Company' },
);

export type Company = Static<typeof Company>;
export type Address = Static<typeof Address>;
export type Administrator = Static<typeof Administrator>;
export type Activity = Static<typeof Activity>;
