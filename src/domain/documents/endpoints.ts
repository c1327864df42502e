/** All operations on the documents of procedures. */
import { bundles } from './bundle-endpoints.ts';
import { changes } from './change-endpoints.ts';
import { files, texts } from './document-endpoints.ts';
import type { DocumentsContext } from './documentation-gate.ts';
import { lists } from './list-endpoints.ts';
import { searches } from './search-endpoints.ts';

export const documents = (context: DocumentsContext) => ({
  ...lists(context),
  ...searches(context),
  ...changes(context),
  ...bundles(context),
  ...texts(context),
  ...files(context),
});
