/** A password that was forgotten: a link to choose another is sent to the address of the account. */

import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { askingPage } from './asking-page.ts';

const texts = {
  ro: {
    title: 'O parolă nouă',
    lead: 'Scrieți adresa contului. Primiți o legătură cu care alegeți altă parolă; până atunci rămâne cea de acum.',
    send: 'Trimite legătura',
    sent: 'Verificați e-mailul',
    sentLines: [
      'Am trimis un mesaj la adresa scrisă',
      'Deschideți legătura din el. Poate fi folosită o singură dată.',
      'Dacă nu ajunge în câteva minute, căutați-l și printre mesajele nesolicitate.',
    ],
    closed: 'Această instalare nu trimite mesaje. Parola o poate schimba cine ține serviciul.',
    otherWay: 'Înapoi la intrare',
  },
  en: {
    title: 'A new password',
    lead: 'Type the address of the account. You get a link to choose another password; until then the present one stays.',
    send: 'Send the link',
    sent: 'Look into your mail',
    sentLines: [
      'A letter is on its way to the address that you typed',
      'Open the link in it. It works once.',
      'If it does not arrive within a few minutes, look among the unwanted mail, too.',
    ],
    closed: 'This installation sends no mail. Whoever runs the service can change the password.',
    otherWay: 'Back to signing in',
  },
} as const;

export const passwordPage = (needs: EntrancePagesNeeds): Page => askingPage('password', 'reset', texts, needs);
