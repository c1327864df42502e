/** Formatters take as long to make as fifty modules to load: each is made when a page first needs it. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
