/** Temporary links to files: valid for one session and a limited time. */
import { createHash } from 'node:crypto';
import type { Answer } from '#demo-country/answer.ts';
import type { Conduct, DocumentFile } from './types.ts';

export interface LinkedFile {
  file: DocumentFile;
  conduct: Conduct;
}

/** The session of one request. */
export interface LinkSession {
  /** `api-pub/files/noticedoc/<32 hex digits>` */
  link(file: DocumentFile, conduct?: Conduct): string;
  /** Adds the cookies that the links need. */
  withCookies(answer: Answer): Answer;
  open(token: string): LinkedFile | 'no such file' | 'no session';
}

export interface FileLinks {
  openSession(cookie: string | undefined): LinkSession;
  /** Drops all sessions, as when the site moves to another machine. */
  forgetSessions(): void;
  /** Expires all links. */
  endLinks(): void;
  requestArchive(noticeId: number): void;
  /** 1: not requested. 2: in progress. 3: ready, from the second status check on. */
  archiveStatus(noticeId: number): number;
}

const LINK_MS = 15 * 60_000;
const LINKS_MAX = 20_000;
const SESSIONS_MAX = 5_000;
const SESSION = 'ASP.NET_SessionId';
/** The load balancer's: without it a request reaches a machine without the session. */
const MACHINE = 'BIGipServer~SEAP~pub';

export function createFileLinks(now: () => number = Date.now): FileLinks {
  const sessions = new Map<string, string>();
  const links = new Map<string, LinkedFile & { session: string; until: number }>();
  const statusChecks = new Map<number, number>();
  let counter = 0;
  const drawToken = (word: string): string =>
    createHash('sha256').update(`${word} ${counter++}`).digest('hex').slice(0, 32);

  const openSession = (cookie: string | undefined): LinkSession => {
    const sent = new Map((cookie ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s) as [string, string]));
    const claimed = sent.get(SESSION) ?? '';
    const isOpen = sessions.has(claimed) && sessions.get(claimed) === sent.get(MACHINE);
    let session = isOpen ? claimed : null;
    const begin = (): string => {
      session = drawToken('session').slice(0, 24);
      sessions.set(session, `${drawToken('machine').slice(0, 8)}.20480.0000`);
      dropOldest(sessions, SESSIONS_MAX);
      return session;
    };
    return {
      link(file, conduct = 'ordinary') {
        const token = drawToken(`link ${file.code}`);
        links.set(token, { file, conduct, session: session ?? begin(), until: now() + LINK_MS });
        dropOldest(links, LINKS_MAX);
        return `api-pub/files/noticedoc/${token}`;
      },
      withCookies(answer) {
        if (session === null || isOpen) return answer;
        const cookies = [
          `${SESSION}=${session}; path=/; HttpOnly; SameSite=Lax`,
          `${MACHINE}=${sessions.get(session)}; path=/; Httponly`,
        ];
        return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
      },
      open(token) {
        const entry = links.get(token);
        if (!entry || entry.until <= now()) return 'no such file';
        return session !== null && entry.session === session ? entry : 'no session';
      },
    };
  };

  return {
    openSession,
    forgetSessions: () => sessions.clear(),
    endLinks: () => links.clear(),
    requestArchive: (noticeId) => void statusChecks.set(noticeId, statusChecks.get(noticeId) ?? 0),
    archiveStatus(noticeId) {
      const count = statusChecks.get(noticeId);
      if (count === undefined) return 1;
      statusChecks.set(noticeId, count + 1);
      return count === 0 ? 2 : 3;
    },
  };
}

function dropOldest(map: Map<string, unknown>, sizeMax: number): void {
  const [oldest] = map.keys();
  if (map.size > sizeMax && oldest !== undefined) map.delete(oldest);
}
