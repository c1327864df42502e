/** The locality of a company in lists, of the pages and of the search script. */

/** Leaves out the county when the locality's name starts with it: București Sectorul 2. */
export const localityParts = ({
  locality,
  county,
}: {
  locality: string | null;
  county: string | null;
}): (string | null)[] => (county !== null && locality?.startsWith(county) ? [locality] : [locality, county]);
