import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { addRings, passMinutes, placedAtTotal, statusOf } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { demoContent } from '#tests/demo-content.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { startShopJobs } from './jobs.ts'

/** Both machines do all jobs; what is due is done once. */
const content = demoContent()
const home = temporaryFolder()
const ordered = Array.from({ length: 8 }, (_, index) => String(71_001 + index))
const held = Array.from({ length: 6 }, (_, index) => String(72_001 + index))
const opened: ReturnType<typeof openDatabase>[] = []
const running: Awaited<ReturnType<typeof startShopJobs>>[] = []

beforeAll(loadAllMessages)
afterAll(async () => {
  for (const { stop } of running) await stop()
  for (const db of opened) await db.destroy()
})

const outbox = (machine: string) => join(home, machine, 'outbox')

function machine(name: string): App {
  const { app, connectionString } = content
  const db = openDatabase(connectionString, { maxConnections: 4 })
  opened.push(db)
  const env = { ...app.env, DATA_DIR: join(home, name) }
  return { ...app, db, env, payment: { ...app.payment, db } }
}

test('orders lapse, holds end and mails go out once, whoever of two machines does it', async () => {
  const { db } = content.app
  await addRings(db, [...ordered, ...held])
  for (const piece of ordered) await placedAtTotal(db, [piece])
  for (const piece of held)
    await holdProducts(db, { pieces: [piece], holder: `holder-${piece}`, client: null })
  await passMinutes(db, 60 * 24 * 40)
  for (const name of ['one', 'two']) running.push(await startShopJobs(machine(name)))

  const states = async () =>
    new Set(await Promise.all([...ordered, ...held].map((piece) => statusOf(db, piece))))
  await expect.poll(states, { timeout: 120_000, interval: 200 }).toEqual(new Set(['listed']))
  // Those to staff are gathered for a while.
  const waiting = () =>
    db
      .selectFrom('mail_outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('kind', 'not like', 'staff-%')
      .execute()
  await expect.poll(waiting, { timeout: 120_000, interval: 200 }).toEqual([])
  for (const { stop } of running.splice(0)) await stop()

  const lapsed = await db
    .selectFrom('order_status_change')
    .select('order_id')
    .where('to_status', '=', 'expired')
    .execute()
  expect(lapsed).toHaveLength(ordered.length)
  expect(new Set(lapsed.map(({ order_id }) => order_id)).size).toBe(ordered.length)
  const sent = ['one', 'two'].flatMap((name) =>
    existsSync(outbox(name)) ? readdirSync(outbox(name)).filter((file) => file.endsWith('.eml')) : [],
  )
  expect(sent.length).toBeGreaterThanOrEqual(ordered.length)
  expect(new Set(sent).size).toBe(sent.length)
  const attempts = await db
    .selectFrom('mail_outbox')
    .select('attempts')
    .where('sent_at', 'is not', null)
    .execute()
  expect(new Set(attempts.map((mail) => mail.attempts))).toEqual(new Set([1]))
  expect(await brokenRules(db)).toEqual([])
})
