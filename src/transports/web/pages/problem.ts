/** Errors as pages: what happened, in plain words, and a way on. */

import type { ApiError, ApiErrorCode } from '#api/api-error.ts';
import { counted } from '#lib/i18n/counts.ts';
import type { Language, Message } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';

interface Happened {
  language: Language;
  /** Path and query. */
  address: string;
  requestId: string;
}

type Words = Texts['problem']['page'];

/** Where a reader who is lost may go on. */
const WAYS = ['home', 'tenders', 'rankings', 'counties', 'status'] as const satisfies readonly PageName[];

/** `problem` is null where the fault is ours. */
export function problemView(problem: ApiError | null, { language, address, requestId }: Happened): View {
  const texts = textsOf(language).problem.page;
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
${isPassing && html`<p class="promise"><a href="${address}">${texts.reload}</a></p>`}
<h2 class="problem-way">${texts.search}</h2>${searchField({ language, q: '', isLarge: true })}
<p class="promise">${texts.ways}: ${WAYS.map((page, i) => html`${i > 0 && ' · '}<a href="${to(page, language)}">${textsOf(language).problem.names[page]}</a>`)}</p></section>`,
  };
}

interface Told {
  heading: string;
  sign: IconName;
  lines: (string | Html)[];
}

function toldOf(problem: ApiError | null, { language, requestId }: Pick<Happened, 'language' | 'requestId'>): Told {
  const texts = textsOf(language).problem.page;
  if (problem === null)
    return { heading: texts.ours, sign: 'check', lines: [html`${texts.fault} <code>${requestId}</code>`] };
  const { message } = problem.in(language);
  if (isWrongCui(problem)) return { heading: texts.wrongCui, sign: 'check', lines: [message, texts.notAsked] };
  if (problem.code === 'RATE_LIMITED') return limited(problem, message, language);
  const [heading, sign] = headingOf(problem.code, problem.status, texts);
  return { heading, sign, lines: [problem.code === 'ROUTE_NOT_FOUND' ? texts.noPage : message] };
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
  const texts = textsOf(language).problem.page;
  const { seconds } = problem.explanation.values;
  if (typeof seconds !== 'number') return { heading: texts.today, sign: 'clock', lines: [message] };
  return {
    heading: texts.limit,
    sign: 'clock',
    lines: [texts.again(counted(seconds, texts.seconds, language)), texts.who],
  };
}

function headingOf(code: ApiErrorCode, status: number, texts: Words): [string, IconName] {
  if (status === 404) return [texts.notFound, 'unknown'];
  if (code === 'SOURCE_NOT_LOADED') return [texts.notLoaded, 'unknown'];
  if (code === 'SERVICE_STARTING') return [texts.starting, 'clock'];
  if (code === 'DOCUMENTATION_NOT_READY') return [texts.notReady, 'clock'];
  if (code === 'WITHDRAWN') return [texts.gone, 'closed'];
  if (code === 'PRO_KEY_REQUIRED') return [texts.forbidden, 'pro'];
  if (status === 500) return [texts.ours, 'check'];
  return status > 500 ? [texts.away, 'clock'] : [texts.wrong, 'check'];
}
