/** Requests of readers (hide a person, correct a record) and their answers. Limited by address, which is never stored. */
import { randomBytes } from 'node:crypto';
import type { Limits } from '#api/allowance.ts';
import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { sha256 } from '#lib/values/hash.ts';
import { clientNetworkText, shareOf } from '#lib/values/ip.ts';
import {
  addRequest,
  deleteRequest,
  forgetAnswered,
  type RequestKind,
  type RequestRow,
  requestOfToken,
} from './requests-table.ts';

/** Open requests at most: more than one person answers in a year, and less than 50 MB. */
const OPEN_MAX = 10_000;
/** The last thousand are reserved for readers with Pro. */
const STRANGERS_MAX = 9_000;
/** Per network: more than a diligent person sends before getting an answer. */
const SHARE_MAX = 40;
/** Default retention of answered requests. */
export const REQUESTS_DAYS = 90;
const TOKEN_BYTES = 24;
const ID_BYTES = 5;
const DAY_MS = 86_400_000;
/** Interval of deleting expired requests. */
const FORGET_MS = 6 * 3_600_000;

export interface Asking {
  kind: RequestKind;
  language: Language;
  subject: string | null;
  concerned: string;
  reason: string;
  source: string | null;
  mail: string | null;
}

export interface From {
  address: string;
  now: number;
  pro: boolean;
}

/** `throttled`: too many from there, for so many seconds. `enough`: as many from there wait already as may. `full`: too many of all. */
export type Left = { token: string } | { throttled: number } | { enough: true } | { full: true };

export type ToldRequest = Pick<RequestRow, 'kind' | 'concerned' | 'state' | 'answer' | 'created_at' | 'answered_at'>;

export interface ReaderRequests {
  /** Days for which an answered request is kept. */
  readonly days: number;
  leave(asking: Asking, from: From): Promise<Left>;
  /** Null when there is none of this token, or none any more. */
  told(token: string): Promise<ToldRequest | null>;
  /** Its sender takes it back: nothing of it stays. False when there was none. */
  withdraw(token: string): Promise<boolean>;
}

export interface OpenDesk extends ReaderRequests {
  stop(): Promise<void>;
}

export interface DeskNeeds {
  state: Database;
  /** Null: nobody is counted. */
  limits: Limits | null;
  days: number;
  report(error: unknown): void;
}

export function openReaderRequests({ state, limits, days, report }: DeskNeeds): OpenDesk {
  const forget = async (): Promise<void> => {
    await forgetAnswered(state, new Date(Date.now() - days * DAY_MS).toISOString()).catch(report);
  };
  let forgetting = forget();
  const timer = setInterval(() => {
    forgetting = forget();
  }, FORGET_MS).unref();
  return {
    days,
    async leave(asking, { address, now, pro }) {
      const counted = await limits?.take({ policy: 'form', who: clientNetworkText(address) }, now);
      if (counted && !counted.allowed) return { throttled: counted.resetSeconds };
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const row: RequestRow = {
        ...asking,
        id: randomBytes(ID_BYTES).toString('hex'),
        token_digest: sha256(token),
        state: 'open',
        answer: null,
        created_at: new Date(now).toISOString(),
        answered_at: null,
      };
      const added = await addRequest(state, row, {
        share: shareOf(address),
        shareMax: SHARE_MAX,
        openMax: pro ? OPEN_MAX : STRANGERS_MAX,
      });
      return added === 'added' ? { token } : added === 'enough' ? { enough: true } : { full: true };
    },
    told: (token) => requestOfToken(state, sha256(token)),
    async withdraw(token) {
      const row = await requestOfToken(state, sha256(token));
      return row !== null && deleteRequest(state, row.id);
    },
    async stop() {
      clearInterval(timer);
      await forgetting;
    },
  };
}
