/** Watches the standby that the threads of this host read the dataset from. Logs its loss and its return. */

import { allocateStandby, type StandbyLocation, type StandbyState } from '#data/store/standby/standby-state.ts';
import type { StandbyWatch } from '#data/store/standby/standby-watch.ts';
import type { Config } from '#server/config/config.ts';
import { CannotStart } from '#server/start-error.ts';
import type { Log } from '#transports/http/server.ts';
import type { Job } from './job.ts';

export interface StandbyMonitor extends Job {
  /** For the threads that read there. */
  location: StandbyLocation;
  /** Takes the position of the primary, from the watcher of the primary. */
  notePrimary: StandbyWatch['notePrimary'];
}

/**
 * Null where no setting names a standby. A standby of another database is refused. While the standby is unreachable, or still follows an
 * earlier primary, the dataset is read on the primary. `connections`: the limit of this thread at the primary.
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
  let firstReason: string | null = null;
  const watch = await watchStandby({ databaseUrl, readUrl, lagMsMax, memory, connections }, (state, reason) => {
    firstReason = reason;
    if (state === 'reading') log.note('The dataset is read on the standby.');
    else log.error(`The dataset is read on the primary: ${whyNot(state, lagMsMax, reason)}`, 'none');
  });
  if (watch.now().state === 'foreign' && firstReason === null) {
    await watch.stop();
    throw new CannotStart(
      `DATABASE_READ_URL ${FOREIGN}: set it to a streaming standby of DATABASE_URL, with the same name of the database, or leave it out.`,
    );
  }
  return { location: { url: readUrl, memory }, notePrimary: watch.notePrimary, stop: watch.stop };
}

type StandbyLog = Pick<Log, 'error'> & { note(line: string): void };

const FOREIGN = 'leads to another database than the one that DATABASE_URL names';

const whyNot = (state: Exclude<StandbyState, 'reading'>, lagMsMax: number, reason: string | null): string =>
  ({
    unknown: 'the standby was not looked at yet.',
    behind:
      reason === null
        ? `the standby is more than ${lagMsMax / 1_000} seconds behind.`
        : `the standby has not replayed yet what this version needs (${reason}).`,
    away: `the standby does not answer (${reason}).`,
    promoted: 'DATABASE_READ_URL leads to a server that is no standby; was it promoted?',
    foreign: reason === null ? `DATABASE_READ_URL ${FOREIGN}.` : `the standby follows another primary (${reason}).`,
  })[state];
