import { randomOf } from '../../checkout-play.ts'
import { hostileKeys } from '../../hostile-keys.ts'
import { payloads } from '../../hostile-texts.ts'

/** What requests are made of; see `readVocabulary`. */
export type Vocabulary = {
  /** Patterns as the route tables write them: `/de/produkte/:name/:id`, `/de/uhren/*`. */
  patterns: readonly string[]
  /** Numbers, slugs and words that lead somewhere. */
  known: readonly string[]
  /** Names of fields of forms, and of parameters in queries. */
  names: readonly string[]
  /** JSON schemas of what the office's actions take, by name. */
  actions: Readonly<Record<string, Schema>>
  /** Requests of the corpus. */
  corpus: readonly string[]
}

type Schema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  prefixItems?: readonly Schema[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  maximum?: number
  format?: string
}

/** Stands for the cookie of a signed-in owner; each run and each replay fills in its own. */
export const ownerMark = '{owner}'

/**
 * A request as the corpus writes it: its head in lines, an empty line, its body. `strict`: it is framed rightly, so that
 * an answer must come.
 */
export type MadeRequest = { text: string; strict: boolean }

/** Makes the request of a number: the same seed, number and vocabulary make the same one. */
export function makeRequest(words: Vocabulary, seed: number, index: number): MadeRequest {
  const make = maker(words, randomOf(Math.imul(seed, 0x9e3779b1) ^ index))
  if (make.chance(0.15)) return { text: make.mutated(make.oneOf(words.corpus)), strict: false }
  const text = make.request()
  return make.chance(0.1) ? { text: make.mutated(text), strict: false } : { text, strict: true }
}

const numbers = [0, 1, -1, 2, 7, 1e3, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e21, 0.1, -0.5, 1e-7, 1e308]
const languages = [
  'de',
  'en',
  'de-DE,de;q=0.9',
  '*',
  'xx',
  'en;q=NaN',
  ';',
  'de_DE',
  `${'de,'.repeat(300)}en`,
]
const encodings = ['gzip', 'br', 'zstd', 'identity;q=0', '*;q=0', 'gzip;q=x', 'br, gzip, deflate', 'deflate']
const accepted = ['*/*', 'text/html', 'application/json', 'text/event-stream', 'image/avif,*/*;q=0', 'x', '/']
const agents = [
  'Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0',
  'Googlebot/2.1',
  'curl/8',
  '',
  'x'.repeat(2_000),
]
const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
]
const odd = ['PROPFIND', 'get', 'TRACE', 'CONNECT', 'LOCK', 'M-SEARCH', 'QUERY']

function maker(words: Vocabulary, random: () => number) {
  const below = (count: number) => Math.floor(random() * count)
  const chance = (share: number) => random() < share
  // Lists here are never empty.
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: below(most + 1) }, make)

  function atom(): string {
    const kind = below(10)
    if (kind < 4) return oneOf(words.known)
    if (kind === 4) return String(oneOf(numbers))
    if (kind === 5) return oneOf(hostileKeys)
    if (kind === 6) return oneOf(payloads)
    if (kind === 7)
      return oneOf(['\0', '\r\n', '\u{10ffff}', 'ß', '\u202e', '%', '%ff', '%00', '..', '\\', "'"])
    if (kind === 8) return oneOf(words.names).repeat(1 + below(30))
    return String.fromCodePoint(
      ...Array.from({ length: 1 + below(12) }, () => 1 + below(chance(0.5) ? 126 : 0xd7fe)),
    )
  }

  const encoded = (text: string) => (chance(0.95) ? encodeURIComponent(text.toWellFormed()) : inLine(text))
  /** Whatever would end the line of the head. */
  const inLine = (text: string) => text.replaceAll(/[\r\n\0 ]/g, '+')
  const header = (text: string) => text.replaceAll(/[\r\n\0]/g, '')

  function path(): string {
    const filled = oneOf(words.patterns)
      .split('/')
      .flatMap((part) => {
        if (part === '*') return some(4, () => encoded(atom()))
        return part.startsWith(':') ? [encoded(atom())] : [part]
      })
    if (chance(0.04)) filled.splice(below(filled.length + 1), chance(0.5) ? 1 : 0, encoded(atom()))
    const whole = filled.join('/') || '/'
    return whole + (chance(0.08) ? oneOf(['.data', '/', '//', '.json', ';x', '%2f', '.html']) : '')
  }

  function queries(): string {
    if (chance(0.5)) return ''
    const pair = () => {
      const name = chance(0.85) ? oneOf(words.names) : atom()
      return chance(0.95) ? `${encoded(name)}=${encoded(atom())}` : encoded(name)
    }
    return `?${some(5, pair).join('&')}`
  }

  function value(depth: number): unknown {
    const kind = below(depth > 3 ? 5 : 7)
    if (kind === 0) return oneOf([null, true, false])
    if (kind === 1) return oneOf(numbers)
    if (kind < 5) return atom()
    if (kind === 5) return some(4, () => value(depth + 1))
    return Object.fromEntries(some(4, () => [chance(0.7) ? oneOf(words.names) : atom(), value(depth + 1)]))
  }

  /** Mostly what the schema asks for: what does not fit is refused before it comes far. */
  function fitting(schema: Schema, depth = 0): unknown {
    if (chance(0.02)) return value(2)
    const { properties, required = [], items, prefixItems } = schema
    const choices = schema.anyOf ?? schema.oneOf
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return oneOf(schema.enum)
    if (choices) return fitting(oneOf(choices), depth + 1)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => fitting(each, depth + 1)))
    const type = Array.isArray(schema.type) ? oneOf(schema.type) : schema.type
    if (properties) {
      const given = Object.entries(properties).filter(([name]) =>
        chance(required.includes(name) ? 0.98 : 0.6),
      )
      return Object.fromEntries(
        given.map(([name, each]) => [name, depth > 8 ? null : fitting(each, depth + 1)]),
      )
    }
    if (prefixItems) return prefixItems.map((each) => fitting(each, depth + 1))
    if (type === 'array') return some(3, () => (items ? fitting(items, depth + 1) : value(depth)))
    if (type === 'integer' || type === 'number')
      return chance(0.7) ? below(Math.min(schema.maximum ?? 60, 60)) + 1 : oneOf(numbers)
    if (type === 'boolean') return chance(0.5)
    if (type === 'null') return null
    if (schema.format === 'date-time')
      return chance(0.9) ? '2026-11-28T12:00:00.000Z' : '0000-01-01T00:00:00Z'
    if (schema.format === 'date') return oneOf(['2026-11-28', '2026-02-29', '0001-01-01', '9999-12-31'])
    if (schema.format === 'email') return oneOf(['fuzz@shop.example', 'a@b', 'ä@ö.example'])
    if (type === 'string') return chance(0.97) ? atom() : 'x'.repeat(below(70_000))
    return value(depth)
  }

  function body(): { type: string; text: string } {
    const kind = below(6)
    const field = () => [chance(0.9) ? oneOf(words.names) : atom(), atom()] as const
    if (kind < 3) {
      const text = some(14, field)
        .map((pair) => pair.map(encoded).join('='))
        .join('&')
      return { type: 'application/x-www-form-urlencoded', text }
    }
    if (kind === 3) {
      const parts = some(8, () => {
        const [name, text] = field()
        const file = chance(0.3) ? `; filename="${header(atom())}"\r\nContent-Type: ${oneOf(fileTypes)}` : ''
        return `--x\r\nContent-Disposition: form-data; name="${header(name)}"${file}\r\n\r\n${text}\r\n`
      })
      return {
        type: 'multipart/form-data; boundary=x',
        text: `${parts.join('')}${chance(0.9) ? '--x--\r\n' : ''}`,
      }
    }
    const text = JSON.stringify(value(0))
    if (kind === 4) return { type: 'application/json', text }
    return { type: oneOf(['text/plain', 'application/json; charset=utf-16', 'image/jpeg', '']), text }
  }

  function headers(host: string): string[] {
    const said: string[] = [`Host: ${chance(0.97) ? host : header(atom())}`]
    const may = (share: number, name: string, make: () => string) => {
      if (chance(share)) said.push(`${name}: ${header(make())}`)
    }
    // Limits count by the caller: each request has one of its own.
    may(0.98, 'X-Forwarded-For', () =>
      chance(0.97) ? `10.${below(256)}.${below(256)}.${below(256)}` : atom(),
    )
    may(0.8, 'User-Agent', () => oneOf(agents))
    may(0.4, 'Accept-Language', () => oneOf(languages))
    may(0.4, 'Accept-Encoding', () => oneOf(encodings))
    may(0.3, 'Accept', () => oneOf(accepted))
    may(0.05, 'X-Forwarded-Proto', () => oneOf(['https', 'http', 'x', 'http,https']))
    may(0.05, 'Range', () =>
      oneOf(['bytes=0-1', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'x', `bytes=0-${2 ** 60}`]),
    )
    may(0.06, 'If-None-Match', () => oneOf(['*', 'W/"x"', '"', atom()]))
    may(0.04, 'If-Modified-Since', () => oneOf(['Sat, 28 Nov 2026 00:00:00 GMT', 'never', atom()]))
    may(0.03, 'X-Forwarded-Host', atom)
    may(0.03, 'Expect', () => oneOf(['100-continue', 'x']))
    may(0.03, 'Content-Encoding', () => oneOf(['gzip', 'br', 'x']))
    may(0.05, 'Referer', atom)
    may(0.03, 'Sec-Purpose', () => 'prefetch')
    may(0.03, 'Authorization', () => oneOf(['Basic Og==', 'Bearer x', atom()]))
    return said
  }

  function cookies(isOffice: boolean): string[] {
    const pair = () =>
      `${oneOf(['cart', 'holder', 'i18n_redirected', 'viewport', atom()])}=${chance(0.5) ? encoded(atom()) : atom()}`
    const all = chance(0.3) ? some(3, pair).map((each) => header(each)) : []
    if (isOffice && chance(0.93)) all.unshift(`office_session=${ownerMark}`)
    return all.length > 0 ? [`Cookie: ${all.join('; ')}`] : []
  }

  function officeAct(): string {
    const name = oneOf(Object.keys(words.actions))
    const head = [
      `POST /office/act/${name} HTTP/1.1`,
      ...headers('{host}'),
      ...cookies(true),
      'Origin: http://{host}',
    ]
    return request(head, {
      type: 'application/json',
      text: JSON.stringify(fitting(words.actions[name] as Schema)),
    })
  }

  function request(head: readonly string[], sent: { type: string; text: string } | null): string {
    const type = sent && sent.type !== '' ? [`Content-Type: ${sent.type}`] : []
    return `${[...head, ...type].join('\n')}\n\n${sent?.text ?? ''}`
  }

  return {
    chance,
    oneOf,
    request(): string {
      if (chance(0.2)) return officeAct()
      const target = path()
      const method = chance(0.99) ? oneOf(methods) : oneOf(odd)
      const head = [`${method} ${target}${queries()} HTTP/1.1`, ...headers('{host}')]
      head.push(...cookies(target.startsWith('/office')))
      const sends = !['GET', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'].includes(method)
      if (sends)
        head.push(`Origin: ${chance(0.95) ? 'http://{host}' : oneOf(['null', 'https://evil.example'])}`)
      return request(head, sends && chance(0.95) ? body() : null)
    },
    /** One to four cuts, doublings, replacements and insertions anywhere. */
    mutated(text: string): string {
      let now = text
      for (let times = 1 + below(4); times > 0; times -= 1) {
        const at = below(now.length + 1)
        const length = below(1 + oneOf([1, 2, 8, 40]))
        const part = now.slice(at, at + length)
        const instead = oneOf(['', part + part, atom(), oneOf(words.corpus).slice(at, at + length)])
        now = now.slice(0, at) + instead + now.slice(at + length)
      }
      return now
    },
  }
}

const fileTypes = ['image/jpeg', 'image/svg+xml', 'application/pdf', 'text/html', 'x']
