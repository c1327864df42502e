/** The addresses that answers name for sources which are asked while the service runs; publications note theirs when they are downloaded. */

import { demoUrn } from '#api/provenance.ts';
import type { AddressName } from '#data/sources/source-addresses.ts';
import { sources } from '#data/sources/sources.ts';
import { publicName } from '#domain/press/file-names.ts';
import type { Config } from '#server/config/config.ts';

export interface SourcePages {
  /** The register of taxpayers, and the balance sheets: both are services of the tax authority. */
  fiscal: string | null;
  balances: string | null;
  rates: string | null;
  press: string | null;
  /** Of one file, which is asked for by its published address. */
  pressFiles(url: string): string | null;
  /** The lists that ship with the code are real, in the demo too; what an installation brought in is its own. */
  treasury(imported: boolean): string | null;
}

/** No address is named for a source that the operator has replaced by a setting, such as a proxy. */
export function sourcePages({
  country,
  addresses = {},
}: Pick<Config, 'country'> & Partial<Pick<Config, 'addresses'>>): SourcePages {
  const real = (name: AddressName, address: string): string | null => (addresses[name] === undefined ? address : null);
  const [bank] = sources.bnr.address;
  const published = sources.treasury.address;
  if (country === 'demo')
    return {
      fiscal: demoUrn('fiscal'),
      balances: demoUrn('balances'),
      rates: demoUrn('rates'),
      press: demoUrn('press'),
      pressFiles: (url) => publicName(url, { isDemo: true }),
      treasury: (imported) => (imported ? demoUrn('treasury') : published),
    };
  return {
    fiscal: real('anafCompany', sources.anafCompany.address),
    balances: real('anafBalance', sources.anafBalance.address),
    rates: real('bnr', `${bank}/nbrfxrates.xml`),
    press: real('press', sources.press.address),
    pressFiles: (url) => (addresses.pressFiles === undefined ? url : null),
    treasury: (imported) => (imported ? real('treasury', published) : published),
  };
}
