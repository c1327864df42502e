/** Converts the registry's address columns to an address, and an address to one line. */

import type { FiscalAddress } from '#data/sources/anaf/records.ts';
import { postalCodeOf } from '#lib/values/postal-code.ts';
import { sirutaOf } from '#lib/values/siruta.ts';
import type { Address } from './company.ts';
import type { FirmRow } from './facts.ts';

export function headquarters(firm: FirmRow): Address {
  const details = [
    firm.building && `bl. ${firm.building}`,
    firm.entrance && `sc. ${firm.entrance}`,
    firm.floor && `et. ${firm.floor}`,
    firm.apartment && `ap. ${firm.apartment}`,
    firm.sector && `sector ${firm.sector}`,
    firm.details,
  ];
  return {
    street: firm.street,
    number: firm.number,
    details: details.filter(Boolean).join(', ') || null,
    locality: firm.locality,
    county: firm.county,
    country: firm.country,
    ...postalCodeOf(firm.postal_code, firm.county),
    siruta: sirutaOf(firm.county, firm.locality),
  };
}

/** The tax authority has its own numbers for localities, so the SIRUTA code is looked up by name. */
export const fiscalSeat = (address: FiscalAddress | null | undefined): Address | null =>
  address
    ? {
        ...address,
        ...postalCodeOf(address.postalCode, address.county),
        siruta: sirutaOf(address.county, address.locality),
      }
    : null;

export function oneLine(address: Address): string | null {
  const street = [address.street, address.number && `nr. ${address.number}`].filter(Boolean).join(' ');
  const parts = [
    street,
    address.details,
    address.locality,
    address.county && `jud. ${address.county}`,
    address.postalCode,
  ];
  return parts.filter(Boolean).join(', ') || null;
}
