/** What is said about public procurement. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('procurement', {
  noticeNumber: {
    en: 'must be the number of a notice: letters and digits, such as CN1062325; until 2018 digits alone',
    ro: 'trebuie să fie numărul unui anunț: litere și cifre, de exemplu CN1062325; până în 2018, numai cifre',
  },
  cpv: {
    en: 'must be a CPV code or its first digits, such as 45 or 45000000-7',
    ro: 'trebuie să fie un cod CPV sau primele lui cifre, de exemplu 45 sau 45000000-7',
  },
  notLoaded: {
    en: 'This installation has not loaded public procurement data.',
    ro: 'Această instalare nu are încărcate datele despre achiziții publice.',
  },
  noneLoaded: {
    en: ({ records }: { records: string }) => `This installation has not loaded any ${records}.`,
    ro: ({ records }) => `Această instalare nu are încărcate ${records}.`,
  },
  sortedTable: {
    en: ({ max }: { max: number }) =>
      `More than ${max} notices match; only the newest ${max} are put in that order, so a table would not have all of them. Narrow the search, or leave out sort.`,
    ro: ({ max }) =>
      `Căutarea găsește peste ${counted(max, 'anunț', 'anunțuri')}; numai atâtea, cele mai noi, pot fi ordonate astfel, deci tabelul nu le-ar cuprinde pe toate. Restrângeți căutarea sau renunțați la sort.`,
  },
  sortedMax: {
    en: ({ max }: { max: number }) => `orders at most ${max} notices`,
    ro: ({ max }) => `ordonează cel mult ${counted(max, 'anunț', 'anunțuri')}`,
  },
  callerLeft: {
    en: 'The connection was closed before the analysis was done.',
    ro: 'Conexiunea a fost închisă înainte ca analiza să fie gata.',
  },
  unknownNotice: {
    en: ({ notice }: { notice: string }) => `No notice has the number ${notice}.`,
    ro: ({ notice }) => `Niciun anunț nu are numărul ${notice}.`,
  },
  unknownContract: {
    en: ({ number }: { number: string }) => `No contract has the number ${number}.`,
    ro: ({ number }) => `Niciun contract nu are numărul ${number}.`,
  },
  unknownReport: {
    en: ({ id }: { id: string }) => `No report has the identifier ${id}.`,
    ro: ({ id }) => `Niciun document constatator nu are identificatorul ${id}.`,
  },
  wrongOrder: {
    en: ({ first, problem }: { first: string; problem: string }) => `${first} ${problem}.`,
    ro: ({ first, problem }) => `${first} ${problem}.`,
  },
  unknownTown: {
    en: ({ text }: { text: string }) => `No supplier is known to be from "${text}".`,
    ro: ({ text }) => `Nu se cunoaște niciun furnizor din „${text}”.`,
  },
  unknownTownNear: {
    en: ({ text, near }: { text: string; near: string }) =>
      `No supplier is known to be from "${text}". Near it: ${near}.`,
    ro: ({ text, near }) => `Nu se cunoaște niciun furnizor din „${text}”. Denumiri apropiate: ${near}.`,
  },
  suppliersWithoutTown: {
    en: ({ count }: { count: number }) =>
      `The town of ${count} ${count === 1 ? 'supplier' : 'suppliers'} under this code is not known: a town does not find ${count === 1 ? 'it' : 'them'}.`,
    ro: ({ count }) =>
      `La acest cod nu se cunoaște localitatea pentru ${counted(count, 'furnizor', 'furnizori')}: căutarea după localitate nu ${count === 1 ? 'îl' : 'îi'} găsește.`,
  },
  isAfter: { en: ({ last }: { last: string }) => `is after ${last}`, ro: ({ last }) => `este după ${last}` },
  isAbove: { en: ({ most }: { most: string }) => `is above ${most}`, ro: ({ most }) => `este peste ${most}` },
  checkDigit: {
    en: ({ right }: { right: string }) => `has a wrong check digit: ${right} is right`,
    ro: ({ right }) => `are cifra de control greșită: corect este ${right}`,
  },
});

/** What lists are made of. */
export const records = sentences('procurementRecords', {
  notice: { en: 'notices', ro: 'anunțuri' },
  contract: { en: 'contracts', ro: 'contracte' },
  purchase: { en: 'direct purchases', ro: 'achiziții directe' },
  award: { en: 'award notices of direct purchases', ro: 'notificări de atribuire a achizițiilor directe' },
  report: { en: 'supplier-performance reports', ro: 'documente constatatoare despre furnizori' },
});

/** A company's first steps, in its history. */
export const firsts = sentences('procurementFirsts', {
  contractSigned: {
    en: 'First public contract signed as authority',
    ro: 'Primul contract de achiziție publică semnat ca autoritate contractantă',
  },
  contractWon: { en: 'First public contract won', ro: 'Primul contract de achiziție publică câștigat' },
  purchaseMade: { en: 'First direct purchase made', ro: 'Prima achiziție directă efectuată' },
  purchaseWon: { en: 'First direct purchase won', ro: 'Prima achiziție directă în calitate de furnizor' },
  asFarBack: {
    en: 'As far back as the loaded procurement data goes.',
    ro: 'În limita datelor de achiziții încărcate.',
  },
});

/** Kinds of procedures, in the words of the law. */
export const procedures = sentences('procedureTypes', {
  open: { en: 'Open procedure', ro: 'Licitație deschisă' },
  restricted: { en: 'Restricted procedure', ro: 'Licitație restrânsă' },
  competitiveNegotiation: { en: 'Competitive procedure with negotiation', ro: 'Procedură competitivă cu negociere' },
  negotiationWithNotice: { en: 'Negotiation with prior publication', ro: 'Negociere cu publicare prealabilă' },
  negotiationWithoutNotice: {
    en: 'Negotiation without prior publication',
    ro: 'Negociere fără publicare prealabilă',
  },
  competitiveDialogue: { en: 'Competitive dialogue', ro: 'Dialog competitiv' },
  innovationPartnership: { en: 'Innovation partnership', ro: 'Parteneriat pentru inovare' },
  designContest: { en: 'Design contest', ro: 'Concurs de soluții' },
  simplified: { en: 'Simplified procedure', ro: 'Procedură simplificată' },
  ownSimplified: { en: 'The authority’s own simplified procedure', ro: 'Procedură simplificată proprie' },
  requestForQuotations: { en: 'Request for quotations', ro: 'Cerere de oferte' },
  dynamicPurchasing: { en: 'Dynamic purchasing system', ro: 'Sistem de achiziție dinamic' },
  ownRules: { en: 'The authority’s own rules', ro: 'Norme proprii' },
  directPurchase: { en: 'Direct purchase', ro: 'Achiziție directă' },
  other: { en: 'Another procedure', ro: 'Altă procedură' },
});

/** How far a procedure has come. */
export const states = sentences('noticeStates', {
  published: { en: 'Published', ro: 'Publicată' },
  ongoing: { en: 'Ongoing', ro: 'În desfășurare' },
  suspended: { en: 'Suspended', ro: 'Suspendată' },
  awarded: { en: 'Awarded', ro: 'Atribuită' },
  cancelled: { en: 'Cancelled', ro: 'Anulată' },
  other: { en: 'Another state', ro: 'Altă stare' },
});
