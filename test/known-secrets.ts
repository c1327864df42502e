/** Secrets of services in tests: the same in each, so that what one signed another one knows. */
import type { Secrets } from '#secrets';

export const knownSecrets = {
  keyPepper: 'pepper',
  personKey: 'person',
  cursorKey: 'cursor',
  sessionKey: 'session',
  receiptKey: 'receipt',
} satisfies Secrets;
