/** Whether letters can leave, and what became of those of the last days. Comes in at the mail server as a letter would, and sends none. */

import type { Database } from '#data/store/database.ts';
import { failedSince, mailFigures } from '#platform/mail/report-table.ts';
import { checkSmtp, type SmtpTimes } from '#platform/mail/smtp.ts';
import type { Config } from '#server/config/config.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import { findInState } from './state.ts';

const DAY_MS = 86_400_000;
/** A letter that waits longer has been tried several times. */
const WAITING_MS = 3_600_000;

const IN_STATE = 'letters';

export async function checkMail(config: Config, times?: SmtpTimes): Promise<Finding[]> {
  return [await checkServer(config, times), ...(await findInState(config, IN_STATE, judged))];
}

async function checkServer({ mail: { by }, country, publicUrl }: Config, times?: SmtpTimes): Promise<Finding> {
  const check = 'mail';
  if (by === 'outbox') return ok(check, 'the demo sends none; /demo/outbox shows what would be sent');
  if (by === null && country === 'demo')
    return ok(check, `none: a demo that others reach${publicUrl === null ? '' : ` (${publicUrl})`} has no outbox`);
  if (by === null)
    return warning(
      check,
      'none: accounts are made by hand, and nobody gets a link',
      'Set SMTP_URL and MAIL_FROM (docs/mail.md).',
    );
  const problem = await checkSmtp(by, times);
  return problem === null
    ? ok(check, `${by.host}:${by.port} lets us in${by.tls === 'none' ? ', without TLS' : ''}`)
    : wrong(check, problem, 'Look at SMTP_URL and at the server; letters wait for two days meanwhile.');
}

async function judged(state: Database): Promise<Finding> {
  const now = Date.now();
  const { waiting, oldest } = await mailFigures(state);
  const failed = await failedSince(state, new Date(now - 7 * DAY_MS).toISOString());
  const found = `${waiting} wait${oldest === null ? '' : `, the first since ${oldest}`}; ${failed} failed in the last week`;
  const isLate = oldest !== null && now - Date.parse(oldest) > WAITING_MS;
  return failed > 0 || isLate ? warning(IN_STATE, found, 'Run npx firmoteca mail list.') : ok(IN_STATE, found);
}
