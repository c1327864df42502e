/** What is said about seals: why a signature is not valid, what to know of a valid one, and why a file could not be opened. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('seals', {
  contentAltered: {
    en: 'The content is not what was signed.',
    ro: 'Conținutul nu este cel care a fost semnat.',
  },
  signatureWrong: {
    en: 'The signature does not match the certificate’s key and the signed attributes.',
    ro: 'Semnătura nu corespunde cheii din certificat și atributelor semnate.',
  },
  contentTypeDiffers: {
    en: 'The content is declared to be of another type than the one that was signed.',
    ro: 'Conținutul este declarat ca fiind de alt tip decât cel semnat.',
  },
  certificateSwapped: {
    en: 'The certificate in the file is not the one that the signer named when signing.',
    ro: 'Certificatul din fișier nu este cel indicat de semnatar la semnare.',
  },
  attributesAsContent: {
    en: 'The content is the signed attributes of another signature: a known forgery.',
    ro: 'Conținutul este format din atributele semnate ale altei semnături: un fals cunoscut.',
  },
  attributesMissing: {
    en: 'The signature has no signed attributes, so it could belong to other content.',
    ro: 'Semnătura nu are atribute semnate, deci ar putea aparține altui conținut.',
  },
  attributesTwice: {
    en: 'A signed attribute that may stand once stands there several times.',
    ro: 'Un atribut semnat care poate apărea o singură dată apare de mai multe ori.',
  },
  algorithmsDisagree: {
    en: 'The signature names two different digest algorithms.',
    ro: 'Semnătura indică doi algoritmi de rezumat diferiți.',
  },
  contentMissing: {
    en: 'The signature is detached, and the file that it signs is not at hand.',
    ro: 'Semnătura este detașată, iar fișierul semnat nu este disponibil.',
  },
  certificateMissing: {
    en: 'The signer’s certificate is not in the file.',
    ro: 'Certificatul semnatarului lipsește din fișier.',
  },
  certificateUnreadable: {
    en: 'The signer’s certificate cannot be read.',
    ro: 'Certificatul semnatarului nu poate fi citit.',
  },
  algorithmUnsupported: {
    en: ({ algorithm }: { algorithm: string }) => `The algorithm ${algorithm} is not supported.`,
    ro: ({ algorithm }) => `Algoritmul ${algorithm} nu este acceptat.`,
  },
  weakDigest: {
    en: ({ algorithm }: { algorithm: string }) => `The digest algorithm ${algorithm} is too weak to rely on.`,
    ro: ({ algorithm }) => `Algoritmul de rezumat ${algorithm} este prea slab pentru a fi de încredere.`,
  },
  weakKey: {
    en: ({ key }: { key: string }) => `The key (${key}) is too weak to rely on.`,
    ro: ({ key }) => `Cheia (${key}) este prea slabă pentru a fi de încredere.`,
  },
  trustStoreEmpty: {
    en: 'No certificate authority is trusted by this installation yet.',
    ro: 'Această instalare nu are încă nicio autoritate de certificare de încredere.',
  },
  issuerUntrusted: {
    en: 'The certificate leads to an authority that this installation does not trust.',
    ro: 'Certificatul duce la o autoritate în care această instalare nu are încredere.',
  },
  issuerMissing: {
    en: 'A certificate between the signer’s and a trusted authority is missing.',
    ro: 'Lipsește un certificat dintre cel al semnatarului și o autoritate de încredere.',
  },
  issuerUnfit: {
    en: 'A certificate on the way to the trusted authority may not issue others, or not for this purpose.',
    ro: 'Un certificat de pe lanțul către autoritatea de încredere nu are dreptul să emită altele sau nu în acest scop.',
  },
  certificateUnfit: {
    en: 'The certificate is not meant for signing documents.',
    ro: 'Certificatul nu este destinat semnării documentelor.',
  },
  constraintUnsupported: {
    en: 'A certificate on the way has a critical constraint that is not supported.',
    ro: 'Un certificat de pe lanț are o constrângere critică neacceptată.',
  },
  certificateExpired: {
    en: ({ day }: { day: string }) =>
      `The certificate expired on ${day}, and no valid timestamp shows that the signature is older.`,
    ro: ({ day }) =>
      `Certificatul a expirat la ${day} și nicio marcă temporală valabilă nu arată că semnătura este mai veche.`,
  },
  certificateNotYetValid: {
    en: ({ day }: { day: string }) => `The certificate is valid only from ${day}.`,
    ro: ({ day }) => `Certificatul este valabil abia de la ${day}.`,
  },
  issuerExpired: {
    en: 'A certificate on the way to the trusted authority was not valid at that time.',
    ro: 'Un certificat de pe lanțul către autoritatea de încredere nu era valabil la acel moment.',
  },
  certificateRevoked: {
    en: ({ day }: { day: string }) =>
      `The certificate was revoked on ${day}, and no valid timestamp shows that the signature is older.`,
    ro: ({ day }) =>
      `Certificatul a fost revocat la ${day} și nicio marcă temporală valabilă nu arată că semnătura este mai veche.`,
  },
  issuerRevoked: {
    en: 'A certificate on the way to the trusted authority was revoked.',
    ro: 'Un certificat de pe lanțul către autoritatea de încredere a fost revocat.',
  },
  revokedLater: {
    en: ({ day }: { day: string }) => `The certificate was revoked on ${day}, after the signature was timestamped.`,
    ro: ({ day }) => `Certificatul a fost revocat la ${day}, după marcarea temporală a semnăturii.`,
  },
  revocationNotChecked: {
    en: 'Whether the certificate was revoked could not be checked: no current list or answer lay at hand.',
    ro: 'Nu s-a putut verifica dacă certificatul a fost revocat: nu exista o listă sau un răspuns actual.',
  },
  timestampWrong: {
    en: 'The signature’s timestamp is wrong or not trusted, and was not relied on.',
    ro: 'Marca temporală a semnăturii este greșită sau nu este de încredere și nu a fost luată în considerare.',
  },
  revisionEarlier: {
    en: 'The signature covers an earlier revision of the document; since then only signatures, timestamps and proofs were added.',
    ro: 'Semnătura acoperă o versiune anterioară a documentului; de atunci s-au adăugat doar semnături, mărci temporale și dovezi.',
  },
  revisionRewritten: {
    en: 'What the document shows was changed after this signature; a later signature covers the change.',
    ro: 'Ceea ce arată documentul a fost modificat după această semnătură; modificarea este acoperită de o semnătură ulterioară.',
  },
  revisionChanged: {
    en: 'The document was changed after this signature, and no trusted signature covers the whole of it.',
    ro: 'Documentul a fost modificat după această semnătură și nicio semnătură de încredere nu îl acoperă în întregime.',
  },
  revisionUnclear: {
    en: 'Behind the signed revision of the document there are bytes that cannot be compared with it, or that programs read differently.',
    ro: 'După versiunea semnată a documentului există octeți care nu pot fi comparați cu ea sau pe care programele îi citesc diferit.',
  },
  rangeWrong: {
    en: 'The part of the PDF that the signature claims to cover is not a possible one.',
    ro: 'Partea din PDF pe care semnătura pretinde că o acoperă nu este una posibilă.',
  },
  containerAltered: {
    en: 'A file in the container is not what was signed, or is missing.',
    ro: 'Un fișier din container nu este cel semnat sau lipsește.',
  },
  containerLeftOut: {
    en: 'There are files in the container that the signature does not cover.',
    ro: 'În container există fișiere pe care semnătura nu le acoperă.',
  },
  containerDigest: {
    en: 'The list of the container names files by a digest algorithm that is unknown or too weak to rely on.',
    ro: 'Lista containerului descrie fișiere printr-un algoritm de rezumat necunoscut sau prea slab pentru a fi de încredere.',
  },
  containerUnclear: {
    en: 'It cannot be told which files of the container the signature covers.',
    ro: 'Nu se poate spune ce fișiere din container acoperă semnătura.',
  },
  moreBehind: {
    en: 'Beside the signed content the file holds more, which the signature does not cover and which some programs would show.',
    ro: 'Pe lângă conținutul semnat, fișierul are și altceva, pe care semnătura nu îl acoperă și pe care unele programe l-ar afișa.',
  },
  signatureUnreadable: {
    en: 'The signature cannot be read.',
    ro: 'Semnătura nu poate fi citită.',
  },
  formatUnsupported: {
    en: ({ format }: { format: string }) => `Signatures of the format ${format} are recognised but not judged yet.`,
    ro: ({ format }) => `Semnăturile în formatul ${format} sunt recunoscute, dar încă nu sunt evaluate.`,
  },
  truncated: {
    en: 'The sealed file ends before it should.',
    ro: 'Fișierul sigilat se termină înainte de vreme.',
  },
  malformed: {
    en: 'The sealed file is broken: its structure cannot be read.',
    ro: 'Fișierul sigilat este deteriorat: structura lui nu poate fi citită.',
  },
  tooManyParts: {
    en: 'The sealed file has more parts than are read.',
    ro: 'Fișierul sigilat are mai multe părți decât se citesc.',
  },
  tooLarge: {
    en: 'The sealed file or one of its parts is larger than what is read.',
    ro: 'Fișierul sigilat sau una dintre părțile lui depășește dimensiunea care se citește.',
  },
  tooDeep: {
    en: 'There are more seals inside each other than are opened.',
    ro: 'Sunt mai multe sigilii unul în altul decât se deschid.',
  },
  encrypted: {
    en: 'The file is encrypted and can be opened by its recipients only.',
    ro: 'Fișierul este criptat și poate fi deschis doar de destinatarii lui.',
  },
});
