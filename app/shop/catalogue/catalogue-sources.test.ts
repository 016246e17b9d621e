import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recorded } from '#app/platform/answer-record.ts'
import { type Changes, followChanges } from '#app/platform/database/changes.ts'
import { catalogueChannel, pricesChannel, settingsChannel } from '#app/platform/database/channels.ts'
import { createLog } from '#app/platform/log.ts'
import { saveBranch, saveSetting } from '#app/shop/settings/settings.ts'
import { cast, loadCast, castNow as now } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { changedSources, isOfCatalogue } from './catalogue-sources.ts'
import { findListing } from './listing.ts'
import { normaliseFilters } from './listing-filters.ts'
import { newestPieces } from './newest.ts'
import { findProduct } from './product.ts'
import { similarPieces } from './similar.ts'

const database = testDatabase()
const heard: string[] = []
const followed = [catalogueChannel, settingsChannel, pricesChannel] as const
let changes: Changes

beforeAll(async () => {
  await loadCast(database.db)
  const { connectionString } = database
  changes = followChanges({ connectionString, log: createLog('silent') })
  for (const channel of followed) changes.follow(channel, (text) => heard.push(`${channel} ${text}`))
  await vi.waitFor(async () => expect(await changes.confirm()).toBe(true), { timeout: 30_000 })
})
afterAll(() => changes.stop())

describe('whatever is written is told, once it is committed', () => {
  const watch = cast.availableSubmariner
  const said = `catalogue_changed ${watch}:watch`
  const statements: [what: string, statement: string, told: string][] = [
    ['a price', `update product set price_cents = price_cents + 100 where id = '${watch}'`, said],
    ['a state', `update product set status = 'reserved' where id = '${watch}'`, said],
    [
      'a defect',
      `insert into product_defect (product_id, text) values ('${watch}', '{"de":"x","en":"x"}')`,
      said,
    ],
    ['a defect that is gone', `delete from product_defect where product_id = '${watch}'`, said],
    [
      'a document',
      `insert into product_document (product_id, kind, title, public)
      values ('${watch}', 'report', '{"de":"x","en":"x"}', true)`,
      said,
    ],
    [
      'a document that is hidden',
      `update product_document set public = false where product_id = '${watch}'`,
      said,
    ],
    ['a photo', `update photo set alt = '{"de":"x","en":"x"}' where product_id = '${watch}'`, said],
    [
      'a former price',
      `update price_history set price_cents = price_cents + 1 where product_id = '${watch}'`,
      said,
    ],
    ['a maker', `update brand set name = name || 'x'`, 'catalogue_changed '],
    [
      'a setting',
      `update setting set value = '{"active":false}' where key = 'sell'`,
      'settings_changed sell',
    ],
    ['a setting that is gone', `delete from setting where key = 'sell'`, 'settings_changed sell'],
    ['a branch', `update branch set phone = '1' where id = 'koeln'`, 'settings_changed branches'],
    [
      'a price of gold',
      `insert into metal_price (metal, cents_per_ounce, at, source)
      values ('gold', 1, now(), 'test')`,
      'prices_changed metal_price',
    ],
    [
      'a payout rate',
      `insert into payout_rate (name, per_mille, valid_from, entered_by)
      values ('silver', 700, now(), 'test')`,
      'prices_changed payout_rate',
    ],
  ]

  test.each(statements)('%s', async (_, statement, told) => {
    await saveSetting(database.db, 'sell', { active: true })
    await expect.poll(() => changes.confirm()).toBe(true)
    heard.length = 0
    await database.db.transaction().execute(async (transaction) => {
      await sql.raw(statement).execute(transaction)
      await expect.poll(() => changes.confirm()).toBe(true)
      expect(heard).toEqual([])
    })
    await expect.poll(() => changes.confirm()).toBe(true)
    expect(heard).toContain(told)
    // A maker's name is in the words of its pieces as well.
    if (told !== 'catalogue_changed ') expect(new Set(heard)).toEqual(new Set([told]))
  })

  test('by the functions that staff use; what is stored as it was changes nothing', async () => {
    await saveSetting(database.db, 'sell', { active: false })
    const bonn = {
      id: 'bonn',
      name: 'Bonn',
      street: 'Markt 1',
      postalCode: '53111',
      city: 'Bonn',
      phone: '0228 555 01 10',
      email: 'bonn@rheingold.example',
      hours: [],
    }
    for (const told of [['settings_changed sell', 'settings_changed branches'], []]) {
      await changes.confirm()
      heard.length = 0
      await saveSetting(database.db, 'sell', { active: true })
      await saveBranch(database.db, 1, bonn)
      await changes.confirm()
      expect(heard).toEqual(told)
    }
    await saveBranch(database.db, 1, { ...bonn, phone: '0228 555 01 11' })
    await saveBranch(database.db, 2, { ...bonn, phone: '0228 555 01 11' })
    await changes.confirm()
    expect(heard).toEqual(['settings_changed branches', 'settings_changed branches'])
  })

  test('several pieces in one message, more than can be named as everything', async () => {
    heard.length = 0
    await sql`update product set updated_at = updated_at where id in (${watch}, ${cast.availableRing})`.execute(
      database.db,
    )
    await changes.confirm()
    expect(heard).toHaveLength(1)
    const sources = changedSources((heard[0] ?? '').replace('catalogue_changed ', ''))
    expect(new Set(sources)).toEqual(
      new Set(['catalogue', `piece:${watch}`, 'kind:watch', `piece:${cast.availableRing}`, 'kind:jewellery']),
    )
    expect(changedSources('')).toBe('everything')
    heard.length = 0
    await sql`insert into catalogue_change (product_id) values (null)`.execute(database.db)
    await changes.confirm()
    expect(heard).toEqual(['catalogue_changed '])
  })
})

describe('an answer notes what of the catalogue it rests on', () => {
  const used = async (work: () => Promise<unknown>) => {
    const { uses, parts } = (await recorded(work)).record
    return [...new Set([uses, ...parts.map((part) => part.uses)].flatMap((each) => [...each]))].toSorted()
  }

  test('a piece, its like, a listing, what is new', async () => {
    const watch = cast.availableSubmariner
    expect(await used(() => findProduct(database.db, watch, now))).toEqual([`piece:${watch}`])
    expect(await used(() => similarPieces(database.db, watch, { now }))).toEqual([
      'kind:watch',
      `piece:${watch}`,
      'vocabulary',
    ])
    const listing = await used(() =>
      findListing(database.db, normaliseFilters({ department: 'jewelry' }), { now }),
    )
    expect(listing).toContain('kind:jewellery')
    expect(listing).toContain('kind:bullion')
    expect(listing).not.toContain('kind:watch')
    expect(listing.some((source) => source.startsWith('piece:'))).toBe(true)
    expect(await used(() => newestPieces(database.db, { limit: 1, now }))).toContain('catalogue')
    expect(listing.every(isOfCatalogue)).toBe(true)
    expect(isOfCatalogue('setting:site')).toBe(false)
  })
})
