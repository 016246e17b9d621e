import { describe, expect, test } from 'vitest'
import { clientContext } from '#app/app-context.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { cancelByVisitor } from '#app/shop/appointments/viewing.ts'
import { appointmentShop } from '#tests/appointment-shop.ts'
import { cast } from '#tests/catalogue.ts'
import { contextOf, formOf } from '#tests/requests.ts'
import { loader as appointmentFile } from './appointment-file.ts'
import { action, loader } from './viewing.ts'

const { shop, freeAt, mails } = appointmentShop()
const { availableSubmariner: watch, availableRing: ring, soldTank } = cast
const address = 'http://shop.test/api/viewing'

function context() {
  const app = contextOf({
    db: shop.db,
    env: readEnv({ SITE_URL: 'https://shop.test' }),
    log: createLog('silent'),
  })
  app.set(clientContext, null)
  return app
}
const ask = (query: string) =>
  loader({ request: new Request(`${address}?${query}`), context: context(), params: {} })
const send = (fields: Record<string, string | readonly string[]>, method = 'POST') =>
  action({
    request: new Request(address, { method, ...(method === 'POST' && { body: formOf(fields) }) }),
    context: context(),
    params: {},
  })
const fileOf = (token: string, file = 'termin.ics') =>
  appointmentFile({
    request: new Request(`http://shop.test/api/appointments/${token}/${file}`),
    context: context(),
    params: { token, file },
  })

async function form(changes: Record<string, string | readonly string[]> = {}) {
  const startsAt = await freeAt(0)
  return {
    ...{ piece: [watch, ring], kind: 'viewing', locale: 'de', time: `koeln|${startsAt.toISOString()}` },
    ...{ name: 'Clara Beispiel', email: 'clara@beispiel.example', phone: '', about: '', ...changes },
  }
}

describe('GET /viewing', () => {
  test('offers times of this moment for a piece, and what others could be laid out', async () => {
    const response = await ask(`piece=${watch}&piece=${ring}&locale=de`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const offer = await response.json()
    expect(JSON.stringify(offer)).toContain((await freeAt(0)).toISOString())
    expect(JSON.stringify(offer)).toContain(ring)
  })

  test.each([soldTank, '0', 'x', ''])('has nothing to offer for %j', async (piece) => {
    const response = await ask(`piece=${piece}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ ok: false, reason: 'no-such-piece', faults: {} })
  })
})

describe('POST /viewing', () => {
  test('books, answers with the link that only its owner knows, and writes one confirmation', async () => {
    const response = await send(await form())
    expect(response.status).toBe(200)
    const { ok, token } = await response.json()
    expect(ok).toBe(true)
    expect(token).toMatch(/^[\w-]{32}$/)
    expect((await mails()).filter(({ recipient }) => recipient === 'clara@beispiel.example')).toMatchObject([
      { kind: 'appointment-booked', locale: 'de' },
    ])
  })

  test('says all that is missing at once, and books nothing', async () => {
    const response = await send({ piece: watch, name: '', email: 'clara@', time: 'koeln|soon' })
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      ok: false,
      reason: 'incomplete',
      faults: { name: 'missing', email: 'no-email', time: 'missing' },
    })
    expect(await mails()).toEqual([])
  })

  test('refuses a time that is taken and a piece that is gone as such', async () => {
    const first = await form()
    expect((await send(first)).status).toBe(200)
    // The two members see somebody each at most: the third comes too late.
    await send({ ...first, email: 'dora@beispiel.example', name: 'Dora Beispiel' })
    const late = await send({ ...first, email: 'emil@beispiel.example', name: 'Emil Beispiel' })
    expect(late.status).toBe(409)
    expect(await late.json()).toEqual({ ok: false, reason: 'taken', faults: {} })
    const gone = await send(await form({ piece: soldTank }))
    expect(gone.status).toBe(409)
    expect(await gone.json()).toEqual({ ok: false, reason: 'no-such-piece', faults: {} })
  })

  test('takes nothing but forms', async () => {
    expect((await send({}, 'PUT')).status).toBe(405)
    const request = new Request(address, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect((await action({ request, context: context(), params: {} })).status).toBe(400)
  })
})

describe('GET /appointments/{token}/{file}.ics', () => {
  test('is the appointment in a calendar, and ends with it', async () => {
    const startsAt = await freeAt(0)
    const { token } = await (await send(await form())).json()
    const file = await fileOf(token)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="termin.ics"')
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    expect(file.headers.get('referrer-policy')).toBe('no-referrer')
    const text = (await file.text()).replaceAll('\r\n ', '')
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(text).toContain(`https://shop.test/de/termin/${token}`)
    expect(text).toContain(`\r\nDTSTART:${startsAt.toISOString().replace(/[-:]|\.\d+/g, '')}\r\n`)
    await cancelByVisitor(shop.db, token, { settings: shop.settings })
    expect((await fileOf(token)).status).toBe(404)
  })

  test.each([
    ['x', 'termin.ics'],
    ['a'.repeat(32), 'termin.ics'],
    ['a'.repeat(32), 'termin.pdf'],
  ])('there is none for %s/%s', async (token, file) => {
    expect((await fileOf(token, file)).status).toBe(404)
  })
})
