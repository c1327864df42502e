/** The tax authority of a simulated country, asked over the wire as the real one is. */
import type { Clock } from '#live/clock.ts';
import { taxAuthority } from '#live/tax-authority.ts';
import type { CountryServer } from '#simulate/server.ts';
import { createClient } from '#sources/client.ts';

export const simulatedAuthority = ({ address }: Pick<CountryServer, 'address'>, clock: Pick<Clock, 'now'>) =>
  taxAuthority(
    createClient(),
    { anafCompany: `${address}/api/PlatitorTvaRest/v9/tva`, anafBalance: `${address}/bilant` },
    clock.now,
  );
