/** Passkeys, in both languages. */
import type { Language } from '#lib/i18n/message.ts';

interface PasskeyTexts {
  title: string;
  lead: string;
  enter: string;
  enterTitle: string;
  enterLead: string;
  prove: string;
  canceled: string;
  notHere: string;
  needsScripts: string;
  refused: string;
  list: string;
  most: (most: number) => string;
  none: string;
  added: (when: string) => string;
  used: (when: string) => string;
  unused: string;
  synced: string;
  oneDevice: string;
  remove: string;
  removeNamed: (name: string) => string;
  removeNow: string;
  removeLead: string;
  add: string;
  name: string;
  nameHint: string;
  proveFirst: string;
  full: string;
  done: Record<'added' | 'removed', readonly [heading: string, line: string]>;
  back: string;
  nameless: string;
}

export const passkeyTexts: Record<Language, PasskeyTexts> = {
  ro: {
    title: 'Chei de acces',
    lead: 'Intrați în cont cu amprenta, fața sau codul dispozitivului, fără parolă și fără să scrieți adresa. O cheie de acces nu poate fi ghicită și nu merge pe pagini false.',
    enter: 'Intrați cu o cheie de acces',
    enterTitle: 'Intrare cu cheie de acces',
    enterLead: 'Dispozitivul vă cere amprenta, fața sau codul. Nu scrieți nimic.',
    prove: 'Confirmați cu o cheie de acces',
    canceled:
      'Nu s-a făcut nimic: cererea a fost închisă sau dispozitivul nu are o cheie de acces pentru această pagină.',
    notHere: 'Cheile de acces nu merg la această adresă: browserele le cer un nume de gazdă și https (sau localhost).',
    needsScripts: 'Cheile de acces au nevoie de JavaScript. Puteți intra cu parola.',
    refused: 'Nu s-a putut folosi cheia de acces',
    list: 'Cheile de acces ale contului',
    most: (most) => `cel mult ${most}`,
    none: 'Contul nu are nicio cheie de acces.',
    added: (when) => `adăugată ${when}`,
    used: (when) => `folosită ${when}`,
    unused: 'nefolosită încă',
    synced: 'sincronizată între dispozitive',
    oneDevice: 'pe un singur dispozitiv',
    remove: 'Elimină',
    removeNamed: (name) => `Elimină cheia de acces ${name}`,
    removeNow: 'Da, elimină',
    removeLead: 'Cu ea nu se va mai putea intra în cont.',
    add: 'Adaugă o cheie de acces',
    name: 'Nume (opțional)',
    nameHint: 'Ca s-o recunoașteți mai târziu: „Telefonul meu”.',
    proveFirst: 'Înainte de a adăuga sau elimina o cheie de acces vă cerem din nou parola sau o cheie de acces.',
    full: 'Contul are deja toate cheile de acces pe care le poate avea.',
    done: {
      added: ['Cheia de acces a fost adăugată', 'De acum puteți intra cu ea, fără parolă.'],
      removed: ['Cheia de acces a fost eliminată', 'Cu ea nu se mai poate intra. O puteți șterge și din dispozitiv.'],
    },
    back: 'Intrare cu parolă',
    nameless: 'Cheie de acces',
  },
  en: {
    title: 'Passkeys',
    lead: 'Sign in with the fingerprint, face or code of your device, without a password and without typing your address. A passkey cannot be guessed and does not work on false pages.',
    enter: 'Sign in with a passkey',
    enterTitle: 'Sign in with a passkey',
    enterLead: 'Your device asks for fingerprint, face or code. You type nothing.',
    prove: 'Confirm with a passkey',
    canceled: 'Nothing was done: the box was closed, or the device has no passkey for this page.',
    notHere: 'Passkeys do not work at this address: browsers want the name of a host and https (or localhost).',
    needsScripts: 'Passkeys need JavaScript. You can sign in with your password.',
    refused: 'The passkey could not be used',
    list: 'Passkeys of the account',
    most: (most) => `at most ${most}`,
    none: 'The account has no passkey.',
    added: (when) => `added ${when}`,
    used: (when) => `used ${when}`,
    unused: 'not used yet',
    synced: 'synced between devices',
    oneDevice: 'on one device',
    remove: 'Remove',
    removeNamed: (name) => `Remove the passkey ${name}`,
    removeNow: 'Yes, remove it',
    removeLead: 'It will not open the account any more.',
    add: 'Add a passkey',
    name: 'Name (optional)',
    nameHint: 'So that you recognise it later: “My phone”.',
    proveFirst: 'Before a passkey is added or removed we ask for your password or a passkey again.',
    full: 'The account has all the passkeys that it may have.',
    done: {
      added: ['The passkey was added', 'From now on you can sign in with it, without a password.'],
      removed: ['The passkey was removed', 'It opens the account no more. You can delete it from the device, too.'],
    },
    back: 'Sign in with a password',
    nameless: 'Passkey',
  },
};
