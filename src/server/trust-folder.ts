/**
 * The certificates that an installation trusts. The invented country's authority lies in a folder of its own, which only the demo reads: no
 * installation with real data ever trusts it.
 */
import { join } from 'node:path';

export const trustFolder = (dataFolder: string, country: 'demo' | 'romania'): string =>
  join(dataFolder, country === 'demo' ? 'demo-trust' : 'trust');
