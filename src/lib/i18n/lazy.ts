/** Creates a value on first use. Creating a formatter takes as long as loading fifty modules. */
export function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
