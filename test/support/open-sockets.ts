/** Sockets of this process from the kernel’s tables, including unreferenced ones. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Sockets to servers at these local ports. */
export function openSockets(...ports: number[]): number {
  const own = new Set(readdirSync('/proc/self/fd').map(inodeOf));
  const expected = new Set(ports);
  return readFileSync('/proc/self/net/tcp', 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ +/))
    .filter(([, , remote = '', , , , , , , inode = '']) => expected.has(portOf(remote)) && own.has(inode)).length;
}

/** The kernel’s notation: `0100007F:18EB`. */
const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16);

function inodeOf(descriptor: string): string | null {
  try {
    return /^socket:\[([0-9]+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`))?.[1] ?? null;
  } catch {
    // The descriptor by which the folder is read.
    return null;
  }
}
