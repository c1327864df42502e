/** What each error code means. */
import { sentences } from '#lib/i18n/sentence.ts';

/** What the codes of `problem.ts` mean. */
export const meaning = sentences('problem', {
  INVALID_PARAMETER: {
    en: 'A value of the path, the query or a header does not have its documented form; details say which.',
    ro: 'O valoare din cale, din parametri sau din antete nu are forma documentată; vedeți care în details.',
  },
  INVALID_BODY: {
    en: 'The body is not JSON, or does not have the documented form.',
    ro: 'Corpul cererii nu este JSON sau nu are forma documentată.',
  },
  API_KEY_REQUIRED: {
    en: 'This operation needs a Pro key and none was sent.',
    ro: 'Operațiunea necesită o cheie Pro, iar cererea nu conține niciuna.',
  },
  INVALID_API_KEY: {
    en: 'The key is malformed, unknown, revoked or expired.',
    ro: 'Cheia este scrisă greșit, necunoscută, revocată sau expirată.',
  },
  PAYMENT_REQUIRED: {
    en: 'Send a Pro key, or pay for this request.',
    ro: 'Trimiteți o cheie Pro sau plătiți această cerere.',
  },
  PAYMENT_INVALID: {
    en: 'The payment cannot be used for this request.',
    ro: 'Plata nu poate fi folosită pentru această cerere.',
  },
  PAYMENT_FAILED: {
    en: 'The payment was refused when it was settled.',
    ro: 'Plata a fost refuzată la decontare.',
  },
  SUBSCRIPTION_INACTIVE: {
    en: 'The key is right, but its account has no active Pro subscription.',
    ro: 'Cheia este corectă, dar contul nu are un abonament Pro activ.',
  },
  PRO_KEY_REQUIRED: {
    en: 'Only a Pro key opens this operation.',
    ro: 'Operațiunea este accesibilă numai cu o cheie Pro.',
  },
  IP_BLOCKED: {
    en: 'Requests from this address are blocked; a valid Pro key still works.',
    ro: 'Cererile de la această adresă sunt blocate; o cheie Pro validă este acceptată în continuare.',
  },
  NOT_FOUND: { en: 'No source knows it.', ro: 'Nu apare în nicio sursă.' },
  ROUTE_NOT_FOUND: { en: 'There is no such path.', ro: 'Calea nu există.' },
  METHOD_NOT_ALLOWED: {
    en: 'The path exists, but not with this method; see the Allow header.',
    ro: 'Calea există, dar nu cu această metodă; vedeți antetul Allow.',
  },
  NOT_ACCEPTABLE: {
    en: 'The answer exists only in media types that the Accept header rules out.',
    ro: 'Răspunsul există numai în formate pe care antetul Accept le exclude.',
  },
  BODY_TOO_LARGE: {
    en: 'The body is larger than this operation accepts.',
    ro: 'Corpul cererii depășește dimensiunea acceptată de operațiune.',
  },
  URI_TOO_LONG: {
    en: 'The address is longer than the service accepts.',
    ro: 'Adresa depășește lungimea acceptată de serviciu.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: 'The body must be application/json.',
    ro: 'Corpul cererii trebuie să fie application/json.',
  },
  PRECONDITION_FAILED: {
    en: 'The file is no longer the one that If-Match or If-Unmodified-Since names.',
    ro: 'Fișierul nu mai este cel indicat de If-Match sau de If-Unmodified-Since.',
  },
  RANGE_NOT_SATISFIABLE: {
    en: 'The range in the Range header lies beyond the end of the file.',
    ro: 'Intervalul din antetul Range depășește sfârșitul fișierului.',
  },
  HEADERS_TOO_LARGE: {
    en: 'The headers are larger than the service accepts.',
    ro: 'Antetele depășesc dimensiunea acceptată de serviciu.',
  },
  PAYMENT_REUSED: {
    en: 'This payment was used for another request.',
    ro: 'Plata a fost folosită pentru altă cerere.',
  },
  PAYMENT_IN_PROGRESS: {
    en: 'A request with this payment is still being answered.',
    ro: 'O cerere cu această plată este încă în curs de procesare.',
  },
  DOCUMENTATION_NOT_READY: {
    en: 'Nobody has looked for these documents yet; try again after Retry-After.',
    ro: 'Documentele nu au fost încă verificate la sursă; reveniți după intervalul din Retry-After.',
  },
  WITHDRAWN: {
    en: 'The documentation was withdrawn by its authority.',
    ro: 'Documentația a fost retrasă de autoritatea contractantă.',
  },
  UNPROCESSABLE_DOCUMENT: {
    en: 'The file cannot be read: it is damaged, or not of the type that it claims to be.',
    ro: 'Fișierul nu poate fi citit: este deteriorat sau nu este de tipul declarat.',
  },
  RATE_LIMITED: {
    en: 'Too many requests; try again after Retry-After.',
    ro: 'Prea multe cereri; reveniți după intervalul din Retry-After.',
  },
  INTERNAL_ERROR: {
    en: 'An error on our side, logged under the request id.',
    ro: 'Eroare din partea noastră, înregistrată sub identificatorul cererii.',
  },
  UPSTREAM_INVALID: {
    en: 'A public source gave an unreadable answer, and we have nothing stored.',
    ro: 'O sursă publică a dat un răspuns care nu poate fi citit și nu avem date salvate.',
  },
  UPSTREAM_UNAVAILABLE: {
    en: 'A public source does not answer, and we have nothing stored.',
    ro: 'O sursă publică nu răspunde și nu avem date salvate.',
  },
  SOURCE_NOT_LOADED: {
    en: 'This installation has not loaded the source that the operation depends on.',
    ro: 'Această instalare nu are încărcată sursa de care depinde operațiunea.',
  },
  STORE_UNAVAILABLE: {
    en: 'Our own database does not answer at the moment; try again after Retry-After.',
    ro: 'Baza noastră de date nu răspunde momentan; reveniți după intervalul din Retry-After.',
  },
  PAYMENT_PENDING: {
    en: 'It is not known yet whether the payment was settled; ask again with the same payment.',
    ro: 'Nu se știe încă dacă plata a fost decontată; repetați cererea cu aceeași plată.',
  },
  PAYMENT_UNAVAILABLE: {
    en: 'Payments cannot be taken at the moment.',
    ro: 'Momentan nu pot fi primite plăți.',
  },
  OVERLOADED: {
    en: 'The service is overloaded; try again after Retry-After.',
    ro: 'Serviciul este suprasolicitat; reveniți după intervalul din Retry-After.',
  },
  SERVICE_STARTING: {
    en: 'The service is starting; try again after Retry-After.',
    ro: 'Serviciul este în curs de pornire; reveniți după intervalul din Retry-After.',
  },
  UPSTREAM_TIMEOUT: {
    en: 'A public source took too long, and we have nothing stored.',
    ro: 'O sursă publică nu a răspuns la timp și nu avem date salvate.',
  },
});
