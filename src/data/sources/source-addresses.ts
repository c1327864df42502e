/** Where the sources are asked. Every address can be replaced by configuration; the demo points them all at its simulated country. */
import { sources } from './sources.ts';

/** The real ones, as the sources declare them. What is published through the catalogue has its address. */
const DEFAULTS = {
  anafCompany: sources.anafCompany.address,
  anafBalance: sources.anafBalance.address,
  ckan: sources.catalogue.address,
  bnr: sources.bnr.address,
  press: sources.press.address,
  pressFiles: sources.pressFiles.address,
  treasury: sources.treasury.address,
  procurement: sources.procurementLists.address,
} as const;

type AddressName = keyof typeof DEFAULTS;

export interface AddressBook {
  anafCompany: string;
  anafBalance: string;
  ckan: string;
  bnr: readonly string[];
  press: string;
  /** Null for the real host. */
  pressFiles: string | null;
  treasury: string;
  procurement: string;
}

/** Throws on an override that is no http(s) address: a typing error must not send us to the real source. */
export function resolveAddresses(overrides: Partial<Record<AddressName, string>> = {}): AddressBook {
  const read = (name: AddressName): string[] =>
    (overrides[name] ?? DEFAULTS[name])
      .trim()
      .split(/\s+/)
      .map((text) => parseAddress(name, text));
  const single = (name: AddressName): string => {
    const [address = '', ...more] = read(name);
    if (more.length > 0) throw new Error(`The address of ${name} must be one address, not ${more.length + 1}.`);
    return address;
  };
  return {
    anafCompany: single('anafCompany'),
    anafBalance: single('anafBalance'),
    ckan: single('ckan'),
    bnr: read('bnr'),
    press: single('press'),
    pressFiles: overrides.pressFiles === undefined ? null : single('pressFiles'),
    treasury: single('treasury'),
    procurement: single('procurement'),
  };
}

function parseAddress(name: AddressName, text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error(`The address of ${name} is no http(s) address: ${text}`);
  return text.replace(/\/+$/, '');
}
