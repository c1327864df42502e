/** What search engines take over: published fields only, nothing that we compute. */
import type { Company } from './told.ts';

export function organization(company: Company): object {
  const { headquartersAddress: seat, website, registrationDate, registrationNumber } = company;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: company.name,
    legalName: company.name,
    taxID: company.cui,
    ...(registrationNumber !== null && {
      identifier: { '@type': 'PropertyValue', propertyID: 'RO-ONRC', value: registrationNumber },
    }),
    ...(registrationDate !== null && { foundingDate: registrationDate }),
    ...(company.deregistrationDate !== null && { dissolutionDate: company.deregistrationDate }),
    ...(website !== null && /^https?:\/\//.test(website) && { url: website }),
    ...(seat !== null && {
      address: {
        '@type': 'PostalAddress',
        ...(seat.street !== null && { streetAddress: [seat.street, seat.number].filter(Boolean).join(' ') }),
        ...(seat.locality !== null && { addressLocality: seat.locality }),
        ...(seat.county !== null && { addressRegion: seat.county }),
        ...(seat.postalCode !== null && { postalCode: seat.postalCode }),
        addressCountry: 'RO',
      },
    }),
  };
}
