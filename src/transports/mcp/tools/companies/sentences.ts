/** What the tools over companies say beside their data. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('agents.companies', {
  cursorOfOne: {
    en: 'A `cursor` goes on with one part: name that one alone in `include`.',
    ro: 'Un `cursor` continuă o singură parte: lăsați-o doar pe ea în `include`.',
  },
  notPaged: {
    en: ({ part }: { part: string }) => `\`${part}\` is told whole: call without \`cursor\`.`,
    ro: ({ part }) => `\`${part}\` se dă întreg: apelați fără \`cursor\`.`,
  },
  fewerCuis: {
    en: ({ most }: { most: number }) =>
      `This account looks up at most ${most} fiscal codes at once: send them in parts.`,
    ro: ({ most }) =>
      `Acest cont verifică deodată cel mult ${counted(most, 'cod fiscal', 'coduri fiscale')}: trimiteți-le pe părți.`,
  },
  yearsMax: {
    en: ({ most }: { most: number }) => `Ask for at most ${most} years at once, the earlier one in \`fromYear\`.`,
    ro: ({ most }) => `Cereți cel mult ${counted(most, 'an', 'ani')} odată, cu anul mai vechi în \`fromYear\`.`,
  },
  yearsCut: {
    en: ({ first, last }: { first: number; last: number }) =>
      `Years before ${first} are not told here: ask for them with \`toYear\` ${last}.`,
    ro: ({ first, last }) => `Anii dinaintea lui ${first} nu apar aici: cereți-i cu \`toYear\` ${last}.`,
  },
  yearsBefore: {
    en: ({ day }: { day: string }) => `The company was registered on ${day}: years before that are not missing.`,
    ro: ({ day }) => `Firma a fost înregistrată la ${day}: anii dinainte nu lipsesc.`,
  },
  yearsAfter: {
    en: ({ day }: { day: string }) => `The company was struck off on ${day}: from that year on none is missing.`,
    ro: ({ day }) => `Firma a fost radiată la ${day}: din acel an niciunul nu lipsește.`,
  },
  noAdvice: {
    en: 'Computed from published balance sheets: no credit advice. Tell the bounds and what is not certain with the verdict.',
    ro: 'Calculat din bilanțurile publicate: nu este o recomandare de creditare. Prezentați limitele și ce nu este sigur împreună cu verdictul.',
  },
  oneSlice: {
    en: 'A ranking is of the country, of one county or of one activity: send `county` or `caen`, not both.',
    ro: 'Un clasament este al țării, al unui județ sau al unei activități: trimiteți `county` sau `caen`, nu ambele.',
  },
  ratiosNational: {
    en: 'Rankings by ratios are of the whole country: leave `county` and `caen` out.',
    ro: 'Clasamentele după indicatori sunt pe toată țara: omiteți `county` și `caen`.',
  },
});

/** What Pro would add, tool by tool. */
export const pro = sentences('agents.companies.pro', {
  ratios: {
    en: 'With Pro: financial ratios of the newest year, each with its place among comparable companies.',
    ro: 'Cu Pro: indicatorii financiari ai ultimului an, fiecare cu locul între firme comparabile.',
  },
  solvency: {
    en: 'This is the preview. With Pro: the ratios with their place among comparable companies, the score and verdict of every year, what had to be assumed, and what could not be checked. Null here means hidden, not unknown.',
    ro: 'Aceasta este previzualizarea. Cu Pro: indicatorii cu locul între firme comparabile, scorul și verdictul fiecărui an, ce a trebuit presupus și ce nu a putut fi verificat. Aici null înseamnă ascuns, nu necunoscut.',
  },
});
