import { text as readAll } from 'node:stream/consumers'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { staffCookie } from '../../staff-cookie.ts'
import type { Asking } from './asking.ts'
import type { Doing } from './visitors.ts'

const screens = [
  '',
  'pieces',
  'orders',
  'requests',
  'enquiries',
  'mails',
  'people',
  'withdrawals',
  'insight',
  'settings',
]

const form = z.object({
  forms: z.array(z.object({ key: z.string(), value: z.unknown(), version: z.number() })),
})
const vacation = z.looseObject({ message: z.object({ de: z.string(), en: z.string() }) })
const field = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  uid: z.string(),
  value: z.string(),
})
const page = z.object({ id: z.number(), version: z.number(), fields: z.array(field) })
/** Why something was not saved where two do the same at once. */
const beaten = new Set(['conflict', 'changed-meanwhile'])
const saved = z.looseObject({ ok: z.boolean(), reason: z.string().optional() })

/** What staff do all day, each time as who signed in at first. */
export async function staff(ask: Asking, db: Database, roll: () => number): Promise<Doing[]> {
  const headers = { cookie: await staffCookie(db, 'owner') }
  const json = { ...headers, 'content-type': 'application/json' }
  const watches = await db
    .selectFrom('product')
    .select(['id', 'price_cents'])
    .where('status', '=', 'listed')
    .where('kind', '=', 'watch')
    .orderBy('id')
    .limit(20)
    .execute()
  const stories = await db.selectFrom('story').select('id').orderBy('id').limit(20).execute()
  const one = <T>(list: readonly T[]) => list[Math.floor(roll() * list.length)] as T
  let turn = 0

  async function act(name: string, input: object): Promise<void> {
    const answer = await ask(
      `/office/act/${name}`,
      { method: 'POST', headers: json, body: JSON.stringify(input) },
      [200],
    )
    const said = saved.parse(JSON.parse(answer.text))
    // Two of them at once: one sees that the other was first.
    if (!said.ok && !beaten.has(said.reason ?? '')) throw new Error(`${name}: ${said.reason}`)
  }

  async function changePrice(): Promise<void> {
    const { id, price_cents: price } = one(watches)
    const version = await versionOf(db, { subject: 'piece', id })
    turn += 1
    await act('pieces.set', { id, part: 'price', value: (price ?? 100_000) + (turn % 50) * 100, version })
  }

  async function changeSettings(): Promise<void> {
    const shown = await ask('/office/data/settings/vacation', { headers }, [200])
    const { value, version } = form.parse(JSON.parse(shown.text)).forms[0] ?? {}
    const message = { de: `Guten Tag ${++turn % 10}`, en: `Hello ${turn % 10}` }
    await act('settings.save-vacation', { value: { ...vacation.parse(value), message }, version })
  }

  async function changeStory(): Promise<void> {
    const shown = await ask(`/office/data/preview/${one(stories).id}?language=de`, { headers }, [200, 404])
    if (shown.status === 404) return
    const { id, version, fields } = page.parse(JSON.parse(shown.text))
    const text = fields.find(({ value }) => value.length > 20 && !value.includes('\n'))
    if (!text) return
    const { path, uid, value: from } = text
    const value = `${from.replace(/ · \d$/, '')} · ${++turn % 10}`
    await act('preview.save', {
      story: id,
      version,
      language: 'de',
      publish: true,
      texts: [{ path, uid, from, value }],
    })
  }

  /** A page of the office that is open for a while, and told what waits. */
  async function listen(): Promise<void> {
    const closed = AbortSignal.timeout(Math.round(2_000 + roll() * 40_000))
    const stream = await fetch(`${ask.url}/office/events`, { headers, signal: closed })
    // A member may have eight open.
    if (stream.status !== 200 && stream.status !== 429) throw new Error(`events answered ${stream.status}`)
    if (stream.body) await readAll(stream.body).catch((error: Error) => ended(error))
  }

  return [
    {
      name: 'a screen of the office',
      share: 20,
      act: () => ask(`/office/data/${one(screens)}`, { headers }, [200]).then(),
    },
    { name: 'a price', share: 8, act: changePrice },
    { name: 'a setting', share: 2, act: changeSettings },
    { name: 'a story', share: 2, act: changeStory },
    { name: 'a stream of events', share: 4, act: listen },
  ]
}

function ended(error: Error): void {
  if (error.name !== 'TimeoutError') throw error
}
