/** Placeholders of an `in (…)` list whose first one is `$first`. Both engines plan lists of up to a few hundred well. */
export const listOf = (values: readonly unknown[], first = 1): string =>
  values.map((_, i) => `$${first + i}`).join(', ');
