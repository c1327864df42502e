/** What is said about documents of procurement. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('documents', {
  unknownNotice: {
    en: ({ notice }: { notice: string }) => `No notice has the number ${notice}.`,
    ro: ({ notice }) => `Niciun anunț nu are numărul ${notice}.`,
  },
  notReady: {
    en: ({ notice, state, seconds }: { notice: string; state: string; seconds: number }) =>
      `The documents of ${notice} are not here yet: ${state}. They are collected before others now; try again in ${counting(seconds, 'second')}.`,
    ro: ({ notice, state, seconds }) =>
      `Documentele anunțului ${notice} nu sunt încă aici: ${state}. Acum au prioritate la preluare; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  lineFull: {
    en: ({ notice, seconds }: { notice: string; seconds: number }) =>
      `The documents of ${notice} are not here yet, and so many others are waited for that they are not taken into the line now; try again in ${counting(seconds, 'second')}.`,
    ro: ({ notice, seconds }) =>
      `Documentele anunțului ${notice} nu sunt încă aici, iar lista celor așteptate este prea lungă pentru a le adăuga acum; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  notReadyWhy: {
    en: ({ notice, why, seconds }: { notice: string; why: string; seconds: number }) =>
      `The documents of ${notice} are not here yet. ${why} Try again in ${counting(seconds, 'second')}.`,
    ro: ({ notice, why, seconds }) =>
      `Documentele anunțului ${notice} nu sunt încă aici. ${why} Încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  notCollectable: {
    en: ({ notice }: { notice: string }) =>
      `The documents of ${notice} cannot be collected: it is known from published exports only, which do not say under which number the procurement system keeps its files.`,
    ro: ({ notice }) =>
      `Documentele anunțului ${notice} nu pot fi preluate: anunțul este cunoscut numai din exporturile publicate, care nu spun sub ce număr îi păstrează sistemul de achiziții fișierele.`,
  },
  withdrawn: {
    en: ({ notice, since }: { notice: string; since: string }) =>
      `The documentation of ${notice} was withdrawn by its authority, as is known here since ${since}. The notice itself is still there: /api/sicap/tender/${notice}.`,
    ro: ({ notice, since }) =>
      `Documentația anunțului ${notice} a fost retrasă de autoritatea contractantă (constatat la ${since}). Anunțul rămâne disponibil: /api/sicap/tender/${notice}.`,
  },
  noFileHere: {
    en: ({ notice, why }: { notice: string; why: string }) =>
      `No file of the documentation of ${notice} is here. ${why} The list says it for each: /api/sicap/procedure/${notice}/documents.`,
    ro: ({ notice, why }) =>
      `Niciun fișier din documentația anunțului ${notice} nu este aici. ${why} Lista o spune pentru fiecare: /api/sicap/procedure/${notice}/documents.`,
  },
  filesToCome: { en: 'They are still to be fetched.', ro: 'Urmează să fie preluate.' },
  unknownVersion: {
    en: ({ notice, version, versions }: { notice: string; version: number; versions: string }) =>
      `The documentation of ${notice} has no version ${version}; there are: ${versions}.`,
    ro: ({ notice, version, versions }) =>
      `Documentația anunțului ${notice} nu are versiunea ${version}; există: ${versions}.`,
  },
  noVersions: {
    en: ({ notice, version }: { notice: string; version: number }) =>
      `The documentation of ${notice} has no version ${version}: it has no documents.`,
    ro: ({ notice, version }) => `Documentația anunțului ${notice} nu are versiunea ${version}: nu are documente.`,
  },
  unknownDocument: {
    en: ({ id }: { id: string }) => `No collected document has the identifier ${id}.`,
    ro: ({ id }) => `Niciun document preluat nu are identificatorul ${id}.`,
  },
  withheld: {
    en: ({ id, why }: { id: string; why: string }) =>
      `The document ${id} is withheld by whoever runs this installation: ${why}`,
    ro: ({ id, why }) => `Documentul ${id} este reținut de administratorul acestei instalări: ${why}`,
  },
  documentNotReady: {
    en: ({ id, seconds }: { id: string; seconds: number }) =>
      `The document ${id} is listed, but not here yet. It is collected before others now; try again in ${counting(seconds, 'second')}.`,
    ro: ({ id, seconds }) =>
      `Documentul ${id} apare în listă, dar nu este încă aici. Acum are prioritate la preluare; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  documentFailed: {
    en: ({ id, why }: { id: string; why: string }) =>
      `The document ${id} could not be collected. ${why} It is tried again.`,
    ro: ({ id, why }) => `Documentul ${id} nu a putut fi preluat. ${why} Se încearcă din nou.`,
  },
  documentAway: {
    en: ({ id, why }: { id: string; why: string }) =>
      `The file of ${id} is not here. ${why} No further attempt to fetch it is planned.`,
    ro: ({ id, why }) => `Fișierul documentului ${id} nu este aici. ${why} Nu este planificată o nouă preluare.`,
  },
  documentReplaced: {
    en: ({ id, why }: { id: string; why: string }) =>
      `The file of ${id} is not here. ${why} The procurement system no longer lists this document, so it is not fetched any more.`,
    ro: ({ id, why }) =>
      `Fișierul documentului ${id} nu este aici. ${why} Sistemul de achiziții nu mai listează acest document, așa că nu se mai preia.`,
  },
  fileNotKept: { en: 'It is no longer stored.', ro: 'Nu mai este păstrat.' },
  fileLost: {
    en: ({ id, seconds }: { id: string; seconds: number }) =>
      `The file of ${id} is no longer stored here and is collected again; try again in ${counting(seconds, 'second')}.`,
    ro: ({ id, seconds }) =>
      `Fișierul documentului ${id} nu mai este păstrat aici și se preia din nou; încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  nothingInside: {
    en: ({ id, why }: { id: string; why: string }) =>
      `Nothing could be taken out of ${id}: ${why} The file as it was published is there with sealed=true.`,
    ro: ({ id, why }) =>
      `Din ${id} nu a putut fi scos nimic: ${why} Fișierul, așa cum a fost publicat, se obține cu sealed=true.`,
  },
  detachedSignature: {
    en: 'It is a signature that lies beside the file which it signs.',
    ro: 'Este o semnătură aflată separat de fișierul pe care îl semnează.',
  },
  noText: {
    en: ({ id, why }: { id: string; why: string }) =>
      `The text of ${id} cannot be read: ${why} The file itself is there: /api/sicap/document/${id}/download.`,
    ro: ({ id, why }) =>
      `Textul documentului ${id} nu poate fi citit: ${why} Fișierul poate fi descărcat: /api/sicap/document/${id}/download.`,
  },
  pageBeyond: {
    en: ({ id, last }: { id: string; last: number }) => `The text of ${id} has ${counting(last, 'page')}.`,
    ro: ({ id, last }) => `Textul documentului ${id} are ${counted(last, 'pagină', 'pagini')}.`,
  },
  noSignatureFound: {
    en: 'The file is sealed, but no signature could be read in it.',
    ro: 'Fișierul este sigilat, dar în el nu a putut fi citită nicio semnătură.',
  },
  noDocuments: {
    en: ({ notice }: { notice: string }) =>
      `The procurement system lists no documents of ${notice}, as of the last look.`,
    ro: ({ notice }) => `Sistemul de achiziții nu listează documente la anunțul ${notice}, la ultima verificare.`,
  },
  notFetched: { en: 'It was not fetched yet.', ro: 'Nu a fost încă preluat.' },
  fileGone: {
    en: 'Its file is no longer stored here and is collected again.',
    ro: 'Fișierul nu mai este păstrat aici și se preia din nou.',
  },
  oneVersion: {
    en: ({ notice }: { notice: string }) =>
      `Only one version of the documentation of ${notice} was collected: there is nothing to compare it with.`,
    ro: ({ notice }) =>
      `A fost preluată o singură versiune a documentației anunțului ${notice}: nu există cu ce să fie comparată.`,
  },
  notBefore: { en: 'is not an earlier version than `to`', ro: 'nu este o versiune anterioară celei din `to`' },
  fromBehindTo: {
    en: ({ from, to }: { from: number; to: number }) => `Version ${from} is not earlier than version ${to}.`,
    ro: ({ from, to }) => `Versiunea ${from} nu este anterioară versiunii ${to}.`,
  },
  reasonUnknown: { en: 'The reason is not known.', ro: 'Motivul nu este cunoscut.' },
});

/** What the states of a documentation mean while nothing of it can be shown. */
export const states = sentences('documentationStates', {
  unasked: { en: 'nobody has asked for them before', ro: 'nu au mai fost cerute până acum' },
  waiting: { en: 'they wait for their turn', ro: 'își așteaptă rândul' },
});

/** Why a file has no text. */
export const unreadable = sentences('documentText', {
  encrypted: { en: 'it is protected by a password.', ro: 'cere o parolă.' },
  damaged: { en: 'it is damaged.', ro: 'este deteriorat.' },
  unsupported: {
    en: 'it is a kind of file without text, or one that is not read here.',
    ro: 'este un tip de fișier fără text sau unul care nu se citește aici.',
  },
  tooLarge: {
    en: 'it takes more room than a file of its kind ever needs.',
    ro: 'ocupă mai mult loc decât are nevoie vreodată un fișier de acest tip.',
  },
  tooLong: {
    en: 'reading it takes longer than a file of its kind ever needs.',
    ro: 'citirea durează mai mult decât are nevoie vreodată un fișier de acest tip.',
  },
  tooDeep: {
    en: 'it lies inside more archives than are opened.',
    ro: 'se află în mai multe arhive decât se deschid.',
  },
  unsafeName: {
    en: 'its name leads out of its archive, as if it was made to do harm.',
    ro: 'numele lui iese din arhivă, ca și cum ar fi fost făcut ca să producă pagube.',
  },
});

/** What a bundle says to whoever unpacks it. */
export const bundle = sentences('documentBundle', {
  fileName: { en: 'README.txt', ro: 'CITESTE.txt' },
  title: {
    en: ({ notice, version, versions }: { notice: string; version: number; versions: number }) =>
      `Documents of ${notice}, version ${version} of ${versions}.`,
    ro: ({ notice, version, versions }) => `Documentele anunțului ${notice}, versiunea ${version} din ${versions}.`,
  },
  seen: {
    en: ({ seenAt, lookedAt }: { seenAt: string; lookedAt: string }) =>
      `This list was first seen on ${seenAt}; the procurement system was last asked on ${lookedAt}.`,
    ro: ({ seenAt, lookedAt }) =>
      `Lista a fost văzută prima dată la ${seenAt}; sistemul de achiziții a fost întrebat ultima dată la ${lookedAt}.`,
  },
  howTo: {
    en: 'The documents lie here without their seals. MANIFEST.json tells the digest and the signatures of each.',
    ro: 'Documentele sunt aici fără sigilii. MANIFEST.json cuprinde amprenta și semnăturile fiecăruia.',
  },
  invented: { en: 'Invented data of the demo country.', ro: 'Date demonstrative, inventate.' },
  there: {
    en: ({ code, path, sha256 }: { code: string; path: string; sha256: string }) =>
      `${code}  ${path}  SHA-256 ${sha256}`,
    ro: ({ code, path, sha256 }) => `${code}  ${path}  SHA-256 ${sha256}`,
  },
  missing: {
    en: ({ code, name, why }: { code: string; name: string; why: string }) => `${code}  ${name}  MISSING: ${why}`,
    ro: ({ code, name, why }) => `${code}  ${name}  LIPSEȘTE: ${why}`,
  },
  withheld: {
    en: ({ code, why }: { code: string; why: string }) => `${code}  WITHHELD: ${why}`,
    ro: ({ code, why }) => `${code}  REȚINUT: ${why}`,
  },
  signed: {
    en: ({ who, verdict, why }: { who: string; verdict: string; why: string }) =>
      `signed by ${who}: ${verdict}${why && `. ${why}`}`,
    ro: ({ who, verdict, why }) => `semnătură: ${who}, ${verdict}${why && `. ${why}`}`,
  },
  unnamed: { en: 'somebody who is not named', ro: 'semnatar nenumit' },
  valid: { en: 'valid', ro: 'valabilă' },
  invalid: { en: 'invalid', ro: 'nevalabilă' },
  indeterminate: { en: 'cannot be told for certain', ro: 'nu se poate stabili cu certitudine' },
});
