import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** What goes wrong: no answer, one that comes letter by letter and never ends, an answer after a second, a status, half a body, or one that is not what it says. */
export type StoreFault =
  | 'silent'
  | 'trickle'
  | 'slow'
  | 'reset'
  | 500
  | 503
  | 'broken-off'
  | 'silent-midway'
  | 'short'
  | 'corrupt'
  | 'no-xml'

export type FakeS3 = {
  /** For `S3_ENDPOINT`; the others of `settings` go with it. */
  url: string
  settings: Record<
    'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
    string
  >
  /** What is stored, by the whole key of the bucket. */
  objects: Map<string, StoredObject>
  /** Each request as `PUT key`, in the order in which they came. */
  requests: string[]
  /** The next so many requests of this method go wrong. */
  failNext(count: number, fault: StoreFault, method?: string): void
  /** From now on everything goes wrong; null: nothing any more. */
  failAll(fault: StoreFault | null): void
  stop(): Promise<void>
}

type StoredObject = { bytes: Buffer; sha256: string | undefined }

const known = { bucket: 'shop-files', region: 'eu-test', id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG' }

/**
 * A store that speaks the S3 protocol over real HTTP, with the bucket in the path: GET (with ranges and If-Match), HEAD,
 * PUT, DELETE and lists in pages of `page` keys. It checks signatures (AWS Signature Version 4), Content-MD5 and hashes.
 */
export async function startFakeS3({ page = 1000 }: { page?: number } = {}): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>()
  const failing: { count: number; fault: StoreFault | null; method: string | undefined } = {
    ...{ count: 0, fault: null, method: undefined },
  }
  let always: StoreFault | null = null
  const sockets = new Set<Socket>()

  function faultOf(method: string): StoreFault | null {
    if (always !== null) return always
    if (failing.count === 0 || (failing.method !== undefined && failing.method !== method)) return null
    failing.count -= 1
    return failing.fault
  }

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://store')
    const [, bucket, ...names] = decodeURIComponent(url.pathname).split('/')
    const key = names.join('/')
    const method = incoming.method ?? ''
    fake.requests.push(`${method} ${key || '?'}`)
    const fault = faultOf(method)
    if (fault === 'silent') return
    if (fault === 'trickle') return trickle(incoming.socket)
    if (fault === 'reset') return void incoming.socket.destroy()
    const body = await buffer(incoming).catch(() => null)
    if (body === null) return
    if (fault === 'corrupt' && method === 'PUT') body[0] = (body[0] ?? 0) ^ 0xff
    if (fault === 'slow') await delay(1000)
    if (fault === 500) return refuse(outgoing, 500, 'InternalError')
    if (fault === 503) return refuse(outgoing, 503, 'SlowDown')
    if (fault === 'no-xml') {
      const page = '<html><body>Welcome</body></html>'
      return void outgoing
        .writeHead(200, { 'content-type': 'text/html', 'content-length': page.length })
        .end(method === 'HEAD' ? undefined : page)
    }
    if (bucket !== known.bucket) return refuse(outgoing, 404, 'NoSuchBucket')
    const wrong = signatureFault(incoming, url, body)
    if (wrong !== null) return refuse(outgoing, 403, wrong)
    const md5 = incoming.headers['content-md5']
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
      return refuse(outgoing, 400, 'BadDigest')
    if (method === 'PUT') {
      const sha256 = incoming.headers['x-amz-meta-sha256']
      objects.set(key, { bytes: body, sha256: sha256 === undefined ? undefined : String(sha256) })
      return void outgoing.writeHead(200, { etag: etagOf(body) }).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void outgoing.writeHead(204).end()
    }
    if (key === '' && method === 'GET') return list(outgoing, url.searchParams, fault)
    const found = objects.get(key)
    if (!found) return refuse(outgoing, 404, method === 'HEAD' ? null : 'NoSuchKey')
    send(incoming, outgoing, found, fault)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  function list(outgoing: ServerResponse, query: URLSearchParams, fault: StoreFault | null) {
    if (query.get('list-type') !== '2') return refuse(outgoing, 400, 'InvalidArgument')
    const xml = { 'content-type': 'application/xml' }
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const shown = keys.slice(0, page)
    const more = keys.length > shown.length
    const contents = shown.map((key) => {
      const { bytes } = objects.get(key) as StoredObject
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>${etagOf(bytes)}</ETag></Contents>`
    })
    const next = more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    const text = `<?xml version="1.0"?><ListBucketResult><Name>${known.bucket}</Name><KeyCount>${shown.length}</KeyCount><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
    outgoing.writeHead(200, xml).end(fault === 'broken-off' ? text.slice(0, text.length / 2) : text)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeS3 = {
    url,
    settings: {
      S3_ENDPOINT: url,
      S3_BUCKET: known.bucket,
      S3_REGION: known.region,
      S3_ACCESS_KEY_ID: known.id,
      S3_SECRET_ACCESS_KEY: known.secret,
    },
    objects,
    requests: [],
    failNext(count, fault, method) {
      Object.assign(failing, { count, fault, method })
    },
    failAll(fault) {
      always = fault
      // Whoever waits for an answer that was kept back learns that there will be none.
      if (fault === null) for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
  const timer = setInterval(() => socket.write('.'), 20)
  socket.on('close', () => clearInterval(timer))
}

function refuse(outgoing: ServerResponse, status: number, code: string | null): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml' })
  outgoing.end(
    code === null
      ? undefined
      : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  )
}

function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { bytes, sha256 }: StoredObject,
  fault: StoreFault | null,
) {
  const etag = etagOf(bytes)
  const wanted = incoming.headers['if-match']
  if (wanted !== undefined && wanted !== etag) return refuse(outgoing, 412, 'PreconditionFailed')
  const from = Number(/^bytes=(\d+)-$/.exec(incoming.headers.range ?? '')?.[1] ?? 0)
  let part = Buffer.from(bytes.subarray(from))
  if (fault === 'corrupt') part[0] = (part[0] ?? 0) ^ 0xff
  if (fault === 'short') part = part.subarray(0, -1)
  outgoing.writeHead(from > 0 ? 206 : 200, {
    etag,
    'content-length': part.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    ...(sha256 !== undefined && { 'x-amz-meta-sha256': sha256 }),
  })
  if (incoming.method === 'HEAD') return void outgoing.end()
  if (fault === 'broken-off' || fault === 'silent-midway') {
    outgoing.write(part.subarray(0, part.length / 2), () => {
      if (fault === 'broken-off') setTimeout(() => outgoing.destroy(), 20)
    })
  } else outgoing.end(part)
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256Of = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
/** As RFC 3986 has it: what `encodeURIComponent` leaves is encoded, too. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The code of what is wrong with a request's signature, or with the hash that it signs; null: it is right. */
function signatureFault({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!given) return 'AccessDenied'
  const [, id, day = '', region = '', names = '', signature = ''] = given
  if (id !== known.id) return 'InvalidAccessKeyId'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256Of(body)) return 'XAmzContentSHA256Mismatch'
  const time = String(headers['x-amz-date'])
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const signed = names.split(';')
  if (!signed.includes('host')) return 'AccessDenied'
  const canonical = [
    ...[method, url.pathname, query.join('&')],
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', names, hash],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256Of(canonical)].join(
    '\n',
  )
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${known.secret}`, day))
  const right = region === known.region && time.startsWith(day)
  return right && timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))
    ? null
    : 'SignatureDoesNotMatch'
}
