/**
 * The handlers of declared operations. They are stored apart from the declarations, so that a module that holds a declaration
 * (routes, pages, OpenAPI) can read it and not run it: only the pipeline takes handlers out.
 */
const handlers = new WeakMap<object, unknown>();

export const storeHandler = (declaration: object, handle: unknown): void => {
  handlers.set(declaration, handle);
};

export function handlerOf<Handle>(declaration: object): Handle {
  const handle = handlers.get(declaration);
  if (handle === undefined) throw new Error('An operation is declared by endpoint(), and by nothing else.');
  return handle as Handle;
}
