/** What pages of procurement say when something is not there. */
import { sentences } from '#sentences/sentence.ts';

export const said = sentences('procurementPages', {
  unknownDocument: {
    en: ({ id, notice }: { id: string; notice: string }) => `The notice ${notice} has no document ${id}.`,
    ro: ({ id, notice }) => `Anunțul ${notice} nu are documentul ${id}.`,
  },
});
