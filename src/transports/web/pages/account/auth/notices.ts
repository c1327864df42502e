/** What the entrance says when it does not let somebody in, and when it did something: in plain words, with a way on. */

import type { Language } from '#lib/i18n/message.ts';
import { PASSWORD_LENGTH } from '#platform/accounts/password.ts';
import { alert } from '#transports/web/components/alert.ts';
import { contactLink } from '#transports/web/components/contact-link.ts';
import { icon } from '#transports/web/components/icon.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { type Html, html } from '#transports/web/html.ts';

const texts = {
  ro: {
    throttled: 'Prea multe încercări',
    again: (wait: string) => `Puteți încerca din nou peste ${wait}.`,
    byLetter: 'Cu legătura trimisă prin e-mail („Ați uitat parola?”) intrați și până atunci.',
    busy: 'Sunt prea mulți la intrare',
    busyLine: 'Ce ați scris nu a fost verificat. Încercați din nou peste câteva secunde.',
    blocked: 'Contul este blocat',
    blockedLine: 'L-a blocat cine ține serviciul. Nimic din el nu funcționează până când nu îl deblochează.',
    blockedContact: 'Scrieți la',
    length: `Parola are între ${PASSWORD_LENGTH.least} și ${PASSWORD_LENGTH.most} de caractere.`,
    noAddress: 'Aceasta nu este o adresă de e-mail la care putem scrie.',
    demo: 'Contul demonstrativ este al tuturor',
    demoLine: 'Nimeni nu îl poate schimba sau șterge. Pentru încercări deschideți un cont al dumneavoastră.',
    seconds: ['secundă', 'secunde'] as Noun,
    minutes: ['minut', 'minute'] as Noun,
    hours: ['oră', 'ore'] as Noun,
  },
  en: {
    throttled: 'Too many tries',
    again: (wait: string) => `You can try again in ${wait}.`,
    byLetter: 'With a link by e-mail (“Forgot the password?”) you get in before that.',
    busy: 'Too many people are at the entrance',
    busyLine: 'What you typed was not checked. Try again in a few seconds.',
    blocked: 'The account is blocked',
    blockedLine: 'Whoever runs the service blocked it. Nothing of it works until they unblock it.',
    blockedContact: 'Write to',
    length: `A password has ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`,
    noAddress: 'This is not an e-mail address that we can write to.',
    demo: 'The demo account is everybody’s',
    demoLine: 'Nobody can change or delete it. To try things out, open an account of your own.',
    seconds: ['second', 'seconds'] as Noun,
    minutes: ['minute', 'minutes'] as Noun,
    hours: ['hour', 'hours'] as Noun,
  },
} as const;

/** A form that is shown again: what is said above it or in it, and with which status. */
export interface Again {
  status: number;
  notice: Html | null;
  /** About the field that was typed into. */
  error?: string;
}

export const throttledAgain = (seconds: number, language: Language, hasLetter: boolean): Again => {
  const words = texts[language];
  const lines = [words.again(waitOf(seconds, language)), ...(hasLetter ? [words.byLetter] : [])];
  return { status: 429, notice: alert({ grade: 'check', heading: words.throttled, lines }) };
};

export const busyAgain = (language: Language): Again => {
  const words = texts[language];
  return { status: 503, notice: alert({ grade: 'check', heading: words.busy, lines: [words.busyLine] }) };
};

export function blockedAgain(language: Language, contact: string | null): Again {
  const words = texts[language];
  const lines = [
    words.blockedLine,
    ...(contact === null ? [] : [html`${words.blockedContact} ${contactLink(contact)}.`]),
  ];
  return { status: 403, notice: alert({ grade: 'stop', heading: words.blocked, lines }) };
}

export const wrongAddress = (language: Language): Again => ({
  status: 400,
  notice: null,
  error: texts[language].noAddress,
});

export const wrongLength = (language: Language): Again => ({ status: 400, notice: null, error: lengthHint(language) });

/** Also what the field says before anything was typed. */
export const lengthHint = (language: Language): string => texts[language].length;

export const demoNotice = (language: Language): Html =>
  alert({ grade: 'note', heading: texts[language].demo, lines: [texts[language].demoLine] });

/** Something was done. */
export const good = (heading: string, lines: readonly (string | Html)[] = []): Html =>
  html`<div class="alert good" role="status">${icon('fine')}<div><p class="heading">${heading}</p>${lines.map((line) => html`<p>${line}</p>`)}</div></div>`;

/** In the unit that a person would use. */
function waitOf(seconds: number, language: Language): string {
  const words = texts[language];
  if (seconds < 120) return counted(seconds, words.seconds, language);
  if (seconds < 7_200) return counted(Math.ceil(seconds / 60), words.minutes, language);
  return counted(Math.ceil(seconds / 3_600), words.hours, language);
}
