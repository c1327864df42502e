/** The classification as a source: it ships with the code, so it has no day of its own. */
import type { Provenance } from '#api/endpoint.ts';

export const caenStamp: Provenance = {
  name: 'caen',
  covers: ['caen'],
  asOf: null,
  fetchedAt: null,
  licence: 'Public classification (INS order 377/2024; Eurostat NACE Rev. 2.1)',
  url: null,
};
