/** Builds the request of an operation, its address and body, from the input. */

/** How to request an operation. Input names in neither `query` nor `body` are part of the path. */
export interface Asking {
  method: string;
  path: string;
  query?: readonly string[];
  body?: readonly string[];
  /** The answer is a file. */
  file?: boolean;
  /** The answer is a list that is also available as a file for spreadsheets. */
  table?: boolean;
}

export interface Asked {
  method: string;
  url: string;
  /** JSON; absent for requests without a body. */
  body?: string;
  file: boolean;
}

export type Input = Readonly<Record<string, unknown>>;

/** Throws on input that the service would refuse as unknown or missing, before a request is sent. */
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
    if (value === undefined) return [];
    // Fields are one list with commas; other lists repeat their parameter.
    return name === 'fields' ? [[name, String(value)]] : [value].flat().map((each) => [name, String(each)]);
  });
  const sent = body && Object.fromEntries(body.map((name) => [name, take(name)]));
  const [unknown] = left.keys();
  if (unknown !== undefined) throw new TypeError(`${id} takes no ${unknown}.`);
  const asked = new URLSearchParams(pairs).toString();
  const url = `${base}${filled}${asked === '' ? '' : `?${asked}`}`;
  return sent ? { method, url, body: JSON.stringify(sent), file } : { method, url, file };
}
