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

/** Why a connector is not for public directories. */
export const said = sentences('agents', {
  demoUnlisted: {
    en: 'This installation serves invented companies: its connector cannot be listed in public directories.',
    ro: 'Această instalare servește firme inventate: conectorul ei nu poate fi înscris în directoare publice.',
  },
  unlistedAddress: {
    en: 'A connector is listed under a public https address: set PUBLIC_URL to it.',
    ro: 'Un conector se înscrie sub o adresă https publică: puneți-o în PUBLIC_URL.',
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
