/** Secrets of services in tests: the same everywhere, so that services accept each other’s signatures. */
import { join } from 'node:path';
import { replaceSecrets, type Secrets } from '#server/secrets.ts';

export const knownSecrets = {
  keyPepper: 'pepper',
  personKey: 'person',
  cursorKey: 'cursor',
  sessionKey: 'session',
  receiptKey: 'receipt',
} satisfies Secrets;

/** The secrets file of a host that serves the data of such a service. */
export function secretsIn(folder: string): string {
  const file = join(folder, 'secrets.json');
  replaceSecrets(file, { ...knownSecrets });
  return file;
}
