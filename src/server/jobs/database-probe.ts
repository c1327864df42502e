/** Asks a database now and then whether it is there: a question that took too long is not to blame where the database was silent. */

import type { Database } from '#data/store/database.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';

/** A database that is there says so within this, on a crowded machine too. */
const ANSWER_MS = 2_000;

export interface Watch {
  /** At a look so far, or at one that is made now. */
  wasSilent(): Promise<boolean>;
  end(): void;
}

export function watched(db: Pick<Database, 'one'>, everyMs: number): Watch {
  let wasSilent = false;
  const look = async (): Promise<boolean> => {
    if (!(await answers(db))) wasSilent = true;
    return wasSilent;
  };
  const timer = setInterval(look, everyMs).unref();
  return { wasSilent: look, end: () => clearInterval(timer) };
}

async function answers(db: Pick<Database, 'one'>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const end = afterLoopTime(ANSWER_MS, () => late.resolve(false));
  const asked = db.one('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late.promise]).finally(end);
}
