/** Where a firm is, as every list writes it. */

/** The county is left out where the name of the place begins with it: București Sectorul 2, Timișoara. */
export const placeOf = ({ locality, county }: { locality: string | null; county: string | null }): (string | null)[] =>
  county !== null && locality?.startsWith(county) ? [locality] : [locality, county];
