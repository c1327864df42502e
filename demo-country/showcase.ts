/** The fixed records that show every interesting case: the same fiscal codes and names in every simulated country. */
import { firmCui, outsideCui } from './world.ts';

/** A fixed record, the same for every seed and size, that shows one interesting case. */
interface ShowcaseRecord {
  /** `giant`, `insolvent`, `struckOff`, `townHall` … */
  id: string;
  cui: string;
  name: string;
  shows: string;
}

/** Place in the list is the index of the firm; the entities outside the trade registry count on their own. */
const firms = [
  [
    'giant',
    'ZIMBRUL AURIU INDUSTRII SA',
    'a very large company: many activities, every balance year, officers, shareholders, a former name, branches abroad',
  ],
  ['growing', 'LUMINIS DIGITAL SRL', 'a software firm of middle size that grows every year'],
  ['insolvent', 'TREI COCOSTARCI TRANS SRL', 'in insolvency, with a judicial administrator'],
  ['bankrupt', 'MOARA DE PIATRA PROD SRL', 'in bankruptcy, with a practice of insolvency practitioners as liquidator'],
  ['struckOff', 'BUFNITA ALBASTRA IMPEX SRL', 'struck off the registry'],
  ['dissolved', 'IZVORUL TAINIC SERV SRL', 'in dissolution and liquidation'],
  ['suspended', 'COLIBA DIN VALE TURISM SRL', 'has suspended its activity'],
  ['inactive', 'UMBRA DEALULUI COM SRL', 'declared inactive by the tax authority'],
  ['vatCanceled', 'NUCUL RASUCIT TRADING SRL', 'its VAT registration was cancelled'],
  ['notVatRegistered', 'FLUIERASUL MIC STUDIO SRL', 'never registered for VAT'],
  ['cashBasisVat', 'PODUL DE LEMN CONSTRUCT SRL', 'pays VAT when it is paid (cash basis)'],
  ['splitVat', 'GUTUIA COAPTA DISTRIBUTION SRL', 'applied split VAT payment, and for a while VAT on cash basis'],
  ['bank', 'BANCA CASTELULUI DE NISIP SA', 'a bank: its balance sheets have the chart of credit institutions'],
  ['insurer', 'ASIGURAREA CORBULUI ALB SA', 'an insurer: its balance sheets have 33 codes'],
  ['ifrs', 'CETATEA DE SARE ENERGIE SA', 'reports under IFRS; the source labels its net loss wrongly'],
  ['soleTrader', 'VOINESCU PARASCHIVA PERSOANA FIZICA AUTORIZATA', 'a sole trader (PFA), without balance sheets'],
  ['familyEnterprise', 'STRACHINARU INTREPRINDERE FAMILIALA', 'a family enterprise with its members'],
  [
    'cooperative',
    'OGORUL COMUN COOPERATIVA AGRICOLA',
    'an agricultural cooperative; its balance sheet of 2023 does not add up',
  ],
  ['namesakeBucharest', 'VANTUL DE MIAZANOAPTE SRL', 'one of three firms of the same name, in București'],
  ['namesakeCluj', 'VANTUL DE MIAZANOAPTE SRL', 'one of three firms of the same name, in Cluj'],
  ['namesakeIasi', 'VANTUL DE MIAZANOAPTE SRL', 'one of three firms of the same name, in Iași; struck off'],
  [
    'hostileName',
    `O'RELI & "FIII" <script>alert(1)</script> '; DROP TABLE firm;-- %00 SRL`,
    'a name with quotes, markup and SQL in it',
  ],
  ['dormant', 'LINISTEA LACULUI INVEST SRL', 'sells nothing and employs nobody, but files'],
  ['negativeEquity', 'CORABIA SPARTA RETAIL SRL', 'owes more than it has'],
  ['lateFiler', 'MELCUL GRABIT LOGISTIC SRL', 'filed its newest balance sheet late: only the web service has it'],
  ['neverFiled', 'CARTEA UITATA EDIT SRL', 'never filed a balance sheet'],
  ['noEmployees', 'SINGUR LA DRUM CONSULTING SRL', 'sells, but employs nobody'],
  ['newNumber', 'RASARIT NOU ENERGY SRL', 'registered nationally: its number never had an old shape'],
  ['busiestOfficer', 'O SUTA DE CHEI ADMIN SRL', 'run by a person who runs very many firms'],
  ['crowdedAddress', 'CUTIA POSTALA 7 SRL', 'has its seat where very many firms have theirs; was inactive for a while'],
  ['groupParent', 'STEJARUL BATRAN HOLDING SA', 'the parent of a group'],
  ['groupMember', 'GHINDA VERDE PROPERTY SRL', 'administered and owned by other companies'],
  ['foreignParent', 'NORDWIND TEXTIL ROMANIA SRL', 'has a parent abroad'],
  ['reorganised', 'FENIX DE CENUSA METAL SRL', 'in judicial reorganisation'],
  ['stateSupplier', 'CASTORUL HARNIC DISTRIBUTIE SA', 'sells to very many authorities, alone and in consortia'],
  ['liquidator', 'CUMPANA DREAPTA INSOLV IPURL', 'a practice in the registry that is liquidator of many firms'],
  ['managed', 'BARCA DE HARTIE YACHTING SRL', 'administered by a company that the registry names in another spelling'],
  ['unclearManager', 'FARUL FARA MARE SHIPPING SRL', 'administered by a company whose name three firms bear'],
] as const;

const outside = [
  ['townHall', 'ORAȘUL VALEA CUCULUI', 'a town hall: outside the trade registry, known to the tax authority'],
  ['hospital', 'SPITALUL ORĂȘENESC SFÂNTUL PANTELIMON VALEA CUCULUI', 'a public hospital'],
  ['ngo', 'ASOCIAȚIA PRIETENII BUFNIȚEI ALBASTRE', 'an association, with the balance sheets of associations'],
  ['practice', 'DRĂGULĂNESCU ZAHARIA - CABINET DE AVOCAT', "a lawyer's practice"],
  ['cityHall', 'MUNICIPIUL PIATRA VULTURULUI', 'a city that buys a lot: notices, frameworks, direct purchases'],
] as const;

/** Runs very many firms, the case `busiestOfficer` among them; the registry publishes these facts of him. */
export const showcasePerson = {
  name: 'CUTEZĂTORU HARALAMBIE-NEOFIT',
  birthDate: '1961-02-17',
  birthLocality: 'Tecuci',
} as const;

export type FirmCase = (typeof firms)[number][0];
export type OutsideCase = (typeof outside)[number][0];

export const firmCases: readonly FirmCase[] = firms.map(([id]) => id);
export const outsideCases: readonly OutsideCase[] = outside.map(([id]) => id);

export const showcase: readonly ShowcaseRecord[] = [
  ...firms.map(([id, name, shows], index) => ({ id, cui: firmCui(index), name, shows })),
  ...outside.map(([id, name, shows], index) => ({ id, cui: outsideCui(index), name, shows })),
];
