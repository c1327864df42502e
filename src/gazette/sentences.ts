/** What is said about decisions in the Official Gazette. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('gazette', {
  notLoaded: {
    en: 'This installation has not loaded the Official Gazette.',
    ro: 'În această instalare nu este încărcat Monitorul Oficial.',
  },
  unknown: {
    en: ({ id }: { id: string }) => `No decision has the identifier ${id}.`,
    ro: ({ id }) => `Nicio hotărâre nu are identificatorul ${id}.`,
  },
  /** Where a company was mentioned; `number` may be one of a second issue of the day, `12 bis`. */
  mentioned: {
    en: ({ part, number, id }: { part: string; number: string; id: string }) =>
      `Official Gazette, part ${part}, no. ${number}: /api/decisions/${id}`,
    ro: ({ part, number, id }) => `Monitorul Oficial, Partea a ${part}-a, nr. ${number}: /api/decisions/${id}`,
  },
});
