/** The first page: a promise, the search, and three verdicts that show what is promised. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, type PageName, to, toQuery } from '#web/addresses.ts';
import type { Page, PageRequest } from '#web/door/page.ts';
import { tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from '#web/parts/icon.ts';
import { searchField } from '#web/parts/search-field.ts';
import { sourceName } from '#web/parts/source-names.ts';
import { verdictBand } from '#web/parts/verdict-band.ts';
import { dayOrToday } from '#web/words/dates.ts';

const texts = {
  ro: {
    title: 'Firme din România: stare, TVA, bilanțuri, achiziții publice',
    promise: 'Ce știm despre orice firmă. Și cât de sigur.',
    what: 'Registrul comerțului, ANAF, bilanțuri, achiziții publice și Monitorul Oficial, fiecare cu sursa și data ei. Gratuit, fără cont.',
    today: 'Surse, azi',
    sure: 'Un verdict spune și cât de sigur este',
    why: 'Bilanțul public nu arată scadența datoriilor și dobânzile. De aceea scorul are un interval, nu doar o cifră.',
    ask: 'Ce vreți să aflați?',
    questions: [
      ['tenders', 'Ce licitații sunt deschise?', 'Anunțuri cu termen, documente și semnături verificate'],
      ['bulk', 'Furnizorii mei sunt în regulă?', 'TVA și stare la data facturii, pentru o listă de coduri'],
      ['markets', 'Cine câștigă banii publici?', 'Concentrare, oferte și câștigători pe cod CPV'],
      ['rankings', 'Care sunt cele mai mari firme?', 'Clasamente pe țară, județ și activitate'],
      ['rates', 'Cât face un euro azi?', 'Cursul BNR, convertor și istoric'],
      ['treasury', 'În ce cont plătesc taxa?', 'IBAN-urile trezoreriilor, publicate sau calculate'],
    ] as const satisfies readonly [PageName, string, string][],
  },
  en: {
    title: 'Companies of Romania: status, VAT, accounts, public procurement',
    promise: 'What we know about any company. And how sure we are.',
    what: 'Trade registry, tax office, accounts, public procurement and the Official Gazette, each with its source and date. Free, without an account.',
    today: 'Sources, today',
    sure: 'A verdict also says how sure it is',
    why: 'Public accounts do not show when debts fall due, nor interest. So the score is an interval, not a bare number.',
    ask: 'What would you like to know?',
    questions: [
      ['tenders', 'Which tenders are open?', 'Notices with deadline, documents and verified signatures'],
      ['bulk', 'Are my suppliers in order?', 'VAT and status on the day of the invoice, for a list of codes'],
      ['markets', 'Who wins public money?', 'Concentration, offers and winners by CPV code'],
      ['rankings', 'Which are the largest companies?', 'Rankings by country, county and activity'],
      ['rates', 'What is a euro worth today?', 'BNR rates, converter and history'],
      ['treasury', 'Into which account do I pay the tax?', 'IBANs of treasuries, published or computed'],
    ] as const satisfies readonly [PageName, string, string][],
  },
};

/** `samples`: fiscal codes whose verdicts are worth a look; none where nobody chose any. */
export const homePage = (samples: readonly string[]): Page => ({
  path: addresses.home,
  async show(request) {
    const { language, client } = request;
    const words = texts[language];
    const status = await tried(client.getStatus({}));
    return {
      title: words.title,
      description: words.what,
      structured: searchAction(language),
      body: html`<section class="opening front"><div><h1>${words.promise}</h1>${searchField({ language, q: '', isLarge: true })}<p class="promise">${words.what}</p></div>
${status.told && today(status.told.data.sources, request)}</section>
${await sampled(samples, request)}
<section class="sheet wide"><h2>${words.ask}</h2><ul class="questions">${words.questions.map(([page, question, line]) => html`<li><a href="${to(page, language)}">${question}</a><p class="small quiet">${line}</p></li>`)}</ul></section>`,
    };
  },
});

interface Loaded {
  source: string;
  asOf: string | null;
  freshness: string;
}

/** Each source once, as old as its oldest part. */
function today(loaded: readonly Loaded[], { language, now }: PageRequest): Html {
  const dated = loaded.filter(({ asOf }) => asOf !== null);
  const bySource = [...Map.groupBy(dated, ({ source }) => source)].map(([source, parts]) => ({
    source,
    asOf: parts.map(({ asOf }) => asOf ?? '').sort()[0] ?? '',
    isCurrent: parts.every(({ freshness }) => freshness === 'current'),
  }));
  return html`<aside class="today"><h2>${texts[language].today}</h2><ul class="ledger">${bySource.map(({ source, asOf, isCurrent }) => html`<li><span>${icon(isCurrent ? 'source' : 'sourceLate')} ${sourceName(source, language)}</span><span class="right quiet">${dayOrToday(asOf, now, language)}</span></li>`)}</ul></aside>`;
}

async function sampled(samples: readonly string[], { client, language }: PageRequest): Promise<Html | null> {
  if (samples.length === 0) return null;
  const words = texts[language];
  const shown = await Promise.all(
    samples.map(async (cui) => {
      const [company, health] = await Promise.all([
        tried(client.getCompany({ cui })),
        tried(client.getHealth({ cui })),
      ]);
      return { cui, company: company.told?.data, health: health.told?.data };
    }),
  );
  return html`<section class="sheet wide"><h2>${words.sure}</h2><p class="promise">${words.why}</p><ul class="samples">${shown.map(
    ({ cui, company, health }) =>
      company &&
      health?.altman.thresholds &&
      html`<li><p class="small quiet">${company.headquartersAddress?.locality}</p><a href="${to('company', language, { cui })}">${company.name}</a><p class="word">${health.verdict.label}</p>${verdictBand({ ...health.altman, thresholds: health.altman.thresholds }, language)}</li>`,
  )}</ul></section>`;
}

/** Search engines may offer our search under our name. */
const searchAction = (language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Firmoteca',
  potentialAction: {
    '@type': 'SearchAction',
    target: `${toQuery('search', language, {})}?q={q}`,
    'query-input': 'required name=q',
  },
});
