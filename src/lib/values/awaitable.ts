/** Values that are mostly at hand: a promise for each step of a look-up costs more than the step. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Continues at once with a value at hand, and with a promised one when it arrives. */
export const andThen = <Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> => (value instanceof Promise ? value.then(next) : next(value));
