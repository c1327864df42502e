/**
 * The handlers of the declared operations. They are kept here, apart from the declarations, so that whoever holds a declaration
 * (routes, pages, OpenAPI) can read all about an operation and still not run it: only the kernel takes handlers out.
 */
const handlers = new WeakMap<object, unknown>();

export const keepHandler = (declaration: object, handle: unknown): void => {
  handlers.set(declaration, handle);
};

export function handlerOf<Handle>(declaration: object): Handle {
  const handle = handlers.get(declaration);
  if (handle === undefined) throw new Error('An operation is declared by endpoint(), and by nothing else.');
  return handle as Handle;
}
