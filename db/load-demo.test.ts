import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { describeFault } from '#app/platform/report-fault.ts'
import { saveSetting } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { loadDemo } from './load-demo.ts'
import { loadSettings } from './load-settings.ts'

const databases = Array.from({ length: 8 }, () => testDatabase())
let database = databases[0] as ReturnType<typeof testDatabase>
const home = temporaryFolder()
const files = openLocalFiles(join(home, 'files'))
const directory = smallDemo()

/** The demo with few pieces and stories. */
function smallDemo(): string {
  const folder = join(home, 'demo')
  mkdirSync(join(folder, 'stories'), { recursive: true })
  for (const name of [
    'settings.yaml',
    'metal-prices.yaml',
    'answer-templates.yaml',
    'stories/imprint.yaml',
    'stories/contact.yaml',
  ])
    cpSync(join('db/demo', name), join(folder, name))
  symlinkSync(resolve('tests/fixtures/pieces'), join(folder, 'pieces'))
  symlinkSync(resolve('db/demo/photos'), join(folder, 'photos'))
  return folder
}

const load = (db = database.db) => loadDemo({ db, files, directory, now: new Date() })

const send = pg.Client.prototype.query as (...words: unknown[]) => unknown
beforeEach(() => {
  database = databases.pop() as typeof database
})
afterEach(() => {
  pg.Client.prototype.query = send as typeof pg.Client.prototype.query
})

/** Loads the demo over a connection that carries so many statements and is closed then, as by the end of its process. */
async function loadOver(statements: number): Promise<boolean> {
  const db = openDatabase(database.connectionString, { maxConnections: 1 })
  let sent = 0
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    sent += 1
    if (sent > statements) return Promise.reject(new Error('killed'))
    return send.apply(this, words)
  } as typeof pg.Client.prototype.query
  try {
    await load(db)
    return true
  } catch (error) {
    if ((error as Error).message.includes('killed')) return false
    throw error
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
    await db.destroy()
  }
}

/** How much of the demo there is. */
async function loaded() {
  const [rows] = await query(database.db, {
    settings: int4,
    branches: int4,
    prices: int4,
    pieces: int4,
    stories: int4,
  })`select (select count(*)::int from setting) as settings, (select count(*)::int from branch) as branches,
    (select count(*)::int from metal_price) as prices, (select count(*)::int from product) as pieces,
    (select count(*)::int from story) as stories`
  return rows
}

test('killed wherever it is, it leaves nothing behind, and the next start loads all of it', async () => {
  const before = await loaded()
  // Statements of every part; the steps have no common factor with the rounds of its loops.
  let statements = 1
  for (; !(await loadOver(statements)); statements += Math.max(3, Math.ceil(statements / 3)))
    expect(await loaded(), `after ${statements} statements`).toEqual(before)
  expect(statements).toBeGreaterThan(60)
  expect(await loaded()).toMatchObject({ pieces: 7, stories: 2 })
  expect(await load()).toBeNull()
})

test('of first starts at the same time one loads it, the others find it', async () => {
  const done = await Promise.all([load(), load(), load(), load()])
  expect(done.filter((one) => one !== null)).toEqual([{ pieces: 7, photos: 14, stories: 2 }])
  expect(await loaded()).toMatchObject({ pieces: 7, stories: 2 })
})

test('what an earlier release had begun and not finished is taken up again', async () => {
  await loadSettings(database.db, join(directory, 'settings.yaml'))
  expect(await load()).toMatchObject({ pieces: 7, stories: 2 })
  await database.db.deleteFrom('story').execute()
  expect(await load()).toMatchObject({ pieces: 0, stories: 2 })
})

test('a shop of somebody’s own is no demo that was begun', async () => {
  await loadSettings(database.db, join(directory, 'settings.yaml'))
  await saveSetting(database.db, 'site', { name: 'Goldmine' })
  expect(await load()).toBeNull()
})

test.each(['ENOSPC', 'EDQUOT', 'EROFS', '53100'])(
  'a disk that is full (%s) is one sentence, and the next start loads all of it',
  async (code) => {
    const full = () => Promise.reject(Object.assign(new Error('no space left'), { code }))
    let writes = 0
    const own = openLocalFiles(join(home, code))
    const place = {
      ...own,
      write: (...words: Parameters<typeof files.write>) =>
        code !== '53100' && ++writes > 2 ? full() : own.write(...words),
    }
    if (code === '53100')
      pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
        const said = typeof words[0] === 'string' ? words[0] : (words[0] as { text?: string })?.text
        return said?.includes('story') && said.includes('insert') ? full() : send.apply(this, words)
      } as typeof pg.Client.prototype.query
    // A connection of its own keeps what was put in place of its query.
    const db = openDatabase(database.connectionString, { maxConnections: 1 })
    const fault = await loadDemo({ db, files: place, directory, now: new Date() }).catch(
      (error: unknown) => error,
    )
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
    await db.destroy()
    expect(describeFault(fault)).toMatch(/^The disk [^\n]*(full|takes no writes)[^\n]*\.$/)
    expect(await loaded()).toMatchObject({ pieces: 0, stories: 0 })
    const again = await loadDemo({ db: database.db, files: own, directory, now: new Date() })
    expect(again?.stories).toBe(2)
  },
)
