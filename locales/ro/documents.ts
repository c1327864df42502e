/** Romanian messages: documents. */
import { counted } from '#lib/i18n/romanian.ts';
import type { documents as english } from '#locales/en/documents.ts';
import type { Translation } from '#locales/translation.ts';

export const documents: Translation<typeof english> = {
  collecting: {
    away: 'Lista documentelor nu a putut fi cerută de la sistemul de achiziții; cererea se reia mai târziu.',
    notUnderstood:
      'Răspunsul sistemului de achiziții la cererea listei de documente nu poate fi luat drept bun; cererea se reia mai târziu.',
    someMissing: ({ missing, count }) =>
      `${missing} din ${counted(count, 'fișier', 'fișiere')} nu au putut fi preluate; motivul este dat la fiecare fișier.`,
    notListed: ({ unlisted, count }) =>
      `Sistemul de achiziții anunță ${counted(count, 'fișier', 'fișiere')}, dintre care ${unlisted} nu apar în listă.`,
    noneCame: 'Niciun fișier nu a putut fi preluat; motivul este dat la fiecare fișier.',
    cutShort: 'Sistemul de achiziții a întrerupt transferul înainte ca fișierul să fie complet.',
    tooLate: 'Sistemul de achiziții a avut nevoie de prea mult timp pentru a livra fișierul.',
    refused: 'Sistemul de achiziții nu a livrat fișierul.',
    tooLarge: 'Fișierul este mai mare decât limita de preluare.',
    empty: 'Fișierul este gol.',
    noLink: 'Sistemul de achiziții afișează fișierul fără un link către el.',
    replaced: 'Autoritatea a înlocuit fișierul înainte ca acesta să poată fi preluat.',
    lost: 'Fișierul nu mai este la locul lui; este preluat din nou.',
    replacedForRoom: 'Fișierul a fost șters pentru a face loc altora; este preluat din nou la cerere.',
    daysOver: ({ days }) =>
      `Fișierele se păstrează ${counted(days, 'zi', 'zile')}; acesta este preluat din nou la cerere.`,
  },
  opening: {
    broken: 'Fișierul nu poate fi deschis: sigiliile lui nu sunt ceea ce pretind.',
    tooLarge:
      'Fișierul depășește dimensiunea care se deschide sau cere mai multă memorie decât orice fișier de felul lui.',
    tooLong: 'Deschiderea fișierului durează mai mult decât pentru orice fișier de felul lui.',
    fileLost: 'Fișierul colectat nu mai este stocat aici și se colectează din nou.',
  },
  documentSearch: {
    noWord: 'nu conține niciun cuvânt de căutat',
    noWordToFind: 'Nu există niciun cuvânt de căutat: sunt necesare litere sau cifre.',
    someWords: 'Nicio pagină nu conține toate cuvintele: aceste pagini conțin cele mai multe dintre ele.',
  },
  notSearched: {
    notFetched: 'Fișierul nu a fost încă preluat.',
    notOpened: 'Fișierul nu a fost încă deschis.',
    withheld: 'Este reținut de administratorul acestei instalări.',
    nothingInside: 'Din sigiliile lui nu a putut fi scos nimic.',
    ocrDue: 'Textul lui se află în imagini care nu au fost încă citite.',
    encrypted: 'Cere o parolă.',
    damaged: 'Este deteriorat.',
    unsupported: 'Este un tip de fișier fără text sau unul care nu se citește aici.',
    tooLarge: 'Citirea lui cere mai mult loc decât are nevoie vreodată un fișier de acest tip.',
    tooLong: 'Citirea lui durează mai mult decât are nevoie vreodată un fișier de acest tip.',
    tooDeep: 'Se află în mai multe arhive decât se deschid.',
    splitArchive: 'Este o parte dintr-o arhivă, iar restul se află în alte fișiere: părțile se despachetează împreună.',
    unsafeName: 'Numele lui duce în afara arhivei: a fost făcut pentru a dăuna.',
    partly: 'Unele dintre paginile sau fișierele lui nu au putut fi citite.',
  },
  documents: {
    unknownNotice: ({ notice }) => `Niciun anunț nu are numărul ${notice}.`,
    notReady: ({ notice, state, seconds }) =>
      `Documentele anunțului ${notice} nu sunt încă aici: ${state}. Acum au prioritate la preluare; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
    lineFull: ({ notice, seconds }) =>
      `Documentele anunțului ${notice} nu sunt încă aici, iar lista celor așteptate este prea lungă pentru a le adăuga acum; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
    notReadyWhy: ({ notice, why, seconds }) =>
      `Documentele anunțului ${notice} nu sunt încă aici. ${why} Încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
    notCollectable: ({ notice }) =>
      `Documentele anunțului ${notice} nu pot fi preluate: anunțul este cunoscut numai din exporturile publicate, care nu spun sub ce număr îi păstrează sistemul de achiziții fișierele.`,
    withdrawn: ({ notice, since }) =>
      `Documentația anunțului ${notice} a fost retrasă de autoritatea contractantă (constatat la ${since}). Anunțul rămâne disponibil: /api/sicap/tender/${notice}.`,
    noFileHere: ({ notice, why }) =>
      `Niciun fișier din documentația anunțului ${notice} nu este aici. ${why} Lista o spune pentru fiecare: /api/sicap/procedure/${notice}/documents.`,
    filesToCome: 'Urmează să fie preluate.',
    unknownVersion: ({ notice, version, versions }) =>
      `Documentația anunțului ${notice} nu are versiunea ${version}; există: ${versions}.`,
    noVersions: ({ notice, version }) =>
      `Documentația anunțului ${notice} nu are versiunea ${version}: nu are documente.`,
    unknownDocument: ({ id }) => `Niciun document preluat nu are identificatorul ${id}.`,
    withheld: ({ id, why }) => `Documentul ${id} este reținut de administratorul acestei instalări: ${why}`,
    documentNotReady: ({ id, seconds }) =>
      `Documentul ${id} apare în listă, dar nu este încă aici. Acum are prioritate la preluare; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
    documentFailed: ({ id, why }) => `Documentul ${id} nu a putut fi preluat. ${why} Se încearcă din nou.`,
    documentAway: ({ id, why }) =>
      `Fișierul documentului ${id} nu este aici. ${why} Nu este planificată o nouă preluare.`,
    documentReplaced: ({ id, why }) =>
      `Fișierul documentului ${id} nu este aici. ${why} Sistemul de achiziții nu mai listează acest document, așa că nu se mai preia.`,
    fileNotKept: 'Nu mai este păstrat.',
    fileLost: ({ id, seconds }) =>
      `Fișierul documentului ${id} nu mai este păstrat aici și se preia din nou; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
    nothingInside: ({ id, why }) =>
      `Din ${id} nu a putut fi scos nimic: ${why} Fișierul, așa cum a fost publicat, se obține cu sealed=true.`,
    detachedSignature: 'Este o semnătură aflată separat de fișierul pe care îl semnează.',
    noText: ({ id, why }) =>
      `Textul documentului ${id} nu poate fi citit: ${why} Fișierul poate fi descărcat: /api/sicap/document/${id}/download.`,
    pageBeyond: ({ id, last }) => `Textul documentului ${id} are ${counted(last, 'pagină', 'pagini')}.`,
    noSignatureFound: 'Fișierul este sigilat, dar în el nu a putut fi citită nicio semnătură.',
    noDocuments: ({ notice }) =>
      `Sistemul de achiziții nu listează documente la anunțul ${notice}, la ultima verificare.`,
    notFetched: 'Nu a fost încă preluat.',
    fileGone: 'Fișierul nu mai este păstrat aici și se preia din nou.',
    oneVersion: ({ notice }) =>
      `A fost preluată o singură versiune a documentației anunțului ${notice}: nu există cu ce să fie comparată.`,
    notBefore: 'nu este o versiune anterioară celei din `to`',
    fromBehindTo: ({ from, to }) => `Versiunea ${from} nu este anterioară versiunii ${to}.`,
    reasonUnknown: 'Motivul nu este cunoscut.',
  },
  documentationStates: {
    unasked: 'nu au mai fost cerute până acum',
    waiting: 'își așteaptă rândul',
  },
  documentText: {
    encrypted: 'cere o parolă.',
    damaged: 'este deteriorat.',
    unsupported: 'este un tip de fișier fără text sau unul care nu se citește aici.',
    tooLarge: 'ocupă mai mult loc decât are nevoie vreodată un fișier de acest tip.',
    tooLong: 'citirea durează mai mult decât are nevoie vreodată un fișier de acest tip.',
    tooDeep: 'se află în mai multe arhive decât se deschid.',
    splitArchive: 'este o parte dintr-o arhivă, iar restul se află în alte fișiere: părțile se despachetează împreună.',
    unsafeName: 'numele lui iese din arhivă, ca și cum ar fi fost făcut ca să producă pagube.',
  },
  documentBundle: {
    fileName: 'CITESTE.txt',
    title: ({ notice, version, versions }) => `Documentele anunțului ${notice}, versiunea ${version} din ${versions}.`,
    seen: ({ seenAt, lookedAt }) =>
      `Lista a fost văzută prima dată la ${seenAt}; sistemul de achiziții a fost întrebat ultima dată la ${lookedAt}.`,
    howTo: 'Documentele sunt aici fără sigilii. MANIFEST.json cuprinde amprenta și semnăturile fiecăruia.',
    invented: 'Date demonstrative, inventate.',
    there: ({ code, path, sha256 }) => `${code}  ${path}  SHA-256 ${sha256}`,
    missing: ({ code, name, why }) => `${code}  ${name}  LIPSEȘTE: ${why}`,
    withheld: ({ code, why }) => `${code}  REȚINUT: ${why}`,
    signed: ({ who, verdict, why }) => `semnătură: ${who}, ${verdict}${why && `. ${why}`}`,
    unnamed: 'semnatar nenumit',
    valid: 'valabilă',
    invalid: 'nevalabilă',
    indeterminate: 'nu se poate stabili cu certitudine',
  },
};
