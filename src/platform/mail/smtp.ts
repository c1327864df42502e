/** Sends each email on its own SMTP connection within a fixed total time, and reports failures without leaking content. */
import { readFile } from 'node:fs/promises';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { DueEmail } from './queue-table.ts';
import type { MailTransport } from './sender.ts';
import type { Smtp } from './settings.ts';

export interface SmtpTimeouts {
  connectMs: number;
  greetingMs: number;
  /** Socket inactivity. */
  idleMs: number;
  /** Whole delivery, against servers that answer byte by byte. */
  totalMs: number;
}

/** Servers delay the greeting on purpose (RFC 5321 allows minutes), and scan an email before accepting it. */
export const SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 20_000, idleMs: 30_000, totalMs: 60_000 };

export const smtpTransport = (smtp: Smtp, times: SmtpTimeouts = SMTP_TIMEOUTS): MailTransport => ({
  storesBody: false,
  async deliver(email, signal) {
    try {
      const message = await compose(email, smtp);
      const envelope = { from: smtp.from.address, to: [email.recipient] };
      await withConnection(smtp, times, signal, (connection, done) => connection.send(envelope, message, done));
      return 'sent';
    } catch (error) {
      const reason = reasonOf(error as SmtpError, smtp);
      return isPermanent(error as SmtpError) ? { refused: reason } : { later: reason };
    }
  },
});

/** Opens and authenticates an SMTP session without sending. Null on success, else the reason. */
export async function checkSmtp(smtp: Smtp, times: SmtpTimeouts = SMTP_TIMEOUTS): Promise<string | null> {
  try {
    await withConnection(smtp, times, new AbortController().signal, (_, done) => done(null));
    return null;
  } catch (error) {
    return reasonOf(error as SmtpError, smtp);
  }
}

/** Stable over all tries, so that mail programs recognise a duplicate. */
const messageIdOf = (id: string, { from }: Smtp): string => `<${id}@${from.address.split('@')[1]}>`;

const compose = (email: DueEmail, smtp: Smtp): Promise<Buffer> =>
  new MailComposer({
    from: smtp.from,
    to: email.recipient,
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: messageIdOf(email.id, smtp),
    date: email.queuedAt,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': email.language,
    },
    // An email must not embed files or fetched content.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

type Done = (error: Error | null) => void;

/** Connects, authenticates if there is a user, runs `work` and disconnects, after `wholeMs` or an abort at the latest. */
async function withConnection(
  smtp: Smtp,
  times: SmtpTimeouts,
  signal: AbortSignal,
  work: (connection: SMTPConnection, done: Done) => void,
): Promise<void> {
  const password = await passwordOf(smtp);
  const connection = new SMTPConnection({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === 'whole',
    requireTLS: smtp.tls === 'upgraded',
    ignoreTLS: smtp.tls === 'none',
    connectionTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    greetingTimeout: times.greetingMs,
    socketTimeout: times.idleMs,
    allowInternalNetworkInterfaces: true,
    logger: false,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = (error: Error): void => reject(error);
  const onAbort = (): void => stop(new Error('The service was stopped.'));
  const timer = setTimeout(() => stop(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), times.totalMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const next = (step: () => void) => (error?: Error | null) => (error ? stop(error) : step());
  // Also swallows errors of an abandoned connection.
  connection.on('error', stop);
  connection.on('end', () => stop(Object.assign(new Error('The server hung up.'), { code: 'ECONNECTION' })));
  const execute = (): void => work(connection, next(resolve));
  connection.connect(
    next(() =>
      smtp.user === null
        ? execute()
        : connection.login({ credentials: { user: smtp.user, pass: password ?? '' } }, next(execute)),
    ),
  );
  try {
    await promise;
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

async function passwordOf({ password, passwordFile }: Smtp): Promise<string | null> {
  if (passwordFile === null) return password;
  try {
    return (await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw Object.assign(new Error(`SMTP_PASSWORD_FILE cannot be read (${code}).`), { code: 'ENOPASSWORD' });
  }
}

const LENGTH_MAX = 300;

/** Fields that nodemailer adds to errors. */
export interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  cause?: unknown;
}

/** A permanent rejection of the recipient or the content. A rejection of our host or sender is temporary: the operator can fix it. */
const isPermanent = ({ command = '', responseCode = 0 }: SmtpError): boolean =>
  responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA');

export function reasonOf(error: SmtpError, { host, port, user }: Pick<Smtp, 'host' | 'port' | 'user'>): string {
  const at = `${host}:${port}`;
  const reply = error.response === undefined ? null : withoutSecrets(error.response);
  const code = codeOf(error);
  if (code === 'EAUTH') return `${at} does not let ${user ?? 'us'} in${reply === null ? '.' : `: ${reply}`}`;
  if (reply !== null) return `${at} said: ${reply}`;
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${host} leads nowhere.`;
  if (code === 'ECONNREFUSED') return `No server listens at ${at}.`;
  if (code === 'ETIMEDOUT') return `${at} did not answer in time.`;
  if (code === 'ENOPASSWORD') return withoutSecrets(error.message);
  if (CERTIFICATE.test(code)) return `The certificate of ${at} cannot be trusted: ${withoutSecrets(error.message)}.`;
  if (code === 'ETLS') return `${at} offers no TLS that could be used: ${withoutSecrets(error.message)}`;
  return `The connection to ${at} broke: ${withoutSecrets(error.message)}`;
}

const CERTIFICATE = /CERT|SIGNED|SIGNATURE|ISSUER/;

/** The code of the cause, if nodemailer wraps it in a code of its own. */
function codeOf(error: SmtpError): string {
  const { code = '', cause, message } = error;
  if (cause instanceof Error && (code === 'ESOCKET' || code === 'ETLS' || code === 'ECONNECTION')) return codeOf(cause);
  if (code !== 'ESOCKET' && code !== 'ECONNECTION') return code;
  return /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? (/certificate/i.test(message) ? 'CERT' : code);
}

/** One line, URLs reduced to their host, and no text as long as the secrets in our links: a server may quote the email. */
const withoutSecrets = (text: string): string =>
  text
    .slice(0, LENGTH_MAX * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(https?:\/\/[^\s/?#]{1,255})[^\s]*/gi, '$1/…')
    .replace(/[A-Za-z0-9_%-]{20,}/g, '…')
    .trim()
    .slice(0, LENGTH_MAX);
