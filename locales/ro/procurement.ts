/** Romanian messages: procurement. */
import { counted } from '#lib/i18n/romanian.ts';
import type { procurement as english } from '#locales/en/procurement.ts';
import type { Translation } from '#locales/translation.ts';

export const procurement: Translation<typeof english> = {
  procurement: {
    noticeNumber: 'trebuie să fie numărul unui anunț: litere și cifre, de exemplu CN1062325; până în 2018, numai cifre',
    cpv: 'trebuie să fie un cod CPV sau primele lui cifre, de exemplu 45 sau 45000000-7',
    notLoaded: 'Această instalare nu are încărcate datele despre achiziții publice.',
    noneLoaded: ({ records }) => `Această instalare nu are încărcate ${records}.`,
    sortedTable: ({ max }) =>
      `Căutarea găsește peste ${counted(max, 'anunț', 'anunțuri')}; numai atâtea, cele mai noi, pot fi ordonate astfel, deci tabelul nu le-ar cuprinde pe toate. Restrângeți căutarea sau renunțați la sort.`,
    sortedMax: ({ max }) => `ordonează cel mult ${counted(max, 'anunț', 'anunțuri')}`,
    callerLeft: 'Conexiunea a fost închisă înainte ca analiza să fie gata.',
    unknownNotice: ({ notice }) => `Niciun anunț nu are numărul ${notice}.`,
    unknownContract: ({ number }) => `Niciun contract nu are numărul ${number}.`,
    unknownReport: ({ id }) => `Niciun document constatator nu are identificatorul ${id}.`,
    wrongOrder: ({ first, problem }) => `${first} ${problem}.`,
    unknownTown: ({ text }) => `Nu se cunoaște niciun furnizor din „${text}”.`,
    unknownTownNear: ({ text, near }) => `Nu se cunoaște niciun furnizor din „${text}”. Denumiri apropiate: ${near}.`,
    suppliersWithoutTown: ({ count }) =>
      `La acest cod nu se cunoaște localitatea pentru ${counted(count, 'furnizor', 'furnizori')}: căutarea după localitate nu ${count === 1 ? 'îl' : 'îi'} găsește.`,
    purchasesWithoutState: ({ count, all }) =>
      `Din ${counted(all, 'achiziție directă numărată', 'achiziții directe numărate')} aici, ${count} ${count === 1 ? 'vine' : 'vin'} dintr-o sursă care nu publică dacă oferta a fost acceptată: unele pot fi refuzate.`,
    dealsWithoutValue: ({ zero, negative }) =>
      `Numărate fără valoare: ${zero} cu suma publicată zero și ${negative} cu o sumă negativă care nu corectează nicio înregistrare cunoscută. Nu adaugă nimic la sume.`,
    isAfter: ({ last }) => `este după ${last}`,
    isAbove: ({ most }) => `este peste ${most}`,
    checkDigit: ({ right }) => `are cifra de control greșită: corect este ${right}`,
  },
  procurementRecords: {
    notice: 'anunțuri',
    contract: 'contracte',
    purchase: 'achiziții directe',
    award: 'notificări de atribuire a achizițiilor directe',
    report: 'documente constatatoare despre furnizori',
  },
  procurementFirsts: {
    contractSigned: 'Primul contract de achiziție publică semnat ca autoritate contractantă',
    contractWon: 'Primul contract de achiziție publică câștigat',
    purchaseMade: 'Prima achiziție directă efectuată',
    purchaseWon: 'Prima achiziție directă în calitate de furnizor',
    asFarBack: 'În limita datelor de achiziții încărcate.',
  },
  procedureTypes: {
    open: 'Licitație deschisă',
    restricted: 'Licitație restrânsă',
    competitiveNegotiation: 'Procedură competitivă cu negociere',
    negotiationWithNotice: 'Negociere cu publicare prealabilă',
    negotiationWithoutNotice: 'Negociere fără publicare prealabilă',
    competitiveDialogue: 'Dialog competitiv',
    innovationPartnership: 'Parteneriat pentru inovare',
    designContest: 'Concurs de soluții',
    simplified: 'Procedură simplificată',
    ownSimplified: 'Procedură simplificată proprie',
    requestForQuotations: 'Cerere de oferte',
    dynamicPurchasing: 'Sistem de achiziție dinamic',
    ownRules: 'Norme proprii',
    directPurchase: 'Achiziție directă',
    other: 'Altă procedură',
  },
  noticeStates: {
    published: 'Publicată',
    ongoing: 'În desfășurare',
    suspended: 'Suspendată',
    awarded: 'Atribuită',
    cancelled: 'Anulată',
    other: 'Altă stare',
  },
};
