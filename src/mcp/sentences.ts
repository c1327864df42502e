/** Sentences of the agents' door. */
import { sentences } from '#sentences/sentence.ts';

/** What a model does after a refusal. */
export const next = sentences('agents.next', {
  correct: {
    en: 'Correct the arguments and call again.',
    ro: 'Corectați argumentele și apelați din nou.',
  },
  search: {
    en: 'Find the right identifier with `search` first; do not guess one.',
    ro: 'Găsiți mai întâi identificatorul corect cu `search`; nu îl ghiciți.',
  },
  tellOfPro: {
    en: 'Answer with what is open to everybody, and tell the person that this part needs a Pro subscription.',
    ro: 'Răspundeți cu ce este deschis tuturor și spuneți persoanei că această parte cere un abonament Pro.',
  },
  wait: {
    en: 'Wait that long before the next call.',
    ro: 'Așteptați atât înaintea următorului apel.',
  },
  later: {
    en: 'Say that the source does not answer now; do not fill the gap from memory.',
    ro: 'Spuneți că sursa nu răspunde acum; nu completați din memorie.',
  },
  unknownHere: {
    en: 'Say that this installation does not hold that data.',
    ro: 'Spuneți că această instalare nu are acele date.',
  },
  comeBack: {
    en: 'It is being fetched: call again in a minute, with the same arguments.',
    ro: 'Se aduce acum: apelați din nou peste un minut, cu aceleași argumente.',
  },
});

/** What stands beside an answer. */
export const notes = sentences('agents.notes', {
  preview: {
    en: 'This is the preview that everybody sees. A Pro subscription adds the rest.',
    ro: 'Aceasta este previzualizarea pe care o vede oricine. Abonamentul Pro adaugă restul.',
  },
  stale: {
    en: 'The source could not be asked just now: this is what it said before.',
    ro: 'Sursa nu a putut fi întrebată acum: acesta este răspunsul ei anterior.',
  },
  demo: {
    en: 'Invented companies of a demo installation: not real data.',
    ro: 'Firme inventate ale unei instalări demonstrative: nu sunt date reale.',
  },
});

/** What is wrong with arguments beyond their shape. */
export const argument = sentences('agents.argument', {
  key: {
    en: 'An argument holds an API key. Keys never belong in a conversation: nothing was done with it. Tell the person to revoke that key at once, on the page of their keys, and never repeat it.',
    ro: 'Un argument conține o cheie API. Cheile nu au ce căuta într-o conversație: nu s-a făcut nimic cu ea. Spuneți persoanei să revoce imediat cheia, pe pagina cheilor sale, și nu o repetați.',
  },
});
