/** The procurement system's own interface: one question at a time, at the caller's pace, with the headers that it insists on. */
import { type Client, isAnswer } from '#data/sources/client.ts';
import type { CookieJar } from '#data/sources/cookies.ts';
import { excerpt, isObject, type JsonObject, parseJson } from '#data/sources/json.ts';
import { procurement } from '#data/sources/procurement/source.ts';
import type { Clock } from '#data/sources/retry.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { type Answer, type Unavailable, unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { looksLikeHtml, WrongShape } from '#lib/safe-fetch/wrong-shape.ts';

export interface SiteNeeds {
  client: Client;
  /** Of the whole site: `https://e-licitatie.ro`. */
  address: string;
  /** Resolves when the next request may be sent. */
  turn(signal?: AbortSignal): Promise<void>;
  /** The installation's record of being shut out; left out for a simulated site. */
  hold?: SiteHold | undefined;
  clock: Pick<Clock, 'sleep' | 'random'>;
  /** How often a question is sent before the site counts as away. */
  attemptsMax?: number;
  /** Where what is asked belongs to a session. */
  jar?: CookieJar;
  signal?: AbortSignal;
}

export interface SiteHold {
  /** Before each request. Throws a Failure while no request may be sent. */
  enter(): Promise<SitePass>;
}

/** Of one request: what its answer says of the hold. */
export interface SitePass {
  /** The site answered that our address is shut out. */
  blocked(): Promise<Failure>;
  /** It answered normally. */
  answered(): Promise<void>;
  /** It did not answer, or in a way that says nothing about our address. */
  undecided(): Promise<void>;
}

/** Answers are JSON objects. A site that cannot be asked throws a Failure, one that answers otherwise a WrongShape. */
export interface Site {
  /** Of the whole site. */
  readonly address: string;
  post(path: string, body: JsonObject): Promise<JsonObject>;
  get(path: string): Promise<JsonObject>;
  /** One thing in full; null when the site has no such view of it. */
  view(path: string): Promise<JsonObject | null>;
}

/** After that the trouble does not pass while a job waits. */
const ATTEMPTS_MAX = 5;
const FIRST_DELAY_MS = 5_000;
/** A site that asks for a longer rest gets it until the job's next run. */
const DELAY_MS_MAX = 120_000;

export function createSite(needs: SiteNeeds): Site {
  const { client, address, turn, hold, clock, attemptsMax = ATTEMPTS_MAX, jar, signal } = needs;
  const { limits, userAgent } = procurement;

  /** `expected`: statuses that are answers, too. */
  const ask = async (path: string, body?: JsonObject, expected = new Set<number>()): Promise<Answer> => {
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
        await assertLetIn(answer, pass);
        jar?.take(answer.cookies ?? []);
      } else await pass?.undecided();
      const trouble = isAnswer(answer) ? troubleOf(answer, expected) : answer;
      if (trouble === null) return answer as Answer;
      const delayMs = Math.max(FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + clock.random()), trouble.retryAfterMs ?? 0);
      if (!PASSING.has(trouble.reason) || attempt === attemptsMax || delayMs > DELAY_MS_MAX) throw new Failure(trouble);
      await clock.sleep(delayMs, signal);
    }
  };

  const view = async (path: string): Promise<JsonObject | null> => {
    const answer = await ask(path, undefined, LACKING);
    return LACKING.has(answer.status) || isNothing(answer) ? null : readBody(path, answer);
  };
  return {
    address,
    post: async (path, body) => readBody(path, await ask(path, body)),
    get: async (path) => readBody(path, await ask(path)),
    view,
  };
}

/** Throws a Failure when the answer is the page for restricted addresses, and records that for the whole installation. */
export async function assertLetIn(
  { status, bytes }: Pick<Answer, 'status' | 'bytes'>,
  pass: SitePass | undefined,
): Promise<void> {
  if (isBlockPage(status, bytes))
    throw (
      (await pass?.blocked()) ?? new Failure(unavailable('blocked', 'HTTP 403, the address of this host is shut out'))
    );
  await (status !== 403 && status < 500 ? pass?.answered() : pass?.undecided());
}

/** Enough of a page to hold its sentence behind styles. */
export const PAGE_BYTES = 64 * 1024;

/** "Accesul de la adresa dumneavoastră IP a fost restricționat … Pentru deblocare, contactați echipa de suport". */
function isBlockPage(status: number, bytes: Uint8Array): boolean {
  if (status !== 403) return false;
  const text = new TextDecoder().decode(bytes.subarray(0, PAGE_BYTES));
  return looksLikeHtml(text) && /\bIP\b/.test(text) && /restric\S{1,10}ionat|deblocare/i.test(text);
}

/** Without a referer of its own pages it answers nobody. */
export function siteHeaders(address: string, jar: CookieJar | undefined): Record<string, string> {
  const cookie = jar?.header();
  return { referer: `${address}/pub/`, ...(cookie && { cookie }) };
}

/** How it says that it has no such view: of a notice in the new electronic form, say; or it answers `null`. */
const LACKING = new Set([400, 404]);
const isNothing = ({ bytes }: Answer): boolean => bytes.length <= 'null'.length && parseJson(bytes) === null;

const PASSING = new Set<Unavailable['reason']>(['network', 'timeout', 'http-5xx', 'rate-limited']);

/** Any other 403 is how it slows down callers that it takes for robots, and passes; 400 would only come again. */
function troubleOf(answer: Answer, expected: ReadonlySet<number>): Unavailable | null {
  if (answer.status === 403) return unavailable('rate-limited', 'HTTP 403', answer.retryAfterMs);
  const trouble = unusable(answer);
  if (trouble !== null || expected.has(answer.status)) return trouble;
  return answer.status >= 400 ? unavailable('rejected', `HTTP ${answer.status}: ${excerpt(answer.bytes)}`) : null;
}

function readBody(path: string, { bytes }: Answer): JsonObject {
  const body = parseJson(bytes);
  if (!isObject(body)) throw new WrongShape(path, 'a JSON object', excerpt(bytes));
  return body;
}
