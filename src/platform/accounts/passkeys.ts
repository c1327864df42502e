/** Passkeys beside the password: added by an owner who has just proved to be one, and a way in without typing anything. */
import { randomUUID } from 'node:crypto';
import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { ApiError } from '#api/api-error.ts';
import { type Database, isWhole, type Statement } from '#data/store/database.ts';
import { ipNumber } from '#lib/values/ip.ts';
import type { Attempts } from './attempts.ts';
import { assertChangeable } from './demo-account.ts';
import { accountOfId } from './entrance-table.ts';
import { happenedWhere, type Origin } from './events.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { type NoticeNeeds, notice } from './notices.ts';
import { ALGORITHMS, credentialIn, library, siteOf, verifiedAssertion, verifiedCreation } from './passkey-answers.ts';
import { challenges, type OpenChallenge, type Purpose } from './passkey-challenges.ts';
import {
  addPasskey,
  challengeUsed,
  isPasskey,
  PASSKEYS_MAX,
  type PasskeyRow,
  passkeyByCredential,
  passkeyRows,
  passkeyUsed,
  removePasskey,
} from './passkeys-table.ts';
import { said } from './sentences.ts';
import type { BrowserSessions, Reader } from './sessions.ts';
import { type Asking, type Entered, enter, from, type SignInContext } from './sign-in-context.ts';

export const PASSKEY_NAME_MAX = 60;
const UUID = /^[0-9a-f-]{36}$/;
/** How long a browser waits for the authenticator. */
const WAIT_MS = 5 * 60_000;

interface Needs extends NoticeNeeds {
  state: Database;
  sessions: Pick<BrowserSessions, 'opening'>;
  known: KnownBrowsers;
  attempts: Pick<Attempts, 'passkey'>;
  /** Signs challenges. */
  secret: string;
}

export interface Passkeys {
  readonly most: number;
  /** Browsers know passkeys by the name of a host, and over TLS or on this machine only. */
  isPossibleAt(site: string): boolean;
  list(account: string): Promise<PasskeyRow[]>;
  creation(reader: Reader, name: string, asking: Asking): Promise<PublicKeyCredentialCreationOptionsJSON>;
  add(reader: Reader, sent: { answer: string; name: string }, origin: Origin, asking: Asking): Promise<void>;
  remove(account: string, id: string, origin: Origin, asking: Asking): Promise<void>;
  /** For whoever comes; or for this reader, who proves to hold the account. */
  request(reader: Reader | null, asking: Asking): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Opens a new session, which takes the place of the reader's. */
  enter(
    reader: Reader | null,
    answer: string,
    coming: SignInContext,
  ): Promise<({ outcome: 'in' } & Entered) | { outcome: 'throttled'; seconds: number }>;
}

export function passkeys({ state, sessions, known, attempts, secret, ...notices }: Needs): Passkeys {
  const signed = challenges(secret);

  const letters = async (
    kind: 'passkeyAdded' | 'passkeyRemoved',
    account: string,
    asking: Asking,
    event: Statement,
  ): Promise<Statement[]> => {
    const owner = await accountOfId(state, account);
    return owner ? notice(notices, kind, owner, asking, { event }) : [];
  };

  /** Makes sure that the challenge in an answer is one of ours, and tells which. */
  const awaited = (purposes: readonly Purpose[], session: string, now: number) => {
    let open: OpenChallenge | null = null;
    let purpose: Purpose | null = null;
    const challenge = (text: string): boolean => {
      purpose = purposes.find((one) => signed.read(text, one, one === 'signIn' ? '' : session, now)) ?? null;
      open = purpose && signed.read(text, purpose, purpose === 'signIn' ? '' : session, now);
      return open !== null;
    };
    return { challenge, found: () => ({ open: open as OpenChallenge | null, purpose: purpose as Purpose | null }) };
  };

  const used = async (open: OpenChallenge | null, now: number): Promise<void> => {
    const statements = open && challengeUsed(open, new Date(now).toISOString());
    if (statements === null || !isWhole(statements, await state.write(statements))) throw refused();
  };

  return {
    most: PASSKEYS_MAX,
    isPossibleAt,
    list: (account) => passkeyRows(state, account),

    async creation(reader, name, { site, now }) {
      const [{ generateRegistrationOptions }] = await library();
      const known = await passkeyRows(state, reader.account);
      return generateRegistrationOptions({
        rpName: 'Firmoteca',
        rpID: siteOf(site),
        userID: new TextEncoder().encode(reader.account),
        userName: name,
        challenge: signed.make('register', reader.session, now),
        attestationType: 'none',
        excludeCredentials: known.map(described),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
        timeout: WAIT_MS,
      });
    },

    async add(reader, { answer, name }, origin, asking) {
      const { site, now } = asking;
      assertChangeable(reader.account);
      assertPossible(site);
      if (name.length > PASSKEY_NAME_MAX)
        throw new ApiError('INVALID_PARAMETER', said.passkeyName({ most: PASSKEY_NAME_MAX }));
      const { challenge, found } = awaited(['register'], reader.session, now);
      const made = await verifiedCreation(answer, { origin: site, challenge });
      if (made === null) throw refused();
      await used(found().open, now);
      const row: PasskeyRow = {
        id: randomUUID(),
        account_id: reader.account,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        counter: made.counter,
        transports: JSON.stringify(made.transports),
        name,
        backed_up: made.isBackedUp ? 1 : 0,
        created_at: new Date(now).toISOString(),
        last_used_at: null,
      };
      const told = happenedWhere(isPasskey(reader.account, row.id), reader.account, 'passkeyAdded', now, {
        about: name,
        origin,
      });
      if (await addPasskey(state, row, [told, ...(await letters('passkeyAdded', reader.account, asking, told))]))
        return;
      const isFull = (await passkeyRows(state, reader.account)).length >= PASSKEYS_MAX;
      throw new ApiError('INVALID_PARAMETER', isFull ? said.passkeysMax({ most: PASSKEYS_MAX }) : said.passkeyKnown());
    },

    async remove(account, id, origin, asking) {
      assertChangeable(account);
      const row = UUID.test(id) && (await passkeyRows(state, account)).find((one) => one.id === id);
      if (!row) throw new ApiError('NOT_FOUND', said.unknownPasskey());
      const told = happenedWhere(isPasskey(account, id), account, 'passkeyRemoved', asking.now, {
        about: row.name,
        origin,
      });
      await removePasskey(state, account, id, [told], await letters('passkeyRemoved', account, asking, told));
    },

    async request(reader, { site, now }) {
      const [{ generateAuthenticationOptions }] = await library();
      return generateAuthenticationOptions({
        rpID: siteOf(site),
        challenge: reader ? signed.make('prove', reader.session, now) : signed.make('signIn', '', now),
        allowCredentials: reader ? (await passkeyRows(state, reader.account)).map(described) : [],
        userVerification: 'required',
        timeout: WAIT_MS,
      });
    },

    async enter(reader, answer, coming) {
      const { site, now, address } = coming;
      assertPossible(site);
      const seconds = await attempts.passkey({ session: reader?.session ?? null, address, now });
      if (seconds !== null) return { outcome: 'throttled', seconds };
      const passkey = await passkeyByCredential(state, credentialIn(answer) ?? '');
      if (passkey === null) throw refused();
      const { challenge, found } = awaited(reader ? ['prove', 'signIn'] : ['signIn'], reader?.session ?? '', now);
      const done = await verifiedAssertion(answer, passkey, { origin: site, challenge });
      const { open, purpose } = found();
      if (done === null || open === null) throw refused();
      const account = passkey.account_id;
      // Who proves to hold an account does it with a passkey of that account.
      if (purpose === 'prove' && account !== reader?.account) throw refused();
      const instant = new Date(now).toISOString();
      const kind = purpose === 'prove' ? 'provedAgain' : 'signedIn';
      const entered = await enter(
        { state, sessions, known },
        coming,
        account,
        { method: 'passkey' },
        {
          first: [...challengeUsed(open, instant), passkeyUsed(passkey.id, done.counter, done.isBackedUp, instant)],
          last: from(coming, account, kind, passkey.name),
        },
      );
      if (entered === null) throw refused();
      return { outcome: 'in', ...entered };
    },
  };
}

/** Not by the number of a host; and not over plain http but on this machine. */
export function isPossibleAt(site: string): boolean {
  const { protocol, hostname } = new URL(site);
  if (ipNumber(hostname.replace(/^\[|\]$/g, '')) !== null) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

function assertPossible(site: string): void {
  if (!isPossibleAt(site)) throw new ApiError('INVALID_BODY', said.noPasskeysHere());
}

/** One sentence for whatever was wrong: who tries answers learns nothing from it. */
const refused = (): ApiError => new ApiError('INVALID_BODY', said.passkeyRefused());

const described = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
});
