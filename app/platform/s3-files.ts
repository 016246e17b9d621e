import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { checkFileKey, type Files, isFileKey, StorageUnavailable, type StoredFile } from './files.ts'
import { StartFault } from './start-fault.ts'
import { breaker, StoreSilent } from './store-breaker.ts'

export type S3Settings = {
  /** Absent: AWS. */
  endpoint?: string | undefined
  region: string
  bucket: string
  /** What all keys begin with, without a slash at its end; empty: nothing. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  pathStyle: boolean
}

/**
 * In milliseconds but `attempts`. A call that waited for `silence` is not made again: whoever asked has waited enough.
 * An answer without a body has `silence` to arrive in whole, a list `call`.
 */
const usualLimits = { connect: 2_000, silence: 5_000, call: 10_000, pause: 100, away: 1_000, attempts: 3 }

/** Files in a store, which may be asked whether it can be used at all. */
export type S3Files = Files & {
  /** Writes, reads and removes a file of its own. @throws {StartFault} saying why that does not work, within ten seconds */
  probe(): Promise<void>
  /** Keys below a folder with their lengths in bytes, in no order. */
  listed(folder?: string): AsyncIterable<{ key: string; size: number }>
  close(): void
}

/**
 * Files as objects of a store that speaks the S3 protocol. Reads are streams that go on where they broke off; uploads are
 * whole or not at all, and the store checks them by their MD5. Every object bears the SHA-256 of its content, which
 * whoever reads it to its end compares. What fails and may pass is tried again after a pause; a store that is away is
 * asked once a second, by one caller, and everybody else is refused at once.
 * `scratchDir` is the local folder for what is arriving.
 * @throws {StorageUnavailable} from every verb while the store does not answer, or refuses
 * @throws {TypeError} from every verb when a key is not one
 */
export function openS3Files(
  settings: S3Settings,
  { scratchDir, limits: given }: { scratchDir: Files['scratchDir']; limits?: Partial<typeof usualLimits> },
): S3Files {
  const limits = { ...usualLimits, ...given }
  const { bucket: Bucket, prefix } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint }),
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Its own way of trying again cannot open a stream anew.
    maxAttempts: 1,
    // What fails is thrown; whoever catches it has a log.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    // Checksums of other kinds are not understood by every store; MD5 is.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connect,
      socketTimeout: limits.silence,
      httpAgent: { maxSockets: 64 },
      httpsAgent: { maxSockets: 64 },
    },
  })
  const guard = breaker(limits.away)
  const start = prefix === '' ? '' : `${prefix}/`

  function objectOf(key: string) {
    checkFileKey(key)
    return { Bucket, Key: start + key }
  }

  /** Makes a call as often as it is worth it. Null: there is no such object. */
  function call<T>(
    make: (abortSignal: AbortSignal | undefined) => Promise<T>,
    inTime: number | false,
  ): Promise<T | null> {
    return guard(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const since = performance.now()
        try {
          return await make(inTime === false ? undefined : AbortSignal.timeout(inTime))
        } catch (error) {
          if (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket') return null
          const waited = performance.now() - since >= limits.silence * 0.9
          if (waited && mayPass(error)) throw new StoreSilent({ cause: error })
          if (attempt >= limits.attempts || waited || !mayPass(error))
            throw new StorageUnavailable({ cause: error })
        }
        await delay(limits.pause * 4 ** (attempt - 1) * (0.5 + Math.random()))
      }
    })
  }

  async function put(key: string, content: Content): Promise<void> {
    const object = objectOf(key)
    const done = await call(
      () =>
        client
          .send(
            new PutObjectCommand({
              ...object,
              Body: content.body(),
              ContentLength: content.size,
              ContentMD5: content.md5,
              ContentType: 'application/octet-stream',
              Metadata: { sha256: content.sha256 },
            }),
          )
          .then(fromStore),
      false,
    )
    if (done === null) throw new StorageUnavailable({ cause: new Error(`bucket ${Bucket} is not there`) })
  }

  async function openAt(key: string, at: number, size: number, etag: string | undefined) {
    const range = at === 0 ? {} : { Range: `bytes=${at}-` }
    const found = await call(
      (abortSignal) =>
        client
          .send(new GetObjectCommand({ ...objectOf(key), ...range, ...(etag && { IfMatch: etag }) }), {
            ...(abortSignal && { abortSignal }),
          })
          .then((answer) => {
            if (answer.ContentLength === size - at && answer.Body) return answer.Body
            // Unread, it would keep its connection.
            void (answer.Body as { destroy?: () => void } | undefined)?.destroy?.()
            throw new Error(`${key}: ${answer.ContentLength} bytes instead of ${size - at}`)
          }),
      false,
    )
    if (found === null) throw new StorageUnavailable({ cause: new Error(`${key} has been removed`) })
    return (found as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  }

  /** Nothing is asked for before the first read. What breaks off goes on where it was. */
  function stream(key: string, size: number, etag?: string, sha256?: string): ReadableStream<Uint8Array> {
    const hash = createHash('sha256')
    let body: AsyncIterator<Uint8Array> | undefined
    let at = 0
    let broken = 0
    const drop = () => {
      // Not awaited: a body that is silent may end as late as it likes.
      void Promise.resolve(body?.return?.()).catch(() => undefined)
      body = undefined
    }
    const next = async () => {
      body ??= await openAt(key, at, size, etag)
      const part = await inTime(body.next(), limits.silence)
      if (part.done && at < size) throw new Error(`${key} breaks off after ${at} of ${size} bytes`)
      return part
    }
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          for (;;) {
            try {
              const part = at < size || body ? await next() : { done: true as const, value: undefined }
              if (part.done) {
                if (sha256 && hash.digest('hex') !== sha256)
                  throw new StorageUnavailable({ cause: new Error(`${key} is not what was stored`) })
                return controller.close()
              }
              at += part.value.length
              hash.update(part.value)
              return controller.enqueue(part.value)
            } catch (error) {
              drop()
              broken += 1
              if (error instanceof StorageUnavailable || broken >= limits.attempts)
                throw error instanceof StorageUnavailable ? error : new StorageUnavailable({ cause: error })
            }
            await delay(limits.pause * broken)
          }
        },
        cancel: drop,
      },
      { highWaterMark: 0 },
    )
  }

  return {
    async find(key) {
      const object = objectOf(key)
      const found = await call(
        (abortSignal) =>
          client.send(new HeadObjectCommand(object), { ...(abortSignal && { abortSignal }) }).then(fromStore),
        limits.silence,
      )
      if (found === null) return null
      const { ContentLength: size, ETag: etag, Metadata } = found
      if (size === undefined)
        throw new StorageUnavailable({ cause: new Error(`${key} has no length in the store`) })
      const sha256 = Metadata?.sha256
      const file: StoredFile = {
        size,
        ...(sha256 && { sha256 }),
        stream: () => stream(key, size, etag, sha256),
        bytes: async () => {
          const bytes = new Uint8Array(size)
          let at = 0
          for await (const part of stream(key, size, etag, sha256)) {
            bytes.set(part, at)
            at += part.length
          }
          return bytes
        },
      }
      return file
    },

    write: (key, bytes) => put(key, contentOf(bytes)),

    async adopt(key, path) {
      await put(key, await contentOfFile(path))
      await rm(path, { force: true })
    },

    async remove(key) {
      const object = objectOf(key)
      await call(
        (abortSignal) =>
          client.send(new DeleteObjectCommand(object), { ...(abortSignal && { abortSignal }) }),
        limits.silence,
      )
    },

    async *keys(folder) {
      for await (const { key } of this.listed(folder)) yield key
    },

    async *listed(folder) {
      if (folder !== undefined) checkFileKey(folder)
      const Prefix = folder === undefined ? start : `${start}${folder}/`
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await call(
          (abortSignal) =>
            client
              .send(
                new ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
                {
                  ...(abortSignal && { abortSignal }),
                },
              )
              .then((answer) => {
                // Half a list must not pass for the whole of it.
                if (answer.IsTruncated === undefined || (answer.IsTruncated && !answer.NextContinuationToken))
                  throw new Error('the store answered with no list')
                return answer
              }),
          limits.call,
        )
        if (page === null) throw new StorageUnavailable({ cause: new Error(`bucket ${Bucket} is not there`) })
        for (const { Key, Size } of page.Contents ?? []) {
          const key = Key?.slice(start.length) ?? ''
          if (isFileKey(key)) yield { key, size: Size ?? 0 }
        }
        if (!page.IsTruncated) return
        ContinuationToken = page.NextContinuationToken
      }
    },

    scratchDir,

    async probe() {
      const key = `start-check/${randomBytes(12).toString('hex')}`
      const said = randomBytes(32)
      try {
        await inTime(
          (async () => {
            await put(key, contentOf(said))
            const found = await (await this.find(key))?.bytes()
            await this.remove(key)
            if (!found || Buffer.compare(found, said) !== 0) throw new Error('it answers with something else')
            await this.keys('start-check')[Symbol.asyncIterator]().next()
          })(),
          limits.call,
        )
      } catch (error) {
        const where = `${settings.endpoint ?? `AWS ${settings.region}`}, bucket ${Bucket}`
        throw new StartFault(`The store for files (${where}) cannot be used: ${reasonOf(error)}`)
      }
    },

    close: () => client.destroy(),
  }
}

const quiet = () => undefined

/** What says 200 and has no ETag comes from something in between: a page of maintenance must not pass for a stored file. */
function fromStore<Answer extends { ETag?: string | undefined }>(answer: Answer): Answer {
  if (answer.ETag === undefined) throw new Error('the store answered without an ETag')
  return answer
}

type Content = {
  size: number
  md5: string
  sha256: string
  body: () => Uint8Array | ReturnType<typeof createReadStream>
}

function contentOf(bytes: Uint8Array): Content {
  const md5 = createHash('md5').update(bytes).digest('base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { size: bytes.length, md5, sha256, body: () => bytes }
}

/** Read twice, to be hashed and to be sent, so that it never lies in memory. */
async function contentOfFile(path: string): Promise<Content> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  for await (const part of createReadStream(path)) {
    md5.update(part)
    sha256.update(part)
    size += part.length
  }
  return {
    ...{ size, md5: md5.digest('base64'), sha256: sha256.digest('hex') },
    body: () => createReadStream(path),
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
const nameOf = (error: unknown) => (error as Error | null)?.name ?? ''

/** Refusals with 400 or 403 that are none of the request's fault: it arrived damaged, or too slowly. */
const passing = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'RequestTimeout'])

/** What another try may get past: broken connections, a store that is busy or ill, an answer that is none. */
function mayPass(error: unknown): boolean {
  if (passing.has(nameOf(error))) return true
  const status = statusOf(error)
  return status === undefined || status < 400 || status === 408 || status === 429 || status >= 500
}

/** In words for whoever starts the shop. */
function reasonOf(error: unknown): string {
  const cause = error instanceof StorageUnavailable ? error.cause : error
  const told = cause as { name?: string; message?: string; code?: string }
  const status = statusOf(cause)
  if (told.name === 'NoSuchBucket') return 'there is no such bucket. Make it, or mend S3_BUCKET.'
  if (status === 403)
    return `it refuses (${told.name}). Mend S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY or the rights of the key: it must read, write, delete and list.`
  if (status === 301 || status === 400) return `it refuses (${told.name}). Mend S3_REGION or S3_ENDPOINT.`
  return `${told.code ?? told.name ?? ''} ${told.message ?? ''}`.trim()
}
