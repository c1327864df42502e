/** Passwords: Argon2id digests stored as PHC strings, so that the cost can be raised later, and the queue for the work. */

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '#api/api-error.ts';
import { heldLimits } from '#api/network-limits.ts';
import { siteText } from '#lib/values/ip.ts';
import { fold } from '#lib/values/text.ts';
import { FairQueue } from '#lib/workers/fair-queue.ts';
import { messages } from '#locales/messages.ts';

const derive = promisify(argon2);

/** OWASP's recommendation: 19 MiB, two passes, one lane; about 40 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** NIST SP 800-63B requires at least eight characters and no composition rules. */
const LENGTH_MIN = 10;
/** Bounds the work. */
const LENGTH_MAX = 200;
/** Normalization may shorten the text; longer input is rejected unread. */
const TYPED_MAX = 4 * LENGTH_MAX;

const PHC = /^\$argon2id\$v=19\$m=([0-9]{1,8}),t=([0-9]{1,4}),p=([0-9]{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export type PasswordProblem = 'length' | 'common';

/** Null for a permitted password. */
export async function passwordProblem(password: string): Promise<PasswordProblem | null> {
  if (!isOfRightLength(password)) return 'length';
  return (await isCommon(password)) ? 'common' : null;
}

/** Counts code points of the normalized text: a letter counts the same however it was typed. */
function isOfRightLength(password: string): boolean {
  if (password.length > TYPED_MAX) return false;
  const { length } = [...normalized(password)];
  return length >= LENGTH_MIN && length <= LENGTH_MAX;
}

export const PASSWORD_LENGTH = { least: LENGTH_MIN, most: LENGTH_MAX } as const;

/** Words that people in Romania, and on this site, extend by digits and signs. */
const OBVIOUS_WORDS = new Set(
  'password parola parolamea firmoteca romania bucuresti contabil contabilitate firma administrator admin qwerty abc'.split(
    ' ',
  ),
);

/** NIST SP 800-63B requires a list of common passwords, and words of the context. Loaded at the first use: 20 ms, once per thread. */
async function isCommon(password: string): Promise<boolean> {
  const text = normalized(password).toLowerCase();
  if (OBVIOUS_WORDS.has(fold(text).replace(/[^a-z]+/g, ''))) return true;
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((each) => String(each).length >= LENGTH_MIN)),
  );
  return (await commonPasswords).has(text);
}

let commonPasswords: Promise<ReadonlySet<string | number>> | undefined;

export async function digestPassword(password: string): Promise<string> {
  const problem = await passwordProblem(password);
  if (problem === 'length') throw new ApiError('INVALID_PARAMETER', messages.accounts.passwordLength(PASSWORD_LENGTH));
  if (problem === 'common') throw new ApiError('INVALID_PARAMETER', messages.accounts.passwordCommon());
  const salt = randomBytes(SALT_BYTES);
  const digest = await argon2id(password, salt, COST, DIGEST_BYTES);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(digest)}`;
}

/** Does the work also without a stored password: the time must not reveal whether there is an account. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  if (password.length > TYPED_MAX) return false;
  if (stored === null) {
    await argon2id(password, randomBytes(SALT_BYTES), COST, DIGEST_BYTES);
    return false;
  }
  const [, memory, passes, parallelism, salt = '', digest = ''] = PHC.exec(stored) ?? [];
  if (memory === undefined) throw new Error('A stored password digest is not in PHC form.');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const right = Buffer.from(digest, 'base64');
  return timingSafeEqual(await argon2id(password, Buffer.from(salt, 'base64'), cost, right.length), right);
}

/** A letter typed as one code point or as two is the same password; lone surrogates are replaced. */
const normalized = (password: string): string => password.toWellFormed().normalize('NFKC');

const argon2id = (password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> =>
  derive('argon2id', { message: normalized(password), nonce, tagLength, ...cost } satisfies Argon2Parameters);

/** PHC strings omit the padding. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const CONCURRENT_MAX = 1;

interface QueuedWork {
  readonly callers: Set<string>;
  start(): void;
  refuse(): void;
}

export interface PasswordQueue {
  /** Null if the queue is full. `caller`, a browser that is known or the site of a client network, gets a fair share. */
  run<Done>(caller: string, work: () => Promise<Done>): Promise<Done | null>;
}

/**
 * Runs one digest at a time per serving thread: each takes 19 MiB and 50 ms of a processor on the threads that also compress responses.
 * The queue is fair among sites, and short enough that callers do not time out.
 */
export function passwordQueue(): PasswordQueue {
  const { total, site } = heldLimits.passwords;
  const queue = new FairQueue<QueuedWork>({ all: total, each: site }, (item) => item.refuse());
  let running = 0;
  const next = (): void => {
    if (running >= CONCURRENT_MAX) return;
    const item = queue.take();
    if (item === undefined) return;
    running++;
    item.start();
  };
  return {
    async run(caller, work) {
      const { promise: isStarted, resolve } = Promise.withResolvers<boolean>();
      const item: QueuedWork = { callers: new Set(), start: () => resolve(true), refuse: () => resolve(false) };
      if (!queue.add(item, siteText(caller))) return null;
      next();
      if (!(await isStarted)) return null;
      try {
        return await work();
      } finally {
        running--;
        next();
      }
    },
  };
}
