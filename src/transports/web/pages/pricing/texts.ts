/** What it costs and what is in it, in both languages. Every line names what it lives from, so that nothing is promised that is not loaded. */
import type { Language } from '#lib/i18n/message.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';

/** Parts of the data by their names in the status of the service; null: needs none. */
export type LivesFrom = 'registry' | 'finances' | 'procurement' | null;

export interface Included {
  text: string;
  of: LivesFrom;
}

export interface PricingTexts {
  title: string;
  heading: readonly string[];
  lead: string;
  /** Where nothing is sold and no price is set. */
  leadUnsold: string;
  browser: { name: string; price: string; about: string; included: readonly Included[]; not: string; go: string };
  pages: (minute: number, day: number | null) => string;
  pro: {
    name: string;
    /** Where it is granted, not bought. */
    granted: string;
    grantedAbout: string;
    about: string;
    included: readonly Included[];
    go: string;
    demo: string;
    subscribe: string;
  };
  keys: (minute: number) => string;
  request: {
    name: string;
    from: (price: string) => string;
    about: string;
    play: string;
    none: string;
    noneAbout: string;
    included: (record: string, list: string) => readonly Included[];
    not: string;
    go: string;
  };
  notHere: string;
  missing: string;
  missingLead: string;
  missingPaid: string;
  allLoaded: string;
  unread: string;
  parts: Readonly<Record<string, string>>;
  status: string;
  key: string;
  keySold: string;
  keyAccount: string;
  keyLead: string;
  keyContact: string;
  keyNobody: string;
  keyDemo: string;
  docs: string;
  free: string;
  freePoints: readonly string[];
  classes: Record<'reference' | 'list' | 'record' | 'document', string>;
  prices: string;
  pricesLead: string;
  limits: string;
  limitRows: Record<'browser' | 'pro' | 'address' | 'payer', string>;
  perMinute: (count: number) => string;
}

const PAGES: Record<Language, Noun> = { ro: ['pagină', 'pagini'], en: ['page', 'pages'] };
const REQUESTS: Record<Language, Noun> = { ro: ['cerere', 'cereri'], en: ['request', 'requests'] };

export const pricingTexts: Record<Language, PricingTexts> = {
  ro: {
    title: 'Prețuri',
    heading: ['Gratuit pentru oameni.', 'Pro pentru programe și pentru detaliu.'],
    lead: 'Datele sunt publice, iar programul este liber. Abonamentul Pro îl plătește pe cel care ține acest serviciu.',
    leadUnsold:
      'Datele sunt publice, iar programul este liber. Această instalare nu vinde nimic: Pro îl acordă cine ține serviciul.',
    browser: {
      name: 'În browser',
      price: '0 lei',
      about: 'fără cont',
      included: [
        { text: 'Toate firmele: stare, TVA, conducere, istoric', of: 'registry' },
        { text: 'Bilanțuri și verdictul, cu interval și motive', of: 'finances' },
        { text: 'Licitații, documente și verdictul semnăturilor', of: 'procurement' },
        { text: 'Primele 5 contracte ale unei firme, cu totalul', of: 'procurement' },
        { text: 'Verificare în lot: 20 de coduri odată', of: 'registry' },
      ],
      not: 'Fără cheie API, fără liste întregi',
      go: 'Caută o firmă',
    },
    pages: (minute, day) =>
      `${counted(minute, PAGES.ro, 'ro')} pe minut${day === null ? '' : `, ${counted(day, PAGES.ro, 'ro')} pe zi`}`,
    pro: {
      name: 'Pro',
      granted: 'Nu se vinde aici',
      grantedAbout: 'îl acordă cine ține serviciul, pentru un cont cu toate cheile lui',
      about: 'pentru un cont, cu toate cheile lui',
      included: [
        { text: 'Toți indicatorii, cu formule, ani și firme similare', of: 'finances' },
        { text: 'Liste întregi de contracte și achiziții, CSV și XLSX', of: 'procurement' },
        { text: 'Textul documentelor și numele semnatarilor', of: 'procurement' },
        { text: 'Analize de piață complete pe CPV', of: 'procurement' },
        { text: 'Verificare în lot: 1.000 de coduri odată', of: 'registry' },
      ],
      go: 'Cum obțineți o cheie',
      demo: 'Cheia demonstrativă',
      subscribe: 'Abonați-vă la Pro',
    },
    keys: (minute) => `Chei API: ${counted(minute, REQUESTS.ro, 'ro')} pe minut`,
    request: {
      name: 'Pe cerere',
      from: (price) => `de la ${price}`,
      about: 'pe răspuns, prin x402',
      play: 'În țara demonstrativă se plătește cu bani de joacă.',
      none: 'Nu se vinde aici',
      noneAbout: 'Operatorul nu a pornit plata pe cerere.',
      included: (record, list) => [
        { text: 'Pentru agenți și programe, fără cont', of: null },
        { text: `O firmă: ${record}. O listă: ${list}`, of: null },
        { text: 'Erorile și răspunsurile goale nu se plătesc', of: null },
      ],
      not: 'Indicatorii, rețeaua și textul documentelor rămân în Pro',
      go: 'Cum se plătește',
    },
    notHere: 'neîncărcat aici',
    missing: 'Ce nu este încărcat aici',
    missingLead: 'Lista se face acum, din starea serviciului.',
    missingPaid: 'Nu plătiți pentru ce nu vedeți.',
    allLoaded: 'Nimic: toate sursele cunoscute sunt încărcate.',
    unread: 'Starea surselor nu poate fi citită acum.',
    parts: {
      finances: 'Bilanțurile',
      rankings: 'Clasamentele',
      rates: 'Cursul BNR',
      shareholders: 'Asociații și acționarii (nu au sursă deschisă)',
      debts: 'Datoriile fiscale restante (nu au sursă deschisă)',
      gazette: 'Monitorul Oficial, partea a IV-a (nu are sursă deschisă)',
      procurement: 'Achizițiile publice',
    },
    status: 'Starea serviciului, cu vechimea fiecărei surse',
    key: 'Cum obțineți o cheie azi',
    keySold: 'Faceți un cont, abonați-vă și creați cheia din cont: durează două minute.',
    keyAccount: 'La cont',
    keyLead: 'Această instalare nu vinde nimic: planul Pro îl acordă cine ține serviciul.',
    keyContact: 'Scrieți-i:',
    keyNobody: 'Operatorul nu a lăsat aici o adresă.',
    keyDemo: 'În țara demonstrativă cheia este publică:',
    docs: 'Documentația API, cu un exemplu de copiat',
    free: 'Programul este liber',
    freePoints: [
      'Îl puteți porni pe serverul dumneavoastră, sub licența Apache 2.0, cu tot ce scrie mai sus. Nu plătiți nimănui.',
      'Incertitudinea nu se vinde: verdictul, intervalul și motivele lui sunt gratuite.',
    ],
    classes: {
      reference: 'Cursuri, coduri CAEN, starea serviciului',
      list: 'O listă sau o căutare',
      record: 'O firmă, o persoană, un anunț',
      document: 'Un fișier publicat',
    },
    prices: 'Prețuri pe cerere',
    pricesLead: 'În USDC. Prețul exact vine cu oferta, înainte de plată.',
    limits: 'Limite',
    limitRows: {
      browser: 'Paginile noastre, pe adresă',
      pro: 'Pro, pe cont',
      address: 'API fără cheie, pe adresă',
      payer: 'Plată pe cerere, pe plătitor',
    },
    perMinute: (count) => `${counted(count, REQUESTS.ro, 'ro')} pe minut`,
  },
  en: {
    title: 'Pricing',
    heading: ['Free for people.', 'Pro for programs and for detail.'],
    lead: 'The data is public and the software is free. Pro pays whoever runs this service.',
    leadUnsold:
      'The data is public and the software is free. This installation sells nothing: Pro is granted by whoever runs it.',
    browser: {
      name: 'In the browser',
      price: 'RON 0',
      about: 'without an account',
      included: [
        { text: 'All companies: status, VAT, officers, history', of: 'registry' },
        { text: 'Balance sheets and the verdict, with range and reasons', of: 'finances' },
        { text: 'Tenders, documents and the verdict on signatures', of: 'procurement' },
        { text: 'The first 5 contracts of a company, with the total', of: 'procurement' },
        { text: 'Bulk check: 20 codes at once', of: 'registry' },
      ],
      not: 'No API key, no whole lists',
      go: 'Search a company',
    },
    pages: (minute, day) =>
      `${counted(minute, PAGES.en, 'en')} a minute${day === null ? '' : `, ${counted(day, PAGES.en, 'en')} a day`}`,
    pro: {
      name: 'Pro',
      granted: 'Not sold here',
      grantedAbout: 'granted by whoever runs the service, for one account with all its keys',
      about: 'for one account, with all its keys',
      included: [
        { text: 'All ratios, with formulas, years and similar companies', of: 'finances' },
        { text: 'Whole lists of contracts and purchases, CSV and XLSX', of: 'procurement' },
        { text: 'Texts of documents and names of signers', of: 'procurement' },
        { text: 'Whole market analyses by CPV', of: 'procurement' },
        { text: 'Bulk check: 1,000 codes at once', of: 'registry' },
      ],
      go: 'How to get a key',
      demo: 'The demo key',
      subscribe: 'Subscribe to Pro',
    },
    keys: (minute) => `API keys: ${counted(minute, REQUESTS.en, 'en')} a minute`,
    request: {
      name: 'By request',
      from: (price) => `from ${price}`,
      about: 'an answer, by x402',
      play: 'In the demo country it is paid with play money.',
      none: 'Not sold here',
      noneAbout: 'The operator has not turned on payment by request.',
      included: (record, list) => [
        { text: 'For agents and programs, without an account', of: null },
        { text: `A company: ${record}. A list: ${list}`, of: null },
        { text: 'Errors and empty answers cost nothing', of: null },
      ],
      not: 'Ratios, network and texts of documents stay in Pro',
      go: 'How to pay',
    },
    notHere: 'not loaded here',
    missing: 'What is not loaded here',
    missingLead: 'Listed right now, from the status of the service.',
    missingPaid: 'Do not pay for what you do not see.',
    allLoaded: 'Nothing: all known sources are loaded.',
    unread: 'The state of the sources cannot be read right now.',
    parts: {
      finances: 'Balance sheets',
      rankings: 'Rankings',
      rates: 'Rates of the National Bank',
      shareholders: 'Shareholders (they have no open source)',
      debts: 'Overdue tax debts (they have no open source)',
      gazette: 'Official Gazette, part IV (it has no open source)',
      procurement: 'Public procurement',
    },
    status: 'Status of the service, with the age of every source',
    key: 'How to get a key today',
    keySold: 'Make an account, subscribe and make the key in your account: it takes two minutes.',
    keyAccount: 'To the account',
    keyLead: 'This installation sells nothing: Pro is granted by whoever runs the service.',
    keyContact: 'Write to:',
    keyNobody: 'The operator left no address here.',
    keyDemo: 'In the demo country the key is public:',
    docs: 'API documentation, with an example to copy',
    free: 'The software is free',
    freePoints: [
      'You can run it on a server of your own, under the Apache 2.0 licence, with all of the above. You pay nobody.',
      'Uncertainty is not sold: the verdict, its range and its reasons are free.',
    ],
    classes: {
      reference: 'Rates, CAEN codes, status of the service',
      list: 'A list or a search',
      record: 'A company, a person, a notice',
      document: 'A published file',
    },
    prices: 'Prices by request',
    pricesLead: 'In USDC. The exact price comes with the offer, before you pay.',
    limits: 'Limits',
    limitRows: {
      browser: 'Our pages, by address',
      pro: 'Pro, by account',
      address: 'API without a key, by address',
      payer: 'Payment by request, by payer',
    },
    perMinute: (count) => `${counted(count, REQUESTS.en, 'en')} a minute`,
  },
};
