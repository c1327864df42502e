/** English messages: documents. */
import { counting } from '#lib/i18n/english.ts';

export const documents = {
  collecting: {
    away: 'The procurement system could not be asked for the list of documents; it is asked again later.',
    notUnderstood:
      'The procurement system answered the question for the list of documents in a way that cannot be believed; it is asked again later.',
    someMissing: ({ missing, count }: { missing: number; count: number }) =>
      `${missing} of ${count} files could not be fetched; each says why.`,
    notListed: ({ unlisted, count }: { unlisted: number; count: number }) =>
      `The procurement system announces ${count} files and does not list ${unlisted} of them.`,
    noneCame: 'None of the files could be fetched; each says why.',
    cutShort: 'The procurement system broke off before the file was whole.',
    tooLate: 'The procurement system took too long to hand over the file.',
    refused: 'The procurement system did not hand over the file.',
    tooLarge: 'The file is larger than what is collected.',
    empty: 'The file is empty.',
    noLink: 'The procurement system lists the file without a link to it.',
    replaced: 'The authority replaced the file before it could be fetched.',
    lost: 'The file is not in its place any more; it is fetched again.',
    replacedForRoom: 'The file was deleted to make room for others; it is fetched again when somebody asks for it.',
    daysOver: ({ days }: { days: number }) =>
      `Files are kept for ${counting(days, 'day')}; this one is fetched again when somebody asks for it.`,
  },
  opening: {
    broken: 'The file cannot be opened: its seals are not what they claim to be.',
    tooLarge: 'The file is larger than what is opened, or takes more memory than a file of its kind ever needs.',
    tooLong: 'Opening the file takes more time than a file of its kind ever needs.',
    fileLost: 'The collected file is not stored here any more, and is collected again.',
  },
  documentSearch: {
    noWord: 'has no word to look for',
    noWordToFind: 'There is no word to look for: letters or digits are needed.',
    someWords: 'No page has all the words: these pages have most of them.',
  },
  /** Why a document, or a part of it, could not be searched. */
  notSearched: {
    notFetched: 'Its file was not fetched yet.',
    notOpened: 'Its file was not opened yet.',
    withheld: 'It is withheld by whoever runs this installation.',
    nothingInside: 'Nothing could be taken out of its seals.',
    ocrDue: 'Its text is in pictures that were not read yet.',
    encrypted: 'It wants a password.',
    damaged: 'It is damaged.',
    unsupported: 'It is a kind of file without text, or one that is not read here.',
    tooLarge: 'Reading it takes more room than a file of its kind ever needs.',
    tooLong: 'Reading it takes longer than a file of its kind ever needs.',
    tooDeep: 'It lies inside more archives than are opened.',
    unsafeName: 'Its name leads out of its archive: it was made to do harm.',
    partly: 'Some of its pages or files could not be read.',
  },
  documents: {
    unknownNotice: ({ notice }: { notice: string }) => `No notice has the number ${notice}.`,
    notReady: ({ notice, state, seconds }: { notice: string; state: string; seconds: number }) =>
      `The documents of ${notice} are not here yet: ${state}. They are collected before others now; try again in ${counting(seconds, 'second')}.`,
    lineFull: ({ notice, seconds }: { notice: string; seconds: number }) =>
      `The documents of ${notice} are not here yet, and so many others are waited for that they are not taken into the line now; try again in ${counting(seconds, 'second')}.`,
    notReadyWhy: ({ notice, why, seconds }: { notice: string; why: string; seconds: number }) =>
      `The documents of ${notice} are not here yet. ${why} Try again in ${counting(seconds, 'second')}.`,
    notCollectable: ({ notice }: { notice: string }) =>
      `The documents of ${notice} cannot be collected: it is known from published exports only, which do not say under which number the procurement system keeps its files.`,
    withdrawn: ({ notice, since }: { notice: string; since: string }) =>
      `The documentation of ${notice} was withdrawn by its authority, as is known here since ${since}. The notice itself is still there: /api/sicap/tender/${notice}.`,
    noFileHere: ({ notice, why }: { notice: string; why: string }) =>
      `No file of the documentation of ${notice} is here. ${why} The list says it for each: /api/sicap/procedure/${notice}/documents.`,
    filesToCome: 'They are still to be fetched.',
    unknownVersion: ({ notice, version, versions }: { notice: string; version: number; versions: string }) =>
      `The documentation of ${notice} has no version ${version}; there are: ${versions}.`,
    noVersions: ({ notice, version }: { notice: string; version: number }) =>
      `The documentation of ${notice} has no version ${version}: it has no documents.`,
    unknownDocument: ({ id }: { id: string }) => `No collected document has the identifier ${id}.`,
    withheld: ({ id, why }: { id: string; why: string }) =>
      `The document ${id} is withheld by whoever runs this installation: ${why}`,
    documentNotReady: ({ id, seconds }: { id: string; seconds: number }) =>
      `The document ${id} is listed, but not here yet. It is collected before others now; try again in ${counting(seconds, 'second')}.`,
    documentFailed: ({ id, why }: { id: string; why: string }) =>
      `The document ${id} could not be collected. ${why} It is tried again.`,
    documentAway: ({ id, why }: { id: string; why: string }) =>
      `The file of ${id} is not here. ${why} No further attempt to fetch it is planned.`,
    documentReplaced: ({ id, why }: { id: string; why: string }) =>
      `The file of ${id} is not here. ${why} The procurement system no longer lists this document, so it is not fetched any more.`,
    fileNotKept: 'It is no longer stored.',
    fileLost: ({ id, seconds }: { id: string; seconds: number }) =>
      `The file of ${id} is no longer stored here and is collected again; try again in ${counting(seconds, 'second')}.`,
    nothingInside: ({ id, why }: { id: string; why: string }) =>
      `Nothing could be taken out of ${id}: ${why} The file as it was published is there with sealed=true.`,
    detachedSignature: 'It is a signature that lies beside the file which it signs.',
    noText: ({ id, why }: { id: string; why: string }) =>
      `The text of ${id} cannot be read: ${why} The file itself is there: /api/sicap/document/${id}/download.`,
    pageBeyond: ({ id, last }: { id: string; last: number }) => `The text of ${id} has ${counting(last, 'page')}.`,
    noSignatureFound: 'The file is sealed, but no signature could be read in it.',
    noDocuments: ({ notice }: { notice: string }) =>
      `The procurement system lists no documents of ${notice}, as of the last look.`,
    notFetched: 'It was not fetched yet.',
    fileGone: 'Its file is no longer stored here and is collected again.',
    oneVersion: ({ notice }: { notice: string }) =>
      `Only one version of the documentation of ${notice} was collected: there is nothing to compare it with.`,
    notBefore: 'is not an earlier version than `to`',
    fromBehindTo: ({ from, to }: { from: number; to: number }) => `Version ${from} is not earlier than version ${to}.`,
    reasonUnknown: 'The reason is not known.',
  },
  /** What the states of a documentation mean while nothing of it can be shown. */
  documentationStates: {
    unasked: 'nobody has asked for them before',
    waiting: 'they wait for their turn',
  },
  /** Why a file has no text. */
  documentText: {
    encrypted: 'it is protected by a password.',
    damaged: 'it is damaged.',
    unsupported: 'it is a kind of file without text, or one that is not read here.',
    tooLarge: 'it takes more room than a file of its kind ever needs.',
    tooLong: 'reading it takes longer than a file of its kind ever needs.',
    tooDeep: 'it lies inside more archives than are opened.',
    unsafeName: 'its name leads out of its archive, as if it was made to do harm.',
  },
  /** What a bundle says to whoever unpacks it. */
  documentBundle: {
    fileName: 'README.txt',
    title: ({ notice, version, versions }: { notice: string; version: number; versions: number }) =>
      `Documents of ${notice}, version ${version} of ${versions}.`,
    seen: ({ seenAt, lookedAt }: { seenAt: string; lookedAt: string }) =>
      `This list was first seen on ${seenAt}; the procurement system was last asked on ${lookedAt}.`,
    howTo: 'The documents lie here without their seals. MANIFEST.json tells the digest and the signatures of each.',
    invented: 'Invented data of the demo country.',
    there: ({ code, path, sha256 }: { code: string; path: string; sha256: string }) =>
      `${code}  ${path}  SHA-256 ${sha256}`,
    missing: ({ code, name, why }: { code: string; name: string; why: string }) => `${code}  ${name}  MISSING: ${why}`,
    withheld: ({ code, why }: { code: string; why: string }) => `${code}  WITHHELD: ${why}`,
    signed: ({ who, verdict, why }: { who: string; verdict: string; why: string }) =>
      `signed by ${who}: ${verdict}${why && `. ${why}`}`,
    unnamed: 'somebody who is not named',
    valid: 'valid',
    invalid: 'invalid',
    indeterminate: 'cannot be told for certain',
  },
};
