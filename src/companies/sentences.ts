/** What is said about companies: that one is not known, that the tax authority is silent, and what happened to it. */
import { counted } from '#sentences/romanian.ts';
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('companies', {
  unknown: {
    en: ({ cui }: { cui: string }) => `No source knows a company with the fiscal code ${cui}.`,
    ro: ({ cui }) => `Nicio sursă nu cunoaște o firmă cu codul fiscal ${cui}.`,
  },
  wrongCheckDigit: {
    en: ({ cui }: { cui: string }) =>
      `${cui} is not a fiscal code: its check digit is wrong, so a digit was probably mistyped.`,
    ro: ({ cui }) => `${cui} nu este un cod fiscal: cifra de control nu se potrivește, probabil o cifră este greșită.`,
  },
  /** Behind a sentence that says what is not there. */
  inDemo: {
    en: ({ problem, cui, name }: { problem: string; cui: string; name: string }) =>
      `${problem} This is the demo country, where all companies are invented: try ${cui} (${name}).`,
    ro: ({ problem, cui, name }) =>
      `${problem} Aceasta este țara demonstrativă, în care toate firmele sunt inventate: încercați ${cui} (${name}).`,
  },
  visitorsBatch: {
    en: ({ max }: { max: number }) => `Without Pro, at most ${max} fiscal codes are checked at once.`,
    ro: ({ max }) => `Fără Pro se verifică cel mult ${max} de coduri fiscale deodată.`,
  },
  authoritySilent: {
    en: 'The tax authority could not be reached: VAT, inactivity and everything else that only it knows is unknown, not absent.',
    ro: 'ANAF nu a putut fi contactată: TVA, inactivitatea și tot ce știe numai ea sunt necunoscute, nu inexistente.',
  },
  authoritySilentSince: {
    en: ({ since }: { since: string }) =>
      `The tax authority could not be reached: what comes from it is as it told on ${since}.`,
    ro: ({ since }) => `ANAF nu a putut fi contactată: datele ei sunt cele comunicate la ${since}.`,
  },
  activitiesToldLater: {
    en: ({ firms }: { firms: number }) =>
      `${firms} of these companies ${firms === 1 ? 'shows' : 'show'} another main activity in ${firms === 1 ? 'its' : 'their'} own answer: the tax authority told it after this list was made. Lists, filters and counts go by it from the next generation on.`,
    ro: ({ firms }) =>
      `${counted(firms, 'firmă de aici are', 'firme de aici au')} altă activitate principală în propriul răspuns: ANAF a comunicat-o după întocmirea listei. Listele, filtrele și totalurile o preiau de la următoarea generație.`,
  },
  balancesSilent: {
    en: ({ years }: { years: string }) =>
      `The tax authority’s balance-sheet service could not be reached: nobody knows whether there are balance sheets of ${years}.`,
    ro: ({ years }) =>
      `Serviciul ANAF de bilanțuri nu a putut fi contactat: nu se știe dacă există bilanțuri pentru ${years}.`,
  },
  noRow: { en: 'No answer was made for this row.', ro: 'Pentru acest rând nu s-a dat niciun răspuns.' },
  notAnsweredYet: {
    en: ({ about }: { about: string }) =>
      `The tax authority has not answered about ${about} yet, and nothing is stored. Try again in a few seconds.`,
    ro: ({ about }) =>
      `ANAF nu a răspuns încă despre ${about} și nu avem nimic stocat. Încercați din nou în câteva secunde.`,
  },
  notAnswered: {
    en: ({ about }: { about: string }) =>
      `The tax authority does not answer, and nothing is stored about ${about}. Try again later.`,
    ro: ({ about }) => `ANAF nu răspunde și nu avem nimic stocat despre ${about}. Încercați din nou mai târziu.`,
  },
  rowsNotAnswered: {
    en: ({ rows, of }: { rows: number; of: number }) =>
      `The tax authority does not answer about ${rows} of ${of} fiscal codes, and nothing is stored about them. Nothing was charged; ask again later, or without them.`,
    ro: ({ rows, of }) =>
      `ANAF nu răspunde despre ${rows} din cele ${of} coduri fiscale și nu avem nimic stocat despre ele. Nu s-a încasat nimic; reveniți mai târziu sau trimiteți cererea fără ele.`,
  },
  /** What `notAnswered` is about. */
  balanceOf: {
    en: ({ year, cui }: { year: number; cui: string }) => `the balance sheet of ${year} of ${cui}`,
    ro: ({ year, cui }) => `bilanțul aferent anului ${year} al firmei ${cui}`,
  },
  noBalance: {
    en: ({ year, name, reason }: { year: number; name: string; reason: string }) =>
      `There is no balance sheet of ${year} for ${name}: ${reason}.`,
    ro: ({ year, name, reason }) => `Nu există bilanț aferent anului ${year} pentru ${name}: ${reason}.`,
  },
});

/** Why a balance sheet is missing. */
export const missing = sentences('missingBalance', {
  notFiled: { en: 'none was filed', ro: 'nu a fost depus' },
  notYetPublished: { en: 'it is not published yet', ro: 'nu este încă publicat' },
  unknown: {
    en: 'its file is not loaded here, and the tax authority has not been asked for it',
    ro: 'fișierul anului nu este încărcat aici, iar ANAF nu a fost întrebată despre el',
  },
});

/** Titles and details of events. */
export const happened = sentences('timeline', {
  registered: { en: 'Registered in the trade registry', ro: 'Înmatriculată în registrul comerțului' },
  registeredForTax: { en: 'Registered with the tax authority', ro: 'Înregistrată fiscal' },
  balance: {
    en: ({ year }: { year: number }) => `Balance sheet of ${year}`,
    ro: ({ year }) => `Bilanț aferent anului ${year}`,
  },
  form: { en: ({ form }: { form: string }) => `form ${form}`, ro: ({ form }) => `formularul ${form}` },
  name: { en: 'Name changed', ro: 'Denumire schimbată' },
  status: { en: 'Registry status changed', ro: 'Stare schimbată în registrul comerțului' },
  address: { en: 'Seat moved', ro: 'Sediu social schimbat' },
  legalForm: { en: 'Legal form changed', ro: 'Formă juridică schimbată' },
  officerAdded: { en: 'New legal representative', ro: 'Reprezentant legal nou' },
  officerRemoved: { en: 'Legal representative gone', ro: 'Reprezentant legal a cărui calitate a încetat' },
  removed: {
    en: 'No longer in the registry’s snapshot',
    ro: 'Nu mai apare în datele publicate de registrul comerțului',
  },
  vatStart: { en: 'Registered for VAT', ro: 'Înregistrată în scopuri de TVA' },
  vatEnd: { en: 'VAT registration ended', ro: 'Înregistrarea în scopuri de TVA a încetat' },
  vatCanceled: {
    en: 'VAT registration canceled by the authority',
    ro: 'Înregistrarea în scopuri de TVA a fost anulată de ANAF',
  },
  inactive: { en: 'Declared inactive by the tax authority', ro: 'Declarată inactivă fiscal' },
  reactivated: { en: 'Reactivated by the tax authority', ro: 'Reactivată fiscal' },
  eFactura: { en: 'Entered in the RO e-Factura register', ro: 'Înscrisă în Registrul RO e-Factura' },
  deregistration: { en: 'Deregistered by the tax authority', ro: 'Radiată din evidența fiscală' },
});
