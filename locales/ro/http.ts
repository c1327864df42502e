/** Romanian messages: http. */
import { counted } from '#lib/i18n/romanian.ts';
import type { http as english } from '#locales/en/http.ts';
import type { Translation } from '#locales/translation.ts';

export const http: Translation<typeof english> = {
  wire: {
    otherKey: 'diferă de x-api-key',
    twice: 'apare de mai multe ori',
    noHostName: 'conține un caracter care nu poate apărea într-un nume de gazdă sau într-un port',
    notChunked: 'nu este chunked',
    control: 'conține un caracter de control',
    anotherFile: 'indică alt fișier decât cel existent',
    beyondFile: ({ bytes }) => `depășește sfârșitul fișierului, care are ${counted(bytes, 'octet', 'octeți')}`,
  },
  http: {
    twoKeys: 'X-API-Key și Authorization conțin chei diferite; trimiteți una singură.',
    bearer: 'Antetul Authorization trebuie să fie de forma: Bearer <cheia dumneavoastră Pro>.',
    noPath: ({ path }) => `Adresa ${path} nu există. Lista operațiunilor este la /docs și /openapi.json.`,
    worksOnly: 'Această gazdă lucrează pentru celelalte și nu răspunde apelanților: adresați-vă uneia care servește.',
    otherMethod: ({ allow, method }) => `Această cale acceptă ${allow}, nu ${method}.`,
    noHost: 'Lipsește antetul Host.',
    noHostName: 'Antetul Host trebuie să fie un nume sau o adresă, urmată, dacă este cazul, de port: example.ro:8080.',
    twice: ({ name }) => `Trimiteți antetul ${name} o singură dată.`,
    otherTransfer:
      'Corpul cererii se trimite cu Content-Length sau cu Transfer-Encoding: chunked, fără altă codificare.',
    noSlash: 'Calea din prima linie a cererii trebuie să înceapă cu o bară oblică.',
    manyConnections:
      'Sunt deschise prea multe conexiuni din rețeaua dumneavoastră. Închideți o parte dintre ele sau folosiți fiecare conexiune pentru mai multe cereri.',
    manyRequests:
      'Prea multe cereri din rețeaua dumneavoastră sunt procesate în același timp. Încercați din nou peste o secundă.',
    longAddress: ({ max }) => `Adresa poate avea cel mult ${counted(max, 'caracter', 'caractere')}.`,
    longHeaders: ({ max }) => `Antetele pot avea împreună cel mult ${counted(max, 'octet', 'octeți')}.`,
    late: 'Cererea nu a fost primită la timp. Trimiteți-o din nou.',
    noProxy: 'Acest serviciu nu este un proxy: nu acceptă CONNECT.',
    noHttp: 'Aceasta nu este o cerere HTTP corectă.',
    overloaded: 'Serviciul este suprasolicitat. Încercați din nou peste o secundă.',
    ours: ({ id }) => `A apărut o eroare la noi. Comunicați-ne identificatorul cererii: ${id}.`,
    answers: ({ types }) => `Această operațiune răspunde cu ${types}.`,
    elsewhere: 'Această adresă duce către alt site; sunt urmate numai adresele acestui serviciu.',
    anotherFile: ({ name }) =>
      `Fișierul s-a schimbat: nu mai este cel indicat de ${name}. Cereți-l din nou, fără ${name}.`,
    fileSize: ({ bytes }) => `Fișierul are ${counted(bytes, 'octet', 'octeți')}.`,
  },
  body: {
    asJson: 'Trimiteți corpul cererii ca application/json, în UTF-8.',
    notPlain: 'Trimiteți corpul cererii necomprimat: antetul Content-Encoding nu este acceptat.',
    noJson: 'Corpul cererii nu este JSON valid în UTF-8.',
    asForm: 'Trimiteți corpul cererii ca application/x-www-form-urlencoded, în UTF-8.',
    asMultipart:
      'Trimiteți corpul cererii ca multipart/form-data, cu un separator (boundary) de 1 până la 70 de caractere.',
    noMultipart: 'Corpul cererii nu este un formular multipart complet.',
    notWhole: 'Corpul cererii nu a fost primit în întregime. Trimiteți cererea din nou.',
    late: ({ seconds }) =>
      `Corpul cererii nu a fost primit la timp: transmiterea poate dura cel mult ${counted(seconds, 'secundă', 'secunde')}.`,
    slow: ({ bytesPerSecond }) =>
      `Corpul cererii sosește prea încet: trimiteți cel puțin ${counted(bytesPerSecond, 'octet', 'octeți')} pe secundă.`,
    tooMany: 'Se primesc prea multe cereri în același timp. Încercați din nou peste o secundă.',
    tooLarge: ({ max }) => `Corpul cererii poate avea cel mult ${counted(max, 'octet', 'octeți')}.`,
    manyFields: ({ max }) => `Formularul poate avea cel mult ${counted(max, 'câmp', 'câmpuri')}.`,
    sendFields: ({ max }) => `Trimiteți cel mult ${counted(max, 'câmp', 'câmpuri')}.`,
    sendFiles: ({ max }) => `Trimiteți cel mult ${counted(max, 'fișier', 'fișiere')}.`,
    longField: ({ max }) => `Un câmp poate avea cel mult ${counted(max, 'octet', 'octeți')}.`,
    longFile: ({ max }) => `Un fișier poate avea cel mult ${counted(max, 'octet', 'octeți')}.`,
  },
};
