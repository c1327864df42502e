/** What is said about decisions in the Official Gazette. */
import { sentences } from '#lib/i18n/sentence.ts';

/** As the Gazette itself writes its parts: `Partea I`, `Partea a II-a`, `Partea a IV-a`. */
const partOf = (part: string): string => (part === 'I' ? 'Partea I' : `Partea a ${part}-a`);

export const said = sentences('gazette', {
  notLoaded: {
    en: 'This installation has not loaded the Official Gazette.',
    ro: 'Această instalare nu are încărcat Monitorul Oficial.',
  },
  unknown: {
    en: ({ id }: { id: string }) => `No decision has the identifier ${id}.`,
    ro: ({ id }) => `Niciun act publicat nu are identificatorul ${id}.`,
  },
  /** Where a company was mentioned; `number` may be one of a second issue of the day, `12 bis`. */
  mentioned: {
    en: ({ part, number }: { part: string; number: string }) => `Official Gazette, part ${part}, no. ${number}`,
    ro: ({ part, number }) => `Monitorul Oficial, ${partOf(part)}, nr. ${number}`,
  },
});
