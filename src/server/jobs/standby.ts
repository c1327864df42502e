/** The standby that this host reads the dataset from: watched for all threads; its loss and its return are logged. */

import { allocateStandby, type StandbyLocation, type StandbyState } from '#data/store/standby/standby-state.ts';
import type { StandbyWatch } from '#data/store/standby/standby-watch.ts';
import type { Config } from '#server/config/config.ts';
import { CannotStart } from '#server/start-error.ts';
import type { Log } from '#transports/http/server.ts';

export interface StandbyMonitor {
  /** For the threads that read there. */
  place: StandbyLocation;
  /** Takes the position of the primary, from the watcher of the primary. */
  hear: StandbyWatch['notePrimary'];
  stop(): Promise<void>;
}

/**
 * Null where no setting names one. One that is not ours is refused; one that is away, or still follows the primary of before, is waited
 * for, meanwhile the primary is read.
 * `connections`: of this thread to the primary, at most.
 */
export async function startStandby(
  { databaseUrl, standby }: Pick<Config, 'databaseUrl' | 'standby'>,
  log: StandbyLog,
  connections: number,
): Promise<StandbyMonitor | null> {
  if (databaseUrl === null || standby === null) return null;
  const { watchStandby } = await import('#data/store/standby/standby-watch.ts');
  const memory = allocateStandby();
  const { url: readUrl, lagMsMax } = standby;
  let met: string | null = null;
  const watch = await watchStandby({ databaseUrl, readUrl, lagMsMax, memory, connections }, (state, reason) => {
    met = reason;
    if (state === 'reading') log.note('The dataset is read on the standby.');
    else log.error(`The dataset is read on the primary: ${whyNot(state, lagMsMax, reason)}`, 'none');
  });
  if (watch.now().state === 'foreign' && met === null) {
    await watch.stop();
    throw new CannotStart(
      `DATABASE_READ_URL ${FOREIGN}: set it to a streaming standby of DATABASE_URL, with the same name of the database, or leave it out.`,
    );
  }
  return { place: { url: readUrl, memory }, hear: watch.notePrimary, stop: watch.stop };
}

type StandbyLog = Pick<Log, 'error'> & { note(line: string): void };

const FOREIGN = 'leads to another database than the one that DATABASE_URL names';

const whyNot = (state: Exclude<StandbyState, 'reading'>, lagMsMax: number, reason: string | null): string =>
  ({
    unknown: 'nobody has looked at the standby yet.',
    behind:
      reason === null
        ? `the standby is more than ${lagMsMax / 1_000} seconds behind.`
        : `the standby has not replayed yet what this version needs (${reason}).`,
    away: `the standby does not answer (${reason}).`,
    promoted: 'DATABASE_READ_URL leads to a server that is no standby; was it promoted?',
    foreign: reason === null ? `DATABASE_READ_URL ${FOREIGN}.` : `the standby follows another primary (${reason}).`,
  })[state];
