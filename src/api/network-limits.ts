/**
 * What strangers share, and how much of it one client network (an IPv4 address, an IPv6 /64), one site (IPv4 /24, IPv6 /48) and all
 * strangers together get. Who rents a server has a whole site; no site may use up what all need. `test/platform/one-site.test.ts` tries
 * every limit of this file.
 */

/** Requests counted by `platform/limits`, by name of their policy. */
interface Rate {
  minute: number;
  day?: number;
}

/** A site has several offices, or a mobile operator's customers behind 256 addresses. */
export const siteRates = {
  /** Requests without a key, offers and payments that are not verified included: each of these writes to the ledger. */
  address: { network: { minute: 120 }, site: { minute: 2_400 } },
  /** Pages and their scripts. */
  browser: { network: { minute: 300 }, site: { minute: 4_000 } },
  /** Emails requested by typing an address: enough for an office that signs up together. The day also: `siteLettersPerDay`. */
  letter: { network: { minute: 6, day: 60 }, site: { minute: 20, day: 300 } },
  /** Passwords for all accounts: an office on a Monday morning. */
  password: { network: { minute: 20, day: 300 }, site: { minute: 60, day: 1_500 } },
  /** For one account, of whose 100 wrong passwords a day one stranger cannot use up all. */
  'password-pair': { network: { minute: 5, day: 30 }, site: { minute: 8, day: 60 } },
  /** Requests to the operator: enough for a person who reports many errors, too few for a program. */
  form: { network: { minute: 5, day: 20 }, site: { minute: 10, day: 60 } },
  /** Lists of fiscal codes: enough for an accountant, too few to fill the store. */
  check: { network: { minute: 10, day: 200 }, site: { minute: 30, day: 1_000 } },
  /** People who connect an app: a whole office on the same morning. */
  'app-request': { network: { minute: 60 }, site: { minute: 300 } },
  /** App registrations: hosts register once per user, from a few addresses. */
  'app-registration': { network: { minute: 30, day: 1_000 }, site: { minute: 120, day: 5_000 } },
} as const satisfies Record<string, { network: Rate; site: Rate }>;

/** Things held at once or stored. `strangers`: what all get together who are not known, at most `total`. */
export interface Share {
  total: number;
  strangers: number;
  site: number;
  network: number;
}

/** `strangers` is by default the total, and a network gets what its site gets. */
export const share = ({
  total,
  strangers = total,
  site,
  network = site,
}: Partial<Share> & { total: number; site: number }): Share => ({
  total,
  strangers,
  site,
  network,
});

/** At once, in one serving thread where nothing else is said. */
export const heldLimits = {
  /**
   * Over all threads: a Pro account may send the requests of a minute at once, each on its own connection. Behind a trusted proxy these
   * are running requests, of which a thread executes 2,000.
   */
  connections: share({ total: 10_000, site: 1_500, network: 1_200 }),
  /** Requests to the authorization server and of agents, whose hosts send those of all their users from a few addresses. */
  mounted: share({ total: 1_000, site: 500, network: 400 }),
  /** Bodies on their way. A body of 64 KB takes a second on a slow phone. Agents count by account. */
  bodies: share({ total: 1_000, site: 60, network: 20 }),
  /** Forms that a person needs to reach the account. Known: a browser that signed in before. */
  signInBodies: share({ total: 300, strangers: 200, site: 20, network: 10 }),
  /** Events of the payment provider, which comes from a few sites and is known by its signature only when the body is there. */
  webhookBodies: share({ total: 100, site: 40, network: 20 }),
  /** Bodies to the authorization server. */
  appBodies: share({ total: 1_000, site: 200, network: 50 }),
  /** Waiting passwords: three seconds of work. A site has a fair turn; a person sends one at a time. */
  passwords: share({ total: 60, site: 10 }),
};

/** Stored for the whole installation. Sites are counted in buckets (`shareOf`). */
export const storedLimits = {
  /** Emails an hour that a stranger can request; the default of `MAIL_HOUR_MAX` is what small mail providers accept. Known: an address with an account. */
  letters: share({
    total: 1_000,
    strangers: 700,
    site: siteRates.letter.site.day,
    network: siteRates.letter.network.day,
  }),
  /** Open requests of readers: more than one person answers in a year. Known: readers with Pro. */
  readerRequests: share({ total: 10_000, strangers: 9_000, site: 40 }),
  /** Bytes of visitors' lists; a usual list takes 50 kB. */
  checkBytes: share({ total: 250_000_000, site: 5_000_000 }),
  /** Rows that apps create without an account, within the ten minutes after which unused ones may be evicted. */
  appRecords: share({ total: 200_000, site: siteRates['app-registration'].site.day }),
};

/** Of `total` letters an hour, known accounts keep as much as by default. */
export const strangersOf = (total: number): number =>
  Math.ceil((total * storedLimits.letters.strangers) / storedLimits.letters.total);

/** A mail provider that accepts fewer letters an hour gets fewer from one site. */
export const siteLettersPerDay = (hourMax: number): number =>
  Math.max(1, Math.min(siteRates.letter.site.day, Math.floor(strangersOf(hourMax) / 2)));
