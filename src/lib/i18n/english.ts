/** English counting: `1 second`, `2 seconds`, `0 seconds`. */

export const counting = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
