/** How often passwords are tried and letters asked for: counted so that a flood is stopped and an owner is never kept out by strangers. */

import type { LimitKey, Limits } from '#api/allowance.ts';
import { sha256 } from '#lib/values/hash.ts';
import { clientNetworkText } from '#lib/values/ip.ts';

export interface Attempts {
  /**
   * Null when a password may be tried, else seconds to wait. `known` names a browser of the account's owner, which has a count of its
   * own; all others share one for the address that was typed, whether there is an account of it or not.
   */
  password(tried: { email: string; known: string | null; address: string; now: number }): Promise<number | null>;
  /** The same of a passkey. Nobody guesses one, but each answer is verified and written down. `session`: of who proves it again. */
  passkey(tried: { session: string | null; address: string; now: number }): Promise<number | null>;
  /** The same of a letter to an address that somebody typed. */
  letter(asked: { address: string; now: number }): Promise<number | null>;
}

/** Without limits nobody is counted. */
export function attempts(limits: Limits | null): Attempts {
  /** In their order: what the first refuses the next does not hear of. */
  const waitFor = async (counts: readonly LimitKey[], now: number): Promise<number | null> => {
    for (const counted of counts) {
      const allowance = await limits?.take(counted, now);
      if (allowance && !allowance.allowed) return allowance.resetSeconds;
    }
    return null;
  };
  return {
    password({ email, known, address, now }) {
      if (known !== null) return waitFor([{ policy: 'password-browser', who: known }], now);
      const clientNetwork = clientNetworkText(address);
      // Counters keep what they are given: not an address of somebody.
      const account = sha256(email);
      return waitFor(
        [
          { policy: 'password', who: clientNetwork },
          { policy: 'password-pair', who: `${clientNetwork} ${account}` },
          { policy: 'password-account', who: account },
        ],
        now,
      );
    },
    passkey: ({ session, address, now }) =>
      waitFor(
        [
          session === null
            ? { policy: 'password', who: clientNetworkText(address) }
            : { policy: 'password-browser', who: session },
        ],
        now,
      ),
    letter: ({ address, now }) => waitFor([{ policy: 'letter', who: clientNetworkText(address) }], now),
  };
}
