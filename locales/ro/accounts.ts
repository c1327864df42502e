/** Romanian messages: accounts. */
import { counted } from '#lib/i18n/romanian.ts';
import type { accounts as english } from '#locales/en/accounts.ts';
import type { Translation } from '#locales/translation.ts';

export const accounts: Translation<typeof english> = {
  accounts: {
    noAddress: ({ email }) => `„${email}” nu este o adresă de e-mail.`,
    taken: ({ email }) => `Există deja un cont pentru ${email}.`,
    unknown: ({ account }) => `Contul ${account} nu există.`,
    noStep: ({ from, to }) => `Un abonament nu poate trece din starea ${from} în starea ${to}.`,
    lastDay: 'Un abonament în curs de anulare are o ultimă zi: indicați-o.',
    changedJustNow: 'Abonamentul tocmai a fost schimbat de altcineva; verificați din nou.',
    expiry: ({ day }) => `Ultima zi a unei chei este azi sau mai târziu, de exemplu 31.01.2027, nu „${day}”.`,
    keysNeedPro: 'Cheile se creează numai pentru conturi cu abonament Pro activ.',
    keysMax: ({ most }) => `Contul are deja ${counted(most, 'cheie', 'chei')}; revocați mai întâi una.`,
    keySentTwice: ({ hint }) =>
      `Cheia ${hint} a fost făcută când ați trimis prima dată formularul și a fost arătată atunci. Nu mai poate fi arătată: dacă nu ați copiat-o, revocați-o și faceți alta.`,
    unknownOwnKey: 'Contul dumneavoastră nu are o astfel de cheie.',
    keyName: ({ most }) => `Numele unei chei are cel mult ${counted(most, 'caracter', 'caractere')}.`,
    passkeyRefused:
      'Cheia de acces nu a fost acceptată: nu este cunoscută aici sau pagina a stat deschisă prea mult. Încercați din nou.',
    noPasskeysHere:
      'Cheile de acces au nevoie de o adresă cu nume, prin https; pagina a fost deschisă după un număr sau prin http.',
    passkeysMax: ({ most }) => `Contul are deja ${counted(most, 'cheie', 'chei')} de acces; eliminați mai întâi una.`,
    passkeyKnown: 'Această cheie de acces este deja cunoscută.',
    passkeyName: ({ most }) => `Numele unei chei de acces are cel mult ${counted(most, 'caracter', 'caractere')}.`,
    unknownPasskey: 'Contul dumneavoastră nu are o astfel de cheie de acces.',
    mistyped: 'Aceasta nu este o cheie Firmoteca sau a fost scrisă greșit: suma de control nu corespunde.',
    agentToken:
      'Aceasta nu este o cheie Firmoteca ci, după formă, tokenul de acces al unui agent: acesta funcționează numai la conector (/mcp). Programele trimit o cheie Pro.',
    demoKey: 'Aceasta este cheia demonstrativă; această instalare oferă date reale.',
    unknownKey: 'Această cheie nu există aici.',
    revokedKey: 'Această cheie a fost revocată.',
    blockedKey: 'Contul acestei chei a fost blocat de administratorul acestei instalări.',
    demoAccount: 'Contul demonstrativ este comun tuturor vizitatorilor: nu poate fi schimbat sau șters.',
    expiredKey: 'Această cheie a expirat.',
    freeKey: 'Cheile gratuite nu mai funcționează din 21 august 2026. Abonați-vă la Pro și creați o cheie nouă.',
    passwordLength: ({ least, most }) =>
      `O parolă trebuie să aibă între ${least} și ${counted(most, 'caracter', 'caractere')}.`,
    passwordCommon:
      'Această parolă este printre primele pe care le încearcă un atacator. Alegeți alta, de exemplu o propoziție.',
  },
  approvals: {
    tooMany: ({ most }) =>
      `${counted(most, 'cerere', 'cereri')} de acest fel așteaptă deja persoana sau au fost refuzate în ultima oră.`,
  },
  mail: {
    noAddress: 'Aceasta nu este o adresă de e-mail la care se pot trimite mesaje.',
    testSubject: 'O probă a setărilor de e-mail',
    testWords: 'Cine administrează această instalare Firmoteca a verificat dacă mesajele ajung. Acesta a ajuns.',
    greeting: 'Bună ziua,',
    copyAddress: 'Dacă legătura nu se deschide, copiați această adresă în browser:',
    sentBy: ({ site }) =>
      `Trimis automat de Firmoteca${site && `, ${site}`}. Acest mesaj nu conține imagini și nu urmărește dacă a fost citit.`,
  },
  oauth: {
    noApp: 'Nicio astfel de aplicație nu este conectată la cont.',
    requestEnded: 'Această cerere s-a încheiat sau a fost începută în alt browser. Începeți din nou din aplicație.',
    wrongHost:
      'Aplicațiile se conectează numai la adresa acestui serviciu. Cine îl administrează pune în PUBLIC_URL adresa la care este găsit, iar proxy-ul din față transmite Host.',
    noPath: 'Aici nu este nimic. Aplicațiile găsesc drumul prin /.well-known/oauth-authorization-server.',
    otherMethod: ({ method }) => `Această adresă primește numai ${method}.`,
    blocked: 'Cererile de la această adresă sunt blocate.',
    tooMany: 'Prea multe cereri ale aplicațiilor de la această adresă. Retry-After spune când să reveniți.',
  },
  usage: {
    from: ({ problem }) => `Parametrul from ${problem}.`,
    afterTo: 'este după `to`',
    tooLong: ({ days }) => `este cu mai mult de ${counted(days, 'zi', 'zile')} înainte de \`to\``,
    leftOut: ({ lines }) =>
      `Rânduri omise, din cele mai vechi zile: ${lines}; totalul le include. Cereți mai puține zile.`,
  },
};
