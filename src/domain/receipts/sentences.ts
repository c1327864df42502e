/** What is said of receipts: what they prove, and why one is not valid. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('receipts', {
  note: {
    en: 'This proves what the named service saw when it asked the source at the instant stated. It is not a document of the authority, which vouches for nothing in it.',
    ro: 'Dovedește ce a văzut serviciul indicat când a interogat sursa la momentul menționat. Nu este un document emis de autoritate și nu o angajează în niciun fel.',
  },
  malformed: {
    en: 'This is not a receipt of the kind issued here: it must be the whole text, three parts with dots between them.',
    ro: 'Textul nu este o dovadă de tipul celor emise aici: trebuie trimis textul întreg, trei părți despărțite prin puncte.',
  },
  algorithm: {
    en: 'This is not a receipt of the kind issued here: it names another algorithm or another kind of document.',
    ro: 'Textul nu este o dovadă de tipul celor emise aici: indică alt algoritm sau alt tip de document.',
  },
  unknownKey: {
    en: 'No key of this service, present or past, signed this receipt.',
    ro: 'Dovada nu este semnată cu nicio cheie a acestui serviciu, actuală sau mai veche.',
  },
  altered: {
    en: 'The signature does not fit: the receipt was altered after it was issued, or was not issued here.',
    ro: 'Semnătura nu corespunde: dovada a fost modificată după emitere sau nu a fost emisă aici.',
  },
});
