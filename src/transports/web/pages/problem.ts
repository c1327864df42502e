/** Errors as pages: what happened, in plain words, and a way on. */
import type { ApiError, ApiErrorCode } from '#api/api-error.ts';
import type { Language, Message } from '#lib/i18n/message.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';

interface Happened {
  language: Language;
  /** Path and query. */
  address: string;
  requestId: string;
}

const texts = {
  ro: {
    notFound: 'Aici nu este nimic',
    noPage: 'Nu există nicio pagină la această adresă.',
    wrongCui: 'Acesta nu este un CUI',
    notAsked: 'Nu am întrebat nicio sursă.',
    wrong: 'Cererea nu poate fi înțeleasă',
    forbidden: 'Această pagină cere Pro',
    limit: 'Prea multe pagini într-un minut',
    today: 'Prea multe pagini azi',
    seconds: ['secundă', 'secunde'] as Noun,
    again: (wait: string) => `Puteți continua peste ${wait}.`,
    who: 'Limita se numără pe adresa de rețea. Paginile deschise rămân cum sunt.',
    notLoaded: 'Nu este încărcat aici',
    notReady: 'Se adună acum',
    starting: 'Serviciul pornește',
    away: 'Momentan nu se poate',
    gone: 'Nu mai este aici',
    ours: 'Pagina nu a putut fi făcută',
    fault: 'E vina noastră. Spuneți-ne codul și o găsim:',
    search: 'Căutați o firmă, un CUI sau o persoană',
    ways: 'Sau mergeți la',
    reload: 'Reîncarcă pagina',
  },
  en: {
    notFound: 'There is nothing here',
    noPage: 'There is no page at this address.',
    wrongCui: 'This is not a CUI',
    notAsked: 'No source was asked.',
    wrong: 'The request cannot be understood',
    forbidden: 'This page needs Pro',
    limit: 'Too many pages in a minute',
    today: 'Too many pages today',
    seconds: ['second', 'seconds'] as Noun,
    again: (wait: string) => `You can go on in ${wait}.`,
    who: 'The limit counts by network address. Pages that are open stay as they are.',
    notLoaded: 'Not loaded here',
    notReady: 'Being collected',
    starting: 'The service is starting',
    away: 'Not possible right now',
    gone: 'No longer here',
    ours: 'The page could not be made',
    fault: 'Our fault. Tell us the code and we find it:',
    search: 'Search a company, a CUI or a person',
    ways: 'Or go to',
    reload: 'Load the page again',
  },
} as const;

type Words = (typeof texts)[Language];

/** Where a reader who is lost may go on. */
const WAYS = ['home', 'tenders', 'rankings', 'counties', 'status'] as const satisfies readonly PageName[];
const NAMES: Record<Language, Record<(typeof WAYS)[number], string>> = {
  ro: {
    home: 'Prima pagină',
    tenders: 'Licitații',
    rankings: 'Clasamente',
    counties: 'Firme pe județe',
    status: 'Starea serviciului',
  },
  en: {
    home: 'Home page',
    tenders: 'Tenders',
    rankings: 'Rankings',
    counties: 'Companies by county',
    status: 'Service status',
  },
};

/** `problem` is null where the fault is ours. */
export function problemView(problem: ApiError | null, { language, address, requestId }: Happened): View {
  const words = texts[language];
  const status = problem?.status ?? 500;
  const { heading, sign, lines } = toldOf(problem, { language, requestId });
  const isPassing = status === 429 || status >= 500;
  return {
    title: heading,
    status,
    isUnlisted: true,
    hasSearch: true,
    body: html`<section class="opening slim"><p class="problem-sign${sign === 'check' && ' amber'}">${icon(sign)}</p><h1>${heading}</h1>
${lines.map((line) => html`<p class="promise">${line}</p>`)}
${isPassing && html`<p class="promise"><a href="${address}">${words.reload}</a></p>`}
<h2 class="problem-way">${words.search}</h2>${searchField({ language, q: '', isLarge: true })}
<p class="promise">${words.ways}: ${WAYS.map((page, i) => html`${i > 0 && ' · '}<a href="${to(page, language)}">${NAMES[language][page]}</a>`)}</p></section>`,
  };
}

interface Told {
  heading: string;
  sign: IconName;
  lines: (string | Html)[];
}

function toldOf(problem: ApiError | null, { language, requestId }: Pick<Happened, 'language' | 'requestId'>): Told {
  const words = texts[language];
  if (problem === null)
    return { heading: words.ours, sign: 'check', lines: [html`${words.fault} <code>${requestId}</code>`] };
  const { message } = problem.in(language);
  if (isWrongCui(problem)) return { heading: words.wrongCui, sign: 'check', lines: [message, words.notAsked] };
  if (problem.code === 'RATE_LIMITED') return limited(problem, message, language);
  const [heading, sign] = headingOf(problem.code, problem.status, words);
  return { heading, sign, lines: [problem.code === 'ROUTE_NOT_FOUND' ? words.noPage : message] };
}

/** A code whose digits do not fit each other never left the house. */
function isWrongCui({ code, faults, explanation }: ApiError): boolean {
  if (code === 'INVALID_PARAMETER') return faults.some(({ name }) => name === 'cui');
  // In the demo another sentence stands around it.
  const inner = (explanation.values.problem as Message | undefined) ?? explanation;
  return inner.code === 'companies.wrongCheckDigit';
}

/** Limits of a minute tell the seconds; those of a day tell themselves when it is over. */
function limited(problem: ApiError, message: string, language: Language): Told {
  const words = texts[language];
  const { seconds } = problem.explanation.values;
  if (typeof seconds !== 'number') return { heading: words.today, sign: 'clock', lines: [message] };
  return {
    heading: words.limit,
    sign: 'clock',
    lines: [words.again(counted(seconds, words.seconds, language)), words.who],
  };
}

function headingOf(code: ApiErrorCode, status: number, words: Words): [string, IconName] {
  if (status === 404) return [words.notFound, 'unknown'];
  if (code === 'SOURCE_NOT_LOADED') return [words.notLoaded, 'unknown'];
  if (code === 'SERVICE_STARTING') return [words.starting, 'clock'];
  if (code === 'DOCUMENTATION_NOT_READY') return [words.notReady, 'clock'];
  if (code === 'WITHDRAWN') return [words.gone, 'closed'];
  if (code === 'PRO_KEY_REQUIRED') return [words.forbidden, 'pro'];
  if (status === 500) return [words.ours, 'check'];
  return status > 500 ? [words.away, 'clock'] : [words.wrong, 'check'];
}
