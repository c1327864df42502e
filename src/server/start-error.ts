/** Errors that keep a service from starting, such as a port in use. */
import { createServer } from 'node:net';

export class CannotStart extends Error {}

/**
 * The port, or a free one for 0. Serving threads share a port by `reusePort`, which would also share it with another process: this probe
 * finds a port in use.
 */
export function findPort(port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', (error: NodeJS.ErrnoException) => {
    const why = REASONS[error.code ?? '']?.(host, port);
    reject(why === undefined ? error : new CannotStart(why));
  });
  probe.listen({ port, host }, () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
  });
  return promise;
}

const PORT_MAX = 65_535;

const REASONS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `Another process listens on port ${port} of ${host}: stop it, or choose another one, for example PORT=${port === PORT_MAX ? port - 1 : port + 1}.`,
  EACCES: (host, port) => `This user may not listen on port ${port} of ${host}: choose a PORT above 1023.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}: set HOST to one that it has, for example 127.0.0.1 or 0.0.0.0.`,
  ENOTFOUND: (host) => `No machine is named ${host}: set HOST to an address of this one, for example 127.0.0.1.`,
};
