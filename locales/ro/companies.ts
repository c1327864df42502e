/** Romanian messages: companies. */
import { counted } from '#lib/i18n/romanian.ts';
import type { companies as english } from '#locales/en/companies.ts';
import type { Translation } from '#locales/translation.ts';

export const companies: Translation<typeof english> = {
  balances: {
    chartUnknown: 'Formularul nu este cunoscut: indicatorii sunt redați ca în bilanțul depus.',
    employeesImpossible: 'Numărul de salariați din bilanțul depus este imposibil și nu a fost inclus în sinteză.',
    amountImpossible: 'O sumă din bilanțul depus este imposibilă și nu a fost inclusă în sinteză.',
    balanceOff:
      'Activele diferă cu peste 1% de suma capitalurilor, datoriilor, provizioanelor și veniturilor în avans.',
    resultOff: 'Rezultatul brut nu este egal cu diferența dintre veniturile totale și cheltuielile totale.',
    currentAssetsOff: 'Stocurile, creanțele și disponibilitățile depășesc împreună activele circulante.',
  },
  onDate: {
    beforeRegistry: ({ first }) => `nu poate fi înainte de ${first}: registrul comerțului nu exista încă`,
    afterToday: ({ today }) => `nu poate fi după ziua de azi, ${today}`,
    companyOn: ({ cui, date }) => `${cui} la data de ${date}`,
    dayUnanswered: ({ date }) =>
      `ANAF nu a răspuns pentru data de ${date}: câmpurile din \`onDate\` cu sursa \`unknown\` nu sunt cunoscute, ceea ce nu înseamnă „nu”.`,
    noReceipt: ({ date }) =>
      `Dovada nu s-a putut emite: ANAF nu a răspuns pentru data de ${date}, deci nu există ce confirma. Reveniți mai târziu.`,
    receiptsForPro:
      'Dovezile sunt disponibile numai cu abonament Pro: trimiteți o cheie Pro sau renunțați la `receipt`.',
  },
  companies: {
    unknown: ({ cui }) => `Nicio sursă nu are date despre o firmă cu codul fiscal ${cui}.`,
    wrongCheckDigit: ({ cui }) =>
      `${cui} nu este un cod fiscal: cifra de control nu corespunde, probabil o cifră a fost tastată greșit.`,
    inDemo: ({ problem, cui, name }) =>
      `${problem} Datele de aici sunt demonstrative, toate firmele sunt inventate: încercați ${cui} (${name}).`,
    visitorsBatch: ({ max }) =>
      `Fără Pro puteți verifica deodată cel mult ${counted(max, 'cod fiscal', 'coduri fiscale')}.`,
    authoritySilent:
      'ANAF nu răspunde: datele despre TVA, inactivitate și celelalte informații pe care le are numai ANAF lipsesc din răspuns, ceea ce nu înseamnă că nu există.',
    authoritySilentSince: ({ since }) => `ANAF nu răspunde: datele de la ANAF sunt cele din ${since}.`,
    activitiesToldLater: ({ firms }) =>
      `${counted(firms, 'firmă de aici are', 'firme de aici au')} altă activitate principală în propriul răspuns: ANAF a comunicat-o după întocmirea listei. Listele, filtrele și totalurile o preiau de la următoarea generație.`,
    balancesSilent: ({ years }) =>
      `Serviciul ANAF de bilanțuri nu răspunde: nu se știe dacă există bilanțuri pentru ${years}.`,
    noRow: 'Acest rând nu a primit răspuns. Repetați cererea pentru el.',
    oldBalances: ({ year }) =>
      `Cel mai recent bilanț cunoscut este cel pe ${year}: cei opt ani se numără înapoi de la acesta.`,
    notAnsweredYet: ({ about }) =>
      `ANAF nu a răspuns încă la întrebarea despre ${about} și nu avem date salvate. Încercați din nou peste câteva secunde.`,
    notAnswered: ({ about }) =>
      `ANAF nu răspunde și nu avem date salvate despre ${about}. Încercați din nou mai târziu.`,
    rowsNotAnswered: ({ rows, of }) =>
      `Coduri fiscale pentru care ANAF nu răspunde și nu avem date salvate: ${rows} din ${of}. Nu s-a încasat nimic; reveniți mai târziu sau trimiteți cererea fără ele.`,
    balanceOf: ({ year, cui }) => `bilanțul aferent anului ${year} al firmei ${cui}`,
    balancesOf: ({ cui }) => `bilanțurile firmei ${cui}`,
    noBalance: ({ year, name, reason }) =>
      `Nu este cunoscut niciun bilanț aferent anului ${year} pentru ${name}: ${reason}.`,
  },
  missingBalance: {
    notFiled: 'nu a fost depus',
    notYetPublished: 'nu este încă publicat',
    unknown: 'fișierul acelui an nu este încărcat aici, iar ANAF nu a fost încă interogată',
  },
  timeline: {
    registered: 'Înmatriculare în registrul comerțului',
    registeredForTax: 'Înregistrare fiscală',
    balance: ({ year }) => `Bilanț aferent anului ${year}`,
    form: ({ form }) => `formularul ${form}`,
    name: 'Schimbarea denumirii',
    status: 'Schimbarea stării în registrul comerțului',
    address: 'Schimbarea sediului social',
    legalForm: 'Schimbarea formei juridice',
    officerAdded: 'Numirea unui reprezentant legal',
    officerRemoved: 'Încetarea calității unui reprezentant legal',
    removed: 'Nu mai apare în datele publicate de registrul comerțului',
    vatStart: 'Înregistrare în scopuri de TVA',
    vatEnd: 'Încetarea înregistrării în scopuri de TVA',
    vatCanceled: 'Anularea de către ANAF a înregistrării în scopuri de TVA',
    inactive: 'Declararea ca inactivă fiscal',
    reactivated: 'Reactivare fiscală',
    eFactura: 'Înscriere în Registrul RO e-Factura',
    deregistration: 'Radiere din evidența fiscală',
  },
  companyStatus: {
    struckOff: 'Radiată',
    insolvency: 'În insolvență sau faliment',
    dissolution: 'În dizolvare sau lichidare',
    suspended: 'Activitate suspendată',
    inactive: 'Inactivă fiscal',
    notOperating: 'Nu funcționează',
    operating: 'În funcțiune',
  },
};
