/** The procurement system's own interface: one request at a time, at the caller's pace, with the headers that it requires. */
import { type Client, isAnswer } from '#data/sources/client.ts';
import type { CookieJar } from '#data/sources/cookies.ts';
import { excerpt, isObject, type JsonObject, parseJson } from '#data/sources/json.ts';
import { procurement } from '#data/sources/procurement/source.ts';
import type { Clock } from '#data/sources/retry.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { type Answer, type Unavailable, unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { looksLikeHtml, WrongShape } from '#lib/safe-fetch/wrong-shape.ts';

export interface SiteOptions {
  client: Client;
  /** The site: `https://e-licitatie.ro`. */
  address: string;
  /** Resolves when the next request may be sent. */
  turn(signal?: AbortSignal): Promise<void>;
  /** The installation's record of blocks by the site; absent for a simulated site. */
  hold?: SiteLock | undefined;
  clock: Pick<Clock, 'sleep' | 'random'>;
  /** Attempts of a request before the site counts as unreachable. */
  attemptsMax?: number;
  /** For requests in a session. */
  jar?: CookieJar;
  signal?: AbortSignal;
}

export interface SiteLock {
  /** Before each request. Throws a Failure while no request may be sent. */
  enter(): Promise<SitePass>;
}

/** One request: its answer decides about the lock. */
export interface SitePass {
  /** The site blocks this host's address. */
  blocked(): Promise<Failure>;
  /** It answered normally. */
  answered(): Promise<void>;
  /** It did not answer, or the answer tells nothing about a block. */
  undecided(): Promise<void>;
}

/** Answers are JSON objects. Throws a Failure for an unreachable site, a WrongShape for another answer. */
export interface Site {
  /** The site's address. */
  readonly address: string;
  post(path: string, body: JsonObject): Promise<JsonObject>;
  get(path: string): Promise<JsonObject>;
  /** A full record; null when the site has no such view. */
  view(path: string): Promise<JsonObject | null>;
}

/** A longer outage is left to the job's next run. */
const ATTEMPTS_MAX = 5;
const FIRST_DELAY_MS = 5_000;
/** A longer delay is left to the job's next run. */
const DELAY_MS_MAX = 120_000;

export function createSite(options: SiteOptions): Site {
  const { client, address, turn, hold, clock, attemptsMax = ATTEMPTS_MAX, jar, signal } = options;
  const { limits, userAgent } = procurement;

  /** `expected`: statuses that are also answers. */
  const send = async (path: string, body?: JsonObject, expected = new Set<number>()): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      await turn(signal);
      const pass = await hold?.enter();
      const answer = await client.send(
        {
          url: `${address}/api-pub/${path}`,
          headers: {
            accept: 'application/json',
            ...siteHeaders(address, jar),
            ...(body && { 'content-type': 'application/json;charset=UTF-8' }),
          },
          ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
          userAgent,
          signal,
        },
        limits,
      );
      if (isAnswer(answer)) {
        await assertNotBlocked(answer, pass);
        jar?.store(answer.cookies ?? []);
      } else await pass?.undecided();
      const failure = isAnswer(answer) ? failureOf(answer, expected) : answer;
      if (failure === null) return answer as Answer;
      const delayMs = Math.max(FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + clock.random()), failure.retryAfterMs ?? 0);
      if (!TRANSIENT.has(failure.reason) || attempt === attemptsMax || delayMs > DELAY_MS_MAX)
        throw new Failure(failure);
      await clock.sleep(delayMs, signal);
    }
  };

  const view = async (path: string): Promise<JsonObject | null> => {
    const answer = await send(path, undefined, LACKING);
    return LACKING.has(answer.status) || isNothing(answer) ? null : readBody(path, answer);
  };
  return {
    address,
    post: async (path, body) => readBody(path, await send(path, body)),
    get: async (path) => readBody(path, await send(path)),
    view,
  };
}

/** Throws a Failure for the page of restricted addresses, and records the block for the installation. */
export async function assertNotBlocked(
  { status, bytes }: Pick<Answer, 'status' | 'bytes'>,
  pass: SitePass | undefined,
): Promise<void> {
  if (isBlockPage(status, bytes))
    throw (
      (await pass?.blocked()) ?? new Failure(unavailable('blocked', 'HTTP 403, the address of this host is shut out'))
    );
  await (status !== 403 && status < 500 ? pass?.answered() : pass?.undecided());
}

/** Enough of a page to contain its message after the styles. */
export const PAGE_BYTES = 64 * 1024;

/** "Accesul de la adresa dumneavoastră IP a fost restricționat … Pentru deblocare, contactați echipa de suport". */
function isBlockPage(status: number, bytes: Uint8Array): boolean {
  if (status !== 403) return false;
  const text = new TextDecoder().decode(bytes.subarray(0, PAGE_BYTES));
  return looksLikeHtml(text) && /\bIP\b/.test(text) && /restric\S{1,10}ionat|deblocare/i.test(text);
}

/** The site requires a referer of its own pages. */
export function siteHeaders(address: string, jar: CookieJar | undefined): Record<string, string> {
  const cookie = jar?.header();
  return { referer: `${address}/pub/`, ...(cookie && { cookie }) };
}

/** The site has no such view, of a notice in the new electronic form for example; or it answers `null`. */
const LACKING = new Set([400, 404]);
const isNothing = ({ bytes }: Answer): boolean => bytes.length <= 'null'.length && parseJson(bytes) === null;

const TRANSIENT = new Set<Unavailable['reason']>(['network', 'timeout', 'http-5xx', 'rate-limited']);

/** Any other 403 is a temporary limit for suspected robots; a 400 would repeat. */
function failureOf(answer: Answer, expected: ReadonlySet<number>): Unavailable | null {
  if (answer.status === 403) return unavailable('rate-limited', 'HTTP 403', answer.retryAfterMs);
  const failure = unusable(answer);
  if (failure !== null || expected.has(answer.status)) return failure;
  return answer.status >= 400 ? unavailable('rejected', `HTTP ${answer.status}: ${excerpt(answer.bytes)}`) : null;
}

function readBody(path: string, { bytes }: Answer): JsonObject {
  const body = parseJson(bytes);
  if (!isObject(body)) throw new WrongShape(path, 'a JSON object', excerpt(bytes));
  return body;
}
