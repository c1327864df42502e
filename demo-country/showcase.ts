/** The fixed records that show every interesting case: the same fiscal codes and names in every simulated country. */
import type { Bilingual } from '#lib/i18n/message.ts';
import { firmCui, outsideCui } from './world.ts';

interface ShowcaseRecord {
  /** `giant`, `insolvent`, `struckOff`, `townHall` … */
  id: string;
  cui: string;
  name: string;
  shows: Bilingual;
}

type Case = Bilingual & { name: string };

/** Name and case by id. The position is the index of the firm; entities outside the trade registry count apart. */
const firms = {
  giant: {
    name: 'ZIMBRUL AURIU INDUSTRII SA',
    en: 'a very large company: many activities, every balance year, officers, shareholders, a former name, branches abroad',
    ro: 'o firmă foarte mare: multe activități, toți anii de bilanț, administratori, asociați, un nume vechi, sucursale în străinătate',
  },
  growing: {
    name: 'LUMINIS DIGITAL SRL',
    en: 'a software firm of middle size that grows every year',
    ro: 'o firmă de software de mărime mijlocie care crește în fiecare an',
  },
  insolvent: {
    name: 'TREI COCOSTARCI TRANS SRL',
    en: 'in insolvency, with a judicial administrator',
    ro: 'în insolvență, cu administrator judiciar',
  },
  bankrupt: {
    name: 'MOARA DE PIATRA PROD SRL',
    en: 'in bankruptcy, with a practice of insolvency practitioners as liquidator',
    ro: 'în faliment, cu o societate de practicieni în insolvență ca lichidator',
  },
  struckOff: { name: 'BUFNITA ALBASTRA IMPEX SRL', en: 'struck off the registry', ro: 'radiată din registru' },
  dissolved: { name: 'IZVORUL TAINIC SERV SRL', en: 'in dissolution and liquidation', ro: 'în dizolvare și lichidare' },
  suspended: { name: 'COLIBA DIN VALE TURISM SRL', en: 'has suspended its activity', ro: 'și-a suspendat activitatea' },
  inactive: {
    name: 'UMBRA DEALULUI COM SRL',
    en: 'declared inactive by the tax authority',
    ro: 'declarată inactivă de ANAF',
  },
  vatCanceled: {
    name: 'NUCUL RASUCIT TRADING SRL',
    en: 'its VAT registration was cancelled',
    ro: 'înregistrarea în scopuri de TVA i-a fost anulată',
  },
  notVatRegistered: {
    name: 'FLUIERASUL MIC STUDIO SRL',
    en: 'never registered for VAT',
    ro: 'neînregistrată vreodată în scopuri de TVA',
  },
  cashBasisVat: {
    name: 'PODUL DE LEMN CONSTRUCT SRL',
    en: 'pays VAT when it is paid (cash basis)',
    ro: 'aplică TVA la încasare',
  },
  splitVat: {
    name: 'GUTUIA COAPTA DISTRIBUTION SRL',
    en: 'applied split VAT payment, and for a while VAT on cash basis',
    ro: 'a aplicat plata defalcată a TVA și, o vreme, TVA la încasare',
  },
  bank: {
    name: 'BANCA CASTELULUI DE NISIP SA',
    en: 'a bank: its balance sheets have the chart of credit institutions',
    ro: 'o bancă: bilanțurile ei au planul instituțiilor de credit',
  },
  insurer: {
    name: 'ASIGURAREA CORBULUI ALB SA',
    en: 'an insurer: its balance sheets have 33 codes',
    ro: 'un asigurător: bilanțurile lui au 33 de coduri',
  },
  ifrs: {
    name: 'CETATEA DE SARE ENERGIE SA',
    en: 'reports under IFRS; the source labels its net loss wrongly',
    ro: 'raportează după IFRS; sursa îi etichetează greșit pierderea netă',
  },
  soleTrader: {
    name: 'VOINESCU PARASCHIVA PERSOANA FIZICA AUTORIZATA',
    en: 'a sole trader (PFA), without balance sheets',
    ro: 'o persoană fizică autorizată (PFA), fără bilanțuri',
  },
  familyEnterprise: {
    name: 'STRACHINARU INTREPRINDERE FAMILIALA',
    en: 'a family enterprise with its members',
    ro: 'o întreprindere familială cu membrii ei',
  },
  cooperative: {
    name: 'OGORUL COMUN COOPERATIVA AGRICOLA',
    en: 'an agricultural cooperative; its balance sheet of 2023 does not add up',
    ro: 'o cooperativă agricolă; bilanțul ei din 2023 nu se închide',
  },
  namesakeBucharest: {
    name: 'VANTUL DE MIAZANOAPTE SRL',
    en: 'one of three firms of the same name, in București',
    ro: 'una din trei firme cu același nume, în București',
  },
  namesakeCluj: {
    name: 'VANTUL DE MIAZANOAPTE SRL',
    en: 'one of three firms of the same name, in Cluj',
    ro: 'una din trei firme cu același nume, în Cluj',
  },
  namesakeIasi: {
    name: 'VANTUL DE MIAZANOAPTE SRL',
    en: 'one of three firms of the same name, in Iași; struck off',
    ro: 'una din trei firme cu același nume, în Iași; radiată',
  },
  hostileName: {
    name: `O'RELI & "FIII" <script>alert(1)</script> '; DROP TABLE firm;-- %00 SRL`,
    en: 'a name with quotes, markup and SQL in it',
    ro: 'un nume cu ghilimele, marcaje și SQL în el',
  },
  dormant: {
    name: 'LINISTEA LACULUI INVEST SRL',
    en: 'sells nothing and employs nobody, but files',
    ro: 'nu vinde nimic și nu are salariați, dar depune bilanț',
  },
  negativeEquity: {
    name: 'CORABIA SPARTA RETAIL SRL',
    en: 'owes more than it has',
    ro: 'datorează mai mult decât are',
  },
  lateFiler: {
    name: 'MELCUL GRABIT LOGISTIC SRL',
    en: 'filed its newest balance sheet late: only the web service has it',
    ro: 'și-a depus târziu cel mai nou bilanț: îl are doar serviciul web',
  },
  neverFiled: { name: 'CARTEA UITATA EDIT SRL', en: 'never filed a balance sheet', ro: 'nu a depus niciodată bilanț' },
  noEmployees: {
    name: 'SINGUR LA DRUM CONSULTING SRL',
    en: 'sells, but employs nobody',
    ro: 'vinde, dar nu are salariați',
  },
  newNumber: {
    name: 'RASARIT NOU ENERGY SRL',
    en: 'registered nationally: its number never had an old shape',
    ro: 'înmatriculată național: numărul ei nu a avut niciodată forma veche',
  },
  busiestOfficer: {
    name: 'O SUTA DE CHEI ADMIN SRL',
    en: 'run by a person who runs very many firms',
    ro: 'condusă de o persoană care conduce foarte multe firme',
  },
  crowdedAddress: {
    name: 'CUTIA POSTALA 7 SRL',
    en: 'has its seat where very many firms have theirs; was inactive for a while',
    ro: 'are sediul unde îl au foarte multe firme; a fost inactivă o vreme',
  },
  groupParent: { name: 'STEJARUL BATRAN HOLDING SA', en: 'the parent of a group', ro: 'societatea-mamă a unui grup' },
  groupMember: {
    name: 'GHINDA VERDE PROPERTY SRL',
    en: 'administered and owned by other companies',
    ro: 'administrată și deținută de alte firme',
  },
  foreignParent: {
    name: 'NORDWIND TEXTIL ROMANIA SRL',
    en: 'has a parent abroad',
    ro: 'are o societate-mamă în străinătate',
  },
  reorganised: { name: 'FENIX DE CENUSA METAL SRL', en: 'in judicial reorganisation', ro: 'în reorganizare judiciară' },
  stateSupplier: {
    name: 'CASTORUL HARNIC DISTRIBUTIE SA',
    en: 'sells to very many authorities, alone and in consortia',
    ro: 'vinde la foarte multe autorități, singură și în asocieri',
  },
  liquidator: {
    name: 'CUMPANA DREAPTA INSOLV IPURL',
    en: 'a practice in the registry that is liquidator of many firms',
    ro: 'o societate profesională din registru care este lichidatorul multor firme',
  },
  managed: {
    name: 'BARCA DE HARTIE YACHTING SRL',
    en: 'administered by a company that the registry names in another spelling',
    ro: 'administrată de o firmă pe care registrul o scrie altfel',
  },
  unclearManager: {
    name: 'FARUL FARA MARE SHIPPING SRL',
    en: 'administered by a company whose name three firms bear',
    ro: 'administrată de o firmă al cărei nume îl poartă trei firme',
  },
} satisfies Record<string, Case>;

const outside = {
  townHall: {
    name: 'ORAȘUL VALEA CUCULUI',
    en: 'a town hall: outside the trade registry, known to the tax authority',
    ro: 'o primărie: în afara registrului comerțului, cunoscută de ANAF',
  },
  hospital: {
    name: 'SPITALUL ORĂȘENESC SFÂNTUL PANTELIMON VALEA CUCULUI',
    en: 'a public hospital',
    ro: 'un spital public',
  },
  ngo: {
    name: 'ASOCIAȚIA PRIETENII BUFNIȚEI ALBASTRE',
    en: 'an association, with the balance sheets of associations',
    ro: 'o asociație, cu bilanțurile asociațiilor',
  },
  practice: { name: 'DRĂGULĂNESCU ZAHARIA - CABINET DE AVOCAT', en: "a lawyer's practice", ro: 'un cabinet de avocat' },
  cityHall: {
    name: 'MUNICIPIUL PIATRA VULTURULUI',
    en: 'a city that buys a lot: notices, frameworks, direct purchases',
    ro: 'un oraș care cumpără mult: anunțuri, acorduri-cadru, achiziții directe',
  },
} satisfies Record<string, Case>;

/** Runs very many firms, the case `busiestOfficer` among them; the registry publishes these facts of him. */
export const showcasePerson = {
  name: 'CUTEZĂTORU HARALAMBIE-NEOFIT',
  birthDate: '1961-02-17',
  birthLocality: 'Tecuci',
} as const;

export type FirmCase = keyof typeof firms;
export type OutsideCase = keyof typeof outside;

export const firmCases = Object.keys(firms) as readonly FirmCase[];
export const outsideCases = Object.keys(outside) as readonly OutsideCase[];

const recordsOf = (cases: Record<string, Case>, cuiOf: (index: number) => string): ShowcaseRecord[] =>
  Object.entries(cases).map(([id, { name, en, ro }], index) => ({ id, cui: cuiOf(index), name, shows: { en, ro } }));

export const showcase: readonly ShowcaseRecord[] = [...recordsOf(firms, firmCui), ...recordsOf(outside, outsideCui)];
