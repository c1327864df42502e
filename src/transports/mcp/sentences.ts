/** Sentences of the agents' door. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

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
  notOpen: {
    en: 'This is not open to the account that you speak for.',
    ro: 'Această parte nu este accesibilă contului în numele căruia vorbiți.',
  },
  sayNotOpen: {
    en: 'Answer with what is open to everybody, and say that this part is not open to this account.',
    ro: 'Răspundeți cu ce este deschis tuturor și spuneți că această parte nu este accesibilă acestui cont.',
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
  afterThat: {
    en: 'It is queued: call again after that time, once, with the same arguments.',
    ro: 'Este la rând: apelați din nou după acel interval, o singură dată, cu aceleași argumente.',
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
  hidden: {
    en: 'This is what is open to everybody: parts of it are not shown to this account. Null there means hidden, not unknown.',
    ro: 'Este ceea ce vede oricine; unele părți nu se arată acestui cont. Null acolo înseamnă ascuns, nu necunoscut.',
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

/** What is wrong with arguments beyond their shape. */
export const argument = sentences('agents.argument', {
  noCui: {
    en: 'The argument `cui` is missing. If you have only the name of the company or institution, find its fiscal code with `search` first.',
    ro: 'Lipsește argumentul `cui`. Dacă aveți numai denumirea firmei sau a instituției, găsiți-i mai întâi codul fiscal cu `search`.',
  },
  key: {
    en: 'An argument holds an API key. Keys never belong in a conversation: nothing was done with it. Tell the person to revoke that key at once, on the page of their keys, and never repeat it.',
    ro: 'Un argument conține o cheie API. Cheile nu au ce căuta într-o conversație: nu s-a făcut nimic cu ea. Spuneți persoanei să revoce imediat cheia, pe pagina cheilor sale, și nu o repetați.',
  },
});

/** What the door says before anybody looks at what is asked. */
export const door = sentences('agents.door', {
  blocked: {
    en: 'Requests from this address are blocked.',
    ro: 'Cererile de la această adresă sunt blocate.',
  },
  blockedUntil: {
    en: ({ until }: { until: string }) => `Requests from this address are blocked until ${until}.`,
    ro: ({ until }) => `Cererile de la această adresă sunt blocate până la ${until}.`,
  },
  otherHost: {
    en: 'This request names a host that is not ours. Whoever runs the service sets PUBLIC_URL to the address under which agents reach it, and has the proxy before it pass on Host.',
    ro: 'Cererea numește o gazdă care nu este a noastră. Cine administrează serviciul setează PUBLIC_URL la adresa la care ajung agenții, iar proxy-ul din față transmite Host.',
  },
  otherOrigin: {
    en: 'Pages of this origin may not speak to the connector. Whoever runs the service lets an origin in with FIRMOTECA_AGENT_ORIGINS.',
    ro: 'Paginile acestei origini nu pot folosi conectorul. Cine administrează serviciul admite o origine prin FIRMOTECA_AGENT_ORIGINS.',
  },
  tokenInAddress: {
    en: 'A token in an address ends up in logs. Send it in the header, Authorization: Bearer.',
    ro: 'Un token din adresă ajunge în jurnale. Trimiteți-l în antet, Authorization: Bearer.',
  },
  bearer: {
    en: 'The Authorization header must read: Bearer <access token>.',
    ro: 'Antetul Authorization trebuie să fie de forma: Bearer <token de acces>.',
  },
  key: {
    en: 'API keys work under /api only. Agents connect to an account by OAuth and send the access token that they are given.',
    ro: 'Cheile API funcționează numai sub /api. Agenții se conectează la un cont prin OAuth și trimit tokenul de acces primit.',
  },
  ended: {
    en: 'This access token is not, or no longer, good. Refresh it, or connect to the account again.',
    ro: 'Acest token de acces nu este sau nu mai este valabil. Reînnoiți-l sau conectați-vă din nou la cont.',
  },
  elsewhere: {
    en: ({ resource }: { resource: string }) => `This access token is for another address than ${resource}.`,
    ro: ({ resource }) => `Acest token de acces este pentru altă adresă decât ${resource}.`,
  },
  ours: {
    en: 'Something went wrong on our side; it is noted.',
    ro: 'A apărut o eroare la noi; este înregistrată.',
  },
  scopes: {
    en: ({ scopes }: { scopes: string }) =>
      `This connection may not do that yet. Tell the person to connect the app again and to allow: ${scopes}.`,
    ro: ({ scopes }) =>
      `Această conexiune nu are încă acest drept. Spuneți persoanei să conecteze din nou aplicația și să permită: ${scopes}.`,
  },
  batch: {
    en: 'Send one message at a time: batches are not taken.',
    ro: 'Trimiteți câte un mesaj: loturile nu sunt acceptate.',
  },
  late: {
    en: ({ seconds }: { seconds: number }) => `There was no answer within ${seconds} seconds. Ask for less, or later.`,
    ro: ({ seconds }) =>
      `Nu a existat un răspuns în ${counted(seconds, 'secundă', 'secunde')}. Cereți mai puțin sau mai târziu.`,
  },
});
