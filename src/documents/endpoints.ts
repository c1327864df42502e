/** Operations on the documents of procedures. */
import { lists } from './list-endpoints.ts';
import type { DocumentsNeeds } from './needs.ts';

export const documents = (needs: DocumentsNeeds) => ({
  ...lists(needs),
});
