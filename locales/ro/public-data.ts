/** Romanian messages: public data. */
import { counted } from '#lib/i18n/romanian.ts';
import type { publicData as english } from '#locales/en/public-data.ts';
import type { Translation } from '#locales/translation.ts';

/** The Gazette's own names of its parts: `Partea I`, `Partea a II-a`, `Partea a IV-a`. */
const partOf = (part: string): string => (part === 'I' ? 'Partea I' : `Partea a ${part}-a`);

export const publicData: Translation<typeof english> = {
  caen: {
    section: 'trebuie să fie litera unei secțiuni, A-V',
    unknown: ({ code }) => `${code} nu este o clasă CAEN, nici în Rev.3, nici în Rev.2.`,
    onlyRev2: ({ code, title }) => `${code} nu este o clasă CAEN Rev.3; există numai în Rev.2: ${title}.`,
  },
  gazette: {
    notLoaded: 'Această instalare nu are încărcat Monitorul Oficial.',
    unknown: ({ id }) => `Niciun act publicat nu are identificatorul ${id}.`,
    mentioned: ({ part, number }) => `Monitorul Oficial, ${partOf(part)}, nr. ${number}`,
  },
  listings: {
    noCounty: ({ text }) => `Nu există județul „${text}”.`,
    noFirmIn: ({ text, county }) => `Nicio firmă nu are sediul în „${text}”, județul ${county}.`,
    carriedIn: ({ code, revision, firms }) =>
      `Încă ${counted(firms, 'firmă are', 'firme au')} codul ${code} din CAEN Rev.${revision.at(-1)}, unde poate însemna altceva: trimiteți caenRevision=${revision.at(-1)}.`,
    near: ({ problem, near }) => `${problem} Denumiri apropiate: ${near}.`,
  },
  press: {
    addressOutside: 'trebuie să fie o adresă https simplă a unui fișier de sub https://static.anaf.ro/static/',
    notListed:
      'Vizitatorii pot citi fișierele comunicatelor din lista /api/press. Alte fișiere ale ANAF necesită o cheie Pro sau o plată.',
    noFile: ({ url }) => `ANAF nu are niciun fișier la adresa ${url}.`,
    noArticle: ({ slug }) => `Niciun articol nu se numește ${slug}: vedeți /api/press-articles.`,
    noText: ({ slug, url }) => `Comunicatul ${slug} nu are text care să poată fi citit: vedeți ${url}.`,
    stillReading: ({ slug }) => `Comunicatul ${slug} este o scanare în curs de citire; reveniți peste un minut.`,
    pageSilent: 'Pagina de presă a ANAF nu răspunde și nu avem încă date salvate.',
    pageSilentSince: ({ since }) => `Pagina de presă a ANAF nu a mai răspuns de la ${since}.`,
    hostSlow: 'Serverul de fișiere al ANAF nu a răspuns la timp; reveniți peste un minut.',
    hostSilent: 'Serverul de fișiere al ANAF nu răspunde, iar fișierul nu este salvat la noi.',
  },
  pressFile: {
    encrypted: 'PDF-ul este criptat și cere o parolă.',
    broken: 'Fișierul nu este un PDF sau este deteriorat.',
    scanned: 'PDF-ul nu are text și nici din imaginile paginilor nu poate fi citit vreun text.',
    tooManyPictures: 'Peste 30 de pagini ale PDF-ului sunt imagini; nu sunt citite.',
    bomb: 'PDF-ul cere mai multă memorie, mai mult timp sau mai multe pagini decât un document de acest fel; nu este citit.',
    tooLarge: 'Fișierul este mai mare de 20 MB; nu este citit.',
    redirected: 'Serverul ANAF redirecționează această adresă; redirecționările nu sunt urmate.',
  },
  rates: {
    dayToCome: 'Data cerută este în viitor.',
    notAfter: ({ day }) => `nu poate fi după ${day}`,
    currency: 'trebuie să fie o monedă: trei litere, de exemplu EUR',
    amount: ({ digits, decimals }) =>
      `trebuie să fie o sumă scrisă cu punct zecimal: cel mult ${counted(digits, 'cifră', 'cifre')}, dintre care cel mult ${counted(decimals, 'zecimală', 'zecimale')}`,
    aboveZero: 'trebuie să fie mai mare decât 0',
    digits: ({ most }) => `poate avea cel mult ${counted(most, 'cifră', 'cifre')}`,
    unavailable: 'BNR nu răspunde și nu avem încă niciun curs salvat.',
    notRead: 'Istoricul cursurilor de schimb nu a fost încă citit.',
    notAnsweredSince: ({ since, newest }) =>
      `BNR nu a mai răspuns de la ${since}: pot exista cursuri mai noi decât cele din ${newest}.`,
    farBack: ({ day, days, asked }) =>
      `Cursurile sunt din ${day}, cu ${counted(days, 'zi', 'zile')} înainte de ${asked}: pentru zilele dintre aceste date nu există cursuri.`,
    notBothQuoted: ({ from, to, bankDay, day }) =>
      `${from} și ${to} nu au fost cotate amândouă la ${bankDay}: cursurile sunt din ${day}.`,
    notQuoted: ({ currency }) => `BNR nu publică un curs pentru ${currency}; monedele cotate sunt la /api/rates.`,
    noneBefore: ({ day }) => `Nu există cursuri din ${day} sau din zilele anterioare.`,
    tooManyDays: ({ most }) => `nu poate fi cu ${counted(most, 'zi', 'zile')} sau mai mult înainte de ultima`,
    lastQuoted: ({ currency, last, day }) =>
      `${currency} a fost cotată ultima dată la ${last}, deci nu are curs la ${day}.`,
    notQuotedYet: ({ currency, day }) => `${currency} nu era încă cotată, deci nu are curs la ${day}.`,
    notTogether: ({ from, to, day }) => `${from} și ${to} nu au fost cotate împreună în zilele dinainte de ${day}.`,
  },
  receipts: {
    note: 'Dovedește ce a văzut serviciul indicat când a interogat sursa la momentul menționat. Nu este un document emis de autoritate și nu o angajează în niciun fel.',
    malformed:
      'Textul nu este o dovadă de tipul celor emise aici: trebuie trimis textul întreg, trei părți despărțite prin puncte.',
    algorithm: 'Textul nu este o dovadă de tipul celor emise aici: indică alt algoritm sau alt tip de document.',
    unknownKey: 'Dovada nu este semnată cu nicio cheie a acestui serviciu, actuală sau mai veche.',
    altered: 'Semnătura nu corespunde: dovada a fost modificată după emitere sau nu a fost emisă aici.',
  },
  search: {
    notLoaded: 'Această instalare nu are încărcate denumirile din registrul comerțului.',
    onlyForms: ({ q }) =>
      `„${q}” este o formă juridică, pe care o au jumătate dintre firme: adăugați un cuvânt din nume.`,
    needsName: 'trebuie să aibă și un cuvânt din nume, pe lângă forma juridică',
    comparedOnly: ({ most }) =>
      `Sunt mai multe firme cu acest nume decât cele ${counted(most, 'firmă cunoscută', 'firme cunoscute')} comparate cu filtrele: adăugați cuvinte.`,
    tryInDemo: ({ names }) => `Datele de aici sunt demonstrative, toate firmele sunt inventate: încercați ${names}.`,
  },
  status: {
    madeAgain:
      'Datele acestei operațiuni se refac pentru o versiune nouă a serviciului. Încercați din nou peste câteva minute.',
    notMadeAgain:
      'Datele acestei operațiuni au fost scrise de o versiune mai veche a serviciului și nu au fost încă refăcute.',
    firstDataset: 'Primul set de date este încă în pregătire. Încercați din nou peste câteva secunde.',
    firstMade: ({ step, seconds }) =>
      `Datele demonstrative se pregătesc pentru prima dată; acum ${step}. Datele despre firme vor fi disponibile în aproximativ ${counted(seconds, 'secundă', 'secunde')}.`,
    stillMade: ({ step, seconds }) =>
      `Datele pe care le citește această operațiune sunt încă în pregătire; acum ${step}. Totul va fi disponibil în aproximativ ${counted(seconds, 'secundă', 'secunde')}.`,
    awaited:
      'Datele pe care le citește această operațiune nu sunt încă pregătite. Încercați din nou peste câteva minute.',
    making: {
      country: 'se generează publicațiile demonstrative',
      outside: 'se cer de la ANAF datele instituțiilor',
      registry: 'se citește registrul comerțului',
      finances: 'se citesc situațiile financiare',
      search: 'se pregătește căutarea',
      rates: 'se citesc cursurile de schimb',
      rankings: 'se calculează clasamentele',
      gazette: 'se citește Monitorul Oficial',
      procurement: 'se citesc achizițiile publice',
      recent: 'se cer cele mai noi anunțuri de achiziții',
    },
  },
  treasury: {
    treasuryCode: 'trebuie să fie codul unei trezorerii: trei cifre, cu sau fără TREZ în față',
    seatOnly: ({ county }) =>
      `Pentru ${county} avem în listă numai trezoreria din reședința de județ; alte localități au propria trezorerie.`,
    manyCounties: ({ place, counties }) =>
      `Localitatea ${place} există în ${counted(counties, 'județ', 'județe')}: adăugați județul la căutare.`,
    ofSeat: ({ place, county, seat, code }) =>
      `Nu avem în listă o trezorerie pentru ${place}, ${county}: acestea sunt conturi de la ${seat} (${code}), din reședința de județ. Întrebați organul fiscal ce trezorerie deservește ${place}.`,
    unknownCode: ({ code }) => `Nicio trezorerie din lista noastră nu are codul ${code}.`,
    nothingFits: ({ accounts }) =>
      `Nu am găsit nimic. Lista cuprinde numai conturile ${accounts} ale fiecărei trezorerii.`,
    undated: 'Cel puțin una dintre listele publicate nu spune din ce zi este.',
    computedIban: 'Calculat, nu preluat dintr-o listă publicată: verificați-l la organul fiscal înainte de plată.',
    computed: ({ count, of }) =>
      `Coduri IBAN calculate după regula publicată, nu preluate dintr-o listă publicată: ${count} din ${of}.`,
  },
};
