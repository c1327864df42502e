/** What every simulated country has bought, as examples name it. Apart from the rest, so that naming it does not load the country. */
import { showcaseNumber } from './frame.ts';

/** A procedure that was carried out long ago: its contract is reported on. */
const CARRIED_OUT = showcaseNumber('procedure', 3);

export const shownProcurement = {
  notice: `CN${CARRIED_OUT}`,
  contract: 'PV-1/POMPE',
  report: `DC${CARRIED_OUT * 20}`,
};
