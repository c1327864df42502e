/** How an operation is asked for: the address and the body that its input makes. */

/** Of the names in an input, those that are not here stand in the path. */
export interface Asking {
  method: string;
  path: string;
  query?: readonly string[];
  body?: readonly string[];
  /** The answer is a file. */
  file?: boolean;
  /** It is a list that also comes as a table for spreadsheets. */
  table?: boolean;
}

export interface Asked {
  method: string;
  url: string;
  /** JSON; left out where there is none. */
  body?: string;
  file: boolean;
}

export type Input = Readonly<Record<string, unknown>>;

/** What the service would refuse as unknown is refused here, before anything is sent. */
export function askedFor(
  id: string,
  { method, path, query = [], body, file = false }: Asking,
  base: string,
  input: Input,
): Asked {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = take(name);
    if (value === undefined || value === '') throw new TypeError(`${id} needs ${name}.`);
    return encodeURIComponent(String(value));
  });
  const pairs = query.flatMap((name): [string, string][] => {
    const value = take(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  const sent = body && Object.fromEntries(body.map((name) => [name, take(name)]));
  const [unknown] = left.keys();
  if (unknown !== undefined) throw new TypeError(`${id} takes no ${unknown}.`);
  const asked = new URLSearchParams(pairs).toString();
  const url = `${base}${filled}${asked === '' ? '' : `?${asked}`}`;
  return sent ? { method, url, body: JSON.stringify(sent), file } : { method, url, file };
}
