/** All operations on the documents of procedures. */
import { bundles } from './bundle-endpoints.ts';
import { changes } from './change-endpoints.ts';
import { files, texts } from './document-endpoints.ts';
import { lists } from './list-endpoints.ts';
import type { DocumentsNeeds } from './needs.ts';
import { searches } from './search-endpoints.ts';

export const documents = (needs: DocumentsNeeds) => ({
  ...lists(needs),
  ...searches(needs),
  ...changes(needs),
  ...bundles(needs),
  ...texts(needs),
  ...files(needs),
});
