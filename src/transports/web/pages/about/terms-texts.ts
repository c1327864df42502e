/** The terms under which the service is used, in both languages: short, and nothing that the rest of the service does not keep. */
import type { Language } from '#lib/i18n/message.ts';
import type { PointsTexts } from './points.ts';

export const termsTexts: Record<Language, PointsTexts> = {
  ro: {
    title: 'Termeni de folosire',
    lead: 'Ce primiți, ce nu vă promitem și ce vă cerem, pe scurt. Folosind serviciul, îi acceptați.',
    sections: [
      {
        id: 'date',
        title: 'Datele',
        points: [
          'Sunt cele publicate de autorități: ANAF, ONRC, BNR, SEAP, Monitorul Oficial. Fiecare răspuns spune sursa și ziua; licența ei rămâne a ei.',
          'Le arătăm așa cum au fost publicate, cu greșelile sursei. Ce nu știm spunem că nu știm.',
          'Verdictele și indicatorii sunt calcule, cu formula și marginile lor alături. Nu sunt sfat juridic, fiscal sau de investiții și nu țin locul unui extras oficial.',
        ],
      },
      {
        id: 'folosire',
        title: 'Folosirea',
        points: [
          'Puteți citi, cita, descărca și prelucra datele, și comercial, cu numele sursei alături.',
          'Respectați limitele pe minut. Cine le ocolește sau atacă serviciul este oprit.',
          'Datele despre persoane se folosesc numai pentru scopuri legitime: verificarea partenerilor, jurnalism, cercetare. Fără liste de persoane pentru reclame, fără reidentificarea celor ascunși.',
        ],
      },
      {
        id: 'cont',
        title: 'Contul, cheile și asistenții',
        points: [
          'Contul este al dumneavoastră: păstrați parola, cheile de acces și cheile API. Ce se face cu ele se socotește făcut de dumneavoastră.',
          'Un asistent conectat citește în numele contului atât cât i-ați permis. Nu poate plăti, nu poate vedea o cheie și nu poate încheia nimic fără confirmarea dumneavoastră. Îl deconectați oricând din cont.',
          'Contul se închide oricând, din pagina „Datele mele”.',
        ],
      },
      {
        id: 'plata',
        title: 'Plata',
        points: [
          'Abonamentul Pro se reînnoiește singur până când îl opriți; oprit, merge până la sfârșitul perioadei plătite. Facturile și taxele sunt ale procesatorului de plăți.',
          'O cerere plătită separat (x402) care nu primește răspuns din vina noastră nu se ia în plată.',
        ],
      },
      {
        id: 'raspundere',
        title: 'Răspunderea',
        points: [
          'Serviciul se oferă așa cum este. Nu promitem că o sursă răspunde sau că un registru are dreptate, și nu răspundem pentru hotărâri luate numai pe baza lui, în măsura în care legea permite.',
          'Termenii se pot schimba; schimbările stau în „Noutăți”. Se aplică legea română.',
        ],
      },
    ],
    who: 'Cine răspunde',
    operator: 'Cine ține acest serviciu:',
    noOperator: 'Cine ține această instalare nu a lăsat aici o adresă.',
  },
  en: {
    title: 'Terms of use',
    lead: 'What you get, what is not promised and what is asked of you, in short. By using the service you accept them.',
    sections: [
      {
        id: 'data',
        title: 'The data',
        points: [
          'It is what authorities publish: ANAF, ONRC, BNR, SEAP, the Official Gazette. Each answer names its source and day; the source’s licence stays with it.',
          'It is shown as it was published, with the source’s mistakes. What is not known is said to be unknown.',
          'Verdicts and ratios are computed, with their formula and bounds beside them. They are no legal, tax or investment advice, and no substitute for an official extract.',
        ],
      },
      {
        id: 'use',
        title: 'Use',
        points: [
          'You may read, cite, download and process the data, commercially too, with the source named.',
          'Keep to the limits per minute. Whoever evades them or attacks the service is stopped.',
          'Data of persons is for legitimate purposes only: checking partners, journalism, research. No lists of persons for advertising, no re-identifying of those who are hidden.',
        ],
      },
      {
        id: 'account',
        title: 'Account, keys and assistants',
        points: [
          'The account is yours: keep its password, passkeys and API keys. What is done with them counts as done by you.',
          'A connected assistant reads in the name of the account, as far as you allowed it. It cannot pay, cannot see a key, and cannot end anything without your confirmation. You disconnect it in the account at any time.',
          'The account is closed at any time, on the page “My data”.',
        ],
      },
      {
        id: 'payment',
        title: 'Payment',
        points: [
          'Pro renews by itself until you stop it; stopped, it goes on to the end of the paid period. Invoices and taxes are the payment provider’s.',
          'A request that is paid by itself (x402) and gets no answer by our fault is not charged.',
        ],
      },
      {
        id: 'liability',
        title: 'Liability',
        points: [
          'The service is offered as it is. Nobody promises that a source answers or that a registry is right, and nobody is liable for decisions made on it alone, as far as the law permits.',
          'The terms may change; changes stand in “What’s new”. Romanian law applies.',
        ],
      },
    ],
    who: 'Who answers',
    operator: 'Whoever runs this service:',
    noOperator: 'Whoever runs this installation left no address here.',
  },
};
