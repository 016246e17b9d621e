import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import { createLog } from '#app/platform/log.ts'
import { openPurge } from '#server/purge.ts'
import type { Middle } from './middle.ts'

export type BehindProxy = {
  /** Of the shared cache. */
  url: string
  middle: Middle
  db: Database
  /** Where the cache takes purges; undefined: it takes none. */
  purgeUrl: string | undefined
  token: string
}

type Heard = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** A request with exactly these headers: `fetch` adds some. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
    })
    asking.on('error', reject).end()
  })
}

/** What docs/cache-in-front.md promises without purges, and a moment. */
const longestOld = 2_100
const listing = pathTo('de', 'watches')
const isHit = ({ headers }: Heard) => headers['x-cache'] === 'HIT'

/** Asks until the cache gives what it keeps: the first answers may not be kept, and a second is soon over. */
async function untilKept(url: string, headers: Record<string, string> = {}): Promise<Heard | null> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await ask(url, headers)
    if (isHit(answer)) return answer
  }
  return null
}

/** Each says what is wrong. */
export const proxyRules: Record<string, (behind: BehindProxy) => Promise<string[]>> = {
  async 'a page is kept, and given without the shop'({ url, middle }) {
    const wrong: string[] = []
    for (const path of [pathTo('de', 'index'), listing, `${listing}.data`, '/en/sitemap.xml']) {
      const first = await ask(url + path)
      if (first.status !== 200) wrong.push(`${path} is answered ${first.status}`)
      const kept = await untilKept(url + path)
      if (kept === null) wrong.push(`${path} is never kept: ${JSON.stringify(first.headers)}`)
      else if (!kept.body.equals(first.body)) wrong.push(`${path} is kept with other bytes`)
      if (kept?.headers['cache-control'] !== 'public, no-cache')
        wrong.push(`${path} goes on with ${kept?.headers['cache-control']}`)
      if (kept?.headers['surrogate-key'] ?? kept?.headers['set-cookie']) wrong.push(`${path} tells too much`)
    }
    const before = middle.passed.length
    const times = 20
    for (let time = 0; time < times; time++) await ask(url + listing)
    const asked = middle.passed.length - before
    // One that asks whether it has changed, should a second have passed.
    if (asked > times / 2) wrong.push(`${times} requests, of which the shop saw ${asked}`)
    return wrong
  },

  async 'after its time the shop is asked whether the page has changed'({ url, middle }) {
    await untilKept(url + listing)
    await wait(longestOld)
    const before = middle.passed.length
    const answer = await ask(url + listing)
    const asked = middle.passed.slice(before).filter((each) => each.url === listing)
    if (answer.status !== 200 || answer.body.length < 1_000) return [`answered ${answer.status}`]
    return asked.every(({ headers }) => headers['if-none-match'] !== undefined)
      ? []
      : ['the shop was asked for the whole page again']
  },

  async 'a changed price is seen'({ url, middle, db, purgeUrl, token }) {
    const piece = await db
      .selectFrom('product')
      .select(['id', 'slug_de'])
      .where('status', '=', 'listed')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const page = `${url}/de/produkte/${piece.slug_de}/${piece.id}`
    middle.keys = purgeUrl === undefined ? '' : 'shop the-piece'
    await wait(longestOld)
    const wrong: string[] = []
    if ((await untilKept(page)) === null) wrong.push('the page of a piece is never kept')
    if (purgeUrl !== undefined) {
      await wait(longestOld)
      if (!isHit(await ask(page))) wrong.push('a page with keys is kept for a second alone')
    }
    const purge =
      purgeUrl === undefined ? null : openPurge({ url: purgeUrl, token, log: createLog('silent') })
    await db.updateTable('product').set({ price_cents: 1_234_500 }).where('id', '=', piece.id).execute()
    const since = performance.now()
    purge?.drop(['the-piece'])
    for (;;) {
      const asked = performance.now() - since
      if (/"price":\s*"?12345\b/.test((await ask(page)).body.toString())) break
      if (asked > longestOld) wrong.push(`the old price is given ${Math.round(asked)} ms after the change`)
      if (asked > 10_000) break
      await wait(20)
    }
    middle.keys = ''
    await purge?.stop()
    return wrong
  },

  async 'purges are taken from whoever knows the secret alone'({ url, purgeUrl }) {
    const { status } = await ask(
      `${url}/`,
      { 'surrogate-key': 'shop', authorization: 'Bearer wrong' },
      'PURGE',
    )
    if (purgeUrl === undefined) return status < 400 ? [`PURGE is answered ${status}`] : []
    return status === 403 ? [] : [`a purge without the secret is answered ${status}`]
  },

  async 'a visitor who had chosen another language gets his cookie, and nobody else does'({ url }) {
    const wrong: string[] = []
    for (const kept of [false, true]) {
      if (kept) await untilKept(url + listing)
      const chosen = await ask(url + listing, { cookie: 'viewport=x; i18n_redirected=en' })
      if (!String(chosen.headers['set-cookie'] ?? '').includes('i18n_redirected=de')) wrong.push('no cookie')
      if (!String(chosen.headers['cache-control']).startsWith('private'))
        wrong.push('his page is not his own')
      const next = await ask(url + listing)
      if (next.headers['set-cookie']) wrong.push('the next visitor gets his cookie')
      if (next.headers['cache-control'] !== 'public, no-cache') wrong.push('the next visitor gets his page')
      const same = await ask(url + listing, { cookie: 'i18n_redirected=de' })
      if (same.headers['set-cookie']) wrong.push('who has the cookie gets it again')
    }
    return wrong
  },

  async 'encodings do not mix'({ url }) {
    const wrong: string[] = []
    const plain = (await ask(url + listing)).body
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (body: Buffer) => body }
    const accepted = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['identity', 'none'],
      ['br;q=0, gzip', 'gzip'],
      ['br', 'br'],
      ['', 'none'],
    ] as const
    for (let round = 0; round < 3; round++)
      for (const [accept, wanted] of accepted) {
        const answer = await ask(url + listing, { 'accept-encoding': accept })
        const got = answer.headers['content-encoding'] ?? 'none'
        if (got !== wanted) wrong.push(`"${accept}" is answered ${got}`)
        else if (!unpack[wanted](answer.body).equals(plain)) wrong.push(`"${accept}" unpacks to another page`)
      }
    return wrong
  },

  async 'HEAD and If-None-Match'({ url }) {
    const wrong: string[] = []
    const page = await ask(url + listing)
    const head = await ask(url + listing, {}, 'HEAD')
    if (head.status !== 200 || head.body.length > 0 || head.headers.etag !== page.headers.etag)
      wrong.push(`HEAD is answered ${head.status}, ${head.body.length} bytes, ${head.headers.etag}`)
    const same = await ask(url + listing, { 'if-none-match': String(page.headers.etag) })
    if (same.status !== 304 || same.body.length > 0) wrong.push(`what one has is answered ${same.status}`)
    const other = await ask(url + listing, { 'if-none-match': '"something-else"' })
    if (other.status !== 200 || !other.body.equals(page.body))
      wrong.push(`another is answered ${other.status}`)
    return wrong
  },

  async 'what is somebody’s own is never kept'({ url, middle }) {
    const wrong: string[] = []
    for (const path of [
      pathTo('de', 'cart'),
      pathTo('de', 'checkout'),
      '/de/bestellung/nothing',
      '/api/cart',
    ]) {
      const before = middle.passed.length
      for (const piece of ['10001', '10002', '10001']) {
        const answer = await ask(url + path, { cookie: `cart=${piece}` })
        if (isHit(answer)) wrong.push(`${path} is given from the cache`)
      }
      const asked = middle.passed.length - before
      if (asked < 3) wrong.push(`${path}: the shop saw ${asked} of 3 requests`)
    }
    return wrong
  },

  async 'the shop learns who asks, whatever he claims'({ url, middle }) {
    const path = pathTo('de', 'cart')
    await ask(url + path, { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' })
    const seen = middle.passed.findLast((each) => each.url === path)?.headers
    const address = String(seen?.['x-forwarded-for']).split(',').at(-1)?.trim()
    const protocol = String(seen?.['x-forwarded-proto']).split(',').at(-1)?.trim()
    return [
      ...(address === '127.0.0.1' ? [] : [`the visitor's address is ${address}`]),
      ...(protocol === 'http' ? [] : [`the visitor's connection is ${protocol}`]),
      ...(seen?.host === new URL(url).host ? [] : [`the shop is called ${seen?.host}`]),
    ]
  },
}
