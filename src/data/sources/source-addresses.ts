/** The addresses of the sources. A setting replaces each of them; the demo points them all at its simulated country. */
import type { Source } from './source.ts';
import { sources } from './sources.ts';

type Sources = typeof sources;

/** The sources with a setting of their own; what is published through the catalogue has the address of the catalogue. */
export type AddressName = {
  [Key in keyof Sources]: Sources[Key] extends { setting: object } ? Key : never;
}[keyof Sources];

export type AddressBook = {
  [Key in AddressName]: Sources[Key]['address'] extends readonly string[]
    ? readonly string[]
    : Sources[Key]['setting'] extends { replaces: 'origin' }
      ? string | null // Null: published addresses are read as they are.
      : string;
};

/** The sources with a setting of their own, by name. */
export const addressed = Object.entries(sources).filter(([, source]) => 'setting' in source) as [
  AddressName,
  Source & Required<Pick<Source, 'setting'>>,
][];

/** Throws on an override that is no http(s) address: a typing error must not lead to the real source. */
export function resolveAddresses(overrides: Partial<Record<AddressName, string>> = {}): AddressBook {
  const book = addressed.map(([name, { address, setting }]) => {
    const override = overrides[name];
    if (override === undefined) return [name, setting.replaces === 'origin' ? null : address];
    const addresses = override
      .trim()
      .split(/\s+/)
      .map((text) => parseAddress(name, text));
    if (typeof address !== 'string') return [name, addresses];
    if (addresses.length > 1) throw new Error(`The address of ${name} must be one address, not ${addresses.length}.`);
    return [name, addresses[0]];
  });
  return Object.fromEntries(book) as AddressBook;
}

function parseAddress(name: AddressName, text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error(`The address of ${name} is no http(s) address: ${text}`);
  return text.replace(/\/+$/, '');
}
