/** Opening an account: an address is all that is asked for; the rest stands behind the link that is sent there. */

import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { askingPage } from './asking-page.ts';

const texts = {
  ro: {
    title: 'Deschideți un cont',
    lead: 'Scrieți adresa de e-mail. Primiți o legătură cu care alegeți parola; abia atunci se deschide contul.',
    send: 'Trimite legătura',
    sent: 'Verificați e-mailul',
    sentLines: [
      'Am trimis un mesaj la adresa scrisă',
      'Deschideți legătura din el. Este valabilă 24 de ore și poate fi folosită o singură dată.',
      'Dacă nu ajunge în câteva minute, căutați-l și printre mesajele nesolicitate.',
    ],
    closed: 'În această instalare, conturile le deschide cine ține serviciul.',
    otherWay: 'Aveți deja cont? Intrați',
  },
  en: {
    title: 'Open an account',
    lead: 'Type your e-mail address. You get a link with which you choose the password; only then is the account opened.',
    send: 'Send the link',
    sent: 'Look into your mail',
    sentLines: [
      'A letter is on its way to the address that you typed',
      'Open the link in it. It works once, for 24 hours.',
      'If it does not arrive within a few minutes, look among the unwanted mail, too.',
    ],
    closed: 'In this installation, whoever runs the service opens accounts.',
    otherWay: 'Have an account? Sign in',
  },
} as const;

export const signUpPage = (needs: EntrancePagesNeeds): Page => askingPage('signUp', 'signUp', texts, needs);
