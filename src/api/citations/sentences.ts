/** The words of citations: of each operation what it gives, of each source what it is called, and what stands around them. */
import { messagesOf } from '#locales/messages.ts';

/** Around what is cited and its sources. */
export const around = messagesOf('cite');

/** By what they cover (`meta.sources[].covers`). */
export const sourcesCited = messagesOf('citeSource');

/** By operation id; another one is cited by its title. */
export const thingsCited = messagesOf('citeThing');
