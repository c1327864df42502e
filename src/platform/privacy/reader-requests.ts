/** Requests of readers (hide a person, correct a record) and their answers. Limited by address, which is never stored. */
import { randomBytes } from 'node:crypto';
import type { Context } from '#api/context.ts';
import { storedLimits } from '#api/network-limits.ts';
import type { Language } from '#lib/i18n/message.ts';
import { sha256 } from '#lib/values/hash.ts';
import { clientNetworkText, shareOf } from '#lib/values/ip.ts';
import {
  addRequest,
  deleteAnswered,
  deleteRequest,
  type RequestKind,
  type RequestRow,
  requestOfToken,
} from './requests-table.ts';

const { total: OPEN_MAX, strangers: OPEN_WITHOUT_PRO_MAX, site: OPEN_PER_SITE_MAX } = storedLimits.readerRequests;
/** Default retention of answered requests. */
export const REQUESTS_DAYS = 90;
const TOKEN_BYTES = 24;
const ID_BYTES = 5;
const DAY_MS = 86_400_000;
/** Interval of deleting expired requests. */
const CLEANUP_MS = 6 * 3_600_000;

export interface RequestInput {
  kind: RequestKind;
  language: Language;
  subject: string | null;
  concerned: string;
  reason: string;
  source: string | null;
  mail: string | null;
}

export interface RequestSender {
  address: string;
  now: number;
  pro: boolean;
}

/** `throttled`: seconds until the address may send again. `enough`: the network has the maximum of open requests. `full`: all together do. */
export type SubmitResult = { token: string } | { throttled: number } | { enough: true } | { full: true };

export type SubmittedRequest = Pick<
  RequestRow,
  'kind' | 'concerned' | 'state' | 'answer' | 'created_at' | 'answered_at'
>;

export type ReaderRequests = Omit<ReturnType<typeof openReaderRequests>, 'stop'>;

/** `days`: retention of answered requests. */
export function openReaderRequests({
  state,
  limits,
  days,
  report,
}: Pick<Context, 'state' | 'limits' | 'report'> & { days: number }) {
  const cleanUp = async (): Promise<void> => {
    await deleteAnswered(state, new Date(Date.now() - days * DAY_MS).toISOString()).catch(report);
  };
  let cleaning = cleanUp();
  const timer = setInterval(() => {
    cleaning = cleanUp();
  }, CLEANUP_MS).unref();
  return {
    days,
    async submit(input: RequestInput, { address, now, pro }: RequestSender): Promise<SubmitResult> {
      const allowance = await limits?.take({ policy: 'form', who: clientNetworkText(address) }, now);
      if (allowance && !allowance.allowed) return { throttled: allowance.resetSeconds };
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const row: RequestRow = {
        ...input,
        id: randomBytes(ID_BYTES).toString('hex'),
        token_digest: sha256(token),
        state: 'open',
        answer: null,
        created_at: new Date(now).toISOString(),
        answered_at: null,
      };
      const result = await addRequest(state, row, {
        share: shareOf(address),
        shareMax: OPEN_PER_SITE_MAX,
        openMax: pro ? OPEN_MAX : OPEN_WITHOUT_PRO_MAX,
      });
      return result === 'added' ? { token } : result === 'enough' ? { enough: true } : { full: true };
    },
    /** Null if the token has no request, or no longer. */
    find: (token: string): Promise<SubmittedRequest | null> => requestOfToken(state, sha256(token)),
    /** Deletes the request of the token. False if there was none. */
    async withdraw(token: string): Promise<boolean> {
      const row = await requestOfToken(state, sha256(token));
      return row !== null && deleteRequest(state, row.id);
    },
    async stop() {
      clearInterval(timer);
      await cleaning;
    },
  };
}
