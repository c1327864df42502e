/** Romanian messages: signatures. */
import type { signatures as english } from '#locales/en/signatures.ts';
import type { Translation } from '#locales/translation.ts';

export const signatures: Translation<typeof english> = {
  seals: {
    contentAltered: 'Conținutul nu este cel care a fost semnat.',
    signatureWrong: 'Semnătura nu corespunde cheii din certificat și atributelor semnate.',
    contentTypeDiffers: 'Conținutul este declarat ca fiind de alt tip decât cel semnat.',
    certificateSwapped: 'Certificatul din fișier nu este cel indicat de semnatar la semnare.',
    attributesAsContent: 'Conținutul este format din atributele semnate ale altei semnături: un fals cunoscut.',
    attributesMissing: 'Semnătura nu are atribute semnate, deci ar putea aparține altui conținut.',
    attributesTwice: 'Un atribut semnat care poate apărea o singură dată apare de mai multe ori.',
    algorithmsDisagree: 'Semnătura indică doi algoritmi de rezumat diferiți.',
    contentMissing: 'Semnătura este detașată, iar fișierul semnat nu este disponibil.',
    certificateMissing: 'Certificatul semnatarului lipsește din fișier.',
    certificateUnreadable: 'Certificatul semnatarului nu poate fi citit.',
    algorithmUnsupported: ({ algorithm }) => `Algoritmul ${algorithm} nu este acceptat.`,
    weakDigest: ({ algorithm }) => `Algoritmul de rezumat ${algorithm} este prea slab pentru a fi de încredere.`,
    weakKey: ({ key }) => `Cheia (${key}) este prea slabă pentru a fi de încredere.`,
    trustStoreEmpty: 'Această instalare nu are încă nicio autoritate de certificare de încredere.',
    issuerUntrusted: 'Certificatul duce la o autoritate în care această instalare nu are încredere.',
    issuerMissing: 'Lipsește un certificat dintre cel al semnatarului și o autoritate de încredere.',
    issuerUnfit:
      'Un certificat de pe lanțul către autoritatea de încredere nu are dreptul să emită altele sau nu în acest scop.',
    certificateUnfit: 'Certificatul nu este destinat semnării documentelor.',
    constraintUnsupported: 'Un certificat de pe lanț are o constrângere critică neacceptată.',
    certificateExpired: ({ day }) =>
      `Certificatul a expirat la ${day} și nicio marcă temporală valabilă nu arată că semnătura este mai veche.`,
    certificateNotYetValid: ({ day }) => `Certificatul este valabil abia de la ${day}.`,
    issuerExpired: 'Un certificat de pe lanțul către autoritatea de încredere nu era valabil la acel moment.',
    certificateRevoked: ({ day }) =>
      `Certificatul a fost revocat la ${day} și nicio marcă temporală valabilă nu arată că semnătura este mai veche.`,
    issuerRevoked: 'Un certificat de pe lanțul către autoritatea de încredere a fost revocat.',
    revokedLater: ({ day }) => `Certificatul a fost revocat la ${day}, după marcarea temporală a semnăturii.`,
    revocationNotChecked:
      'Nu s-a putut verifica dacă certificatul a fost revocat: nu exista o listă sau un răspuns actual.',
    issuerRevocationNotChecked:
      'Nu s-a putut verifica dacă un certificat de pe lanțul către autoritatea de încredere a fost revocat.',
    timestampWrong:
      'Marca temporală a semnăturii este greșită sau nu este de încredere și nu a fost luată în considerare.',
    revisionEarlier:
      'Semnătura acoperă o versiune anterioară a documentului; de atunci s-au adăugat doar semnături, mărci temporale și dovezi.',
    revisionRewritten:
      'Ceea ce arată documentul a fost modificat după această semnătură; modificarea este acoperită de o semnătură ulterioară.',
    revisionChanged:
      'Documentul a fost modificat după această semnătură și nicio semnătură valabilă nu îl acoperă în întregime.',
    revisionUnclear:
      'După versiunea semnată a documentului există octeți care nu pot fi comparați cu ea sau pe care programele îi citesc diferit.',
    rangeWrong: 'Partea din PDF pe care semnătura pretinde că o acoperă nu este una posibilă.',
    containerAltered: 'Un fișier din container nu este cel semnat.',
    containerFileMissing: 'Un fișier semnat lipsește din container.',
    containerLeftOut: 'În container există fișiere pe care semnătura nu le acoperă.',
    containerDigest:
      'Lista containerului descrie fișiere printr-un algoritm de rezumat necunoscut sau prea slab pentru a fi de încredere.',
    containerUnclear: 'Nu se poate spune ce fișiere din container acoperă semnătura.',
    moreBehind:
      'Pe lângă conținutul semnat, fișierul are și altceva, pe care semnătura nu îl acoperă și pe care unele programe l-ar afișa.',
    signatureUnreadable: 'Semnătura nu poate fi citită.',
    formatUnsupported: ({ format }) => `Semnăturile în formatul ${format} sunt recunoscute, dar încă nu sunt evaluate.`,
    truncated: 'Fișierul sigilat se termină înainte de vreme.',
    malformed: 'Fișierul sigilat este deteriorat: structura lui nu poate fi citită.',
    tooManyParts: 'Fișierul sigilat are mai multe părți decât se citesc.',
    tooLarge: 'Fișierul sigilat sau una dintre părțile lui depășește dimensiunea care se citește.',
    tooDeep: 'Sunt mai multe sigilii unul în altul decât se deschid.',
    encrypted: 'Fișierul este criptat și poate fi deschis doar de destinatarii lui.',
  },
};
