/** A process that sends the emails of an installation; it may be killed at any moment. */

import { openStore } from '#data/store/open.ts';
import { sendDue } from '#platform/mail/sender.ts';
import { smtpTransport } from '#platform/mail/smtp.ts';
import { smtpAt } from './mail-server.ts';

const [folder = '', port = '', databaseUrl = null] = process.argv.slice(2);
const store = await openStore({ databaseUrl, folder, country: 'demo' });
const transport = smtpTransport(smtpAt(Number(port)));
await sendDue(
  {
    state: store.state,
    transport,
    note: () => {},
    report: (error) => {
      throw error;
    },
  },
  new AbortController().signal,
);
await store.close();
