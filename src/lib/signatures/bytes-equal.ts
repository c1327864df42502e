/** Whether two digests are the same. */

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
