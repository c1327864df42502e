/** The mail job as the service starts it: the choice of its transport, and its stop. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { emailOf } from '#platform/mail/email.ts';
import { emailReport, emailReports } from '#platform/mail/report-table.ts';
import type { MailSettings } from '#platform/mail/settings.ts';
import { startMail } from '#server/jobs/leader-jobs.ts';
import { firmoteca, serving } from '#test/support/cli.ts';
import { smtpAt, startMailServer } from '#test/support/mail-server.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ bare: true });
});
after(() => service.close());

async function write(to: string): Promise<string> {
  const { mailer, store } = service;
  const email = emailOf({
    to,
    language: 'en',
    subject: 'A letter',
    paragraphs: ['Words.'],
    site: 'https://x.example',
  });
  const queued = mailer.queue(email, { kind: 'try', account: null, now: Date.now() });
  assert.ok(queued.wasQueued(await store.state.write(queued.statements)));
  return queued.id;
}

const stateOf = async (id: string): Promise<string | undefined> => (await emailReport(service.store.state, id))?.state;

function started(by: MailSettings['by']): { stop(): Promise<void> } {
  const fail = (error: unknown): void => {
    throw error;
  };
  return startMail({ mail: { by, hourMax: 10 } }, service.store, { note: () => {} }, fail);
}

test('with a mail server configured, emails leave through it', async (t) => {
  const { port, received } = await startMailServer(t);
  const id = await write('ana@example.ro');
  const duty = started(smtpAt(port));
  await until('the email is sent', async () => (await stateOf(id)) === 'sent');
  await duty.stop();
  assert.deepEqual(
    received.map(({ mail }) => mail.subject),
    ['A letter'],
  );
});

test('a job that is stopped right after its start stops', async () => {
  const id = await write('bob@example.ro');
  await started('outbox').stop();
  await started(null).stop();
  assert.equal(await stateOf(id), 'queued');
});

test('a served demo puts emails into its outbox', async () => {
  const environment = { FIRMOTECA_DATA: service.place.folder, FIRMOTECA_WORKERS: '1', PORT: '0' };
  const demo = await serving(['serve'], environment);
  try {
    assert.equal(
      (await firmoteca(['mail', 'test', 'dan@example.ro'], environment)).stdout,
      'It is in the demo’s outbox.\n',
    );
    const sent = () => emailReports(service.store.state, 'sent', 100);
    await until('the job has processed the email', async () =>
      (await sent()).some(({ to }) => to === 'dan@example.ro'),
    );
    const { status, text } = await ask(Number(new URL(demo.origin).port), { path: '/en/demo/outbox' });
    assert.equal(status, 200);
    assert.match(text, /dan@example\.ro/);
    assert.match(text, /to test e-mail delivery/);
  } finally {
    assert.equal(await demo.stop(), 0);
  }
});
