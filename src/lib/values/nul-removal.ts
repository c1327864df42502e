/** The NUL character, which no store of ours keeps: files and services of others hold it now and then, and it means nothing there. */

export const withoutNul = (text: string): string => text.replaceAll('\0', ' ');

/** JSON of others. Written out as an escape the NUL passes every reader of bytes; looking for it is cheap, and few texts hold one. */
export const jsonWithoutNul = (text: string): unknown =>
  text.includes('\\u0000')
    ? JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value))
    : JSON.parse(text);
