/** Shows the state of emails, never their texts; retries one; sends a test email. */

import type { Database } from '#data/store/database.ts';
import { translator } from '#lib/i18n/message.ts';
import { ownAddress } from '#lib/values/own-address.ts';
import { messages } from '#locales/messages.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import { emailOf } from '#platform/mail/email.ts';
import { mailer, TRY_MS } from '#platform/mail/mailer.ts';
import { requeue } from '#platform/mail/queue-table.ts';
import {
  type EmailReport,
  type EmailState,
  emailReport,
  emailReports,
  emailStates,
} from '#platform/mail/report-table.ts';
import { smtpTransport } from '#platform/mail/smtp.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { runVerb } from './state-verbs.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 100_000;

export const command: Command = {
  summary: 'Show letters that wait, were sent or failed, send one again, and try the mail server.',
  usage: [
    'mail list [--state queued|sent|failed] [--limit N] [--json]   the last hundred, or N; never their words: links in them are secrets',
    'mail show ID [--json]                                         one of them: its tries, and why it failed',
    'mail retry ID [--json]                                        sends one that failed again, while its link is good',
    'mail test ADDRESS [--json]                                    sends a letter there at once, past the queue',
  ],
  options: { state: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } },
  run: (call) => runVerb(call, { list, show, retry, test }),
};

async function list({ options }: CommandCall, queue: Database, rest: string[]): Promise<number> {
  const { state = null, limit = String(LIMIT_DEFAULT) } = options;
  if (rest.length > 0) throw new UsageError('list takes options only.');
  if (!/^[1-9][0-9]{0,5}$/.test(String(limit)) || Number(limit) > LIMIT_MAX)
    throw new UsageError(`--limit takes a number from 1 to ${LIMIT_MAX}.`);
  if (state !== null && !emailStates.includes(state as EmailState))
    throw new UsageError(`--state is one of ${emailStates.join(', ')}.`);
  const rows = await emailReports(queue, state as EmailState | null, Number(limit));
  if (options.json) print(rows.map(emailJson));
  else if (rows.length === 0) print('There is no such letter.');
  else for (const row of rows) print(line(row));
  return 0;
}

const line = ({ id, queuedAt, state, kind, to, tries, lastError }: EmailReport): string =>
  [id, queuedAt, state.padEnd(6), `${tries} ${tries === 1 ? 'try' : 'tries'}`.padEnd(8), kind, to, lastError ?? '']
    .join('  ')
    .trimEnd();

async function show(call: CommandCall, queue: Database, [id, ...more]: string[]): Promise<number> {
  return printEmail(call, await emailNamed(queue, id, more));
}

async function retry(call: CommandCall, queue: Database, [id, ...more]: string[]): Promise<number> {
  const email = await emailNamed(queue, id, more);
  const now = Date.now();
  const tryUntil = new Date(now + TRY_MS).toISOString();
  if (!(await requeue(queue, email.id, new Date(now).toISOString(), tryUntil)))
    throw new UsageError(
      email.state === 'failed'
        ? 'Its text was deleted, since its link has expired: the recipient can request a new one.'
        : `It did not fail: it is ${email.state}.`,
    );
  return printEmail(call, await emailNamed(queue, id, []));
}

async function emailNamed(queue: Database, id: string | undefined, more: readonly string[]): Promise<EmailReport> {
  if (id === undefined || more.length > 0) throw new UsageError('Say which letter, by its id (mail list).');
  const email = await emailReport(queue, id);
  if (email === null) throw new UsageError(`There is no letter ${id} (mail list).`);
  return email;
}

function printEmail({ options }: CommandCall, report: EmailReport): number {
  const email = emailJson(report);
  if (options.json) print(email);
  else for (const [name, value] of Object.entries(email)) if (value !== null) print(`${name}: ${value}`);
  return 0;
}

const emailJson = ({ hasWords, ...email }: EmailReport) => ({
  ...email,
  canBeRetried: hasWords === 1 && email.state === 'failed',
});

/** Bypasses the queue and its limits, to show the answer of the server at once. */
async function test(
  { config, options }: CommandCall,
  queue: Database,
  [address = '', ...more]: string[],
): Promise<number> {
  const to = readMailAddress(address);
  if (to === null || more.length > 0) throw new UsageError('Say where to: mail test ADDRESS.');
  const { by } = config.mail;
  if (by === null) throw new UsageError('There is no mail here: SMTP_URL is not set (docs/mail.md).');
  const site = config.publicUrl ?? ownAddress(config);
  const t = translator('en');
  const email = emailOf({
    to,
    language: 'en',
    subject: t(messages.mail.testSubject()),
    paragraphs: [t(messages.mail.testWords())],
    site,
  });
  const now = Date.now();
  if (by === 'outbox') {
    const queued = mailer({ ...config.mail, isReady: true }).queue(email, { kind: 'test', account: null, now });
    const isQueued = queued.wasQueued(await queue.write(queued.statements));
    return done(
      options.json === true,
      isQueued ? null : 'Too many letters went to this address.',
      'It is in the demo’s outbox.',
    );
  }
  const due = {
    ...email,
    id: `test-${now}`,
    recipient: to,
    queuedAt: new Date(now).toISOString(),
    tryUntil: '',
    tries: 1,
  };
  const delivery = await smtpTransport(by).deliver(due, new AbortController().signal);
  const wrong = delivery === 'sent' ? null : 'later' in delivery ? delivery.later : delivery.refused;
  return done(options.json === true, wrong, `${by.host}:${by.port} took it.`);
}

function done(json: boolean, wrong: string | null, well: string): number {
  if (json) print({ sent: wrong === null, reason: wrong });
  else print(wrong ?? well);
  return wrong === null ? 0 : 1;
}
