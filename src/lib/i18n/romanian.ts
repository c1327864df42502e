/** Romanian counting: `1 firmă`, `2 firme`, `19 firme`, `20 de firme`, `101 firme`, `120 de firme`. */

export function counted(count: number, one: string, many: string): string {
  if (count === 1) return `1 ${one}`;
  const rest = count % 100;
  return count > 0 && (rest === 0 || rest >= 20) ? `${count} de ${many}` : `${count} ${many}`;
}
