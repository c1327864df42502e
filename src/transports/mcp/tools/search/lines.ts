/** A record as lines of text, one for each field that is known: what deep research reads and quotes. */

/** `headquartersAddress.locality: Cluj-Napoca`; rows of lists are numbered from 1. What is not known is left out. */
export function linesOf(record: object, before = ''): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = `${before}${name}`;
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
      return [`${path}: ${value.join(', ')}`];
    if (Array.isArray(value)) return value.flatMap((each, i) => linesOf(each as object, `${path} ${i + 1}.`));
    return typeof value === 'object' ? linesOf(value, `${path}.`) : [`${path}: ${value}`];
  });
}
