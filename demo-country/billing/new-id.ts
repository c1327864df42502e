/** Ids as the provider makes them: a word for the kind, then letters and digits. */
import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newId(kind: string, length: number): string {
  const letters = Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return kind === '' ? letters : `${kind}_${letters}`;
}
