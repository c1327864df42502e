/** What is said about accounts, passwords and keys. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('accounts', {
  noAddress: {
    en: ({ email }: { email: string }) => `"${email}" is not an e-mail address.`,
    ro: ({ email }) => `„${email}” nu este o adresă de e-mail.`,
  },
  taken: {
    en: ({ email }: { email: string }) => `There is an account for ${email} already.`,
    ro: ({ email }) => `Există deja un cont pentru ${email}.`,
  },
  unknown: {
    en: ({ account }: { account: string }) => `There is no account ${account}.`,
    ro: ({ account }) => `Contul ${account} nu există.`,
  },
  noStep: {
    en: ({ from, to }: { from: string; to: string }) => `A subscription does not go from ${from} to ${to}.`,
    ro: ({ from, to }) => `Un abonament nu poate trece din starea ${from} în starea ${to}.`,
  },
  lastDay: {
    en: 'A subscription that is being canceled has a last day: say which.',
    ro: 'Un abonament în curs de anulare are o ultimă zi: indicați-o.',
  },
  changedJustNow: {
    en: 'The subscription was changed by somebody else just now; check it again.',
    ro: 'Abonamentul tocmai a fost schimbat de altcineva; verificați din nou.',
  },
  expiry: {
    en: ({ day }: { day: string }) =>
      `The last day of a key is today or a future day such as 2027-01-31, not "${day}".`,
    ro: ({ day }) => `Ultima zi a unei chei este azi sau mai târziu, de exemplu 31.01.2027, nu „${day}”.`,
  },
  keysNeedPro: {
    en: 'Keys are made for accounts with an active Pro subscription only.',
    ro: 'Cheile se creează numai pentru conturi cu abonament Pro activ.',
  },
  keysMax: {
    en: ({ most }: { most: number }) => `The account already has ${counting(most, 'key')}; revoke one first.`,
    ro: ({ most }) => `Contul are deja ${counted(most, 'cheie', 'chei')}; revocați mai întâi una.`,
  },
  keySentTwice: {
    en: ({ hint }: { hint: string }) =>
      `The key ${hint} was made when you sent this form before, and was shown then. It cannot be shown again: if you did not copy it, revoke it and make another.`,
    ro: ({ hint }) =>
      `Cheia ${hint} a fost făcută când ați trimis prima dată formularul și a fost arătată atunci. Nu mai poate fi arătată: dacă nu ați copiat-o, revocați-o și faceți alta.`,
  },
  unknownOwnKey: {
    en: 'Your account has no such key.',
    ro: 'Contul dumneavoastră nu are o astfel de cheie.',
  },
  keyName: {
    en: ({ most }: { most: number }) => `The name of a key has at most ${counting(most, 'character')}.`,
    ro: ({ most }) => `Numele unei chei are cel mult ${counted(most, 'caracter', 'caractere')}.`,
  },
  passkeyRefused: {
    en: 'The passkey was not accepted: it is not known here, or the page was open for too long. Try again.',
    ro: 'Cheia de acces nu a fost acceptată: nu este cunoscută aici sau pagina a stat deschisă prea mult. Încercați din nou.',
  },
  noPasskeysHere: {
    en: 'Passkeys need an address by name, over https; this page was opened by a number or over http.',
    ro: 'Cheile de acces au nevoie de o adresă cu nume, prin https; pagina a fost deschisă după un număr sau prin http.',
  },
  passkeysMax: {
    en: ({ most }: { most: number }) => `The account already has ${counting(most, 'passkey')}; remove one first.`,
    ro: ({ most }) => `Contul are deja ${counted(most, 'cheie', 'chei')} de acces; eliminați mai întâi una.`,
  },
  passkeyKnown: {
    en: 'This passkey is known already.',
    ro: 'Această cheie de acces este deja cunoscută.',
  },
  passkeyName: {
    en: ({ most }: { most: number }) => `The name of a passkey has at most ${counting(most, 'character')}.`,
    ro: ({ most }) => `Numele unei chei de acces are cel mult ${counted(most, 'caracter', 'caractere')}.`,
  },
  unknownPasskey: {
    en: 'Your account has no such passkey.',
    ro: 'Contul dumneavoastră nu are o astfel de cheie de acces.',
  },
  mistyped: {
    en: 'This is not a Firmoteca key, or it was mistyped: its checksum is wrong.',
    ro: 'Aceasta nu este o cheie Firmoteca sau a fost scrisă greșit: suma de control nu corespunde.',
  },
  agentToken: {
    en: 'This is not a Firmoteca key but, by its form, the access token of an agent: those work at the connector (/mcp) only. Programs send a Pro key.',
    ro: 'Aceasta nu este o cheie Firmoteca ci, după formă, tokenul de acces al unui agent: acesta funcționează numai la conector (/mcp). Programele trimit o cheie Pro.',
  },
  demoKey: {
    en: 'This is the key of the demo country; this installation serves real data.',
    ro: 'Aceasta este cheia demonstrativă; această instalare oferă date reale.',
  },
  unknownKey: { en: 'This key is not known here.', ro: 'Această cheie nu există aici.' },
  revokedKey: { en: 'This key was revoked.', ro: 'Această cheie a fost revocată.' },
  blockedKey: {
    en: 'The account of this key was blocked by whoever runs this installation.',
    ro: 'Contul acestei chei a fost blocat de administratorul acestei instalări.',
  },
  demoAccount: {
    en: 'The demo account is everybody’s: nobody can change or delete it.',
    ro: 'Contul demonstrativ este al tuturor: nimeni nu îl poate schimba sau șterge.',
  },
  expiredKey: { en: 'This key has expired.', ro: 'Această cheie a expirat.' },
  freeKey: {
    en: 'Free keys stopped working on 21 August 2026. Subscribe to Pro and make a new key.',
    ro: 'Cheile gratuite nu mai funcționează din 21 august 2026. Abonați-vă la Pro și creați o cheie nouă.',
  },
  passwordLength: {
    en: ({ least, most }: { least: number; most: number }) => `A password must have ${least} to ${most} characters.`,
    ro: ({ least, most }) => `O parolă trebuie să aibă între ${least} și ${counted(most, 'caracter', 'caractere')}.`,
  },
});
