import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import { contactSubjects } from '#app/shop/enquiries/contact-fields.ts'
import { launchOptions } from '../setup/browser.ts'
import { staffCookie } from '../staff-cookie.ts'
import { type ShopUnderAttack, startAttackedShop } from './attacked-shop.ts'
import { vectors } from './scripts/vectors.ts'

/** A browser that says it is headless is a robot to the shop. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Stories of which every text is replaced, and the pages that show them. */
const stories: Record<string, readonly string[]> = {
  index: ['/de', '/en'],
  contact: ['/de/kontakt', '/en/contact'],
  'about-us': ['/de/ueber-uns', '/en/about-us'],
  faq: ['/de/faq', '/en/faq'],
}

/** What a text must keep for the content service and the blocks to know whose it is. */
const structure = new Set([
  '_uid',
  'component',
  'type',
  'linktype',
  'fieldtype',
  'plugin',
  'uuid',
  'id',
  'level',
])

export function missingBrowser(): string[] {
  const { executablePath } = launchOptions()
  return executablePath !== undefined && existsSync(executablePath) ? [] : ['Chromium is not there']
}

type Told = { summary: string; wrong: string[] }

/**
 * Puts `count` texts that would run if they came into a page in the wrong way into every text of some stories, of pieces and
 * of messages, into addresses and forms, and opens the pages, office screens and mails that show them.
 */
export async function tryScripts(
  count: number,
  heard: (what: string, outcome: Told, of: { done: number; of: number }) => void,
): Promise<void> {
  const all = vectors(count)
  const shop = await startAttackedShop()
  const browser = await chromium.launch(launchOptions())
  try {
    const visitor = await watched(await browser.newContext({ userAgent, locale: 'de-DE' }))
    const [name = '', value = ''] = (await staffCookie(shop.db, 'owner')).split('=')
    const owner = await watched(await browser.newContext({ userAgent, locale: 'de-DE' }))
    await owner.context.addCookies([{ name, value, url: shop.url }])
    // Mails are read in a page without a policy of its own.
    const reader = await watched(await browser.newContext())
    const parts: [string, () => Promise<Told>][] = [
      ['stories', () => inStories(shop, visitor, all)],
      ['pieces', () => inPieces(shop, [visitor, owner], all)],
      ['addresses', () => inAddresses(shop, visitor, all)],
      ['messages', () => inMessages(shop, [owner, reader], all)],
    ]
    for (const [index, [what, run]] of parts.entries())
      heard(what, await run(), { done: index + 1, of: parts.length })
  } finally {
    await browser.close()
    await shop.stop()
  }
}

type Watched = { context: BrowserContext; page: Page; events: string[] }

/** Notes what runs, and what the policy of a page refuses. */
async function watched(context: BrowserContext): Promise<Watched> {
  const events: string[] = []
  await context.exposeFunction('noteEvent', (event: string) => void events.push(event))
  await context.addInitScript(() => {
    const note = (event: string) =>
      (window as unknown as { noteEvent(event: string): Promise<void> }).noteEvent(event)
    for (const call of ['alert', 'confirm', 'prompt', 'msgbox'])
      Object.defineProperty(window, call, { value: () => void note(`${call} ran`) })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      note(`the policy refused ${blockedURI} (${violatedDirective})`),
    )
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { context, page, events }
}

/** Opens a page and says what ran, what was refused, and which elements would run something when they are pressed. */
async function open({ page, events }: Watched, url: string): Promise<{ status: number; wrong: string[] }> {
  events.length = 0
  const answer = await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(150)
  const armed = await page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`<${element.localName} ${name}="${value.slice(0, 80)}">`)
        const isAddress = ['href', 'action', 'formaction', 'src', 'data', 'srcdoc', 'xlink:href'].includes(
          name,
        )
        if (!isAddress) continue
        const scheme = /^[a-z]+:/i.exec(
          URL.canParse(value, location.href) ? new URL(value, location.href).href : '',
        )?.[0]
        const isHarmless = ['http:', 'https:', 'mailto:', 'tel:', 'whatsapp:', 'geo:'].includes(
          scheme ?? 'http:',
        )
        const isPicture = scheme === 'data:' && /^data:image\/(?!svg)/.test(value)
        if (name === 'srcdoc' || !(isHarmless || isPicture))
          found.push(`<${element.localName} ${name}="${value.slice(0, 80)}">`)
      }
    }
    return found
  })
  return { status: answer?.status() ?? 0, wrong: [...events, ...armed].map((event) => `${url}: ${event}`) }
}

const onceEach = (wrong: readonly string[]) => [...new Set(wrong)].slice(0, 20)

/** Every second text of each story anew until each vector was at two places at least. */
async function inStories(shop: ShopUnderAttack, visitor: Watched, all: readonly string[]): Promise<Told> {
  const wrong: string[] = []
  let [placed, opened, shown] = [0, 0, 0]
  for (const [slug, paths] of Object.entries(stories)) {
    const story = await shop.db
      .selectFrom('story')
      .select(['uuid', 'full_slug', 'name', 'draft_content', 'draft_version'])
      .where('full_slug', '=', slug)
      .executeTakeFirstOrThrow()
    let version = story.draft_version
    const until = placed + Math.ceil((2 * all.length) / Object.keys(stories).length)
    for (let round = 0; placed < until; round += 1) {
      let leaf = 0
      const before = placed
      const content = replaced(story.draft_content, () => {
        leaf += 1
        return (leaf + round) % 2 === 0 ? null : storable(all[placed++ % all.length] as string)
      })
      const draft = { uuid: story.uuid, fullSlug: story.full_slug, name: story.name, content }
      const saved = await saveDraft(shop.db, draft as never, { now: new Date(), from: version })
      if (!saved.ok) return { summary: `${slug} was not saved`, wrong: [JSON.stringify(saved).slice(0, 300)] }
      await publish(shop.db, [story.uuid], { now: new Date() })
      const { draft_version } = await shop.db
        .selectFrom('story')
        .select('draft_version')
        .where('uuid', '=', story.uuid)
        .executeTakeFirstOrThrow()
      version = draft_version
      await wait(300)
      for (const path of paths) {
        const { status, wrong: found } = await open(visitor, shop.url + path)
        opened += 1
        if (status >= 500) wrong.push(`${path}: ${status}`)
        wrong.push(...found)
        const html = await visitor.page.content()
        if (/alert/.test(html)) shown += 1
      }
      if (placed === before) return { summary: slug, wrong: ['nothing was replaced'] }
    }
  }
  if (shown * 2 < opened) wrong.push(`only ${shown} of ${opened} pages showed any of it`)
  return {
    summary: `${placed} texts replaced, ${opened} pages opened, ${shown} of them showing some`,
    wrong: onceEach(wrong),
  }
}

/** The service refuses a story that holds a NUL. */
const storable = (vector: string) => vector.replaceAll('\0', '')

function replaced(value: unknown, next: () => string | null, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, next, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, next, name)]))
  if (typeof value !== 'string' || structure.has(key)) return value
  return next() ?? value
}

/** Every text column of a piece that takes a vector; what checks and triggers refuse is as good. */
async function inPieces(
  shop: ShopUnderAttack,
  [visitor, owner]: readonly [Watched, Watched],
  all: readonly string[],
): Promise<Told> {
  const columns = await query(shop.db, { name: text })`
    select column_name::text as name from information_schema.columns
    where table_name = 'product' and data_type = 'text' and is_generated = 'NEVER'
      and column_name not in ('id', 'slug_de', 'slug_en', 'status', 'kind')`
  const pieces = await shop.db
    .selectFrom('product')
    .select(['id', 'slug_de'])
    .where('status', '=', 'listed')
    .where('kind', '=', 'watch')
    .orderBy('id')
    .limit(5)
    .execute()
  const wrong: string[] = []
  let [taken, opened] = [0, 0]
  for (let first = 0; first < all.length; ) {
    for (const { id } of pieces)
      for (const { name } of columns) {
        const vector = all[first++ % all.length] as string
        taken += await put(shop.db, name, id, vector)
      }
    await wait(300)
    const paths = [
      ...pieces.map(({ id, slug_de }) => `/de/produkte/${slug_de}/${id}`),
      '/de/uhren',
      '/en/watches',
    ]
    for (const path of paths) {
      const { status, wrong: found } = await open(visitor, shop.url + path)
      if (status >= 500) wrong.push(`${path}: ${status}`)
      wrong.push(...found)
    }
    for (const path of ['/office/pieces', ...pieces.slice(0, 2).map(({ id }) => `/office/pieces/${id}`)])
      wrong.push(...(await open(owner, shop.url + path)).wrong)
    opened += paths.length + 3
  }
  if (taken === 0) wrong.push('no column took any')
  return {
    summary: `${columns.length} columns, ${taken} times taken, ${opened} pages and screens opened`,
    wrong: onceEach(wrong),
  }
}

/** 1 where the column took it. Codes of class 22 and 23, and what a trigger says (P0001), are refusals. */
async function put(db: Database, column: string, id: string, vector: string): Promise<number> {
  try {
    await sql`update product set ${sql.ref(column)} = ${vector} where id = ${id}`.execute(db)
    return 1
  } catch (error) {
    if (/^(2[23]|P0001)/.test((error as { code?: string }).code ?? '')) return 0
    throw error
  }
}

async function inAddresses(shop: ShopUnderAttack, visitor: Watched, all: readonly string[]): Promise<Told> {
  const wrong: string[] = []
  const places: ((vector: string) => string)[] = [
    (vector) => `/de/suche?query=${vector}`,
    (vector) => `/en/watches?brand=${vector}&${vector}=1`,
    (vector) => `/de/kontakt?piece=${vector}&utm_source=${vector}`,
    (vector) => `/en/${vector}`,
    (vector) => `/de/bestellung/${vector}`,
    (vector) => `/de/produkte/${vector}/1000001`,
  ]
  for (const [index, vector] of all.entries()) {
    const place = places[index % places.length] as (typeof places)[number]
    const { status, wrong: found } = await open(visitor, shop.url + place(encodeURIComponent(vector)))
    if (status >= 500) wrong.push(`${place(vector)}: ${status}`)
    wrong.push(...found)
  }
  return { summary: `${all.length} addresses opened`, wrong: onceEach(wrong) }
}

/** Messages of the contact form: the screens that show them, and the mails that were written of them. */
async function inMessages(
  shop: ShopUnderAttack,
  [owner, reader]: readonly [Watched, Watched],
  all: readonly string[],
): Promise<Told> {
  const wrong: string[] = []
  const perMessage = 3
  let sent = 0
  for (let first = 0; first < all.length; first += perMessage) {
    const [name = 'x', phone = '', message = 'x'] = all.slice(first, first + perMessage)
    const answer = await fetch(`${shop.url}/de/kontakt`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        origin: shop.url,
        'user-agent': userAgent,
        'x-forwarded-for': `10.0.${first >> 8}.${first & 255}`,
      },
      body: new URLSearchParams({
        ...{ name, phone: /^[\d +()/-]*$/.test(phone) ? phone : '', message: `${message} ${phone}` },
        ...{ email: `visitor-${first}@example.org`, subject: contactSubjects[0] },
      }),
    })
    if (answer.status >= 500) wrong.push(`a message was answered ${answer.status}: ${name}`)
    if (answer.status === 303) sent += 1
  }
  if (sent === 0) wrong.push('no message was taken')
  const rows = await shop.db
    .selectFrom('contact_message')
    .select('id')
    .orderBy('id', 'desc')
    .limit(40)
    .execute()
  for (const path of ['/office', '/office/enquiries', ...rows.map(({ id }) => `/office/enquiries/${id}`)])
    wrong.push(...(await open(owner, shop.url + path)).wrong)
  const written = () =>
    shop.db.selectFrom('mail_outbox').select(['subject', 'html']).where('html', 'is not', null).execute()
  for (const end = performance.now() + 60_000; performance.now() < end && (await written()).length < sent; )
    await wait(500)
  const mails = (await written()).filter(({ html }) => /alert/.test(html ?? ''))
  for (const { html } of mails) {
    reader.events.length = 0
    await reader.page.setContent(html ?? '', { waitUntil: 'load' })
    wrong.push(...reader.events.map((event) => `a mail: ${event}`))
  }
  if (mails.length === 0) wrong.push('no mail showed any')
  return {
    summary: `${sent} messages taken, ${rows.length + 2} screens and ${mails.length} mails opened`,
    wrong: onceEach(wrong),
  }
}
