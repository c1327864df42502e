/** Secrets of services in tests: the same in each, so that what one signed another one knows. */
import { join } from 'node:path';
import { replaceSecrets, type Secrets } from '#server/secrets.ts';

export const knownSecrets = {
  keyPepper: 'pepper',
  personKey: 'person',
  cursorKey: 'cursor',
  sessionKey: 'session',
  receiptKey: 'receipt',
} satisfies Secrets;

/** The file of a host that serves what such a service has made. */
export function secretsIn(folder: string): string {
  const file = join(folder, 'secrets.json');
  replaceSecrets(file, { ...knownSecrets });
  return file;
}
