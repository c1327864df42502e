/** What readers come to ask, as links; where the answer is one number it stands there already. */
import type { Language } from '#lib/i18n/message.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { shortDay } from '#transports/web/formats/dates.ts';
import { rate } from '#transports/web/formats/numbers.ts';
import { html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

interface Known {
  rates: Awaited<ReturnType<PageRequest['client']['getRates']>>['data'] | null;
  /** Null where procurement is not loaded. */
  openTenders: number | null;
}

type Question = readonly [page: PageName, question: string, line: string];

const texts = {
  ro: {
    ask: 'Ce vreți să aflați?',
    open: ['licitație deschisă', 'licitații deschise'] as Noun,
    tenders: (open: string) => `${open}, cele mai apropiate termene întâi.`,
    tendersUnknown: 'Anunțuri cu termen, documente și semnături verificate.',
    euro: (value: string, day: string) => `1 € = ${value} lei, BNR, ${day}.`,
    euroUnknown: 'Cursul BNR, convertor și istoric.',
    asked: (tenders: string, euro: string): Question[] => [
      ['bulk', 'Sunt furnizorii în regulă?', 'TVA, inactivi, e-Factura și insolvență pentru o listă de coduri.'],
      ['tenders', 'Ce licitații sunt deschise?', tenders],
      ['markets', 'Cine câștigă în piața mea?', 'Valori, concurență și cumpărători pe cod CPV.'],
      ['search', 'Ce firme are o persoană?', 'Roluri, firme și cât de sigur e că e aceeași persoană.'],
      [
        'treasury',
        'Ce IBAN folosesc la trezorerie?',
        'Conturi pe impozit și localitate, cu cifra de control verificată.',
      ],
      ['rates', 'Cât e cursul azi?', euro],
    ],
  },
  en: {
    ask: 'What would you like to know?',
    open: ['open tender', 'open tenders'] as Noun,
    tenders: (open: string) => `${open}, the soonest deadlines first.`,
    tendersUnknown: 'Notices with deadline, documents and verified signatures.',
    euro: (value: string, day: string) => `€1 = RON ${value}, National Bank, ${day}.`,
    euroUnknown: 'Rates of the National Bank, converter and history.',
    asked: (tenders: string, euro: string): Question[] => [
      ['bulk', 'Are my suppliers in order?', 'VAT, inactive firms, e-Invoice and insolvency for a list of codes.'],
      ['tenders', 'Which tenders are open?', tenders],
      ['markets', 'Who wins in my market?', 'Values, competition and buyers by CPV code.'],
      ['search', 'Which firms does a person have?', 'Roles, firms, and how sure it is that it is the same person.'],
      ['treasury', 'Which treasury IBAN do I use?', 'Accounts by tax and place, check digits verified.'],
      ['rates', 'What is the rate today?', euro],
    ],
  },
} as const;

export function questions({ rates, openTenders }: Known, language: Language) {
  const words = texts[language];
  const euro = rates?.rates.find(({ currency }) => currency === 'EUR');
  const asked = words.asked(
    openTenders === null ? words.tendersUnknown : words.tenders(counted(openTenders, words.open, language)),
    rates && euro ? words.euro(rate(euro.rate, language), shortDay(rates.date, language)) : words.euroUnknown,
  );
  return html`<section class="sheet wide"><h2>${words.ask}</h2><ul class="questions">${asked.map(([page, question, line]) => html`<li><a href="${to(page, language)}">${question}</a><p class="small quiet">${line}</p></li>`)}</ul></section>`;
}
