/** What is said about companies: that one is not known, that the tax authority is silent, and what happened to it. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('companies', {
  unknown: {
    en: ({ cui }: { cui: string }) => `No source knows a company with the fiscal code ${cui}.`,
    ro: ({ cui }) => `Nicio sursă nu are date despre o firmă cu codul fiscal ${cui}.`,
  },
  wrongCheckDigit: {
    en: ({ cui }: { cui: string }) =>
      `${cui} is not a fiscal code: its check digit is wrong, so a digit was probably mistyped.`,
    ro: ({ cui }) =>
      `${cui} nu este un cod fiscal: cifra de control nu corespunde, probabil o cifră a fost tastată greșit.`,
  },
  /** Behind a sentence that says what is not there. */
  inDemo: {
    en: ({ problem, cui, name }: { problem: string; cui: string; name: string }) =>
      `${problem} This is the demo country, where all companies are invented: try ${cui} (${name}).`,
    ro: ({ problem, cui, name }) =>
      `${problem} Datele de aici sunt demonstrative, toate firmele sunt inventate: încercați ${cui} (${name}).`,
  },
  visitorsBatch: {
    en: ({ max }: { max: number }) => `Without Pro, at most ${counting(max, 'fiscal code')} can be checked at once.`,
    ro: ({ max }) => `Fără Pro puteți verifica deodată cel mult ${counted(max, 'cod fiscal', 'coduri fiscale')}.`,
  },
  authoritySilent: {
    en: 'The tax authority could not be reached: VAT, inactivity and everything else that only it knows is unknown here, which does not mean that there is none.',
    ro: 'ANAF nu răspunde: datele despre TVA, inactivitate și celelalte informații pe care le are numai ANAF lipsesc din răspuns, ceea ce nu înseamnă că nu există.',
  },
  authoritySilentSince: {
    en: ({ since }: { since: string }) =>
      `The tax authority could not be reached: what comes from it is as of ${since}.`,
    ro: ({ since }) => `ANAF nu răspunde: datele de la ANAF sunt cele din ${since}.`,
  },
  activitiesToldLater: {
    en: ({ firms }: { firms: number }) =>
      `${firms} of these companies ${firms === 1 ? 'shows' : 'show'} another main activity in ${firms === 1 ? 'its' : 'their'} own answer: the tax authority told it after this list was made. Lists, filters and counts go by it from the next generation on.`,
    ro: ({ firms }) =>
      `${counted(firms, 'firmă de aici are', 'firme de aici au')} altă activitate principală în propriul răspuns: ANAF a comunicat-o după întocmirea listei. Listele, filtrele și totalurile o preiau de la următoarea generație.`,
  },
  balancesSilent: {
    en: ({ years }: { years: string }) =>
      `The tax authority’s balance-sheet service could not be reached: it is not known whether there are balance sheets of ${years}.`,
    ro: ({ years }) => `Serviciul ANAF de bilanțuri nu răspunde: nu se știe dacă există bilanțuri pentru ${years}.`,
  },
  noRow: {
    en: 'This row got no answer. Ask for it again.',
    ro: 'Acest rând nu a primit răspuns. Repetați cererea pentru el.',
  },
  oldBalances: {
    en: ({ year }: { year: number }) =>
      `The newest balance sheet that is known is of ${year}: the eight years are counted back from it.`,
    ro: ({ year }) => `Cel mai recent bilanț cunoscut este cel pe ${year}: cei opt ani se numără înapoi de la acesta.`,
  },
  notAnsweredYet: {
    en: ({ about }: { about: string }) =>
      `The tax authority has not answered about ${about} yet, and nothing is stored. Try again in a few seconds.`,
    ro: ({ about }) =>
      `ANAF nu a răspuns încă la întrebarea despre ${about} și nu avem date salvate. Încercați din nou peste câteva secunde.`,
  },
  notAnswered: {
    en: ({ about }: { about: string }) =>
      `The tax authority does not answer, and nothing is stored about ${about}. Try again later.`,
    ro: ({ about }) => `ANAF nu răspunde și nu avem date salvate despre ${about}. Încercați din nou mai târziu.`,
  },
  rowsNotAnswered: {
    en: ({ rows, of }: { rows: number; of: number }) =>
      `The tax authority does not answer about ${rows} of ${counting(of, 'fiscal code')}, and nothing is stored about them. Nothing was charged; ask again later, or without them.`,
    ro: ({ rows, of }) =>
      `Coduri fiscale pentru care ANAF nu răspunde și nu avem date salvate: ${rows} din ${of}. Nu s-a încasat nimic; reveniți mai târziu sau trimiteți cererea fără ele.`,
  },
  /** What `notAnswered` is about. */
  balanceOf: {
    en: ({ year, cui }: { year: number; cui: string }) => `the balance sheet of ${year} of ${cui}`,
    ro: ({ year, cui }) => `bilanțul aferent anului ${year} al firmei ${cui}`,
  },
  /** As above, where no yearly file is loaded either. */
  balancesOf: {
    en: ({ cui }: { cui: string }) => `the balance sheets of ${cui}`,
    ro: ({ cui }) => `bilanțurile firmei ${cui}`,
  },
  noBalance: {
    en: ({ year, name, reason }: { year: number; name: string; reason: string }) =>
      `No balance sheet of ${year} is known of ${name}: ${reason}.`,
    ro: ({ year, name, reason }) => `Nu este cunoscut niciun bilanț aferent anului ${year} pentru ${name}: ${reason}.`,
  },
});

/** Why a balance sheet is missing. */
export const missing = sentences('missingBalance', {
  notFiled: { en: 'none was filed', ro: 'nu a fost depus' },
  notYetPublished: { en: 'it is not published yet', ro: 'nu este încă publicat' },
  unknown: {
    en: 'its file is not loaded here, and the tax authority has not been asked for it',
    ro: 'fișierul acelui an nu este încărcat aici, iar ANAF nu a fost încă interogată',
  },
});

/** Titles and details of events. */
export const happened = sentences('timeline', {
  registered: { en: 'Registered in the trade registry', ro: 'Înmatriculare în registrul comerțului' },
  registeredForTax: { en: 'Registered with the tax authority', ro: 'Înregistrare fiscală' },
  balance: {
    en: ({ year }: { year: number }) => `Balance sheet of ${year}`,
    ro: ({ year }) => `Bilanț aferent anului ${year}`,
  },
  form: { en: ({ form }: { form: string }) => `form ${form}`, ro: ({ form }) => `formularul ${form}` },
  name: { en: 'Name changed', ro: 'Schimbarea denumirii' },
  status: { en: 'Registry status changed', ro: 'Schimbarea stării în registrul comerțului' },
  address: { en: 'Seat moved', ro: 'Schimbarea sediului social' },
  legalForm: { en: 'Legal form changed', ro: 'Schimbarea formei juridice' },
  officerAdded: { en: 'New legal representative', ro: 'Numirea unui reprezentant legal' },
  officerRemoved: { en: 'Legal representative left', ro: 'Încetarea calității unui reprezentant legal' },
  removed: {
    en: 'No longer in the registry’s snapshot',
    ro: 'Nu mai apare în datele publicate de registrul comerțului',
  },
  vatStart: { en: 'Registered for VAT', ro: 'Înregistrare în scopuri de TVA' },
  vatEnd: { en: 'VAT registration ended', ro: 'Încetarea înregistrării în scopuri de TVA' },
  vatCanceled: {
    en: 'VAT registration canceled by the authority',
    ro: 'Anularea de către ANAF a înregistrării în scopuri de TVA',
  },
  inactive: { en: 'Declared inactive by the tax authority', ro: 'Declararea ca inactivă fiscal' },
  reactivated: { en: 'Reactivated by the tax authority', ro: 'Reactivare fiscală' },
  eFactura: { en: 'Entered in the RO e-Factura register', ro: 'Înscriere în Registrul RO e-Factura' },
  deregistration: { en: 'Deregistered by the tax authority', ro: 'Radiere din evidența fiscală' },
});

/** How a company stands, by registry and tax authority together. */
export const stands = sentences('companyStatus', {
  struckOff: { en: 'Struck off', ro: 'Radiată' },
  insolvency: { en: 'In insolvency or bankruptcy', ro: 'În insolvență sau faliment' },
  dissolution: { en: 'In dissolution or liquidation', ro: 'În dizolvare sau lichidare' },
  suspended: { en: 'Activity suspended', ro: 'Activitate suspendată' },
  inactive: { en: 'Declared inactive by the tax authority', ro: 'Inactivă fiscal' },
  notOperating: { en: 'Not operating', ro: 'Nu funcționează' },
  operating: { en: 'Operating', ro: 'În funcțiune' },
});
