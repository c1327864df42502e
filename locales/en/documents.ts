/** English messages: documents. */
import { counting } from '#lib/i18n/english.ts';

export const documents = {
  collecting: {
    away: 'The procurement system could not be queried for the list of documents; the query is repeated later.',
    notUnderstood: 'The procurement system sent an implausible list of documents; the query is repeated later.',
    someMissing: ({ missing, count }: { missing: number; count: number }) =>
      `${missing} of ${count} files could not be fetched; each states its reason.`,
    notListed: ({ unlisted, count }: { unlisted: number; count: number }) =>
      `The procurement system announces ${count} files and does not list ${unlisted} of them.`,
    noneCame: 'None of the files could be fetched; each states its reason.',
    cutShort: 'The procurement system closed the connection before the file was complete.',
    tooLate: 'The procurement system took too long to send the file.',
    refused: 'The procurement system did not send the file.',
    tooLarge: 'The file is larger than the limit for collected files.',
    empty: 'The file is empty.',
    noLink: 'The procurement system lists the file without a link to it.',
    replaced: 'The authority replaced the file before it could be fetched.',
    lost: 'The file is no longer in the store; it is fetched again.',
    replacedForRoom: 'The file was deleted to free storage; it is fetched again on request.',
    daysOver: ({ days }: { days: number }) =>
      `Files are stored for ${counting(days, 'day')}; this one is fetched again on request.`,
  },
  opening: {
    broken: 'The file cannot be opened: its signed container is malformed.',
    tooLarge: 'The file is larger than the limit for opening, or needs more memory than a file of its type should.',
    tooLong: 'Opening the file takes more time than a file of its type should.',
    fileLost: 'The collected file is no longer stored, and is being fetched again.',
  },
  documentSearch: {
    noWord: 'contains no word to search for',
    noWordToFind: 'There is no word to search for: letters or digits are needed.',
    someWords: 'No page has all the words: these pages have most of them.',
  },
  /** Why a document, or a part of it, could not be searched. */
  notSearched: {
    notFetched: 'Its file has not been fetched yet.',
    notOpened: 'Its file has not been opened yet.',
    withheld: 'The operator of this installation withholds it.',
    nothingInside: 'Nothing could be extracted from its signed container.',
    ocrDue: 'Its text is in scanned pages that have not been read yet.',
    encrypted: 'It is protected by a password.',
    damaged: 'It is damaged.',
    unsupported: 'Its file type has no text, or is not supported.',
    tooLarge: 'Reading it needs more memory than a file of its type should.',
    tooLong: 'Reading it takes longer than a file of its type should.',
    tooDeep: 'It is nested in more archives than are opened.',
    splitArchive: 'It is one part of an archive, and the rest is in other files: unpack all parts together.',
    unsafeName: 'Its name points outside its archive, as in an attack.',
    partly: 'Some of its pages or files could not be read.',
  },
  documents: {
    unknownNotice: ({ notice }: { notice: string }) => `No notice has the number ${notice}.`,
    notReady: ({ notice, state, seconds }: { notice: string; state: string; seconds: number }) =>
      `The documents of ${notice} have not been collected yet: ${state}. They now have priority; try again in ${counting(seconds, 'second')}.`,
    lineFull: ({ notice, seconds }: { notice: string; seconds: number }) =>
      `The documents of ${notice} have not been collected yet, and the queue is full; try again in ${counting(seconds, 'second')}.`,
    notReadyWhy: ({ notice, why, seconds }: { notice: string; why: string; seconds: number }) =>
      `The documents of ${notice} have not been collected yet. ${why} Try again in ${counting(seconds, 'second')}.`,
    notCollectable: ({ notice }: { notice: string }) =>
      `The documents of ${notice} cannot be collected: the notice is known from published exports only, which lack its number in the procurement system.`,
    withdrawn: ({ notice, since }: { notice: string; since: string }) =>
      `The documentation of ${notice} was withdrawn by its authority; this was observed on ${since}. The notice itself is still available: /api/sicap/tender/${notice}.`,
    noFileHere: ({ notice, why }: { notice: string; why: string }) =>
      `No file of the documentation of ${notice} is stored. ${why} The list states the reason for each: /api/sicap/procedure/${notice}/documents.`,
    filesToCome: 'They have not been fetched yet.',
    unknownVersion: ({ notice, version, versions }: { notice: string; version: number; versions: string }) =>
      `The documentation of ${notice} has no version ${version}; there are: ${versions}.`,
    noVersions: ({ notice, version }: { notice: string; version: number }) =>
      `The documentation of ${notice} has no version ${version}: it has no documents.`,
    unknownDocument: ({ id }: { id: string }) => `No collected document has the identifier ${id}.`,
    withheld: ({ id, why }: { id: string; why: string }) =>
      `The operator of this installation withholds the document ${id}: ${why}`,
    documentNotReady: ({ id, seconds }: { id: string; seconds: number }) =>
      `The document ${id} is listed, but has not been collected yet. It now has priority; try again in ${counting(seconds, 'second')}.`,
    documentFailed: ({ id, why }: { id: string; why: string }) =>
      `The document ${id} could not be collected. ${why} Another attempt follows.`,
    documentAway: ({ id, why }: { id: string; why: string }) =>
      `The file of ${id} is not stored. ${why} No further attempt to fetch it is planned.`,
    documentReplaced: ({ id, why }: { id: string; why: string }) =>
      `The file of ${id} is not stored. ${why} The procurement system no longer lists this document, so it is not fetched again.`,
    fileNotKept: 'It is no longer stored.',
    fileLost: ({ id, seconds }: { id: string; seconds: number }) =>
      `The file of ${id} is no longer stored and is being fetched again; try again in ${counting(seconds, 'second')}.`,
    nothingInside: ({ id, why }: { id: string; why: string }) =>
      `Nothing could be extracted from ${id}: ${why} sealed=true returns the file as published.`,
    detachedSignature: 'It is a detached signature of another file.',
    noText: ({ id, why }: { id: string; why: string }) =>
      `The text of ${id} cannot be read: ${why} The file itself is available: /api/sicap/document/${id}/download.`,
    pageBeyond: ({ id, last }: { id: string; last: number }) => `The text of ${id} has ${counting(last, 'page')}.`,
    noSignatureFound: 'The file is a signed container, but no signature could be read in it.',
    noDocuments: ({ notice }: { notice: string }) =>
      `The procurement system listed no documents of ${notice} when it was last queried.`,
    notFetched: 'It has not been fetched yet.',
    fileGone: 'Its file is no longer stored and is being fetched again.',
    oneVersion: ({ notice }: { notice: string }) =>
      `Only one version of the documentation of ${notice} was collected: there is nothing to compare it with.`,
    notBefore: 'is not an earlier version than `to`',
    fromBehindTo: ({ from, to }: { from: number; to: number }) => `Version ${from} is not earlier than version ${to}.`,
    reasonUnknown: 'The reason is not known.',
  },
  /** The states of a documentation before its first list. */
  documentationStates: {
    unasked: 'this is the first request for them',
    waiting: 'they are queued',
  },
  /** Why a file has no text. */
  documentText: {
    encrypted: 'it is protected by a password.',
    damaged: 'it is damaged.',
    unsupported: 'its file type has no text, or is not supported.',
    tooLarge: 'reading it needs more memory than a file of its type should.',
    tooLong: 'reading it takes longer than a file of its type should.',
    tooDeep: 'it is nested in more archives than are opened.',
    splitArchive: 'it is one part of an archive, and the rest is in other files: unpack all parts together.',
    unsafeName: 'its name points outside its archive, as in an attack.',
  },
  /** Notes in a bundle for its reader. */
  documentBundle: {
    fileName: 'README.txt',
    title: ({ notice, version, versions }: { notice: string; version: number; versions: number }) =>
      `Documents of ${notice}, version ${version} of ${versions}.`,
    seen: ({ seenAt, lookedAt }: { seenAt: string; lookedAt: string }) =>
      `This list was first seen on ${seenAt}; the procurement system was last queried on ${lookedAt}.`,
    howTo:
      'The documents are stored here without their signed containers. MANIFEST.json lists the digest and the signatures of each.',
    invented: 'Invented data of the demo country.',
    there: ({ code, path, sha256 }: { code: string; path: string; sha256: string }) =>
      `${code}  ${path}  SHA-256 ${sha256}`,
    missing: ({ code, name, why }: { code: string; name: string; why: string }) => `${code}  ${name}  MISSING: ${why}`,
    withheld: ({ code, why }: { code: string; why: string }) => `${code}  WITHHELD: ${why}`,
    signed: ({ who, verdict, why }: { who: string; verdict: string; why: string }) =>
      `signed by ${who}: ${verdict}${why && `. ${why}`}`,
    unnamed: 'an unnamed signer',
    valid: 'valid',
    invalid: 'invalid',
    indeterminate: 'indeterminate',
  },
};
