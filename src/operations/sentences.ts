/** What any operation may say: about its input, about cursors and about the parts it answers from; and what each error code means. */
import { counted } from '#sentences/romanian.ts';
import { sentences } from '#sentences/sentence.ts';

/** Behind the name of a parameter or of a field of the body. */
export const wrongIs = sentences('wrong', {
  missing: { en: 'is missing', ro: 'lipsește' },
  notKnown: { en: 'is not known here', ro: 'nu este cunoscut aici' },
  notKnownNear: {
    en: ({ near }: { near: string }) => `is not known here; did you mean ${near}?`,
    ro: ({ near }) => `nu este cunoscut aici; ați vrut să scrieți ${near}?`,
  },
  notKnownAmong: {
    en: ({ known }: { known: string }) => `is not known here; known are ${known}`,
    ro: ({ known }) => `nu este cunoscut aici; parametrii cunoscuți sunt ${known}`,
  },
  twice: { en: 'is given twice', ro: 'apare de două ori' },
  encoding: { en: 'has malformed percent-encoding', ro: 'are o codificare cu procente greșită' },
  nul: { en: 'holds a NUL character', ro: 'conține un caracter NUL' },
  shape: { en: 'has not the documented form', ro: 'nu are forma documentată' },
  noCuiShape: {
    en: 'must be a fiscal code: 1-10 digits, with or without RO in front',
    ro: 'trebuie să fie un cod fiscal: 1-10 cifre, cu sau fără RO în față',
  },
  noCursor: {
    en: 'must be `meta.page.nextCursor` of the page before',
    ro: 'trebuie să fie `meta.page.nextCursor` din pagina precedentă',
  },
  noClass: { en: 'must be a CAEN class: four digits', ro: 'trebuie să fie o clasă CAEN: patru cifre' },
  noIdentifier: {
    en: 'must be an identifier as lists and searches give it',
    ro: 'trebuie să fie un identificator, așa cum apare în liste și căutări',
  },
  wholeNumber: { en: 'must be a whole number', ro: 'trebuie să fie un număr întreg' },
  number: { en: 'must be a number', ro: 'trebuie să fie un număr' },
  boolean: { en: 'must be true or false', ro: 'trebuie să fie true sau false' },
  range: {
    en: ({ from, to }: { from: number; to: number }) => `must be from ${from} to ${to}`,
    ro: ({ from, to }) => `trebuie să fie între ${from} și ${to}`,
  },
  bound: {
    en: ({ comparison, limit }: { comparison: string; limit: number }) => `must be ${comparison} ${limit}`,
    ro: ({ comparison, limit }) => `trebuie să fie ${comparison} ${limit}`,
  },
  length: {
    en: ({ from, to }: { from: number; to: number }) => `must have ${from}-${to} characters`,
    ro: ({ from, to }) => `trebuie să aibă ${from}-${to} caractere`,
  },
  choice: {
    en: ({ choices }: { choices: string }) => `must be one of ${choices}`,
    ro: ({ choices }) => `trebuie să fie una dintre valorile ${choices}`,
  },
  type: {
    en: ({ type }: { type: string }) => `must be ${type}`,
    ro: ({ type }) => `trebuie să fie de tipul ${type}`,
  },
  tooFew: {
    en: ({ limit }: { limit: number }) => `must NOT have fewer than ${limit} items`,
    ro: ({ limit }) => `trebuie să aibă cel puțin ${counted(limit, 'element', 'elemente')}`,
  },
  tooMany: {
    en: ({ limit }: { limit: number }) => `must NOT have more than ${limit} items`,
    ro: ({ limit }) => `poate avea cel mult ${counted(limit, 'element', 'elemente')}`,
  },
  /** `rule`: the validator’s own English words, for what no declaration has asked for so far. */
  other: { en: ({ rule }: { rule: string }) => rule, ro: ({ rule }) => `nu este valid (${rule})` },
  notValid: { en: 'is not valid', ro: 'nu este valid' },
  day: {
    en: 'must be a day of the calendar, `YYYY-MM-DD`',
    ro: 'trebuie să fie o zi din calendar, `AAAA-LL-ZZ`',
  },
  dayMeant: {
    en: ({ meant }: { meant: string }) => `must be a day of the calendar, \`YYYY-MM-DD\`; did you mean ${meant}?`,
    ro: ({ meant }) => `trebuie să fie o zi din calendar, \`AAAA-LL-ZZ\`; ați vrut să scrieți ${meant}?`,
  },
  noCui: {
    en: 'is no fiscal code: one has 1-10 digits, not only zeros',
    ro: 'nu este un cod fiscal: acesta are 1-10 cifre, nu numai zerouri',
  },
  cursorElsewhere: { en: 'does not belong to this query', ro: 'nu aparține acestei căutări' },
  besideCursor: { en: 'does not go with a cursor', ro: 'nu se folosește împreună cu un cursor' },
  /** A word for programs, the same in every language. */
  word: { en: ({ word }: { word: string }) => word, ro: ({ word }) => word },
});

/** A question needs no full stop. */
const ended = (sentence: string): string => (sentence.endsWith('?') ? sentence : `${sentence}.`);

export const said = sentences('operations', {
  query: {
    en: ({ name, problem }: { name: string; problem: string }) => ended(`The parameter ${name} ${problem}`),
    ro: ({ name, problem }) => ended(`Parametrul ${name} ${problem}`),
  },
  path: {
    en: ({ name, problem }: { name: string; problem: string }) => ended(`The path parameter ${name} ${problem}`),
    ro: ({ name, problem }) => ended(`Parametrul ${name} din cale ${problem}`),
  },
  body: {
    en: ({ problem }: { problem: string }) => ended(`The body ${problem}`),
    ro: ({ problem }) => ended(`Corpul cererii ${problem}`),
  },
  field: {
    en: ({ name, problem }: { name: string; problem: string }) => ended(`The body: ${name} ${problem}`),
    ro: ({ name, problem }) => ended(`Corpul cererii: ${name} ${problem}`),
  },
  /** Of a parameter and of a row of a batch alike. */
  noCui: {
    en: 'A fiscal code has 1-10 digits, not only zeros, with or without RO in front.',
    ro: 'Un cod fiscal are 1-10 cifre, nu numai zerouri, cu sau fără RO în față.',
  },
  cursorElsewhere: {
    en: 'This cursor is of another query, or the data has changed since: start again without it.',
    ro: 'Cursorul este al altei căutări sau datele s-au schimbat între timp: luați lista de la început, fără el.',
  },
  offsetOrCursor: { en: 'Send offset or cursor, not both.', ro: 'Trimiteți offset sau cursor, nu pe amândouă.' },
  partStale: {
    en: ({ part, asOf }: { part: string; asOf: string }) =>
      `The ${part} data is of ${asOf}: the newer publication could not be read.`,
    ro: ({ part, asOf }) => `Datele „${part}” sunt din ${asOf}: publicația mai nouă nu a putut fi citită.`,
  },
  registryNotLoaded: {
    en: 'This installation has not loaded the trade registry.',
    ro: 'În această instalare nu este încărcat registrul comerțului.',
  },
  noSuchPath: {
    en: 'There is no such path here. The list of operations is at /docs and /openapi.json.',
    ro: 'Calea nu există aici. Lista operațiunilor este la /docs și /openapi.json.',
  },
  /** Behind a sentence that says what is not there. */
  inDemo: {
    en: ({ problem, example }: { problem: string; example: string }) =>
      `${problem} This is the demo country: try ${example}.`,
    ro: ({ problem, example }) => `${problem} Aceasta este țara demonstrativă: încercați ${example}.`,
  },
  onlyProKey: { en: 'Only a Pro key opens this.', ro: 'Accesul se face numai cu o cheie Pro.' },
  partOfPro: {
    en: 'This is part of Pro: sign in with a Pro account, or send a Pro key.',
    ro: 'Face parte din Pro: autentificați-vă cu un cont Pro sau trimiteți o cheie Pro.',
  },
  notSold: {
    en: 'Only a Pro key opens this; it cannot be bought by request.',
    ro: 'Accesul se face numai cu o cheie Pro; nu se poate plăti separat pentru o cerere.',
  },
  sendKey: {
    en: 'Send your Pro key in the header X-API-Key, or as Authorization: Bearer.',
    ro: 'Trimiteți cheia Pro în antetul X-API-Key sau ca Authorization: Bearer.',
  },
  connectAgent: {
    en: 'Connect the agent to an account first: its requests carry an access token.',
    ro: 'Conectați mai întâi agentul la un cont: cererile lui poartă un token de acces.',
  },
  blocked: {
    en: 'Requests from this address are blocked; a valid Pro key passes.',
    ro: 'Cererile de la această adresă sunt blocate; cu o cheie Pro validă sunt primite.',
  },
  blockedUntil: {
    en: ({ until }: { until: string }) =>
      `Requests from this address are blocked until ${until}; a valid Pro key passes.`,
    ro: ({ until }) =>
      `Cererile de la această adresă sunt blocate până la ${until}; cu o cheie Pro validă sunt primite.`,
  },
  tooMany: {
    en: ({ limit, windowSeconds, resetSeconds }: { limit: number; windowSeconds: number; resetSeconds: number }) =>
      `More than ${limit} requests in ${windowSeconds} seconds. Try again in ${resetSeconds} seconds.`,
    ro: ({ limit, windowSeconds, resetSeconds }) =>
      `Mai mult de ${counted(limit, 'cerere', 'cereri')} în ${counted(windowSeconds, 'secundă', 'secunde')}. Încercați din nou peste ${counted(resetSeconds, 'secundă', 'secunde')}.`,
  },
  tooLongToSell: {
    en: 'This answer is too long to be sold by the request: narrow the question.',
    ro: 'Răspunsul este prea lung pentru a fi vândut ca o singură cerere: restrângeți căutarea.',
  },
  firstDataset: {
    en: 'The first dataset is still being built. Try again in a few seconds.',
    ro: 'Primul set de date este încă în pregătire. Încercați din nou peste câteva secunde.',
  },
});

/** What the codes of `problem.ts` mean. */
export const meaning = sentences('problem', {
  INVALID_PARAMETER: {
    en: 'A path, query or header value is outside its documented shape; details name it.',
    ro: 'O valoare din cale, din parametri sau din antete nu are forma documentată; detaliile o numesc.',
  },
  INVALID_BODY: {
    en: 'The body is no JSON, or not of the documented shape.',
    ro: 'Corpul cererii nu este JSON sau nu are forma documentată.',
  },
  API_KEY_REQUIRED: {
    en: 'This operation needs a Pro key and none was sent.',
    ro: 'Operațiunea cere o cheie Pro și nu a fost trimisă niciuna.',
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
    ro: 'Cheia este corectă, dar contul ei nu are un abonament Pro activ.',
  },
  PRO_KEY_REQUIRED: {
    en: 'Only a Pro key opens this operation.',
    ro: 'Operațiunea este accesibilă numai cu o cheie Pro.',
  },
  IP_BLOCKED: {
    en: 'Requests from this address are blocked; a valid Pro key passes.',
    ro: 'Cererile de la această adresă sunt blocate; o cheie Pro validă ridică blocajul.',
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
    en: 'The body is larger than this operation reads.',
    ro: 'Corpul cererii este mai mare decât citește operațiunea.',
  },
  URI_TOO_LONG: {
    en: 'The address is longer than the service reads.',
    ro: 'Adresa este mai lungă decât citește serviciul.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: 'The body must be application/json.',
    ro: 'Corpul cererii trebuie să fie application/json.',
  },
  PRECONDITION_FAILED: {
    en: 'The file is no longer the one that If-Match or If-Unmodified-Since names.',
    ro: 'Fișierul nu mai este cel numit de If-Match sau de If-Unmodified-Since.',
  },
  RANGE_NOT_SATISFIABLE: {
    en: 'The part that the Range header asks for lies beyond the end of the file.',
    ro: 'Partea cerută prin antetul Range se află dincolo de sfârșitul fișierului.',
  },
  HEADERS_TOO_LARGE: {
    en: 'The headers are larger than the service reads.',
    ro: 'Antetele sunt mai mari decât citește serviciul.',
  },
  PAYMENT_REUSED: {
    en: 'This payment was used for another request.',
    ro: 'Plata a fost folosită pentru altă cerere.',
  },
  PAYMENT_IN_PROGRESS: {
    en: 'A request with this payment is still being answered.',
    ro: 'O cerere cu această plată este încă în lucru.',
  },
  DOCUMENTATION_NOT_READY: {
    en: 'The documents are not collected yet; try again after Retry-After.',
    ro: 'Documentele nu au fost încă adunate; reveniți după intervalul din Retry-After.',
  },
  WITHDRAWN: {
    en: 'The documentation was withdrawn by its authority.',
    ro: 'Documentația a fost retrasă de autoritatea contractantă.',
  },
  UNPROCESSABLE_DOCUMENT: {
    en: 'The file cannot be read as what it claims to be.',
    ro: 'Fișierul nu poate fi citit ca fiind ceea ce pretinde.',
  },
  RATE_LIMITED: {
    en: 'Too many requests; try again after Retry-After.',
    ro: 'Prea multe cereri; reveniți după intervalul din Retry-After.',
  },
  INTERNAL_ERROR: {
    en: 'Our fault. It is logged under the request id.',
    ro: 'Eroarea este a noastră și a fost înregistrată sub identificatorul cererii.',
  },
  UPSTREAM_INVALID: {
    en: 'A public source answered something unreadable, and nothing is stored.',
    ro: 'O sursă publică a răspuns cu ceva ce nu se poate citi și nu avem nimic stocat.',
  },
  UPSTREAM_UNAVAILABLE: {
    en: 'A public source does not answer, and nothing is stored.',
    ro: 'O sursă publică nu răspunde și nu avem nimic stocat.',
  },
  SOURCE_NOT_LOADED: {
    en: 'This installation has not loaded the source that the operation lives from.',
    ro: 'În această instalare nu este încărcată sursa pe care se bazează operațiunea.',
  },
  STORE_UNAVAILABLE: {
    en: 'Our own database does not answer at the moment; try again after Retry-After.',
    ro: 'Baza noastră de date nu răspunde momentan; reveniți după intervalul din Retry-After.',
  },
  PAYMENT_PENDING: {
    en: 'The settlement of the payment is not known yet; ask again with the same payment.',
    ro: 'Decontarea plății nu este încă cunoscută; repetați cererea cu aceeași plată.',
  },
  PAYMENT_UNAVAILABLE: {
    en: 'Payments cannot be taken at the moment.',
    ro: 'Momentan nu pot fi primite plăți.',
  },
  OVERLOADED: {
    en: 'Too much work at once; try again after Retry-After.',
    ro: 'Serviciul este suprasolicitat; reveniți după intervalul din Retry-After.',
  },
  SERVICE_STARTING: {
    en: 'The service is starting; try again after Retry-After.',
    ro: 'Serviciul pornește; reveniți după intervalul din Retry-After.',
  },
  UPSTREAM_TIMEOUT: {
    en: 'A public source took too long, and nothing is stored.',
    ro: 'O sursă publică a întârziat prea mult și nu avem nimic stocat.',
  },
});
