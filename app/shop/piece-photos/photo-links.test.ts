import { describe, expect, test } from 'vitest'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { endPhotoLinks, findPhotoLink, openPhotoLink } from './photo-links.ts'
import { phoneReach, reachesCustomers } from './reach.ts'

const database = testDatabase()

let number = 0
async function opened() {
  const { db } = database
  number += 1
  const pieceId = String(8000 + number)
  await addRings(db, [pieceId])
  const member = await db
    .insertInto('staff_member')
    .values({ name: `Mara ${number}`, email: `m${number}@staff.example`, role: 'sales' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const link = await openPhotoLink(db, member, pieceId)
  if (!link.ok) throw new Error(link.reason)
  return { db, member, pieceId, ...link }
}

describe('a link to the camera page', () => {
  test('opens one piece in its member’s name; only a digest of it is kept', async () => {
    const { db, token, pieceId, member } = await opened()
    expect(await findPhotoLink(db, token)).toMatchObject({ pieceId, member })
    const rows = await db.selectFrom('photo_link').selectAll().where('product_id', '=', pieceId).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows).toHaveLength(1)
  })

  test('ends after half an hour', async () => {
    const { db, token, pieceId, expiresAt } = await opened()
    const [row] = await db.selectFrom('photo_link').selectAll().where('product_id', '=', pieceId).execute()
    expect(expiresAt.getTime() - (row?.created_at.getTime() ?? 0)).toBe(30 * 60_000)
    await db
      .updateTable('photo_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('product_id', '=', pieceId)
      .execute()
    expect(await findPhotoLink(db, token)).toBeNull()
  })

  test('ends when it is closed, and when another is opened for the piece', async () => {
    const { db, token, pieceId, member } = await opened()
    const next = await openPhotoLink(db, member, pieceId)
    if (!next.ok) throw new Error(next.reason)
    expect(await findPhotoLink(db, token)).toBeNull()
    expect(await findPhotoLink(db, next.token)).not.toBeNull()
    await endPhotoLinks(db, member, pieceId)
    expect(await findPhotoLink(db, next.token)).toBeNull()
  })

  test('ends with the account that opened it', async () => {
    const { db, token, member } = await opened()
    await db
      .updateTable('staff_member')
      .set({ disabled_at: new Date() })
      .where('id', '=', member.id)
      .execute()
    expect(await findPhotoLink(db, token)).toBeNull()
  })

  test('nothing else opens anything', async () => {
    const { db, token, member } = await opened()
    for (const wrong of ['', token.slice(1), `${token}A`, `${token.slice(0, -1)}!`, 'A'.repeat(32)])
      expect(await findPhotoLink(db, wrong)).toBeNull()
    expect(await openPhotoLink(db, member, 'NONE')).toEqual({ ok: false, reason: 'no-such-piece' })
  })
})

describe('whether a phone reaches the shop', () => {
  const home = { HOST: '0.0.0.0', PORT: 3000, SITE_URL: 'http://192.168.1.20:3000', TRUST_PROXY: false }
  test.each([
    [home, null],
    [{ ...home, SITE_URL: 'http://localhost:3000' }, 'site-url'],
    [{ ...home, SITE_URL: 'http://127.0.0.1:3000' }, 'site-url'],
    [{ ...home, SITE_URL: 'http://[::1]:3000' }, 'site-url'],
    [{ ...home, HOST: 'localhost' }, 'host'],
    [{ ...home, HOST: '127.0.0.1' }, 'host'],
    [{ ...home, HOST: '127.0.0.1', SITE_URL: 'https://shop.example', TRUST_PROXY: true }, null],
  ])('%o: %s', (env, problem) => {
    expect(phoneReach(env, ['192.168.1.20'])).toMatchObject({
      problem,
      addresses: ['192.168.1.20'],
      port: 3000,
    })
  })
})

describe('whether customers’ phones reach the shop', () => {
  test.each([
    ['https://shop.example', true],
    ['https://10.shop.example:8443', true],
    ['http://203.0.113.7', true],
    ['http://[2001:db8::7]', true],
    ['http://localhost:3000', false],
    ['http://127.0.0.1:3000', false],
    ['http://0.0.0.0:3000', false],
    ['http://[::1]:3000', false],
    ['http://[fd12::7]:3000', false],
    ['http://[fe80::7]:3000', false],
    ['http://192.168.1.20:3000', false],
    ['http://172.20.0.4', false],
    ['http://10.0.0.4', false],
    ['http://169.254.3.4', false],
    ['http://kasse:3000', false],
    ['http://kasse.local', false],
  ])('%s: %s', (siteUrl, reached) => {
    expect(reachesCustomers(siteUrl)).toBe(reached)
  })
})
