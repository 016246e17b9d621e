import { inflateRawSync } from 'node:zlib'
import { StatementFault, statementLimits } from './statement-file.ts'

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * The files in a ZIP file, as banks pack a month of statements: stored or deflated, neither encrypted nor in parts.
 * Together they may not be larger than `statementLimits.bytes`.
 * @throws {StatementFault}
 */
export function unpackZip(bytes: Uint8Array): { name: string; bytes: Uint8Array }[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > buffer.length) throw new StatementFault('zip-damaged')
  const count = buffer.readUInt16LE(end + 10)
  let at = buffer.readUInt32LE(end + 16)
  let room = statementLimits.bytes
  const files: { name: string; bytes: Uint8Array }[] = []
  try {
    for (let index = 0; index < count; index++) {
      if (buffer.readUInt32LE(at) !== 0x02014b50) throw new StatementFault('zip-damaged')
      const [flags, method] = [buffer.readUInt16LE(at + 8), buffer.readUInt16LE(at + 10)]
      const packed = buffer.readUInt32LE(at + 20)
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => buffer.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
      ]
      const name = buffer.toString('utf8', at + 46, at + 46 + nameLength)
      const local = buffer.readUInt32LE(at + 42)
      const from = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28)
      at += 46 + nameLength + extra + comment
      if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue
      if ((flags & 1) === 1 || (method !== 0 && method !== 8))
        throw new StatementFault('zip-damaged', { found: name })
      const part = buffer.subarray(from, from + packed)
      const content = method === 0 ? part : inflateRawSync(part, { maxOutputLength: Math.max(1, room) })
      room -= content.length
      if (room < 0) throw new StatementFault('too-large')
      files.push({ name: name.split('/').at(-1) ?? name, bytes: content })
    }
  } catch (error) {
    if (error instanceof StatementFault) throw error
    // Cut off, or not what its directory says; `ERR_BUFFER_TOO_LARGE` where it grows beyond the room.
    const { code } = error as { code?: string }
    throw new StatementFault(code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'zip-damaged')
  }
  return files
}
