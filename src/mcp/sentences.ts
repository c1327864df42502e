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
  partOfPro: {
    en: 'This is part of Pro, which the account that you speak for does not have.',
    ro: 'Aceasta face parte din Pro, pe care contul pentru care vorbiți nu îl are.',
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
  onceMore: {
    en: 'Call once more in a minute; if that fails, say that the service does not answer now.',
    ro: 'Apelați încă o dată peste un minut; dacă nu reușește, spuneți că serviciul nu răspunde acum.',
  },
  unknownHere: {
    en: 'Say that this installation does not hold that data.',
    ro: 'Spuneți că această instalare nu are acele date.',
  },
  takenBack: {
    en: 'Tell the person that the authority took it back; do not call again for it.',
    ro: 'Spuneți persoanei că autoritatea a retras documentația; nu o mai cereți.',
  },
  openIt: {
    en: 'Tell the person where to open it; do not guess what stands in it.',
    ro: 'Spuneți persoanei unde îl poate deschide; nu ghiciți ce conține.',
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
  pending: {
    en: 'Some of it is still being fetched or read: call again in a minute for the rest.',
    ro: 'O parte încă se aduce sau se citește: apelați din nou peste un minut pentru rest.',
  },
  notLoaded: {
    en: ({ part }: { part: string }) => `This installation does not hold: ${part}. Null there means not known.`,
    ro: ({ part }) => `Această instalare nu are: ${part}. Null acolo înseamnă necunoscut.`,
  },
});
