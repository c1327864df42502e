/** Where the service is reached on its own machine, for links of those who said no other address. */

export interface ListenedOn {
  host: string;
  port: number;
}

/** A service that listens on all addresses is reached on the loopback. */
export function ownAddress({ host, port }: ListenedOn): string {
  const here = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`;
}
