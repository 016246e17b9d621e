import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { type Changes, followChanges } from '#app/platform/database/changes.ts'
import { createLog } from '#app/platform/log.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { endSession, findSession, startSession } from '#app/shop/staff/sessions.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import type { SignedIn } from '../answer.ts'
import { endOfficeEvents, followWork, officeEvents } from './office-events.ts'

const database = testDatabase()
const log = createLog('silent')
let changes: Changes
let app: App

beforeAll(async () => {
  const { db, connectionString } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  changes = followChanges({ connectionString, log })
  followWork(db, changes)
  app = { db, log, now: () => new Date(), env: {} } as App
})
afterAll(() => changes.stop())

async function signedIn(role: StaffRole): Promise<SignedIn> {
  const { db } = database
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: role, email: `${crypto.randomUUID()}@staff.example`, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token } = await startSession(db, { staffId: id, browser: 'a test' })
  return (await findSession(db, token)) as SignedIn
}

/** What a stream says, counts by counts; `ended` once it is over. */
function listening(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const text = new TextDecoder()
  let unread = ''
  return {
    async next(): Promise<Record<string, number> | 'ended'> {
      for (;;) {
        const found = /event: counts\ndata: (.*)\n\n/.exec(unread)
        if (found) {
          unread = unread.slice(found.index + found[0].length)
          return JSON.parse(found[1] ?? '') as Record<string, number>
        }
        const { done, value } = await reader.read()
        if (done) return 'ended'
        unread += text.decode(value, { stream: true })
      }
    },
    leave: () => reader.cancel(),
  }
}

const enquiry = () =>
  database.db
    .insertInto('contact_message')
    .values({
      ...{ locale: 'de', name: 'Max Muster', email: 'max@beispiel.example', subject: 'question' },
      ...{ message: 'Guten Tag', submission: crypto.randomUUID() },
    })
    .execute()

test('a change is told to who may know of it, and ends with their session', async () => {
  const buyer = await signedIn('buyer')
  const response = officeEvents(app, buyer)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard = listening(response)
  expect(await heard.next()).toMatchObject({ 'answer-enquiries': 0, 'answer-requests': 0 })
  await expect.poll(() => changes.confirm()).toBe(true)
  await enquiry()
  const told = await heard.next()
  expect(told).toMatchObject({ 'answer-enquiries': 1 })
  expect(told).not.toHaveProperty('accept-orders')
  await endSession(database.db, buyer.sessionId, buyer.id)
  expect(await heard.next()).toBe('ended')
})

test('one member has eight streams at most', async () => {
  const owner = await signedIn('owner')
  const streams = Array.from({ length: 8 }, () => listening(officeEvents(app, owner)))
  expect(officeEvents(app, owner).status).toBe(429)
  await streams[0]?.leave()
  const again = officeEvents(app, owner)
  expect(again.status).toBe(200)
  for (const stream of [...streams.slice(1), listening(again)]) await stream.leave()
})

test('a server that stops ends every stream and takes none any more', async () => {
  const owner = await signedIn('owner')
  const heard = listening(officeEvents(app, owner))
  await heard.next()
  endOfficeEvents(database.db)
  expect(await heard.next()).toBe('ended')
  expect(officeEvents(app, owner).status).toBe(503)
})
