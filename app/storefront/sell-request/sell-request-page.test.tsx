import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#app/platform/env.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { sendLabel } from '#app/shop/buying/sell-parcels.ts'
import { endRequest } from '#app/shop/buying/staff-steps.ts'
import { saveBranch } from '#app/shop/settings/settings.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { contextOf, formOf } from '#tests/requests.ts'
import { sellForm } from '#tests/selling.ts'
import { Receipt } from './Receipt.tsx'
import * as page from './sell-request-page.tsx'
import { sellerView } from './seller-view.ts'
import { statusWords } from './status-words.ts'
import { Visit } from './Visit.tsx'
import type { VisitChoice } from './visit-choice.ts'

const shop = buyingShop()
const context = () => contextOf({ db: shop.db, env: readEnv({ DATA_DIR: '/tmp' }) })

beforeAll(async () => {
  const [koeln] = shop.settings.branches
  if (!koeln) throw new Error('no branch')
  // With one time on Sundays, and with none.
  const hours = [{ days: ['su' as const], opens: '10:00', closes: '10:30' }]
  await saveBranch(shop.db, 1, { ...koeln, id: 'bonn', name: 'Rheingold Bonn', hours })
  await saveBranch(shop.db, 2, { ...koeln, id: 'neuss', name: 'Rheingold Neuss', hours: [] })
})

async function accepted() {
  const request = await shop.submitted()
  const made = await shop.offer(request, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer(request, made.offer, 'accepted')
  return request.token
}

/** What the page offers at an address of it. */
async function see(token: string, query = '') {
  const url = new URL(`http://shop.test/de/ankauf/${token}${query}`)
  const args = { context: context(), request: new Request(url), params: { token }, url, pattern: '' }
  const { data } = (await page.loader(args as never)) as unknown as {
    data: { choice: VisitChoice | null; branches: { branchId: string; name: string }[] }
  }
  const found = await readSellRequest(shop.db, { token })
  const html = renderToStaticMarkup(
    <Visit
      request={sellerView(found as NonNullable<typeof found>)}
      choice={data.choice}
      branches={data.branches}
      phone="0221"
    />,
  )
  return { choice: data.choice as VisitChoice, data, html }
}

async function book(token: string, query: string, time: string) {
  const url = new URL(`http://shop.test/de/ankauf/${token}${query}`)
  const body = formOf({ step: 'book', time })
  const request = new Request(url, {
    method: 'POST',
    body: new URLSearchParams([...body] as [string, string][]),
  })
  const args = { context: context(), request, params: { token }, url, pattern: '' }
  return (await page.action(args as never)) as unknown as {
    status?: number
    init?: { status: number }
    data?: { reason: string }
  }
}

const count = (html: string, what: RegExp) => [...html.matchAll(what)].length

describe('an appointment', () => {
  test('is chosen by branch, then by day, then by time: the page never holds all of them', async () => {
    const token = await accepted()
    const first = await see(token)
    expect(first.choice.branches.map(({ branchId }) => branchId)).toEqual(['koeln', 'bonn'])
    expect(first.choice).toMatchObject({ branchId: 'koeln', day: null, times: [], gone: false, open: false })
    expect(first.choice.days.length).toBeGreaterThan(18)
    expect(first.html).not.toMatch(/<select|type="radio"/)
    expect(count(first.html, /href="\?branch=koeln&amp;day=[\d-]+#visit"/g)).toBe(first.choice.days.length)
    expect(JSON.stringify(first.data.choice).length).toBeLessThan(1000)

    const [, day = ''] = first.choice.days
    const second = await see(token, `?branch=koeln&day=${day}`)
    expect(second.choice).toMatchObject({ day, open: true })
    expect(count(second.html, /type="radio"[^>]* name="time" value="koeln\|/g)).toBe(16)
    expect(second.html).toContain(`action="?branch=koeln&amp;day=${day}#visit"`)
    expect(second.html).toMatch(/<legend[^>]*>\p{L}+, \d+\. \p{L}+, Rheingold Köln: Uhrzeit<\/legend>/u)
    expect(second.html).toContain('10:00 Uhr')

    // Another branch begins anew; one that has no times is not offered.
    const bonn = await see(token, '?branch=bonn')
    expect(bonn.choice).toMatchObject({ branchId: 'bonn', day: null })
    expect(bonn.choice.days.length).toBeLessThan(5)
    expect((await see(token, `?branch=neuss&day=${day}`)).choice).toMatchObject({
      branchId: 'koeln',
      day: null,
    })
    expect((await see(token, '?branch=koeln&day=x')).choice).toMatchObject({ day: null, gone: true })
  })

  test('that was taken meanwhile is said, at the day that was chosen; a full day is not offered', async () => {
    const [token, other] = [await accepted(), await accepted()]
    const [, , day = ''] = (await see(token)).choice.days
    const query = `?branch=koeln&day=${day}`
    const { choice } = await see(token, query)
    const time = `koeln|${choice.times[3]?.toISOString()}`
    expect((await book(other, query, time)).status).toBe(303)
    const refused = await book(token, query, time)
    expect(refused).toMatchObject({ init: { status: 409 }, data: { reason: 'taken' } })
    const again = await see(token, query)
    expect(again.choice.day).toBe(day)
    expect(again.choice.times).toHaveLength(choice.times.length - 1)
    expect(await book(token, query, '')).toMatchObject({ data: { reason: 'no-such-branch' } })

    const sundays = (await see(token, '?branch=bonn')).choice.days
    const only = `?branch=bonn&day=${sundays[0]}`
    const [at] = (await see(token, only)).choice.times
    expect((await book(other, only, `bonn|${at?.toISOString()}`)).status).toBe(303)
    const full = await see(token, only)
    expect(full.choice).toMatchObject({ branchId: 'bonn', days: sundays.slice(1), day: null, gone: true })
    expect(full.html).toContain('An diesem Tag ist nichts mehr frei.')
    // Moved, the first time is free again; the page of who has an appointment begins where that is.
    expect((await see(token, query)).choice.times).toHaveLength(choice.times.length)
    const moved = await see(other)
    expect(moved.choice.branchId).toBe('bonn')
    expect(moved.html).toMatch(/<details><summary[^>]*>Anderen Termin wählen/)
    expect((await see(other, query)).html).toContain('<details open="">')
  })
})

describe('a receipt', () => {
  test('is opened from the page once it is printed to be signed, and when it is paid', async () => {
    const id = await shop.agreed()
    await shop.identify(id)
    const see = async () => {
      const found = await shop.see({ id })
      const html = renderToStaticMarkup(<Receipt request={sellerView(found)} apiUrl="/api" />)
      return { html, link: (number: string) => `href="/api/sell-requests/${found.token}/${number}.pdf"` }
    }
    expect((await see()).html).toBe('')
    const made = await shop.receipt(id)
    if (!made.ok) throw new Error(made.reason)
    const open = await see()
    expect(open.html).toContain(open.link(made.number))
    expect(open.html).toMatch(/734,65.*bevor wir auszahlen/)
    await shop.payReceipt(id)
    const paid = await see()
    expect(paid.html).toContain(paid.link(made.number))
    expect(paid.html).not.toContain('bevor wir')
  })

  test('that was taken back unpaid is not on the page any more', async () => {
    const id = await shop.agreed()
    await shop.identify(id)
    await shop.receipt(id)
    await shop.step({ id }, { event: 'hold', reason: 'Rückfrage' })
    expect(renderToStaticMarkup(<Receipt request={sellerView(await shop.see({ id }))} apiUrl="/api" />)).toBe(
      '',
    )
  })
})

describe('a parcel that comes after its request ended', () => {
  async function arrivedAfter(end: (id: number) => Promise<unknown>) {
    const address = { street: 'Ring 1', postalCode: '50667', city: 'Köln', country: 'DE' }
    const contact = { ...sellForm().contact, address }
    const { id } = await shop.submitted({ way: 'shipment', branchId: null, contact })
    const made = await shop.offer({ id }, 'estimate')
    if (!made.ok) throw new Error(made.reason)
    await shop.answer({ id }, made.offer, 'accepted')
    const label = {
      ...{ carrier: 'Wertkurier Nord', code: 'WK-9', url: 'https://track.example/9' },
      declaredCents: 73_465,
    }
    expect(await sendLabel(shop.db, { id }, { label, by: 'Berta', settings: shop.settings })).toEqual({
      ok: true,
    })
    await end(id)
    expect(await shop.step({ id }, { event: 'receive', branchId: 'koeln' })).toMatchObject({ ok: true })
    const request = sellerView(await shop.see({ id }))
    return { text: statusWords(request, []).text, mayEnd: request.mayEnd }
  }

  test('is asked about where its seller had ended it', async () => {
    const { text, mayEnd } = await arrivedAfter((id) =>
      endRequest(shop.db, { id }, { settings: shop.settings }),
    )
    expect(text).toMatch(/^Sie hatten abgesagt\. .*ungeprüft, kostenlos und versichert/)
    expect(mayEnd).toBe(true)
  })

  test('goes back where the shop had turned it down', async () => {
    const { text } = await arrivedAfter((id) =>
      shop.step({ id }, { event: 'turn-down', reason: 'nichts für uns', tell: '' }),
    )
    expect(text).toMatch(/^Wie geschrieben kaufen wir es nicht an/)
  })

  test('is examined like any other where nobody had', async () => {
    expect((await arrivedAfter(async () => {})).text).toMatch(/^Wir prüfen es/)
  })
})
