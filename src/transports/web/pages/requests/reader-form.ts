/** Forms of reader requests: validates the fields, stores the request, or renders the form with its errors. */
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { ReaderRequests, RequestInput } from '#platform/privacy/reader-requests.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { TRAP } from '#transports/web/components/field.ts';
import { alert } from '#transports/web/components/notices.ts';
import type { Html } from '#transports/web/html.ts';
import { type FormRequest, RedirectError } from '#transports/web/routing/page.ts';

/** Renders the form again. */
interface FormNotice {
  status: number;
  notice: Html;
}

/** Redirects to the page of the stored request, or returns the errors. */
export async function submitRequest<Name extends string>(
  sent: SentFields<Name>,
  request: Omit<RequestInput, 'language'>,
  { language, context, now }: FormRequest,
  requests: ReaderRequests,
): Promise<FormNotice> {
  const texts = textsOf(language).requests.form;
  const refused = (status: number, heading: string, line: string): FormNotice => ({
    status,
    notice: alert({ grade: 'stop', heading, lines: [line] }),
  });
  if (sent.isTrapped) return refused(400, texts.wrongTitle, texts.trapped);
  if (Object.keys(sent.wrong).length > 0) return refused(400, texts.wrongTitle, texts.wrongLead);
  const result = await requests.submit(
    { ...request, language },
    { address: context.caller.address, now, pro: context.caller.pro },
  );
  if ('token' in result) throw new RedirectError(toQuery('request', language, { token: result.token, sent: '1' }));
  if ('throttled' in result) return refused(429, texts.throttled[0], texts.throttled[1](result.throttled));
  if ('enough' in result) return refused(429, ...texts.enough);
  return refused(503, ...texts.full);
}

/** Props of a field by its name: limits, input, error. */
export function fieldProps<Name extends string>(
  rules: Readonly<Record<Name, FieldRule>>,
  { values, wrong }: SentFields<Name>,
  language: Language,
) {
  return (name: Name) => {
    const fault = wrong[name];
    return {
      name,
      value: values[name],
      error: fault && textsOf(language).requests.form.wrong[fault],
      lengthMax: rules[name].lengthMax,
      isRequired: rules[name].isRequired,
    };
  };
}

interface FieldRule {
  lengthMax: number;
  isRequired: boolean;
  /** Checked where the field is not empty. */
  isRight?(text: string): boolean;
}

type Wrong = 'missing' | 'long' | 'shape';

export interface SentFields<Name extends string> {
  values: Record<Name, string>;
  /** Empty where all fields are valid. */
  wrong: Partial<Record<Name, Wrong>>;
  /** A bot filled in the hidden field. */
  isTrapped: boolean;
}

export function readFields<Name extends string>(
  sent: URLSearchParams,
  rules: Readonly<Record<Name, FieldRule>>,
): SentFields<Name> {
  const values = {} as Record<Name, string>;
  const wrong: Partial<Record<Name, Wrong>> = {};
  for (const [name, { lengthMax, isRequired, isRight }] of Object.entries(rules) as [Name, FieldRule][]) {
    const text = cleaned(sent.get(name) ?? '');
    values[name] = text;
    if (text.length > lengthMax) wrong[name] = 'long';
    else if (text === '' && isRequired) wrong[name] = 'missing';
    else if (text !== '' && isRight && !isRight(text)) wrong[name] = 'shape';
  }
  return { values, wrong, isTrapped: (sent.get(TRAP) ?? '') !== '' };
}

/** Removes control characters: terminals obey them, and databases refuse them. Browsers send CRLF line ends. */
const cleaned = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();

/** Approximate: the operator sees the address. */
export const isMail = (text: string): boolean => /^[^@\s]{1,64}@[^@\s]{3,190}$/.test(text);

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]{3,490}$/.test(text);

export const formBounds = (fieldsMax: number) => ({
  // URL encoding takes up to nine bytes for a character.
  bytesMax: 60_000,
  filesMax: 0,
  fileBytesMax: 0,
  fieldsMax,
  fieldBytesMax: 30_000,
});
