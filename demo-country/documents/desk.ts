/** Who may fetch which file: links are made for one session, hold for a while, and open for nobody else. */
import { createHash } from 'node:crypto';
import type { Answer } from '#demo-country/answer.ts';
import type { Conduct, DocumentFile } from './types.ts';

export interface Linked {
  file: DocumentFile;
  conduct: Conduct;
}

/** One request and what it leads to. */
export interface Visit {
  /** `api-pub/files/noticedoc/<32 hex digits>` */
  link(file: DocumentFile, conduct?: Conduct): string;
  /** The answer with the cookies that its links need. */
  withCookies(answer: Answer): Answer;
  open(token: string): Linked | 'no such file' | 'no session';
}

export interface Desk {
  context(cookie: string | undefined): Visit;
  /** All sessions are forgotten, as when the site moves to another machine. */
  forgetSessions(): void;
  /** All links are over. */
  endLinks(): void;
  askArchive(noticeId: number): void;
  /** 1 nobody asked for it, 2 it is being made, 3 it is ready: at the second look. */
  archiveStatus(noticeId: number): number;
}

const LINK_MS = 15 * 60_000;
const LINKS_MAX = 20_000;
const SESSIONS_MAX = 5_000;
const SESSION = 'ASP.NET_SessionId';
/** The balancer's: without it a request reaches a machine that does not know the session. */
const MACHINE = 'BIGipServer~SEAP~pub';

export function createDesk(now: () => number = Date.now): Desk {
  const sessions = new Map<string, string>();
  const links = new Map<string, Linked & { session: string; until: number }>();
  const looks = new Map<number, number>();
  let counter = 0;
  const drawn = (word: string): string =>
    createHash('sha256').update(`${word} ${counter++}`).digest('hex').slice(0, 32);

  const context = (cookie: string | undefined): Visit => {
    const sent = new Map((cookie ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s) as [string, string]));
    const claimed = sent.get(SESSION) ?? '';
    const isKnown = sessions.has(claimed) && sessions.get(claimed) === sent.get(MACHINE);
    let session = isKnown ? claimed : null;
    const begin = (): string => {
      session = drawn('session').slice(0, 24);
      sessions.set(session, `${drawn('machine').slice(0, 8)}.20480.0000`);
      dropOldest(sessions, SESSIONS_MAX);
      return session;
    };
    return {
      link(file, conduct = 'ordinary') {
        const token = drawn(`link ${file.code}`);
        links.set(token, { file, conduct, session: session ?? begin(), until: now() + LINK_MS });
        dropOldest(links, LINKS_MAX);
        return `api-pub/files/noticedoc/${token}`;
      },
      withCookies(answer) {
        if (session === null || isKnown) return answer;
        const cookies = [
          `${SESSION}=${session}; path=/; HttpOnly; SameSite=Lax`,
          `${MACHINE}=${sessions.get(session)}; path=/; Httponly`,
        ];
        return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
      },
      open(token) {
        const found = links.get(token);
        if (!found || found.until <= now()) return 'no such file';
        return session !== null && found.session === session ? found : 'no session';
      },
    };
  };

  return {
    context,
    forgetSessions: () => sessions.clear(),
    endLinks: () => links.clear(),
    askArchive: (noticeId) => void looks.set(noticeId, looks.get(noticeId) ?? 0),
    archiveStatus(noticeId) {
      const seen = looks.get(noticeId);
      if (seen === undefined) return 1;
      looks.set(noticeId, seen + 1);
      return seen === 0 ? 2 : 3;
    },
  };
}

function dropOldest(kept: Map<string, unknown>, most: number): void {
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
