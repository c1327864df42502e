/** Sorts out what was sent: each code once, as many as may be checked, and why the other lines are not. */
import type { CheckLine } from './check.ts';
import type { ListLine } from './reading/sent-lines.ts';

export function sortLines(sent: readonly ListLine[], codesMax: number): CheckLine[] {
  const seen = new Set<string>();
  let taken = 0;
  return sent.map(({ line, text, cui }) => {
    if (cui === null) return { line, text, cui, outcome: 'refused' };
    if (seen.has(cui)) return { line, text, cui, outcome: 'duplicate' };
    seen.add(cui);
    return { line, text, cui, outcome: ++taken > codesMax ? 'overLimit' : 'checked' };
  });
}
