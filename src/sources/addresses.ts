/** Where the sources are. Every address can be replaced by configuration; the demo points them all at its simulated state. */

/** The real ones. Several addresses, divided by blanks, are tried in order. */
const DEFAULTS = {
  /** The path has changed with versions before, so it is part of the address. */
  anafCompany: 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva',
  anafBalance: 'https://webservicesp.anaf.ro/bilant',
  ckan: 'https://data.gov.ro',
  /** The bank moved its feeds in August 2026; the old host answers with its home page. */
  bnr: 'https://curs.bnr.ro https://www.bnr.ro',
  /** The portal's page of releases; its links are all that is read of it. Not seen by us: an operator may have to name another. */
  press: 'https://www.anaf.ro/anaf/internet/ANAF/despre_anaf/presa/comunicate_de_presa',
  /** The host of the files. Another one stands in for it only by configuration, never by what a caller or a page says. */
  pressFiles: 'https://static.anaf.ro',
  /** The index of treasury accounts. */
  treasury: 'https://static.anaf.ro/static/10/Anaf/AsistentaContribuabili_r/Iban2014.htm',
  /** Without www, which refuses what the site's own pages may ask. */
  procurement: 'https://e-licitatie.ro',
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
