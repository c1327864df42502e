/** What any operation may say: about its input, about cursors and about the parts it answers from. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

/** Behind the name of a parameter or of a field of the body. */
export const wrongIs = sentences('wrong', {
  missing: { en: 'is missing', ro: 'lipsește' },
  notKnown: { en: 'is not known here', ro: 'nu este recunoscut' },
  notKnownNear: {
    en: ({ near }: { near: string }) => `is not known here; did you mean ${near}?`,
    ro: ({ near }) => `nu este recunoscut; ați vrut să scrieți ${near}?`,
  },
  notKnownAmong: {
    en: ({ known }: { known: string }) => `is not known here; this operation takes ${known}`,
    ro: ({ known }) => `nu este recunoscut; parametrii acceptați sunt ${known}`,
  },
  twice: { en: 'is given twice', ro: 'apare de două ori' },
  encoding: { en: 'has malformed percent-encoding', ro: 'este codificat greșit (secvențele cu %)' },
  nul: { en: 'holds a NUL character', ro: 'conține un caracter NUL' },
  shape: { en: 'does not have the documented form', ro: 'nu are forma din documentație' },
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
    ro: ({ from, to }) => `trebuie să aibă între ${from} și ${counted(to, 'caracter', 'caractere')}`,
  },
  /** Where there is one choice. */
  only: {
    en: ({ choice }: { choice: string }) => `can only be ${choice}`,
    ro: ({ choice }) => `poate fi numai ${choice}`,
  },
  choice: {
    en: ({ choices }: { choices: string }) => `must be one of ${choices}`,
    ro: ({ choices }) => `trebuie să fie una dintre valorile ${choices}`,
  },
  type: {
    en: ({ type }: { type: string }) => `must be of the type ${type}`,
    ro: ({ type }) => `trebuie să fie de tipul ${type}`,
  },
  tooFew: {
    en: ({ limit }: { limit: number }) => `must have at least ${counting(limit, 'item')}`,
    ro: ({ limit }) => `trebuie să aibă cel puțin ${counted(limit, 'element', 'elemente')}`,
  },
  tooMany: {
    en: ({ limit }: { limit: number }) => `must have at most ${counting(limit, 'item')}`,
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
    en: 'is not a fiscal code: a fiscal code has 1-10 digits, not only zeros',
    ro: 'nu este un cod fiscal: un cod fiscal are între 1 și 10 cifre, nu doar zerouri',
  },
  cursorElsewhere: { en: 'does not belong to this query', ro: 'nu aparține acestei interogări' },
  besideCursor: { en: 'does not go with a cursor', ro: 'nu se folosește împreună cu un cursor' },
  /** Behind `fields`. */
  fieldMissing: {
    en: 'must name fields, separated by commas',
    ro: 'trebuie să conțină nume de câmpuri, separate prin virgulă',
  },
  fieldsMax: {
    en: ({ limit }: { limit: number }) => `takes at most ${counting(limit, 'field')}`,
    ro: ({ limit }) => `acceptă cel mult ${counted(limit, 'câmp', 'câmpuri')}`,
  },
  fieldTwice: {
    en: ({ field }: { field: string }) => `names ${field} twice`,
    ro: ({ field }) => `conține ${field} de două ori`,
  },
  fieldNear: {
    en: ({ field, near }: { field: string; near: string }) =>
      `names ${field}, which is not a field of this answer; did you mean ${near}?`,
    ro: ({ field, near }) => `conține ${field}, care nu este un câmp al răspunsului; ați vrut să scrieți ${near}?`,
  },
  fieldNotKnown: {
    en: ({ field, known }: { field: string; known: string }) =>
      `names ${field}, which is not a field of this answer; there are ${known}`,
    ro: ({ field, known }) => `conține ${field}, care nu este un câmp al răspunsului; câmpurile sunt ${known}`,
  },
  fieldHolds: {
    en: ({ field, inside }: { field: string; inside: string }) =>
      `names ${field}, which holds several values; choose among ${inside}`,
    ro: ({ field, inside }) => `conține ${field}, care cuprinde mai multe valori; alegeți dintre ${inside}`,
  },
  fieldOfPro: {
    en: ({ field, shown }: { field: string; shown: string }) =>
      `names ${field}, which is part of Pro; without Pro there are ${shown}`,
    ro: ({ field, shown }) =>
      `conține ${field}, disponibil numai cu abonament Pro; fără abonament puteți alege ${shown}`,
  },
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
    ro: ({ name, problem }) => ended(`Parametrul ${name} din calea adresei ${problem}`),
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
    ro: 'Un cod fiscal are între 1 și 10 cifre, nu doar zerouri, cu sau fără RO în față.',
  },
  cursorElsewhere: {
    en: 'This cursor belongs to another query, or the data has changed since: start again without it.',
    ro: 'Cursorul aparține altei interogări sau datele s-au schimbat între timp: reluați lista de la început, fără cursor.',
  },
  offsetOrCursor: { en: 'Send offset or cursor, not both.', ro: 'Trimiteți offset sau cursor, nu ambele.' },
  partStale: {
    en: ({ part, asOf }: { part: string; asOf: string }) =>
      `The data of ${asOf} is still used for ${part}: the newer publication was not taken over.`,
    ro: ({ part, asOf }) =>
      `Pentru ${part} se folosesc încă datele din ${asOf}: publicația mai nouă nu a fost preluată.`,
  },
  partStaleUndated: {
    en: ({ part }: { part: string }) =>
      `Older data of an unknown day is still used for ${part}: the newer publication was not taken over.`,
    ro: ({ part }) =>
      `Pentru ${part} se folosesc încă date mai vechi, a căror zi nu este cunoscută: publicația mai nouă nu a fost preluată.`,
  },
  partUndated: {
    en: ({ part }: { part: string }) => `It is not known up to which day the data for ${part} goes.`,
    ro: ({ part }) => `Nu se știe până în ce zi merg datele pentru ${part}.`,
  },
  registryNotLoaded: {
    en: 'This installation has not loaded the trade registry.',
    ro: 'Această instalare nu are încărcate datele registrului comerțului.',
  },
  noSuchPath: {
    en: 'There is no such path here. The list of operations is at /docs and /openapi.json.',
    ro: 'Adresa nu există. Lista operațiunilor este la /docs și /openapi.json.',
  },
  /** Behind a sentence that says what is not there. */
  inDemo: {
    en: ({ problem, example }: { problem: string; example: string }) =>
      `${problem} This is the demo country: try ${example}.`,
    ro: ({ problem, example }) => `${problem} Datele de aici sunt demonstrative: încercați ${example}.`,
  },
  onlyProKey: { en: 'Only a Pro key opens this.', ro: 'Accesul se face numai cu o cheie Pro.' },
  partOfPro: {
    en: 'This is part of Pro: sign in with a Pro account, or send a Pro key.',
    ro: 'Disponibil numai cu abonament Pro: autentificați-vă cu un cont Pro sau trimiteți o cheie Pro.',
  },
  notSold: {
    en: 'Only a Pro key opens this; it cannot be bought per request.',
    ro: 'Accesul se face numai cu o cheie Pro; nu poate fi plătit la cerere.',
  },
  sendKey: {
    en: 'Send your Pro key in the header X-API-Key, or as Authorization: Bearer.',
    ro: 'Trimiteți cheia Pro în antetul X-API-Key sau ca Authorization: Bearer.',
  },
  connectAgent: {
    en: 'Connect the agent to an account first; it then sends an access token with each request.',
    ro: 'Conectați mai întâi agentul la un cont; apoi el trimite un token de acces cu fiecare cerere.',
  },
  blocked: {
    en: 'Requests from this address are blocked; a valid Pro key still works.',
    ro: 'Cererile de la această adresă sunt blocate; o cheie Pro validă este acceptată în continuare.',
  },
  blockedUntil: {
    en: ({ until }: { until: string }) =>
      `Requests from this address are blocked until ${until}; a valid Pro key still works.`,
    ro: ({ until }) =>
      `Cererile de la această adresă sunt blocate până la ${until}; o cheie Pro validă este acceptată în continuare.`,
  },
  tooMany: {
    en: ({ limit, seconds }: { limit: number; seconds: number }) =>
      `More than ${counting(limit, 'request')} in a minute. Try again in ${counting(seconds, 'second')}.`,
    ro: ({ limit, seconds }) =>
      `Ați depășit ${counted(limit, 'cerere', 'cereri')} pe minut. Încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  /** `hours`: until midnight UTC, a part of one counts as one. */
  tooManyToday: {
    en: ({ limit, hours }: { limit: number; hours: number }) =>
      `More than ${counting(limit, 'request')} from your network today. The next day begins at midnight UTC, in ${hours > 1 ? `about ${hours} hours` : 'less than an hour'}.`,
    ro: ({ limit, hours }) =>
      `Ați depășit limita de ${counted(limit, 'cerere', 'cereri')} pe zi pentru rețeaua dumneavoastră. Ziua următoare începe la miezul nopții, ora UTC, peste ${hours > 1 ? `aproximativ ${counted(hours, 'oră', 'ore')}` : 'mai puțin de o oră'}.`,
  },
  tooLongToSell: {
    en: 'This answer is too long to be sold as one request: narrow the question.',
    ro: 'Răspunsul este prea mare pentru a fi plătit ca o singură cerere: restrângeți căutarea.',
  },
  firstDataset: {
    en: 'The first dataset is still being built. Try again in a few seconds.',
    ro: 'Primul set de date este încă în pregătire. Încercați din nou peste câteva secunde.',
  },
});

/** What is in the parts of a generation, behind `for`. */
export const parts = sentences('part', {
  registry: { en: 'the trade registry', ro: 'registrul comerțului' },
  finances: { en: 'balance sheets', ro: 'situațiile financiare' },
  rates: { en: 'exchange rates', ro: 'cursurile valutare' },
  shareholders: { en: 'shareholders', ro: 'asociații și acționarii firmelor' },
  debts: { en: 'tax debts', ro: 'obligațiile fiscale restante' },
  history: { en: 'the history of the trade registry', ro: 'istoricul din registrul comerțului' },
  entities: { en: 'entities outside the trade registry', ro: 'entitățile din afara registrului comerțului' },
  rankings: { en: 'rankings', ro: 'clasamentele calculate' },
  companies: { en: 'companies', ro: 'firme' },
  search: { en: 'the search', ro: 'căutare' },
  gazette: { en: 'the Official Gazette', ro: 'Monitorul Oficial' },
  procurement: { en: 'public procurement', ro: 'achizițiile publice' },
  recent: { en: 'recent public procurement', ro: 'achizițiile publice recente' },
});
