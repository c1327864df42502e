/** What the wire says of requests that cannot be taken as they are. */
import { sentences } from '#sentences/sentence.ts';

/** What is wrong with one value. */
export const wrongIs = sentences('wire', {
  otherKey: { en: 'differs from x-api-key', ro: 'diferă de x-api-key' },
  twice: { en: 'stands more than once', ro: 'apare de mai multe ori' },
  notChunked: { en: 'is not chunked', ro: 'nu este chunked' },
  control: { en: 'holds a control character', ro: 'conține un caracter de control' },
  anotherFile: { en: 'names another file than the one there is', ro: 'numește alt fișier decât cel existent' },
  beyondFile: {
    en: ({ bytes }: { bytes: number }) => `lies beyond the ${bytes} bytes of the file`,
    ro: ({ bytes }) => `se află dincolo de cei ${bytes} octeți ai fișierului`,
  },
});

export const said = sentences('http', {
  twoKeys: {
    en: 'X-API-Key and Authorization carry different keys; send one of them.',
    ro: 'X-API-Key și Authorization conțin chei diferite; trimiteți una singură.',
  },
  bearer: {
    en: 'The Authorization header must read: Bearer <your Pro key>.',
    ro: 'Antetul Authorization trebuie să fie de forma: Bearer <cheia dumneavoastră Pro>.',
  },
  noPath: {
    en: ({ path }: { path: string }) =>
      `There is no ${path} here. The list of operations is at /docs and /openapi.json.`,
    ro: ({ path }) => `Aici nu există ${path}. Lista operațiilor se află la /docs și /openapi.json.`,
  },
  otherMethod: {
    en: ({ allow, method }: { allow: string; method: string }) => `This path takes ${allow}, not ${method}.`,
    ro: ({ allow, method }) => `Această cale acceptă ${allow}, nu ${method}.`,
  },
  noHost: { en: 'The header Host is missing.', ro: 'Lipsește antetul Host.' },
  twice: {
    en: ({ name }: { name: string }) => `Send the header ${name} once.`,
    ro: ({ name }) => `Trimiteți antetul ${name} o singură dată.`,
  },
  otherTransfer: {
    en: 'A body is sent with Content-Length, or with Transfer-Encoding: chunked and no other encoding.',
    ro: 'Corpul cererii se trimite cu Content-Length sau cu Transfer-Encoding: chunked, fără altă codificare.',
  },
  noSlash: {
    en: 'The path in the request line must begin with a slash.',
    ro: 'Calea din prima linie a cererii trebuie să înceapă cu o bară oblică.',
  },
  manyConnections: {
    en: 'Too many connections are open from your network. Close some, or use each for several requests.',
    ro: 'Prea multe conexiuni sunt deschise din rețeaua dumneavoastră. Închideți unele sau folosiți fiecare conexiune pentru mai multe cereri.',
  },
  manyRequests: {
    en: 'Too many requests from your network are under way at once. Try again in a second.',
    ro: 'Prea multe cereri din rețeaua dumneavoastră sunt în lucru deodată. Încercați din nou peste o secundă.',
  },
  longAddress: {
    en: ({ max }: { max: number }) => `The address may have at most ${max} characters.`,
    ro: ({ max }) => `Adresa poate avea cel mult ${max} de caractere.`,
  },
  longHeaders: {
    en: ({ max }: { max: number }) => `The headers may have at most ${max} bytes together.`,
    ro: ({ max }) => `Antetele pot avea împreună cel mult ${max} de octeți.`,
  },
  noProxy: {
    en: 'This service is no proxy: it does not take CONNECT.',
    ro: 'Acest serviciu nu este un proxy: nu acceptă CONNECT.',
  },
  late: { en: 'The request did not arrive in time.', ro: 'Cererea nu a sosit la timp.' },
  noHttp: {
    en: 'This is not a well-formed HTTP request.',
    ro: 'Aceasta nu este o cerere HTTP corect formată.',
  },
  overloaded: {
    en: 'The service has too much to do at once. Try again in a second.',
    ro: 'Serviciul are prea multe cereri deodată. Încercați din nou peste o secundă.',
  },
  ours: {
    en: ({ id }: { id: string }) => `Something went wrong on our side. Tell us the request id ${id}.`,
    ro: ({ id }) => `A apărut o eroare la noi. Comunicați-ne numărul cererii: ${id}.`,
  },
  answers: {
    en: ({ types }: { types: string }) => `This operation answers ${types}.`,
    ro: ({ types }) => `Această operație răspunde cu ${types}.`,
  },
  elsewhere: {
    en: 'This address leads elsewhere; only addresses of this service are followed.',
    ro: 'Această adresă duce în altă parte; sunt urmate numai adresele acestui serviciu.',
  },
  anotherFile: {
    en: ({ name }: { name: string }) =>
      `The file has changed: it is no longer the one that ${name} names. Ask for it anew.`,
    ro: ({ name }) => `Fișierul s-a schimbat: nu mai este cel numit de ${name}. Cereți-l din nou.`,
  },
  fileSize: {
    en: ({ bytes }: { bytes: number }) => `The file has ${bytes} bytes.`,
    ro: ({ bytes }) => `Fișierul are ${bytes} octeți.`,
  },
});

/** Of bodies. */
export const body = sentences('body', {
  asJson: {
    en: 'Send the body as application/json in UTF-8.',
    ro: 'Trimiteți corpul cererii ca application/json, în UTF-8.',
  },
  notPlain: {
    en: 'Send the body as it is: a Content-Encoding is not undone here.',
    ro: 'Trimiteți corpul cererii ca atare: o codificare Content-Encoding nu este desfăcută aici.',
  },
  noJson: { en: 'The body is not JSON in UTF-8.', ro: 'Corpul cererii nu este JSON în UTF-8.' },
  asForm: {
    en: 'Send the body as application/x-www-form-urlencoded in UTF-8.',
    ro: 'Trimiteți corpul cererii ca application/x-www-form-urlencoded, în UTF-8.',
  },
  asMultipart: {
    en: 'Send the body as multipart/form-data, with a boundary of 1 to 70 characters.',
    ro: 'Trimiteți corpul cererii ca multipart/form-data, cu un separator de 1 până la 70 de caractere.',
  },
  noMultipart: {
    en: 'The body is no whole multipart form.',
    ro: 'Corpul cererii nu este un formular multipart întreg.',
  },
  notWhole: { en: 'The body did not arrive whole.', ro: 'Corpul cererii nu a sosit întreg.' },
  late: {
    en: ({ seconds }: { seconds: number }) => `The body did not arrive in time: it may take ${seconds} seconds.`,
    ro: ({ seconds }) => `Corpul cererii nu a sosit la timp: poate dura cel mult ${seconds} secunde.`,
  },
  tooMany: {
    en: 'Too many bodies are on their way. Try again in a second.',
    ro: 'Prea multe cereri sunt încă pe drum. Încercați din nou peste o secundă.',
  },
  tooLarge: {
    en: ({ max }: { max: number }) => `The body may have at most ${max} bytes.`,
    ro: ({ max }) => `Corpul cererii poate avea cel mult ${max} de octeți.`,
  },
  manyFields: {
    en: ({ max }: { max: number }) => `The form may have at most ${max} fields.`,
    ro: ({ max }) => `Formularul poate avea cel mult ${max} câmpuri.`,
  },
  sendFields: {
    en: ({ max }: { max: number }) => `Send at most ${max} fields.`,
    ro: ({ max }) => `Trimiteți cel mult ${max} câmpuri.`,
  },
  sendFiles: {
    en: ({ max }: { max: number }) => `Send at most ${max} files.`,
    ro: ({ max }) => `Trimiteți cel mult ${max} fișiere.`,
  },
  longField: {
    en: ({ max }: { max: number }) => `A field may have at most ${max} bytes.`,
    ro: ({ max }) => `Un câmp poate avea cel mult ${max} octeți.`,
  },
  longFile: {
    en: ({ max }: { max: number }) => `A file may have at most ${max} bytes.`,
    ro: ({ max }) => `Un fișier poate avea cel mult ${max} octeți.`,
  },
});
