/** What tools say beside their data, whatever it is about. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('agents.tools', {
  missing: {
    en: ({ part, why }: { part: string; why: string }) => `\`${part}\` could not be read: ${why}`,
    ro: ({ part, why }) => `\`${part}\` nu a putut fi citit: ${why}`,
  },
});
