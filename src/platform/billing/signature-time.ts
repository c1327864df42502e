/** When an event says that it was signed: one of long ago may be somebody's copy, one of a time to come could be kept for later. */

/** Clocks differ by that much. */
const AHEAD_SECONDS_MAX = 30;
/** One time, and a signature for each secret that counts at the moment. */
const SIGNATURES = /^t=([0-9]{10,11})(?:,v[0-9]=[0-9a-f]{64}){1,10}$/;

/** Whether it is a signature of now, whoever made it. The official package looks at its age too, but takes any time to come. */
export function isSignedNow(header: string, now: number, ageSecondsMax: number): boolean {
  const [, seconds] = SIGNATURES.exec(header) ?? [];
  const age = Math.floor(now / 1000) - Number(seconds);
  return age <= ageSecondsMax && age >= -AHEAD_SECONDS_MAX;
}
