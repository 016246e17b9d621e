import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { type Locale, localeOfPath } from '#app/language/locales.ts'
import { encodingFor } from './accepted-encoding.ts'

const [packBrotli, packGzip, unpackGzip] = [promisify(brotliCompress), promisify(gzip), promisify(gunzip)]

export type Encoding = 'br' | 'gzip' | 'identity'

type Body = { length: number; bytes: () => Buffer }

/** One encoding of an answer, with its heads ready to be sent. */
type Variant = {
  etag: string
  body: Body
  /** Names and values in turn, as `writeHead` takes them. */
  head: string[]
  unchanged: string[]
}

/** A whole answer, packed, that is the same for everybody who asks for its address. */
export type KeptAnswer = {
  status: number
  variants: Record<Encoding, Variant>
  /** The language of its page; null where it is none. */
  locale: Locale | null
  /** What it takes at most: with its unpacked body, which is made of the packed one for the first who asks for it. */
  bytes: number
}

/** Bytes below which packing gains nothing. */
const leastPacked = 1024
/** What an entry costs beside its bodies, about. */
const overhead = 4096

/** How hard an answer is packed: for one who asked, to be kept, for the many. */
const strengths = { once: { br: 4, gzip: 4 }, kept: { br: 5, gzip: 6 }, many: { br: 11, gzip: 9 } }

/** What a shared answer may not carry on, or what is said of each encoding anew. */
const notKept = new Set([
  'set-cookie',
  'content-length',
  'content-encoding',
  'vary',
  'etag',
  'connection',
  'x-request-id',
  'date',
])

const saysHowToKeep = new Set(['cache-control', 'etag', 'last-modified', 'surrogate-key'])

/**
 * Packs an answer. `key` is its address; `also`: names and values of heads that only kept answers carry; `once`: the one
 * encoding of an answer that is not kept, for the others would be packed in vain.
 */
export async function packAnswer(
  key: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Buffer,
  { also = [], once = null }: { also?: readonly string[]; once?: Encoding | null } = {},
): Promise<KeptAnswer> {
  const shared = [...[...headers].filter(([name]) => !notKept.has(name)).flat(), ...also]
  const tag = tagOf(headers, body)
  const packs =
    body.length >= leastPacked && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('content-type') ?? '')
  const strength = once === null ? strengths.kept : strengths.once
  const wanted = (encoding: Encoding) => packs && (once === null || once === encoding)
  const [br, gz] = await Promise.all([
    wanted('br') ? brotli(body, strength.br) : null,
    wanted('gzip') ? zip(body, strength.gzip) : null,
  ])
  const identity = variantOf(
    shared,
    tag,
    'identity',
    br && gz ? unpacked(gz, body.length) : whole(body),
    packs,
  )
  const path = key.replace(/\?.*$/, '').replace(/\.data$/, '')
  return {
    status,
    variants: {
      identity,
      br: br ? variantOf(shared, tag, 'br', whole(br), packs, strength.br) : identity,
      gzip: gz ? variantOf(shared, tag, 'gzip', whole(gz), packs, strength.gzip) : identity,
    },
    locale: localeOfPath(path),
    bytes: body.length + (br?.length ?? 0) + (gz?.length ?? 0) + overhead,
  }
}

/** The same answer packed as small as can be, for one that many ask for. */
export async function packHarder(answer: KeptAnswer): Promise<KeptAnswer> {
  const { br, identity, gzip: gz } = answer.variants
  if (br === identity) return answer
  const body = await unpackGzip(gz.body.bytes())
  const [smaller, zipped] = await Promise.all([
    brotli(body, strengths.many.br),
    zip(body, strengths.many.gzip),
  ])
  const shared = withoutOwn(identity.head)
  const tag = identity.etag.slice(1, identity.etag.lastIndexOf('-'))
  return {
    ...answer,
    variants: {
      identity: { ...identity, body: unpacked(zipped, body.length) },
      br: variantOf(shared, tag, 'br', whole(smaller), true, strengths.many.br),
      gzip: variantOf(shared, tag, 'gzip', whole(zipped), true, strengths.many.gzip),
    },
    bytes: answer.bytes - br.body.length - gz.body.length + smaller.length + zipped.length,
  }
}

/** Whether it is for everybody, as most are; what is not has no tag. */
export const isShared = ({ variants }: KeptAnswer) => variants.identity.etag !== ''

export const isStoredByNobody = ({ variants }: KeptAnswer) =>
  pairs(variants.identity.head).some(
    ([name, value]) => name === 'cache-control' && /\bno-store\b/.test(value),
  )

/** The same answer for who asked alone: nothing in it lets him, or a cache on the way, give it a second time. */
export function unshared(answer: KeptAnswer): KeptAnswer {
  const alone = (variant: Variant): Variant => {
    const head = pairs(variant.head).filter(([name]) => !saysHowToKeep.has(name))
    const said = pairs(variant.head).find(([name]) => name === 'cache-control')?.[1] ?? ''
    const control = /\b(?:no-store|private)\b/.test(said) ? said : 'private, no-cache'
    return { ...variant, etag: '', head: [...head.flat(), 'cache-control', control], unchanged: [] }
  }
  const { identity, br, gzip: gz } = answer.variants
  return { ...answer, variants: { identity: alone(identity), br: alone(br), gzip: alone(gz) } }
}

/**
 * Sends an answer, or that it is what the client has. `also`: names and values of this request alone, and
 * `cache-control` where it replaces the answer's own.
 */
export function sendAnswer(
  answer: KeptAnswer,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  to: ServerResponse,
  also: readonly string[] = [],
): void {
  const variant = answer.variants[encodingFor(headers['accept-encoding'])]
  const asked = headers['if-none-match']
  const theirs = asked === undefined || answer.status !== 200 ? null : whatTheyHave(variant, asked)
  if (theirs !== null) {
    const said =
      theirs === variant.etag
        ? variant.unchanged
        : pairs(variant.unchanged).flatMap(([name, value]) => [name, name === 'etag' ? theirs : value])
    to.writeHead(304, merged(said, also))
    to.end()
    return
  }
  to.writeHead(answer.status, merged(variant.head, also))
  if (method === 'HEAD') to.end()
  else to.end(variant.body.bytes())
}

function merged(head: string[], also: readonly string[]): string[] {
  if (also.length === 0) return head
  const replaced = also.includes('cache-control')
  const kept = replaced
    ? pairs(head)
        .filter(([name]) => name !== 'cache-control')
        .flat()
    : head
  return [...kept, ...also]
}

function* pairsOf(head: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < head.length; at += 2) yield [head[at] as string, head[at + 1] as string]
}
const pairs = (head: readonly string[]) => [...pairsOf(head)]

const withoutOwn = (head: readonly string[]) =>
  pairs(head)
    .filter(([name]) => !notKept.has(name))
    .flat()

/**
 * The tag that a client has of this answer, if any. Also that of another strength of the same encoding, which was sent
 * before: what it unpacks to is the same, but a strong tag is of its bytes (RFC 9110, 8.8.1), so it is told its own.
 */
function whatTheyHave({ etag }: Variant, asked: string): string | null {
  if (asked === etag || etag === '') return etag || null
  const family = (tag: string) => tag.replace(/^W\//, '').replace(/^"|"$/g, '').replace(/\d+$/, '')
  const tags = asked.split(',').map((one) => one.trim())
  const found = tags.find((tag) => tag === '*' || family(tag) === family(etag))
  if (found === undefined) return null
  return tags.includes(etag) || !/^"[^"]+"$/.test(found) ? etag : found
}

function variantOf(
  shared: readonly string[],
  tag: string,
  encoding: Encoding,
  body: Body,
  packs: boolean,
  strength: number | '' = '',
): Variant {
  const etag = `"${tag}-${encoding}${strength}"`
  const own = [
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...(packs ? ['vary', 'Accept-Encoding'] : []),
    'etag',
    etag,
  ]
  // What a 304 must say again (RFC 9110, 15.4.5), and the policy, which belongs to the page that the client has.
  const said = pairs(shared).filter(
    ([name]) => !name.startsWith('content-') || name === 'content-security-policy',
  )
  return {
    etag,
    body,
    head: [...shared, ...own, 'content-length', String(body.length)],
    unchanged: [...said.flat(), ...own.slice(encoding === 'identity' ? 0 : 2)],
  }
}

/** Another policy is another answer. */
function tagOf(headers: Headers, body: Buffer): string {
  const hash = createHash('sha256').update(headers.get('content-security-policy') ?? '')
  return hash.update('\n').update(body).digest('base64url').slice(0, 22)
}

const whole = (body: Buffer): Body => ({ length: body.length, bytes: () => body })

/**
 * Nearly everybody takes a packed one, and unpacked it is three quarters of what an answer takes: it is there from when
 * somebody asks for it.
 */
function unpacked(gz: Buffer, length: number): Body {
  let body: Buffer | null = null
  return {
    length,
    bytes: () => {
      body ??= gunzipSync(gz)
      return body
    },
  }
}

async function brotli(body: Buffer, strength: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: strength, [BROTLI_PARAM_SIZE_HINT]: body.length }
  return ofItsOwn(await packBrotli(body, { params }))
}

const zip = async (body: Buffer, level: number) => ofItsOwn(await packGzip(body, { level }))

/** What zlib gives back may be a part of a larger buffer, all of which would be kept. */
const ofItsOwn = (part: Buffer) =>
  part.length === part.buffer.byteLength ? part : Buffer.from(new Uint8Array(part).buffer)
