/** Why a letter was not taken, in words for whoever runs the service, and without what a server may have repeated of the letter. */
import type { Smtp } from './settings.ts';

const LENGTH_MAX = 300;

/** What nodemailer tells of an error, beyond its message. */
export interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  cause?: unknown;
}

/** For good: the address, or the letter itself. What a server has against us (who we are, our sender) is ours to mend, and waits. */
export const isForGood = ({ command = '', responseCode = 0 }: SmtpError): boolean =>
  responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA');

export function reasonOf(error: SmtpError, { host, port, user }: Pick<Smtp, 'host' | 'port' | 'user'>): string {
  const at = `${host}:${port}`;
  const said = error.response === undefined ? null : withoutSecrets(error.response);
  const code = codeOf(error);
  if (code === 'EAUTH') return `${at} does not let ${user ?? 'us'} in${said === null ? '.' : `: ${said}`}`;
  if (said !== null) return `${at} said: ${said}`;
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${host} leads nowhere.`;
  if (code === 'ECONNREFUSED') return `Nobody listens at ${at}.`;
  if (code === 'ETIMEDOUT') return `${at} did not answer in time.`;
  if (code === 'ENOPASSWORD') return withoutSecrets(error.message);
  if (CERTIFICATE.test(code)) return `The certificate of ${at} cannot be trusted: ${withoutSecrets(error.message)}.`;
  if (code === 'ETLS') return `${at} offers no TLS that could be used: ${withoutSecrets(error.message)}`;
  return `The connection to ${at} broke: ${withoutSecrets(error.message)}`;
}

const CERTIFICATE = /CERT|SIGNED|SIGNATURE|ISSUER/;

/** Of what is behind it, where nodemailer gives the error a code of its own. */
function codeOf(error: SmtpError): string {
  const { code = '', cause, message } = error;
  if (cause instanceof Error && (code === 'ESOCKET' || code === 'ETLS' || code === 'ECONNECTION')) return codeOf(cause);
  if (code !== 'ESOCKET' && code !== 'ECONNECTION') return code;
  return /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? (/certificate/i.test(message) ? 'CERT' : code);
}

/** Of addresses only the host stays, and nothing that is as long as the secrets in our links; on one line. */
const withoutSecrets = (text: string): string =>
  text
    .slice(0, LENGTH_MAX * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(https?:\/\/[^\s/?#]{1,255})[^\s]*/gi, '$1/…')
    .replace(/[A-Za-z0-9_%-]{20,}/g, '…')
    .trim()
    .slice(0, LENGTH_MAX);
