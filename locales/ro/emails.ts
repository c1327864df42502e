/** Romanian texts of emails about accounts. */

import type { emails as english } from '#locales/en/emails.ts';
import type { Localized } from '#locales/translation.ts';

export const emails: Localized<typeof english> = {
  account: {
    signUp: {
      subject: 'Contul dumneavoastră Firmoteca',
      paragraphs: [
        'Cineva, probabil dumneavoastră, vrea un cont cu această adresă. Alegeți o parolă și contul este deschis.',
      ],
      label: 'Deschideți contul',
      closing: [
        'Legătura este valabilă 24 de ore și poate fi folosită o singură dată.',
        'Dacă nu ați cerut un cont, nu faceți nimic: fără această legătură nu se deschide niciunul.',
      ],
    },
    signUpKnown: {
      subject: 'Aveți deja un cont Firmoteca',
      paragraphs: [
        'Cineva, probabil dumneavoastră, a cerut un cont cu această adresă. Există deja unul: intrați cu parola pe care o știți.',
        'Dacă ați uitat-o, alegeți alta cu legătura de mai jos.',
      ],
      label: 'Alegeți o parolă nouă',
      closing: [
        'Legătura este valabilă o oră și poate fi folosită o singură dată.',
        'Dacă nu ați cerut nimic, nu faceți nimic: contul rămâne cum este.',
      ],
    },
    reset: {
      subject: 'O parolă nouă pentru contul Firmoteca',
      paragraphs: ['Cineva, probabil dumneavoastră, a cerut o parolă nouă pentru contul cu această adresă.'],
      label: 'Alegeți parola nouă',
      closing: [
        'Legătura este valabilă o oră și poate fi folosită o singură dată. Cu parola nouă se încheie toate sesiunile deschise.',
        'Dacă nu ați cerut nimic, nu faceți nimic: parola rămâne cea de acum.',
      ],
    },
    resetUnknown: {
      subject: 'Nu există un cont Firmoteca cu această adresă',
      paragraphs: [
        'Cineva, probabil dumneavoastră, a cerut o parolă nouă pentru un cont cu această adresă. Nu există niciunul: poate l-ați deschis cu altă adresă.',
        'Dacă doriți un cont cu această adresă, îl puteți deschide acum.',
      ],
      label: 'Deschideți un cont',
      closing: [
        'Legătura este valabilă 24 de ore și poate fi folosită o singură dată.',
        'Dacă nu ați cerut nimic, nu faceți nimic.',
      ],
    },
    email: {
      subject: 'Confirmați adresa nouă a contului Firmoteca',
      paragraphs: [
        'Ați cerut ca această adresă să fie a contului dumneavoastră. Se schimbă abia după ce confirmați, din cont.',
      ],
      label: 'Confirmați adresa',
      closing: [
        'Legătura este valabilă o oră și poate fi folosită o singură dată.',
        'Dacă nu ați cerut nimic, nu faceți nimic: cineva a scris adresa dumneavoastră din greșeală.',
      ],
    },
    emailTaken: {
      subject: 'Adresa dumneavoastră are deja un cont Firmoteca',
      paragraphs: [
        'Cineva a cerut ca această adresă să fie a altui cont. Ea are deja contul ei, așa că nu s-a schimbat nimic.',
        'Dacă dumneavoastră ați cerut, ștergeți mai întâi unul dintre conturi.',
      ],
      label: 'Intrați în cont',
    },
  },
  notices: {
    emailAsked: {
      subject: 'S-a cerut altă adresă pentru contul Firmoteca',
      paragraphs: [
        'Din contul dumneavoastră s-a cerut schimbarea adresei de e-mail. Cea de acum rămâne până când se confirmă cea nouă.',
        'Dacă nu ați fost dumneavoastră, schimbați parola imediat: toate sesiunile se încheie cu ea.',
      ],
      label: 'Siguranța contului',
    },
    emailChanged: {
      subject: 'Adresa contului Firmoteca s-a schimbat',
      paragraphs: [
        'Contul dumneavoastră are de acum altă adresă de e-mail. La aceasta nu mai scriem.',
        'Dacă nu ați fost dumneavoastră, scrieți imediat administratorului serviciului.',
      ],
      label: 'Firmoteca',
    },
    passwordSet: {
      subject: 'Parola contului Firmoteca s-a schimbat',
      paragraphs: [
        'Contul dumneavoastră are o parolă nouă. Toate celelalte sesiuni s-au încheiat. Aplicațiile conectate și cheile API continuă să funcționeze: verificați-le în cont.',
        'Dacă nu ați fost dumneavoastră, cereți imediat altă parolă: legătura vine la această adresă.',
      ],
      label: 'Cereți altă parolă',
    },
    keyMade: {
      subject: 'O cheie API nouă în contul Firmoteca',
      paragraphs: [
        'În contul dumneavoastră s-a făcut o cheie API. Cine o are întreabă în numele contului.',
        'Dacă nu ați fost dumneavoastră, revocați cheia și schimbați parola imediat.',
      ],
      about: 'Cheia:',
      label: 'Cheile contului',
    },
    keyRevoked: {
      subject: 'O cheie API din contul Firmoteca a fost revocată',
      paragraphs: [
        'În contul dumneavoastră s-a revocat o cheie API. Programele care o foloseau nu mai primesc nimic.',
        'Dacă nu ați fost dumneavoastră, schimbați parola imediat și verificați aplicațiile conectate.',
      ],
      about: 'Cheia:',
      label: 'Cheile contului',
    },
    appConnected: {
      subject: 'O aplicație a fost conectată la contul Firmoteca',
      paragraphs: [
        'La contul dumneavoastră s-a conectat o aplicație.',
        'Accesul îl primește adresa; numele din paranteză și l-a dat aplicația singură. Iată ce poate face:',
      ],
      about: 'Aplicația:',
      label: 'Aplicațiile conectate',
      closing: ['Dacă nu ați fost dumneavoastră, deconectați aplicația și schimbați parola imediat.'],
    },
    passkeyAdded: {
      subject: 'O cheie de acces nouă în contul Firmoteca',
      paragraphs: [
        'La contul dumneavoastră s-a adăugat o cheie de acces (passkey). Cu ea se intră în cont fără parolă.',
        'Dacă nu ați fost dumneavoastră, scoateți-o și schimbați parola imediat.',
      ],
      label: 'Siguranța contului',
    },
    passkeyRemoved: {
      subject: 'O cheie de acces a fost scoasă din contul Firmoteca',
      paragraphs: [
        'Din contul dumneavoastră s-a scos o cheie de acces (passkey). Cu ea nu se mai intră în cont.',
        'Dacă nu ați fost dumneavoastră, schimbați parola imediat: toate sesiunile se încheie cu ea.',
      ],
      label: 'Siguranța contului',
    },
  },
  manyNotices: {
    subject: 'S-au făcut multe în contul Firmoteca',
    paragraphs: [
      'În contul dumneavoastră se fac mai multe schimbări decât vă putem scrie pe rând. În următoarea oră nu vă mai scriem despre fiecare; le găsiți pe toate în lista din cont.',
      'Dacă nu ați fost dumneavoastră, schimbați parola imediat și revocați cheile pe care nu le cunoașteți.',
    ],
    label: 'Ce s-a făcut în cont',
  },
  passkeys: {
    retained: (names) =>
      `Cheile de acces ale contului au rămas și îl deschid în continuare: ${names}. Dacă una nu este a dumneavoastră, eliminați-o din cont.`,
    removed: (names) => `Cheile de acces ale contului au fost eliminate: ${names}. Le puteți adăuga din nou, din cont.`,
  },
  signInPage: 'Pagina de intrare în cont:',
};
