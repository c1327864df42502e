/** The words of citations: of each operation what it gives, of each source what it is called, and what stands around them. */
import { sentences } from '#lib/i18n/sentence.ts';

/** Around what is cited and its sources. */
export const around = sentences('cite', {
  oneSource: { en: 'Source:', ro: 'Sursa:' },
  severalSources: { en: 'Sources:', ro: 'Surse:' },
  readOn: { en: 'read on', ro: 'consultat la' },
  invented: {
    en: 'Invented data of the demo country: no fact to be cited.',
    ro: 'Date demonstrative, inventate: nu se citează ca fapte.',
  },
});

/** By what they cover (`meta.sources[].covers`). */
export const sourcesCited = sentences('citeSource', {
  registry: { en: 'trade registry, ONRC', ro: 'registrul comerțului, ONRC' },
  fiscal: { en: 'register of taxpayers, ANAF', ro: 'registrul contribuabililor, ANAF' },
  balances: { en: 'balance-sheet service, ANAF', ro: 'serviciul de bilanțuri, ANAF' },
  finances: {
    en: 'published balance sheets, Ministry of Finance',
    ro: 'situațiile financiare publicate, Ministerul Finanțelor',
  },
  rates: { en: 'exchange rates, BNR', ro: 'cursurile de schimb, BNR' },
  shareholders: { en: 'imported list of shareholders', ro: 'lista importată a asociaților' },
  debts: { en: 'imported list of tax debtors', ro: 'lista importată a datornicilor la buget' },
  entities: { en: 'entities known to ANAF', ro: 'entitățile cunoscute de ANAF' },
  history: { en: 'changes between registry snapshots', ro: 'modificările dintre edițiile registrului' },
  rankings: { en: 'rankings computed by Firmoteca', ro: 'clasamente calculate de Firmoteca' },
  gazette: { en: 'Official Gazette, Part IV', ro: 'Monitorul Oficial, Partea a IV-a' },
  procurement: {
    en: 'procurement exports, ANAP (data.gov.ro)',
    ro: 'exporturile de achiziții publice, ANAP (data.gov.ro)',
  },
  recentProcurement: { en: 'procurement system, SICAP', ro: 'sistemul de achiziții publice, SICAP' },
  documents: {
    en: 'documents of the procurement system, SICAP',
    ro: 'documentele din sistemul de achiziții publice, SICAP',
  },
  press: { en: 'press releases, ANAF', ro: 'comunicatele de presă, ANAF' },
  treasury: { en: 'treasury accounts, ANAF', ro: 'conturile de trezorerie, ANAF' },
  caen: { en: 'CAEN classification, INS', ro: 'clasificarea CAEN, INS' },
});

/** By operation id; another one is cited by its title. */
export const thingsCited = sentences('citeThing', {
  getCompany: { en: 'Company record', ro: 'Datele firmei' },
  getCompanies: { en: 'Records of several companies', ro: 'Datele mai multor firme' },
  getFinancials: { en: 'Balance sheets of a company', ro: 'Bilanțurile firmei' },
  getBalance: { en: 'Balance sheet of a company', ro: 'Bilanțul firmei' },
  getHealth: { en: 'Financial health of a company', ro: 'Starea financiară a firmei' },
  getTimeline: { en: 'History of a company', ro: 'Istoricul firmei' },
  getRelated: { en: 'Companies related to a company', ro: 'Legăturile firmei cu alte firme' },
  getNetwork: { en: 'People and companies around a company', ro: 'Rețeaua de persoane și firme din jurul firmei' },
  searchPeople: { en: 'Search for people', ro: 'Căutare de persoane' },
  getPerson: { en: 'Person in the trade registry', ro: 'Persoană din registrul comerțului' },
  getPersonCompanies: { en: 'Companies of a person', ro: 'Firmele unei persoane' },
  getCountyCompanies: { en: 'Companies of a county', ro: 'Firmele din județ' },
  getLocalityCompanies: { en: 'Companies of a town', ro: 'Firmele din localitate' },
  getDecision: { en: 'Decision in the Official Gazette', ro: 'Hotărâre din Monitorul Oficial' },
  getCompanyDecisions: {
    en: 'Decisions of a company in the Official Gazette',
    ro: 'Hotărârile firmei din Monitorul Oficial',
  },
  getLeaderboard: { en: 'Ranks of a company', ro: 'Locurile firmei în clasamente' },
  getMarket: { en: 'Companies of Romania in figures', ro: 'Firmele din România în cifre' },
  getTopCompanies: { en: 'Largest companies', ro: 'Cele mai mari firme' },
  getLeaderboardYears: { en: 'Years with rankings', ro: 'Anii pentru care există clasamente' },
  getAdvancedRankings: { en: 'Rankings by financial ratios', ro: 'Clasamente după indicatori financiari' },
  getBenchmarks: { en: 'Usual figures of an activity', ro: 'Valorile obișnuite dintr-un domeniu' },
  getCaenHub: { en: 'Companies of an activity, CAEN', ro: 'Firmele dintr-un domeniu, CAEN' },
  getCompanySeap: { en: 'Public procurement of a company', ro: 'Achizițiile publice ale firmei' },
  searchTenders: { en: 'Procurement notices', ro: 'Anunțuri de achiziții publice' },
  getTender: { en: 'Procurement notice', ro: 'Anunț de achiziție publică' },
  getProcedures: { en: 'Newest procurement procedures', ro: 'Cele mai noi proceduri de achiziție' },
  getCompanyProcedures: { en: 'Procurement procedures of a company', ro: 'Procedurile de achiziție ale firmei' },
  getDocuments: { en: 'Documents of a procurement procedure', ro: 'Documentele unei proceduri de achiziție' },
  getSigners: {
    en: 'Signatures on the documents of a procurement procedure',
    ro: 'Semnăturile de pe documentele unei proceduri de achiziție',
  },
  searchDocuments: {
    en: 'Search in the documents of a procurement procedure',
    ro: 'Căutare în documentele unei proceduri de achiziție',
  },
  getDocumentText: { en: 'Text of a procurement document', ro: 'Textul unui document de achiziție' },
  downloadDocument: { en: 'Procurement document', ro: 'Document de achiziție' },
  getDocumentationChanges: {
    en: 'Changes between versions of the documentation of a procurement procedure',
    ro: 'Modificările dintre versiunile documentației unei proceduri de achiziție',
  },
  downloadDocumentation: {
    en: 'All documents of a procurement procedure',
    ro: 'Toate documentele unei proceduri de achiziție',
  },
  getCompanyContracts: { en: 'Public contracts of a company', ro: 'Contractele publice ale firmei' },
  checkCompanyContracts: {
    en: 'Mentions of a company in public contracts',
    ro: 'Mențiunile firmei în contracte publice',
  },
  getCompanyDirectPurchases: { en: 'Direct purchases of a company', ro: 'Achizițiile directe ale firmei' },
  getCompanyDirectPurchaseAwards: {
    en: 'Award notices of direct purchases of a company',
    ro: 'Notificările de atribuire ale achizițiilor directe ale firmei',
  },
  getCompanyTenders: { en: 'Tenders of an authority', ro: 'Licitațiile unei autorități' },
  getSupplierIssues: { en: 'Performance reports of a supplier', ro: 'Documentele constatatoare ale unui furnizor' },
  getSupplierIssue: { en: 'Performance report of a supplier', ro: 'Document constatator' },
  getContract: { en: 'Public contract', ro: 'Contract de achiziție publică' },
  getCpvContracts: { en: 'Public contracts, CPV', ro: 'Contracte publice, CPV' },
  getCpvDirectPurchases: { en: 'Direct purchases, CPV', ro: 'Achiziții directe, CPV' },
  getCpvDirectPurchaseAwards: {
    en: 'Award notices of direct purchases, CPV',
    ro: 'Notificări de atribuire ale achizițiilor directe, CPV',
  },
  getCpvTopSuppliers: { en: 'Largest suppliers, CPV', ro: 'Cei mai mari furnizori, CPV' },
  getCpvAnalysis: { en: 'What the state buys, CPV', ro: 'Ce cumpără statul, CPV' },
  getRates: { en: 'Exchange rates', ro: 'Cursul de schimb' },
  getRatesHistory: { en: 'Exchange rates of the last bank days', ro: 'Cursul de schimb din ultimele zile bancare' },
  convertCurrency: { en: 'Currency conversion', ro: 'Conversie valutară' },
  searchCaen: { en: 'CAEN Rev.3 codes', ro: 'Coduri CAEN Rev.3' },
  getCaen: { en: 'CAEN Rev.3 code', ro: 'Cod CAEN Rev.3' },
  findTreasuryIbans: { en: 'Treasury accounts for taxes', ro: 'Conturi de trezorerie pentru plata taxelor' },
  listPressReleases: { en: 'Press releases of ANAF', ro: 'Comunicate de presă ale ANAF' },
  getPressPdf: { en: 'Press file of ANAF', ro: 'Document de presă al ANAF' },
  listPressArticles: { en: 'Press releases of ANAF', ro: 'Comunicate de presă ale ANAF' },
  getPressArticle: { en: 'Press release of ANAF', ro: 'Comunicat de presă al ANAF' },
  getStatus: { en: 'State of the service', ro: 'Starea serviciului' },
  searchCompanies: { en: 'Search for companies', ro: 'Căutare de firme' },
  searchAll: { en: 'Search for companies, people and records', ro: 'Căutare de firme, persoane și documente' },
  verifyReceipt: { en: 'Check of a receipt', ro: 'Verificarea unei dovezi' },
  getAccountUsage: { en: 'Usage of an account', ro: 'Utilizarea unui cont' },
});
