/** Errors as pages: what failed, and links onwards. */
import type { ApiError, ApiErrorCode } from '#api/api-error.ts';
import { counted } from '#lib/i18n/counts.ts';
import type { Language, Message } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';

interface ErrorContext {
  language: Language;
  address: string;
  requestId: string;
}

type PageTexts = Texts['problem']['page'];

/** Links for a reader without a destination. */
const LINKS = ['home', 'tenders', 'rankings', 'counties', 'status'] as const satisfies readonly PageName[];

/** Null: an internal error. */
export function errorView(error: ApiError | null, { language, address, requestId }: ErrorContext): View {
  const texts = textsOf(language).problem.page;
  const status = error?.status ?? 500;
  const { heading, sign, lines } = contentOf(error, { language, requestId });
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
<p class="promise">${texts.ways}: ${LINKS.map((page, i) => html`${i > 0 && ' · '}<a href="${to(page, language)}">${textsOf(language).problem.names[page]}</a>`)}</p></section>`,
  };
}

interface Content {
  heading: string;
  sign: IconName;
  lines: (string | Html)[];
}

function contentOf(
  error: ApiError | null,
  { language, requestId }: Pick<ErrorContext, 'language' | 'requestId'>,
): Content {
  const texts = textsOf(language).problem.page;
  if (error === null)
    return { heading: texts.internalError, sign: 'check', lines: [html`${texts.fault} <code>${requestId}</code>`] };
  const { message } = error.in(language);
  if (isWrongCui(error)) return { heading: texts.wrongCui, sign: 'check', lines: [message, texts.notQueried] };
  if (error.code === 'RATE_LIMITED') return limited(error, message, language);
  const [heading, sign] = headingOf(error.code, error.status, texts);
  return { heading, sign, lines: [error.code === 'ROUTE_NOT_FOUND' ? texts.noPage : message] };
}

/** A code with a wrong check digit is not sent to any source. */
function isWrongCui({ code, faults, explanation }: ApiError): boolean {
  if (code === 'INVALID_PARAMETER') return faults.some(({ name }) => name === 'cui');
  // The demo wraps the message in another one.
  const inner = (explanation.values.problem as Message | undefined) ?? explanation;
  return inner.code === 'companies.wrongCheckDigit';
}

/** Limits a minute have the seconds until the next one; messages of daily limits have the time of their end. */
function limited(error: ApiError, message: string, language: Language): Content {
  const texts = textsOf(language).problem.page;
  const { seconds } = error.explanation.values;
  if (typeof seconds !== 'number') return { heading: texts.today, sign: 'clock', lines: [message] };
  return {
    heading: texts.limit,
    sign: 'clock',
    lines: [texts.again(counted(seconds, texts.seconds, language)), texts.who],
  };
}

function headingOf(code: ApiErrorCode, status: number, texts: PageTexts): [string, IconName] {
  if (status === 404) return [texts.notFound, 'unknown'];
  if (code === 'SOURCE_NOT_LOADED') return [texts.notLoaded, 'unknown'];
  if (code === 'SERVICE_STARTING') return [texts.starting, 'clock'];
  if (code === 'DOCUMENTATION_NOT_READY') return [texts.notReady, 'clock'];
  if (code === 'WITHDRAWN') return [texts.removed, 'closed'];
  if (code === 'PRO_KEY_REQUIRED') return [texts.forbidden, 'pro'];
  if (status === 500) return [texts.internalError, 'check'];
  return status > 500 ? [texts.away, 'clock'] : [texts.wrong, 'check'];
}
