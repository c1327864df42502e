/** What the service does with data of persons, in both languages. */
import type { Language } from '#lib/i18n/message.ts';

export interface PrivacyTexts {
  title: string;
  lead: string;
  demo: string;
  hide: string;
  hideLead: string;
  name: string;
  concerned: string;
  concernedHint: string;
  reason: string;
  reasonHint: string;
  send: string;
  track: string;
  sections: readonly { id: string; title: string; points: readonly string[] }[];
  reader: string;
  readerPoints: readonly string[];
  who: string;
  operator: string;
  noOperator: string;
  authority: string;
}

export const privacyTexts: Record<Language, PrivacyTexts> = {
  ro: {
    title: 'Date personale',
    lead: 'Ce date despre persoane arătăm, de unde le avem și cum cereți ca un nume să nu mai apară.',
    demo: 'Aceasta este o țară demonstrativă: toate persoanele sunt inventate. Formularul merge ca într-o instalare adevărată.',
    hide: 'Cere ascunderea unei persoane',
    hideLead:
      'După ce cererea este admisă, numele dispare din pagini, din căutare și din API, acum și la încărcările viitoare. Rămân numele întreprinderilor individuale, care sunt nume de firme, și fișierele publicate de autorități. Registrul din care l-am citit îl publică în continuare.',
    name: 'Numele persoanei, așa cum apare aici',
    concerned: 'Firmele sau paginile în care apare',
    concernedHint: 'CUI-uri, nume de firme sau adrese de pagini, ca să nu ascundem pe altcineva cu același nume.',
    reason: 'De ce cereți ascunderea',
    reasonHint: 'Nu scrieți CNP, acte de identitate sau date despre sănătate.',
    send: 'Trimite cererea',
    track: 'Aveți deja o cerere? Vedeți răspunsul',
    sections: [
      {
        id: 'ce',
        title: 'Ce arătăm',
        points: [
          'Numele celor care conduc, reprezintă sau dețin firme, rolul lor și firmele în care îl au ori l-au avut.',
          'Persoanele numite în publicații: hotărâri din Monitorul Oficial, anunțuri și documente de achiziții, comunicate. Numele semnatarilor de documente se văd numai cu Pro.',
          'La întreprinderile individuale și persoanele fizice autorizate, numele firmei este al persoanei, iar sediul este cel publicat.',
          'Niciodată data sau locul nașterii, CNP-ul ori locul în care cineva stă. Unde registrul publică data nașterii, ea ne ajută doar să nu confundăm două persoane cu același nume.',
        ],
      },
      {
        id: 'sursa',
        title: 'De unde și de ce',
        points: [
          'Din registre și publicații oficiale: ONRC, ANAF, SEAP, Monitorul Oficial. Fiecare pagină spune sursa și ziua.',
          'Ca oricine să poată verifica cu cine face afaceri și cine primește bani publici. Temeiul este interesul legitim al celor care verifică (art. 6 alin. 1 lit. f din Regulamentul (UE) 2016/679).',
          'Paginile persoanelor nu sunt pentru motoarele de căutare. Citirile de persoane se numără, fără să se rețină cine a citit ce.',
        ],
      },
      {
        id: 'cat',
        title: 'Cât timp',
        points: [
          'Cât timp sursa le publică. Ce dispare din sursă dispare și de aici la următoarea încărcare; rolurile încheiate rămân ca istoric.',
          'Un nume ascuns rămâne ascuns și când sursa îl publică din nou.',
        ],
      },
      {
        id: 'drepturi',
        title: 'Drepturile dumneavoastră',
        points: [
          'Acces: pagina persoanei arată tot ce avem despre ea.',
          'Corectare: „Semnalează o greșeală” de pe fiecare pagină. Ce este greșit în registru se corectează la registru.',
          'Ștergere și opoziție: formularul de mai sus.',
          'Plângere: Autoritatea Națională de Supraveghere a Prelucrării Datelor cu Caracter Personal.',
        ],
      },
    ],
    reader: 'Despre cititori',
    readerPoints: [
      'Un singur cookie, pentru o zi: o dată semnată de noi, fără nimic despre dumneavoastră. Nu există urmărire, reclame sau cereri către alte site-uri.',
      'Cine intră în cont are două: sesiunea, pentru o lună, și un semn că browserul îi este cunoscut contului, pentru treisprezece luni: cu el, cine ghicește parole de altundeva nu vă poate ține afară.',
      'Despre un cont păstrăm adresa de e-mail, ce s-a întâmplat în el (cu rețeaua, niciodată adresa întreagă) timp de 400 de zile și consumul. Din cont se descarcă și se șterge tot.',
      'Adresa de internet se numără în memorie, ca limita pe minut să fie aceeași pentru toți. Nu ajunge în jurnale. Numai adresele care atacă serviciul se rețin, cât timp sunt blocate.',
      'Lângă o listă verificată fără cont, cât timp o păstrăm, și lângă o cerere, până la răspuns, stă un număr de la 0 la 4095, făcut din adresa rețelei și comun unui milion de adrese: nimeni nu poate ocupa tot locul, și nu se poate afla de unde ați scris.',
    ],
    who: 'Cine răspunde',
    operator: 'Cine ține acest serviciu:',
    noOperator: 'Cine ține acest serviciu nu a lăsat aici o adresă. Formularele ajung la el.',
    authority: 'Site-ul autorității: dataprotection.ro',
  },
  en: {
    title: 'Personal data',
    lead: 'Which data of persons we show, where it is from, and how to ask that a name be shown no more.',
    demo: 'This is a demo country: all persons are invented. The form works as in a real installation.',
    hide: 'Ask for a person to be hidden',
    hideLead:
      'Once the request is granted, the name is gone from pages, search and the API, now and in all coming data. Names of sole traders stay, since they name a business, and so do files that authorities published. The registry that we read it from goes on publishing it.',
    name: 'Name of the person, as it is shown here',
    concerned: 'Companies or pages that name the person',
    concernedHint: 'Fiscal codes, company names or addresses of pages, so that we do not hide a namesake.',
    reason: 'Why you ask for it',
    reasonHint: 'Write no identity numbers, identity papers or data about health.',
    send: 'Send the request',
    track: 'Did you ask before? See the answer',
    sections: [
      {
        id: 'what',
        title: 'What we show',
        points: [
          'Names of those who run, represent or own companies, their roles, and the companies in which they have or had them.',
          'Persons named in publications: decisions in the Official Gazette, procurement notices and documents, press releases. Names of those who signed documents are shown with Pro only.',
          'Sole traders carry the name of a person, and their seat is the one that is published.',
          'Never a date or place of birth, a personal number or where somebody lives. Where the registry publishes a date of birth, it only helps us tell namesakes apart.',
        ],
      },
      {
        id: 'source',
        title: 'From where, and why',
        points: [
          'From official registries and publications: trade registry, tax office, procurement system, Official Gazette. Every page tells its source and day.',
          'So that anybody can check whom they do business with, and who is paid with public money. The ground is the legitimate interest of those who check (Art. 6(1)(f) of Regulation (EU) 2016/679).',
          'Pages of persons are not for search engines. Reads of persons are counted, without who read what.',
        ],
      },
      {
        id: 'how-long',
        title: 'For how long',
        points: [
          'As long as the source publishes it. What is gone from the source is gone from here with the next load; roles that ended stay as history.',
          'A hidden name stays hidden when the source publishes it again.',
        ],
      },
      {
        id: 'rights',
        title: 'Your rights',
        points: [
          'Access: the page of a person shows all that we have.',
          'Rectification: “Report an error” on every page. What is wrong in the registry is mended by the registry.',
          'Erasure and objection: the form above.',
          'Complaint: the National Supervisory Authority for Personal Data Processing.',
        ],
      },
    ],
    reader: 'About readers',
    readerPoints: [
      'One cookie, for a day: a date that we signed, and nothing about you. There is no tracking, no advertising, no request to other sites.',
      'Whoever signs in has two: the session, for a month, and a sign that the browser is known to the account, for thirteen months: with it, who guesses passwords elsewhere cannot keep you out.',
      'Of an account we keep the e-mail address, what happened in it (with the network, never the whole address) for 400 days, and its usage. The account itself lets you download and delete all of it.',
      'Internet addresses are counted in memory, so that the limit per minute is the same for all. They reach no log. Only addresses that attack the service are kept, while they are blocked.',
      'Beside a list that was checked without an account, while we keep it, and beside a request, until it is answered, stands a number from 0 to 4095 that is made of the network address and shared by a million addresses: nobody can take all the room, and it does not tell where you wrote from.',
    ],
    who: 'Who answers',
    operator: 'Whoever runs this service:',
    noOperator: 'Whoever runs this service left no address here. The forms reach them.',
    authority: 'Site of the authority: dataprotection.ro',
  },
};
