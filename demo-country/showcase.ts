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

type Case = readonly [name: string, en: string, ro: string];

/** Name and case by id. The position is the index of the firm; entities outside the trade registry count apart. */
const firms = {
  giant: [
    'ZIMBRUL AURIU INDUSTRII SA',
    'a very large company: many activities, every balance year, officers, shareholders, a former name, branches abroad',
    'o firmă foarte mare: multe activități, toți anii de bilanț, administratori, asociați, un nume vechi, sucursale în străinătate',
  ],
  growing: [
    'LUMINIS DIGITAL SRL',
    'a software firm of middle size that grows every year',
    'o firmă de software de mărime mijlocie care crește în fiecare an',
  ],
  insolvent: [
    'TREI COCOSTARCI TRANS SRL',
    'in insolvency, with a judicial administrator',
    'în insolvență, cu administrator judiciar',
  ],
  bankrupt: [
    'MOARA DE PIATRA PROD SRL',
    'in bankruptcy, with a practice of insolvency practitioners as liquidator',
    'în faliment, cu o societate de practicieni în insolvență ca lichidator',
  ],
  struckOff: ['BUFNITA ALBASTRA IMPEX SRL', 'struck off the registry', 'radiată din registru'],
  dissolved: ['IZVORUL TAINIC SERV SRL', 'in dissolution and liquidation', 'în dizolvare și lichidare'],
  suspended: ['COLIBA DIN VALE TURISM SRL', 'has suspended its activity', 'și-a suspendat activitatea'],
  inactive: ['UMBRA DEALULUI COM SRL', 'declared inactive by the tax authority', 'declarată inactivă de ANAF'],
  vatCanceled: [
    'NUCUL RASUCIT TRADING SRL',
    'its VAT registration was cancelled',
    'înregistrarea în scopuri de TVA i-a fost anulată',
  ],
  notVatRegistered: [
    'FLUIERASUL MIC STUDIO SRL',
    'never registered for VAT',
    'neînregistrată vreodată în scopuri de TVA',
  ],
  cashBasisVat: ['PODUL DE LEMN CONSTRUCT SRL', 'pays VAT when it is paid (cash basis)', 'aplică TVA la încasare'],
  splitVat: [
    'GUTUIA COAPTA DISTRIBUTION SRL',
    'applied split VAT payment, and for a while VAT on cash basis',
    'a aplicat plata defalcată a TVA și, o vreme, TVA la încasare',
  ],
  bank: [
    'BANCA CASTELULUI DE NISIP SA',
    'a bank: its balance sheets have the chart of credit institutions',
    'o bancă: bilanțurile ei au planul instituțiilor de credit',
  ],
  insurer: [
    'ASIGURAREA CORBULUI ALB SA',
    'an insurer: its balance sheets have 33 codes',
    'un asigurător: bilanțurile lui au 33 de coduri',
  ],
  ifrs: [
    'CETATEA DE SARE ENERGIE SA',
    'reports under IFRS; the source labels its net loss wrongly',
    'raportează după IFRS; sursa îi etichetează greșit pierderea netă',
  ],
  soleTrader: [
    'VOINESCU PARASCHIVA PERSOANA FIZICA AUTORIZATA',
    'a sole trader (PFA), without balance sheets',
    'o persoană fizică autorizată (PFA), fără bilanțuri',
  ],
  familyEnterprise: [
    'STRACHINARU INTREPRINDERE FAMILIALA',
    'a family enterprise with its members',
    'o întreprindere familială cu membrii ei',
  ],
  cooperative: [
    'OGORUL COMUN COOPERATIVA AGRICOLA',
    'an agricultural cooperative; its balance sheet of 2023 does not add up',
    'o cooperativă agricolă; bilanțul ei din 2023 nu se închide',
  ],
  namesakeBucharest: [
    'VANTUL DE MIAZANOAPTE SRL',
    'one of three firms of the same name, in București',
    'una din trei firme cu același nume, în București',
  ],
  namesakeCluj: [
    'VANTUL DE MIAZANOAPTE SRL',
    'one of three firms of the same name, in Cluj',
    'una din trei firme cu același nume, în Cluj',
  ],
  namesakeIasi: [
    'VANTUL DE MIAZANOAPTE SRL',
    'one of three firms of the same name, in Iași; struck off',
    'una din trei firme cu același nume, în Iași; radiată',
  ],
  hostileName: [
    `O'RELI & "FIII" <script>alert(1)</script> '; DROP TABLE firm;-- %00 SRL`,
    'a name with quotes, markup and SQL in it',
    'un nume cu ghilimele, marcaje și SQL în el',
  ],
  dormant: [
    'LINISTEA LACULUI INVEST SRL',
    'sells nothing and employs nobody, but files',
    'nu vinde nimic și nu are salariați, dar depune bilanț',
  ],
  negativeEquity: ['CORABIA SPARTA RETAIL SRL', 'owes more than it has', 'datorează mai mult decât are'],
  lateFiler: [
    'MELCUL GRABIT LOGISTIC SRL',
    'filed its newest balance sheet late: only the web service has it',
    'și-a depus târziu cel mai nou bilanț: îl are doar serviciul web',
  ],
  neverFiled: ['CARTEA UITATA EDIT SRL', 'never filed a balance sheet', 'nu a depus niciodată bilanț'],
  noEmployees: ['SINGUR LA DRUM CONSULTING SRL', 'sells, but employs nobody', 'vinde, dar nu are salariați'],
  newNumber: [
    'RASARIT NOU ENERGY SRL',
    'registered nationally: its number never had an old shape',
    'înmatriculată național: numărul ei nu a avut niciodată forma veche',
  ],
  busiestOfficer: [
    'O SUTA DE CHEI ADMIN SRL',
    'run by a person who runs very many firms',
    'condusă de o persoană care conduce foarte multe firme',
  ],
  crowdedAddress: [
    'CUTIA POSTALA 7 SRL',
    'has its seat where very many firms have theirs; was inactive for a while',
    'are sediul unde îl au foarte multe firme; a fost inactivă o vreme',
  ],
  groupParent: ['STEJARUL BATRAN HOLDING SA', 'the parent of a group', 'societatea-mamă a unui grup'],
  groupMember: [
    'GHINDA VERDE PROPERTY SRL',
    'administered and owned by other companies',
    'administrată și deținută de alte firme',
  ],
  foreignParent: ['NORDWIND TEXTIL ROMANIA SRL', 'has a parent abroad', 'are o societate-mamă în străinătate'],
  reorganised: ['FENIX DE CENUSA METAL SRL', 'in judicial reorganisation', 'în reorganizare judiciară'],
  stateSupplier: [
    'CASTORUL HARNIC DISTRIBUTIE SA',
    'sells to very many authorities, alone and in consortia',
    'vinde la foarte multe autorități, singură și în asocieri',
  ],
  liquidator: [
    'CUMPANA DREAPTA INSOLV IPURL',
    'a practice in the registry that is liquidator of many firms',
    'o societate profesională din registru care este lichidatorul multor firme',
  ],
  managed: [
    'BARCA DE HARTIE YACHTING SRL',
    'administered by a company that the registry names in another spelling',
    'administrată de o firmă pe care registrul o scrie altfel',
  ],
  unclearManager: [
    'FARUL FARA MARE SHIPPING SRL',
    'administered by a company whose name three firms bear',
    'administrată de o firmă al cărei nume îl poartă trei firme',
  ],
} satisfies Record<string, Case>;

const outside = {
  townHall: [
    'ORAȘUL VALEA CUCULUI',
    'a town hall: outside the trade registry, known to the tax authority',
    'o primărie: în afara registrului comerțului, cunoscută de ANAF',
  ],
  hospital: ['SPITALUL ORĂȘENESC SFÂNTUL PANTELIMON VALEA CUCULUI', 'a public hospital', 'un spital public'],
  ngo: [
    'ASOCIAȚIA PRIETENII BUFNIȚEI ALBASTRE',
    'an association, with the balance sheets of associations',
    'o asociație, cu bilanțurile asociațiilor',
  ],
  practice: ['DRĂGULĂNESCU ZAHARIA - CABINET DE AVOCAT', "a lawyer's practice", 'un cabinet de avocat'],
  cityHall: [
    'MUNICIPIUL PIATRA VULTURULUI',
    'a city that buys a lot: notices, frameworks, direct purchases',
    'un oraș care cumpără mult: anunțuri, acorduri-cadru, achiziții directe',
  ],
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
  Object.entries(cases).map(([id, [name, en, ro]], index) => ({ id, cui: cuiOf(index), name, shows: { en, ro } }));

export const showcase: readonly ShowcaseRecord[] = [...recordsOf(firms, firmCui), ...recordsOf(outside, outsideCui)];
