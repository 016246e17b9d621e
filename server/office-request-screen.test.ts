import { beforeAll, expect, test } from 'vitest'
import type { Secret } from '#app/platform/secrets.ts'
import { keepOfferDraft, offerDraftSchema } from '#app/shop/buying/offer-draft.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()
const shop = buyingShop({
  get db() {
    return content.app.db
  },
})
const cookies = new Map<StaffRole, string>()

beforeAll(async () => {
  for (const role of ['owner', 'buyer'] as const) cookies.set(role, await staffCookie(content.app.db, role))
})

const asked = (role: StaffRole, path: string) =>
  servedShop({ ...content.app, secret: 'a secret of tests, which opens nothing at all' as Secret }).fetch(
    new Request(`http://localhost:3000/office/data/requests/${path}`, {
      headers: { cookie: cookies.get(role) ?? '' },
    }),
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )

test('whoever may read restricted notes is told that there are some, nobody else', async () => {
  const { id, number } = await shop.submitted()
  const restricted = async (role: StaffRole) =>
    ((await (await asked(role, number)).json()) as { restricted: boolean }).restricted
  expect(await restricted('owner')).toBe(false)
  await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
  await shop.step({ id }, { event: 'hold', reason: 'Ausweis passt nicht' })
  expect([await restricted('owner'), await restricted('buyer')]).toEqual([true, false])
  expect(await (await asked('owner', number)).text()).not.toContain('Ausweis passt nicht')
})

test('the mail of an offer is shown as it would go out, once it can be sent, without the seller’s key', async () => {
  const { id, number, token } = await shop.submitted()
  expect((await asked('buyer', `${number}?part=mail`)).status).toBe(404)
  const lines = [{ title: 'Goldkette', item: 'gold-585', amount: '12,4' }]
  const draft = offerDraftSchema.parse({ lines, note: 'Wie am Telefon besprochen.' })
  await keepOfferDraft(content.app.db, id, { content: draft, version: 0, by: 'Berta' })
  const answer = await asked('buyer', `${number}?part=mail`)
  const html = await answer.text()
  for (const part of ['Goldkette', 'Wie am Telefon besprochen.', number]) expect(html).toContain(part)
  expect(html).not.toContain(token)
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
})
