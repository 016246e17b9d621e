import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StartFault } from '../start-fault.ts'

/** A new pair of age keys: backups are sealed for the recipient and opened by the identity alone. */
export async function makeBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Compresses (zstd) and encrypts (age, https://age-encryption.org/v1) a stream for one recipient. */
export async function sealed(bytes: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch (error) {
    throw new StartFault('BACKUP_RECIPIENT is no public key of age (age1…).', { cause: error })
  }
  const packed = createZstdCompress()
  bytes.on('error', (error) => packed.destroy(error))
  // Where nobody takes what is sealed any more, its source must not wait for that.
  packed.on('close', () => bytes.destroy())
  bytes.pipe(packed)
  const out = fromWeb(await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>))
  // Whoever takes it hears of an error as it is taken; one that comes before must not end the process.
  out.on('error', () => undefined)
  return out
}

/** The inverse of `sealed`. @throws {StartFault} when the identity is another one */
export async function unsealed(bytes: Readable, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
  } catch (error) {
    throw new StartFault('The file of the identity holds no key of age (AGE-SECRET-KEY-1…).', {
      cause: error,
    })
  }
  let opened: ReadableStream<Uint8Array>
  try {
    opened = await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  } catch (error) {
    bytes.destroy()
    if (error instanceof StartFault) throw error
    throw new StartFault('This backup cannot be opened with that identity: it was sealed for another key.', {
      cause: error,
    })
  }
  const source = fromWeb(opened)
  const unpacked = createZstdDecompress()
  source.on('error', (error) => unpacked.destroy(error))
  unpacked.on('close', () => source.destroy())
  return source.pipe(unpacked)
}

const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as NodeReadableStream<Uint8Array>)

export async function textOf(bytes: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
