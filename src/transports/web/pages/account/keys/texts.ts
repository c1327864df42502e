/** The page of keys, in both languages. */
import type { Language } from '#lib/i18n/message.ts';

interface KeysTexts {
  lead: string;
  ready: (name: string) => string;
  readyNameless: string;
  once: string;
  copy: string;
  tryNow: string;
  own: string;
  most: (most: number) => string;
  nameless: string;
  none: string;
  made: (when: string) => string;
  expires: (day: string) => string;
  used: (when: string) => string;
  unused: string;
  revoke: string;
  revokeNamed: (name: string) => string;
  make: string;
  name: string;
  nameHint: string;
  expiresOn: string;
  expiresHint: string;
  send: string;
  proveFirst: string;
  full: string;
  refused: string;
  proHeading: string;
  proLines: readonly string[];
  subscribe: string;
  revoked: string;
  revokedLine: string;
  use: string;
  usage: string;
  demo: string;
  safety: string;
  safetyPoints: readonly string[];
}

export const keysTexts: Record<Language, KeysTexts> = {
  ro: {
    lead: 'Cu o cheie, programele dumneavoastră întreabă API-ul direct, în numele contului.',
    ready: (name) => `Cheia „${name}” e gata.`,
    readyNameless: 'Cheia e gata.',
    once: 'Se arată o singură dată: copiați-o acum. Noi nu o păstrăm.',
    copy: 'Copiază cheia',
    tryNow: 'Încercați-o acum:',
    own: 'Cheile contului',
    most: (most) => `cel mult ${most}`,
    nameless: 'Cheie fără nume',
    none: 'Contul nu are nicio cheie.',
    made: (when) => `făcută ${when}`,
    expires: (day) => `merge până la sfârșitul zilei ${day}`,
    used: (when) => `folosită ${when}`,
    unused: 'nefolosită încă',
    revoke: 'Revocă',
    revokeNamed: (name) => `Revocă cheia ${name}`,
    make: 'Cheie nouă',
    name: 'Numele cheii',
    nameHint: 'Pentru dumneavoastră, ca să știți unde o folosiți: „ERP contabilitate”.',
    expiresOn: 'Ultima zi (opțional)',
    expiresHint: 'Cheia merge până la sfârșitul acestei zile, ora României. Fără ea, merge până o revocați.',
    send: 'Faceți cheia',
    proveFirst: 'Înainte de a face o cheie vă cerem din nou parola sau cheia de acces.',
    full: 'Contul are deja toate cheile pe care le poate avea. Revocați una ca să faceți alta.',
    refused: 'Cheia nu a fost făcută',
    proHeading: 'Cheile API fac parte din Pro',
    proLines: [
      '1.200 de cereri pe minut, cu cel mult 10 chei.',
      'Liste întregi de contracte și achiziții, textul documentelor, toți indicatorii, analize de piață.',
    ],
    subscribe: 'Vedeți abonamentul Pro',
    revoked: 'Cheia a fost revocată',
    revokedLine: 'Programele care o folosesc primesc 401 de acum înainte.',
    use: 'Ultimul minut',
    usage: 'Consumul pe zile, operații și chei',
    demo: 'Contul demonstrativ este al tuturor și nu primește chei noi. Cheia lui publică merge la fel ca una a dumneavoastră:',
    safety: 'Ce e bine de știut',
    safetyPoints: [
      'O cheie deschide tot ce are contul în API. Nu o puneți în pagini, în aplicații pe care le dați altora sau în depozite de cod.',
      'Trimiteți-o în antetul X-API-Key, niciodată în adresă.',
      'Dacă a ajuns unde nu trebuia, revocați-o: încetează în cel mult o secundă.',
    ],
  },
  en: {
    lead: 'With a key your programs ask the API directly, in the name of the account.',
    ready: (name) => `The key “${name}” is ready.`,
    readyNameless: 'The key is ready.',
    once: 'Shown only once: copy it now. We do not keep it.',
    copy: 'Copy the key',
    tryNow: 'Try it now:',
    own: 'Keys of the account',
    most: (most) => `at most ${most}`,
    nameless: 'Key without a name',
    none: 'The account has no key.',
    made: (when) => `made ${when}`,
    expires: (day) => `works to the end of ${day}`,
    used: (when) => `used ${when}`,
    unused: 'not used yet',
    revoke: 'Revoke',
    revokeNamed: (name) => `Revoke the key ${name}`,
    make: 'New key',
    name: 'Name of the key',
    nameHint: 'For yourself, so that you know where it is used: “Accounting ERP”.',
    expiresOn: 'Last day (optional)',
    expiresHint: 'The key works to the end of that day, Romanian time. Without it, it works until you revoke it.',
    send: 'Make the key',
    proveFirst: 'Before a key is made we ask for your password or passkey again.',
    full: 'The account has all the keys that it may have. Revoke one to make another.',
    refused: 'The key was not made',
    proHeading: 'API keys are part of Pro',
    proLines: [
      '1,200 requests a minute, with up to 10 keys.',
      'Whole lists of contracts and purchases, texts of documents, all ratios, market analyses.',
    ],
    subscribe: 'See the Pro subscription',
    revoked: 'The key was revoked',
    revokedLine: 'Programs that use it get 401 from now on.',
    use: 'Last minute',
    usage: 'Usage by day, operation and key',
    demo: 'The demo account is everybody’s and gets no new keys. Its public key works as one of yours would:',
    safety: 'Good to know',
    safetyPoints: [
      'A key opens all that the account has in the API. Do not put it into pages, into apps that you give to others, or into code repositories.',
      'Send it in the header X-API-Key, never in an address.',
      'If it got where it should not, revoke it: it stops within a second.',
    ],
  },
};
