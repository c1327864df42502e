/** Reads what the provider's clients send: forms with names such as `line_items[0][price_data][currency]`. */

export type Sent = { [name: string]: string | Sent };

/** So deep goes nothing that is asked here. */
const DEPTH_MAX = 8;

export function readForm(text: string): Sent {
  const sent: Sent = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) put(sent, name.replaceAll(']', '').split('['), value);
  return sent;
}

function put(into: Sent, path: readonly string[], value: string): void {
  let at = into;
  for (const step of path.slice(0, Math.min(path.length, DEPTH_MAX) - 1)) {
    const next = at[step];
    const deeper: Sent = typeof next === 'object' ? next : Object.create(null);
    at[step] = deeper;
    at = deeper;
  }
  at[path.at(-1) ?? ''] = value;
}

export const textIn = (sent: Sent, name: string): string | null => {
  const value = sent[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

export const partIn = (sent: Sent, name: string): Sent => {
  const value = sent[name];
  return typeof value === 'object' ? value : {};
};

/** The texts directly in it: `metadata[account]`. */
export const textsIn = (sent: Sent): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
