/** Connections that this process holds, by the kernel's own book: also those that its event loop would not wait for. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** To servers at these ports of this machine. */
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

/** `0100007F:18EB`, as the kernel writes it. */
const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16);

function inodeOf(descriptor: string): string | null {
  try {
    return /^socket:\[([0-9]+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`))?.[1] ?? null;
  } catch {
    // The one that the folder was read by.
    return null;
  }
}
