/** Passkeys as a second sign-in method: added and removed by a recently authenticated owner, used to sign in or reauthenticate. */

import { randomUUID } from 'node:crypto';
import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { isWhole, type Statement } from '#data/store/database.ts';
import { ipNumber } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import { accountById } from './accounts-table.ts';
import { assertChangeable } from './demo-account.ts';
import { queueNotice } from './emails.ts';
import { type Origin, recordEventWhere } from './events.ts';
import {
  addPasskey,
  consumeChallenge,
  PASSKEYS_MAX,
  type PasskeyRow,
  passkeyByCredential,
  passkeyExists,
  passkeyRows,
  recordPasskeyUse,
  removePasskey,
} from './passkeys-table.ts';
import type { Reader } from './sessions.ts';
import {
  type AuthContext,
  recordBrowserEvent,
  type SessionCookies,
  type SignInContext,
  type SiteContext,
  startSession,
} from './sign-in.ts';
import {
  ALGORITHMS,
  type ChallengePurpose,
  challenges,
  credentialIn,
  loadWebAuthn,
  type OpenChallenge,
  relyingPartyId,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts';

export const PASSKEY_NAME_MAX = 60;
const UUID = /^[0-9a-f-]{36}$/;
/** Timeout of the browser's dialog. */
const DIALOG_MS = 5 * 60_000;

export interface Passkeys {
  readonly most: number;
  /** Browsers bind passkeys to a host name, and require TLS or localhost. */
  isPossibleAt(site: string): boolean;
  list(account: string): Promise<PasskeyRow[]>;
  creation(reader: Reader, name: string, context: SiteContext): Promise<PublicKeyCredentialCreationOptionsJSON>;
  add(reader: Reader, sent: { answer: string; name: string }, origin: Origin, context: SiteContext): Promise<void>;
  remove(account: string, id: string, origin: Origin, context: SiteContext): Promise<void>;
  /** Options for signing in, or for `reader` to reauthenticate. */
  request(reader: Reader | null, context: SiteContext): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Starts a new session, which replaces the reader's. */
  enter(
    reader: Reader | null,
    answer: string,
    context: SignInContext,
  ): Promise<({ outcome: 'in' } & SessionCookies) | { outcome: 'throttled'; seconds: number }>;
}

export function passkeys({
  state,
  sessions,
  known,
  attempts,
  secret,
  ...notices
}: Omit<AuthContext, 'passwordQueue'> & Pick<Context, 'secret'>): Passkeys {
  const signed = challenges(secret);

  const noticeFor = async (
    kind: 'passkeyAdded' | 'passkeyRemoved',
    account: string,
    context: SiteContext,
    event: Statement,
  ): Promise<Statement[]> => {
    const owner = await accountById(state, account);
    return owner ? queueNotice(notices, kind, owner, context, { event }) : [];
  };

  /** A check for the challenge in a response, and the valid challenge that the check read. */
  const challengeCheck = (purposes: readonly ChallengePurpose[], session: string, now: number) => {
    let open: OpenChallenge | null = null;
    let purpose: ChallengePurpose | null = null;
    const challenge = (text: string): boolean => {
      purpose = purposes.find((one) => signed.read(text, one, one === 'signIn' ? '' : session, now)) ?? null;
      open = purpose && signed.read(text, purpose, purpose === 'signIn' ? '' : session, now);
      return open !== null;
    };
    return {
      challenge,
      result: () => ({ open: open as OpenChallenge | null, purpose: purpose as ChallengePurpose | null }),
    };
  };

  const markUsed = async (open: OpenChallenge | null, now: number): Promise<void> => {
    const statements = open && consumeChallenge(open, new Date(now).toISOString());
    if (statements === null || !isWhole(statements, await state.write(statements))) throw rejected();
  };

  return {
    most: PASSKEYS_MAX,
    isPossibleAt,
    list: (account) => passkeyRows(state, account),

    async creation(reader, name, { site, now }) {
      const [{ generateRegistrationOptions }] = await loadWebAuthn();
      const existing = await passkeyRows(state, reader.account);
      return generateRegistrationOptions({
        rpName: 'Firmoteca',
        rpID: relyingPartyId(site),
        userID: new TextEncoder().encode(reader.account),
        userName: name,
        challenge: signed.create('register', reader.session, now),
        attestationType: 'none',
        excludeCredentials: existing.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
        timeout: DIALOG_MS,
      });
    },

    async add(reader, { answer, name }, origin, context) {
      const { site, now } = context;
      assertChangeable(reader.account);
      assertPossible(site);
      if (name.length > PASSKEY_NAME_MAX)
        throw new ApiError('INVALID_PARAMETER', messages.accounts.passkeyName({ most: PASSKEY_NAME_MAX }));
      const { challenge, result } = challengeCheck(['register'], reader.session, now);
      const credential = await verifyRegistration(answer, { origin: site, challenge });
      if (credential === null) throw rejected();
      await markUsed(result().open, now);
      const row: PasskeyRow = {
        id: randomUUID(),
        account_id: reader.account,
        credential_id: credential.credentialId,
        public_key: credential.publicKey,
        counter: credential.counter,
        transports: JSON.stringify(credential.transports),
        name,
        backed_up: credential.isBackedUp ? 1 : 0,
        created_at: new Date(now).toISOString(),
        last_used_at: null,
      };
      const event = recordEventWhere(passkeyExists(reader.account, row.id), reader.account, 'passkeyAdded', now, {
        about: name,
        origin,
      });
      if (await addPasskey(state, row, [event, ...(await noticeFor('passkeyAdded', reader.account, context, event))]))
        return;
      const isFull = (await passkeyRows(state, reader.account)).length >= PASSKEYS_MAX;
      throw new ApiError(
        'INVALID_PARAMETER',
        isFull ? messages.accounts.passkeysMax({ most: PASSKEYS_MAX }) : messages.accounts.passkeyKnown(),
      );
    },

    async remove(account, id, origin, context) {
      assertChangeable(account);
      const row = UUID.test(id) && (await passkeyRows(state, account)).find((one) => one.id === id);
      if (!row) throw new ApiError('NOT_FOUND', messages.accounts.unknownPasskey());
      const event = recordEventWhere(passkeyExists(account, id), account, 'passkeyRemoved', context.now, {
        about: row.name,
        origin,
      });
      await removePasskey(state, account, id, [event], await noticeFor('passkeyRemoved', account, context, event));
    },

    async request(reader, { site, now }) {
      const [{ generateAuthenticationOptions }] = await loadWebAuthn();
      return generateAuthenticationOptions({
        rpID: relyingPartyId(site),
        challenge: reader ? signed.create('prove', reader.session, now) : signed.create('signIn', '', now),
        allowCredentials: reader ? (await passkeyRows(state, reader.account)).map(descriptor) : [],
        userVerification: 'required',
        timeout: DIALOG_MS,
      });
    },

    async enter(reader, answer, context) {
      const { site, now, address } = context;
      assertPossible(site);
      const seconds = await attempts.passkey({ session: reader?.session ?? null, address, now });
      if (seconds !== null) return { outcome: 'throttled', seconds };
      const passkey = await passkeyByCredential(state, credentialIn(answer) ?? '');
      if (passkey === null) throw rejected();
      const { challenge, result } = challengeCheck(
        reader ? ['prove', 'signIn'] : ['signIn'],
        reader?.session ?? '',
        now,
      );
      const done = await verifyAssertion(answer, passkey, { origin: site, challenge });
      const { open, purpose } = result();
      if (done === null || open === null) throw rejected();
      const account = passkey.account_id;
      // Reauthentication requires a passkey of the same account.
      if (purpose === 'prove' && account !== reader?.account) throw rejected();
      const instant = new Date(now).toISOString();
      const kind = purpose === 'prove' ? 'provedAgain' : 'signedIn';
      const entered = await startSession(
        { state, sessions, known },
        context,
        account,
        { method: 'passkey' },
        {
          first: [
            ...consumeChallenge(open, instant),
            recordPasskeyUse(passkey.id, done.counter, done.isBackedUp, instant),
          ],
          last: recordBrowserEvent(context, account, kind, passkey.name),
        },
      );
      if (entered === null) throw rejected();
      return { outcome: 'in', ...entered };
    },
  };
}

/** False for IP addresses, and for plain http except on localhost. */
export function isPossibleAt(site: string): boolean {
  const { protocol, hostname } = new URL(site);
  if (ipNumber(hostname.replace(/^\[|\]$/g, '')) !== null) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

function assertPossible(site: string): void {
  if (!isPossibleAt(site)) throw new ApiError('INVALID_BODY', messages.accounts.noPasskeysHere());
}

/** One message for every failure: an attacker learns nothing from it. */
const rejected = (): ApiError => new ApiError('INVALID_BODY', messages.accounts.passkeyRefused());

const descriptor = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
});
