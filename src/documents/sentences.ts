/** What is said about documents of procurement. */
import { counting } from '#sentences/english.ts';
import { counted } from '#sentences/romanian.ts';
import { sentences } from '#sentences/sentence.ts';

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
  notCollectable: {
    en: ({ notice }: { notice: string }) =>
      `The documents of ${notice} cannot be collected: it is known from published exports only, which do not say under which number the procurement system keeps its files.`,
    ro: ({ notice }) =>
      `Documentele anunțului ${notice} nu pot fi preluate: anunțul este cunoscut numai din exporturile publicate, care nu spun sub ce număr îi păstrează sistemul de achiziții fișierele.`,
  },
  withdrawn: {
    en: ({ notice, since }: { notice: string; since: string }) =>
      `The documentation of ${notice} was withdrawn by its authority; we know it since ${since}.`,
    ro: ({ notice, since }) =>
      `Documentația anunțului ${notice} a fost retrasă de autoritatea contractantă; știm acest lucru din ${since}.`,
  },
  notCollected: {
    en: ({ notice, why }: { notice: string; why: string }) =>
      `The documents of ${notice} could not be collected: ${why} They are tried again.`,
    ro: ({ notice, why }) => `Documentele anunțului ${notice} nu au putut fi preluate: ${why} Se încearcă din nou.`,
  },
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
  noSignatureFound: {
    en: 'The file is sealed, but no signature could be read in it.',
    ro: 'Fișierul este sigilat, dar în el nu a putut fi citită nicio semnătură.',
  },
  reasonUnknown: { en: 'The reason is not known.', ro: 'Motivul nu este cunoscut.' },
});

/** What the states of a documentation mean while nothing of it can be shown. */
export const states = sentences('documentationStates', {
  announced: {
    en: 'the procurement system has them, and nobody has asked for them before',
    ro: 'există în sistemul de achiziții, dar nu au mai fost cerute',
  },
  collecting: { en: 'they are being collected', ro: 'sunt în curs de preluare' },
});
