/** How many letters are queued at most. Anybody can have letters sent to an address by typing it into a form: its owner must not suffer. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Most {
  hour: number;
  day: number;
}

export interface LetterLimits {
  /** All letters to one address. */
  address: Most;
  /** Those of one kind: a flood of one leaves room for the others. */
  addressAndKind: Most;
  /** All letters of one account, to whatever address: who changes addresses must not write to strangers. */
  account: Most;
}

/** What was asked for by whoever typed an address. A person who loses a letter asks again once or twice. */
const asked: LetterLimits = {
  address: { hour: 5, day: 20 },
  addressAndKind: { hour: 3, day: 10 },
  account: { hour: 10, day: 30 },
};

/** What tells of something that was done in the account: counted apart, so that nobody keeps such news away by asking for letters. */
const notices: LetterLimits = {
  address: { hour: 20, day: 60 },
  addressAndKind: { hour: 10, day: 30 },
  account: { hour: 20, day: 60 },
};

export const limitsOf = (isNotice: boolean): LetterLimits => (isNotice ? notices : asked);

/** Letters of the whole installation in an hour, of either sort, where no setting says otherwise: what small providers of mail take. */
export const INSTALLATION_HOUR_MAX = 1_000;

/** The instants since when an hour and a day are counted. */
export const spansAt = (now: number): { hour: string; day: string } => ({
  hour: new Date(now - HOUR_MS).toISOString(),
  day: new Date(now - DAY_MS).toISOString(),
});
