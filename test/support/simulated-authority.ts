/** The tax authority of a simulated country, over a real connection. */
import type { Clock } from '#data/live/clock.ts';
import { taxAuthority } from '#data/live/tax-authority.ts';
import { createClient } from '#data/sources/client.ts';
import type { CountryServer } from '#demo-country/server.ts';

export const simulatedAuthority = ({ address }: Pick<CountryServer, 'address'>, clock: Pick<Clock, 'now'>) =>
  taxAuthority(
    createClient(),
    { anafCompany: `${address}/api/PlatitorTvaRest/v9/tva`, anafBalance: `${address}/bilant` },
    clock.now,
  );
