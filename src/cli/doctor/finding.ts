/** What one check came to: for people as a line, for scripts as JSON. */
export interface Finding {
  check: string;
  /** `warning` leaves the exit code at 0. */
  state: 'ok' | 'warning' | 'wrong';
  found: string;
  /** What to do about it; null when all is well. */
  advice: string | null;
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, advice: null });

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'warning',
  found,
  advice,
});

export const wrong = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'wrong',
  found,
  advice,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
