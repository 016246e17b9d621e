import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Readable } from 'node:stream'
import { StartFault } from '../start-fault.ts'

const block = 512

/**
 * Unpacks the tar (ustar, POSIX.1-1988) that PostgreSQL makes of a cluster, and returns the SHA-256 of each file.
 * @throws {StartFault} when it is cut off, or would write outside of `folder`
 */
export async function untar(bytes: Readable, folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const source = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  /** At most `most` bytes, none at the end. */
  async function take(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const next = await source.next()
      if (next.done) return Buffer.alloc(0)
      rest = next.value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(most)
    return part
  }
  async function whole(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = length; left > 0; ) {
      const part = await take(left)
      if (part.length === 0) break
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
  const cutOff = () => new StartFault('The backup is damaged: its database ends too early.')

  for (;;) {
    const header = await whole(block)
    if (header.length === 0 || header.every((byte) => byte === 0)) break
    if (header.length < block) throw cutOff()
    const text = (from: number, length: number) =>
      header
        .subarray(from, from + length)
        .toString('utf8')
        .replace(/\0.*$/s, '')
    const name = normalize(text(0, 100))
    if (name.startsWith('..') || name.startsWith('/'))
      throw new StartFault(`The backup names a file outside of its folder: ${name}`)
    const size = Number.parseInt(text(124, 12).trim() || '0', 8)
    const type = text(156, 1)
    const path = join(folder, name)
    if (type === '5') await mkdir(path, { recursive: true, mode: 0o700 })
    else if (type === '0' || type === '') {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      const handle = await open(path, 'w', 0o600)
      try {
        for (let left = size; left > 0; ) {
          const part = await take(left)
          if (part.length === 0) throw cutOff()
          hash.update(part)
          await handle.writeFile(part)
          left -= part.length
        }
      } finally {
        await handle.close()
      }
      found.set(name, hash.digest('hex'))
      await whole((block - (size % block)) % block)
    } else throw new StartFault(`The backup holds a file of a kind that is not restored: ${name}`)
  }
  // To its end, so that the checksum of the whole is compared.
  while ((await take(block * 128)).length > 0);
  return found
}
