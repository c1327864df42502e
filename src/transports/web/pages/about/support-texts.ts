/** Where help is found, in both languages: what people ask most, and whom to write to. */
import type { Language } from '#lib/i18n/message.ts';
import type { PointsTexts } from './points.ts';

export const supportTexts: Record<Language, PointsTexts> = {
  ro: {
    title: 'Ajutor',
    lead: 'Răspunsuri la ce se întreabă cel mai des, și cui scrieți când nu sunt aici.',
    sections: [
      {
        id: 'date',
        title: 'O dată este greșită sau lipsește',
        points: [
          'Fiecare pagină spune sursa și ziua ei. „Semnalează o greșeală”, jos pe pagină, ajunge la cine ține serviciul, cu pagina cu tot.',
          'Ce este greșit în registru se corectează la registru; la următoarea încărcare se corectează și aici.',
          '„Starea serviciului” arată ce surse răspund acum și cât de noi sunt datele lor.',
        ],
      },
      {
        id: 'asistenti',
        title: 'Asistentul nu se conectează',
        points: [
          'Adresa este cea din pagina „Asistenți”, cu `/mcp` la sfârșit. O cheie API nu merge acolo: asistentul vă trimite să intrați în cont.',
          'Dacă cere o permisiune nouă și se oprește, deconectați-l și conectați-l din nou, apoi permiteți ce cere.',
          '„Prea multe cereri”: un asistent are 30 de apeluri pe minut, 60 cu Pro. Mesajul spune câte secunde să aștepte.',
          'Ce asistenți sunt conectați, ce pot și când au întrebat ultima dată vedeți în cont, la „Aplicații”.',
        ],
      },
      {
        id: 'cont',
        title: 'Contul și plata',
        points: [
          'Parola uitată se schimbă prin scrisoarea de la „Am uitat parola”. Dacă nu vine, uitați-vă în dosarul de spam.',
          'Abonamentul se oprește din cont; facturile sunt la procesatorul de plăți, la un clic din aceeași pagină.',
          'O cheie pierdută se retrage din cont, la „Chei”, și se face alta: nimeni nu o poate arăta a doua oară.',
        ],
      },
    ],
    who: 'Scrieți-ne',
    operator: 'Cine ține acest serviciu:',
    noOperator: 'Cine ține această instalare nu a lăsat aici o adresă. „Semnalează o greșeală” ajunge la el.',
  },
  en: {
    title: 'Help',
    lead: 'Answers to what is asked most, and whom to write to when they are not here.',
    sections: [
      {
        id: 'data',
        title: 'Something is wrong or missing',
        points: [
          'Each page names its source and day. “Report an error” at its bottom reaches whoever runs the service, with the page.',
          'What is wrong in the registry is corrected at the registry, and here with the next load.',
          '“Service status” shows which sources answer now, and how new their data is.',
        ],
      },
      {
        id: 'assistants',
        title: 'The assistant does not connect',
        points: [
          'The address is the one on the page “Assistants”, with `/mcp` at its end. An API key does not work there: the assistant sends you to sign in.',
          'If it asks for a new permission and stops, disconnect it, connect it again and allow what it asks for.',
          '“Too many requests”: an assistant has 30 calls a minute, 60 with Pro. The message says how many seconds to wait.',
          'Which assistants are connected, what they may do and when they last asked stands in the account, under “Apps”.',
        ],
      },
      {
        id: 'account',
        title: 'Account and payment',
        points: [
          'A forgotten password is changed by the letter of “Forgot the password”. If none comes, look into the spam folder.',
          'The subscription is stopped in the account; invoices are with the payment provider, one click from the same page.',
          'A lost key is revoked in the account, under “Keys”, and another one made: nobody can show it a second time.',
        ],
      },
    ],
    who: 'Write to us',
    operator: 'Whoever runs this service:',
    noOperator: 'Whoever runs this installation left no address here. “Report an error” reaches them.',
  },
};
