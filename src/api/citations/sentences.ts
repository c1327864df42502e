/** Messages of citation lines: operations, sources and the text around them. */
import { messagesOf } from '#locales/messages.ts';

/** The text around title and sources. */
export const around = messagesOf('cite');

/** By covered part (`meta.sources[].covers`). */
export const sourcesCited = messagesOf('citeSource');

/** By operation id; an operation without an entry is cited by its title. */
export const thingsCited = messagesOf('citeThing');
