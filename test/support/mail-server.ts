/** A real mail server on loopback that accepts emails, or treats them as a test says. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Smtp } from '#platform/mail/settings.ts';

export interface Received {
  envelope: SMTPServerSession['envelope'];
  raw: string;
  mail: Email;
}

export interface MailServer {
  port: number;
  received: Received[];
}

/** An SMTP reply: code and text. */
export const answer = (code: number, words: string): Error =>
  Object.assign(new Error(words), { responseCode: code }) as Error;

/** `taken` may refuse an email after its data, or run something before it is accepted. The server ends with the test. */
export async function startMailServer(
  test: Pick<TestContext, 'after'>,
  { taken, ...options }: SMTPServerOptions & { taken?(email: Received): Promise<void> | void } = {},
): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1,
    async onData(stream, session, callback) {
      try {
        const bytes = await buffer(stream);
        const email = { envelope: session.envelope, raw: bytes.toString(), mail: await PostalMime.parse(bytes) };
        await taken?.(email);
        received.push(email);
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
    ...options,
  });
  // Disconnecting clients are part of the tests.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  test.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (listening.address() as { port: number }).port, received };
}

/** A server that replies exactly with the given lines, or with nothing. */
export async function startRawServer(
  test: Pick<TestContext, 'after'>,
  talk: (socket: Socket) => void,
): Promise<{ port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port };
}

export const smtpAt = (port: number, more: Partial<Smtp> = {}): Smtp => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
  user: null,
  password: null,
  passwordFile: null,
  from: { name: 'Firmoteca', address: 'scrisori@firmoteca.example' },
  ...more,
});
