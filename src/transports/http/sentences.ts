/** What the wire says of requests that cannot be taken as they are. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

/** What is wrong with one value. */
export const wrongIs = sentences('wire', {
  otherKey: { en: 'differs from x-api-key', ro: 'diferă de x-api-key' },
  twice: { en: 'is sent more than once', ro: 'apare de mai multe ori' },
  noHostName: {
    en: 'holds a character that no host name or port has',
    ro: 'conține un caracter care nu poate apărea într-un nume de gazdă sau într-un port',
  },
  notChunked: { en: 'is not chunked', ro: 'nu este chunked' },
  control: { en: 'holds a control character', ro: 'conține un caracter de control' },
  anotherFile: { en: 'names another file than the one there is', ro: 'indică alt fișier decât cel existent' },
  beyondFile: {
    en: ({ bytes }: { bytes: number }) => `lies beyond the end of the file, which has ${counting(bytes, 'byte')}`,
    ro: ({ bytes }) => `depășește sfârșitul fișierului, care are ${counted(bytes, 'octet', 'octeți')}`,
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
    ro: ({ path }) => `Adresa ${path} nu există. Lista operațiunilor este la /docs și /openapi.json.`,
  },
  worksOnly: {
    en: 'This host works for others and answers no callers: ask one that serves.',
    ro: 'Această gazdă lucrează pentru celelalte și nu răspunde apelanților: adresați-vă uneia care servește.',
  },
  otherMethod: {
    en: ({ allow, method }: { allow: string; method: string }) => `This path takes ${allow}, not ${method}.`,
    ro: ({ allow, method }) => `Această cale acceptă ${allow}, nu ${method}.`,
  },
  noHost: { en: 'The header Host is missing.', ro: 'Lipsește antetul Host.' },
  noHostName: {
    en: 'The header Host must be a name or an address, with a port if need be: example.ro:8080.',
    ro: 'Antetul Host trebuie să fie un nume sau o adresă, urmată, dacă este cazul, de port: example.ro:8080.',
  },
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
    ro: 'Sunt deschise prea multe conexiuni din rețeaua dumneavoastră. Închideți o parte dintre ele sau folosiți fiecare conexiune pentru mai multe cereri.',
  },
  manyRequests: {
    en: 'Too many requests from your network are in progress at once. Try again in a second.',
    ro: 'Prea multe cereri din rețeaua dumneavoastră sunt procesate în același timp. Încercați din nou peste o secundă.',
  },
  longAddress: {
    en: ({ max }: { max: number }) => `The address may have at most ${max} characters.`,
    ro: ({ max }) => `Adresa poate avea cel mult ${counted(max, 'caracter', 'caractere')}.`,
  },
  longHeaders: {
    en: ({ max }: { max: number }) => `The headers may have at most ${counting(max, 'byte')} together.`,
    ro: ({ max }) => `Antetele pot avea împreună cel mult ${counted(max, 'octet', 'octeți')}.`,
  },
  late: {
    en: 'The request did not arrive in time. Send it again.',
    ro: 'Cererea nu a fost primită la timp. Trimiteți-o din nou.',
  },
  noProxy: {
    en: 'This service is no proxy: it does not take CONNECT.',
    ro: 'Acest serviciu nu este un proxy: nu acceptă CONNECT.',
  },
  noHttp: {
    en: 'This is not a well-formed HTTP request.',
    ro: 'Aceasta nu este o cerere HTTP corectă.',
  },
  overloaded: {
    en: 'The service is overloaded. Try again in a second.',
    ro: 'Serviciul este suprasolicitat. Încercați din nou peste o secundă.',
  },
  ours: {
    en: ({ id }: { id: string }) => `Something went wrong on our side. Tell us the request id ${id}.`,
    ro: ({ id }) => `A apărut o eroare la noi. Comunicați-ne identificatorul cererii: ${id}.`,
  },
  answers: {
    en: ({ types }: { types: string }) => `This operation answers with ${types}.`,
    ro: ({ types }) => `Această operațiune răspunde cu ${types}.`,
  },
  elsewhere: {
    en: 'This address leads to another site; only addresses of this service are followed.',
    ro: 'Această adresă duce către alt site; sunt urmate numai adresele acestui serviciu.',
  },
  anotherFile: {
    en: ({ name }: { name: string }) =>
      `The file has changed: it is no longer the one that ${name} names. Ask for it again without ${name}.`,
    ro: ({ name }) => `Fișierul s-a schimbat: nu mai este cel indicat de ${name}. Cereți-l din nou, fără ${name}.`,
  },
  fileSize: {
    en: ({ bytes }: { bytes: number }) => `The file has ${counting(bytes, 'byte')}.`,
    ro: ({ bytes }) => `Fișierul are ${counted(bytes, 'octet', 'octeți')}.`,
  },
});

/** Of bodies. */
export const body = sentences('body', {
  asJson: {
    en: 'Send the body as application/json in UTF-8.',
    ro: 'Trimiteți corpul cererii ca application/json, în UTF-8.',
  },
  notPlain: {
    en: 'Send the body uncompressed: no Content-Encoding is accepted here.',
    ro: 'Trimiteți corpul cererii necomprimat: antetul Content-Encoding nu este acceptat.',
  },
  noJson: { en: 'The body is not valid JSON in UTF-8.', ro: 'Corpul cererii nu este JSON valid în UTF-8.' },
  asForm: {
    en: 'Send the body as application/x-www-form-urlencoded in UTF-8.',
    ro: 'Trimiteți corpul cererii ca application/x-www-form-urlencoded, în UTF-8.',
  },
  asMultipart: {
    en: 'Send the body as multipart/form-data, with a boundary of 1 to 70 characters.',
    ro: 'Trimiteți corpul cererii ca multipart/form-data, cu un separator (boundary) de 1 până la 70 de caractere.',
  },
  noMultipart: {
    en: 'The body is not a complete multipart form.',
    ro: 'Corpul cererii nu este un formular multipart complet.',
  },
  notWhole: {
    en: 'The body did not arrive in full. Send the request again.',
    ro: 'Corpul cererii nu a fost primit în întregime. Trimiteți cererea din nou.',
  },
  late: {
    en: ({ seconds }: { seconds: number }) =>
      `The body did not arrive in time: it may take ${counting(seconds, 'second')}.`,
    ro: ({ seconds }) =>
      `Corpul cererii nu a fost primit la timp: transmiterea poate dura cel mult ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  tooMany: {
    en: 'Too many requests are being received at once. Try again in a second.',
    ro: 'Se primesc prea multe cereri în același timp. Încercați din nou peste o secundă.',
  },
  tooLarge: {
    en: ({ max }: { max: number }) => `The body may have at most ${counting(max, 'byte')}.`,
    ro: ({ max }) => `Corpul cererii poate avea cel mult ${counted(max, 'octet', 'octeți')}.`,
  },
  manyFields: {
    en: ({ max }: { max: number }) => `The form may have at most ${counting(max, 'field')}.`,
    ro: ({ max }) => `Formularul poate avea cel mult ${counted(max, 'câmp', 'câmpuri')}.`,
  },
  sendFields: {
    en: ({ max }: { max: number }) => `Send at most ${counting(max, 'field')}.`,
    ro: ({ max }) => `Trimiteți cel mult ${counted(max, 'câmp', 'câmpuri')}.`,
  },
  sendFiles: {
    en: ({ max }: { max: number }) => `Send at most ${counting(max, 'file')}.`,
    ro: ({ max }) => `Trimiteți cel mult ${counted(max, 'fișier', 'fișiere')}.`,
  },
  longField: {
    en: ({ max }: { max: number }) => `A field may have at most ${counting(max, 'byte')}.`,
    ro: ({ max }) => `Un câmp poate avea cel mult ${counted(max, 'octet', 'octeți')}.`,
  },
  longFile: {
    en: ({ max }: { max: number }) => `A file may have at most ${counting(max, 'byte')}.`,
    ro: ({ max }) => `Un fișier poate avea cel mult ${counted(max, 'octet', 'octeți')}.`,
  },
});
