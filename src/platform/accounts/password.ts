/** Passwords: Argon2id, kept as PHC strings, so that the cost can be raised later without locking anybody out. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '#api/api-error.ts';
import { said } from './sentences.ts';

const derive = promisify(argon2);

/** OWASP's recommendation: 19 MiB, two passes, one lane; about 40 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** NIST SP 800-63B asks for at least eight characters and no rules about which. */
const LENGTH_MIN = 10;
/** Longer ones only make us work. */
const LENGTH_MAX = 200;
/** What is typed may shrink when it is written in one way; beyond this nobody looks. */
const TYPED_MAX = 4 * LENGTH_MAX;

const PHC = /^\$argon2id\$v=19\$m=([0-9]{1,8}),t=([0-9]{1,4}),p=([0-9]{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Counted in characters of Unicode, in the one way in which all are written: what looks like one letter counts alike however it was typed. */
export function isOfRightLength(password: string): boolean {
  if (password.length > TYPED_MAX) return false;
  const { length } = [...oneWay(password)];
  return length >= LENGTH_MIN && length <= LENGTH_MAX;
}

/** How long passwords are. */
export const PASSWORD_LENGTH = { least: LENGTH_MIN, most: LENGTH_MAX } as const;

export async function digestPassword(password: string): Promise<string> {
  if (!isOfRightLength(password)) throw new ApiError('INVALID_PARAMETER', said.passwordLength(PASSWORD_LENGTH));
  const salt = randomBytes(SALT_BYTES);
  const digest = await argon2id(password, salt, COST, DIGEST_BYTES);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(digest)}`;
}

/** Without a stored password the work is done all the same: the time must not tell whether there is an account. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  if (password.length > TYPED_MAX) return false;
  if (stored === null) {
    await argon2id(password, randomBytes(SALT_BYTES), COST, DIGEST_BYTES);
    return false;
  }
  const [, memory, passes, parallelism, salt = '', digest = ''] = PHC.exec(stored) ?? [];
  if (memory === undefined) throw new Error('A stored password is not in the form we write.');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const right = Buffer.from(digest, 'base64');
  return timingSafeEqual(await argon2id(password, Buffer.from(salt, 'base64'), cost, right.length), right);
}

/** The same letters may be typed as one character or as two: they are one password. Half a character is no character. */
const oneWay = (password: string): string => password.toWellFormed().normalize('NFKC');

const argon2id = (password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> =>
  derive('argon2id', { message: oneWay(password), nonce, tagLength, ...cost } satisfies Argon2Parameters);

/** PHC strings leave the padding out. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
