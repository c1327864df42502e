/** The version of this release, as package.json states it. */
import about from '../../package.json' with { type: 'json' };

export const VERSION: string = about.version;
