/** The blocks of a PEM file. */

export function pemBlocks(bytes: Uint8Array, name: string): Buffer[] {
  const [begin, end] = [`-----BEGIN ${name}-----`, `-----END ${name}-----`];
  const text = Buffer.from(bytes).toString('latin1');
  const blocks: Buffer[] = [];
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
    const last = text.indexOf(end, at);
    if (last < 0) break;
    blocks.push(Buffer.from(text.slice(at + begin.length, last), 'base64'));
  }
  return blocks;
}

export const pemOf = (bytes: Uint8Array, name: string): string => {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN ${name}-----\n${(lines ?? []).join('\n')}\n-----END ${name}-----\n`;
};
