/** A ZIP archive of the given files; `sizes` gives entries a false unpacked size. */
import { crc32, deflateRawSync } from 'node:zlib';

export function zipOf(files: Record<string, string | Uint8Array>, sizes: Record<string, number> = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(sizes[name] ?? bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    const location = Buffer.alloc(14);
    location.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), packed]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, location, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
