import { beforeAll, expect, test } from 'vitest'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { formOf } from '#tests/requests.ts'
import { openBuyingShop, sellForm } from '#tests/selling.ts'
import { submitSellRequest } from '../buying/sell-request.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import {
  type ContactMessage,
  findMessage,
  forgetMessages,
  parseContact,
  receiveMessage,
} from './contact-message.ts'

const database = testDatabase()
let settings: Settings
beforeAll(async () => {
  settings = await readSettings(database.db)
})

const complete = {
  name: 'Clara Beispiel',
  email: 'clara@beispiel.example',
  phone: '',
  subject: 'piece',
  message: 'Ist die Uhr noch da?',
  piece: '10482',
}
function message(changes: Partial<typeof complete> = {}): ContactMessage {
  const parsed = parseContact(formOf({ ...complete, ...changes }))
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.message
}
const receive = (given: ContactMessage, client: string | null = null) =>
  receiveMessage(database.db, given, { locale: 'de', client, settings })
const mails = () =>
  database.db.selectFrom('mail_outbox').select(['kind', 'recipient', 'payload']).orderBy('id').execute()

test('a double click makes one message and one mail to each side', async () => {
  const [first, second] = await Promise.all([receive(message()), receive(message())])
  expect(first).toEqual(second)
  const again = await receive(message())
  expect(again).toEqual(first)
  if (!first.ok) return
  expect(await findMessage(database.db, first.id)).toMatchObject({ subject: 'piece', piece: '10482' })
  expect(await mails()).toEqual([
    {
      kind: 'contact-acknowledgement',
      recipient: 'clara@beispiel.example',
      payload: { message: first.id },
    },
    { kind: 'staff-contact', recipient: settings.contact.email, payload: { message: first.id } },
  ])
})

test('another question of the same person is another message', async () => {
  const first = await receive(message({ email: 'ute@beispiel.example' }))
  const second = await receive(message({ email: 'ute@beispiel.example', message: 'Und in Stahl?' }))
  expect(first).not.toEqual(second)
})

test('nobody’s mailbox is filled with our acknowledgements, and nothing more is stored', async () => {
  const email = 'fremd@beispiel.example'
  const answers = []
  for (let number = 1; number <= 8; number++)
    answers.push(await receive(message({ email, message: `Nr. ${number}` }), `client-${number}`))
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true, false, false])
  expect(answers[7]).toMatchObject({ reason: 'too-many', retryAfter: expect.any(Number) })
  expect((await mails()).filter(({ recipient }) => recipient === email)).toHaveLength(6)
})

test('however its address is spelled', async () => {
  const spellings = ['Fremd.Post@gmail.com', 'fremdpost+1@googlemail.com', 'f.r.e.m.d.post@GMAIL.com']
  const answers = []
  for (let number = 0; number < 7; number++) {
    const words = { email: spellings[number % 3] ?? '', message: `Anders ${number}` }
    answers.push(await receive(message(words), `client-spelled-${number}`))
  }
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true, false])
})

test('one sender is stopped whatever addresses he names', async () => {
  const answers = []
  for (let number = 1; number <= 13; number++)
    answers.push(await receive(message({ email: `nr${number}@beispiel.example` }), 'one-client'))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(12)
})

test('a refusal names every field at fault and keeps what was typed', () => {
  const long = { phone: '0'.repeat(61), piece: '1'.repeat(17) }
  const parsed = parseContact(formOf({ ...complete, ...long, email: 'nein', message: '  ' }))
  expect('faults' in parsed && Object.keys(parsed.faults)).toEqual(['email', 'phone', 'message', 'piece'])
  expect(parsed).toMatchObject({
    ok: false,
    reason: 'incomplete',
    faults: { email: 'no-email', phone: 'too-long', message: 'missing', piece: 'too-long' },
    given: { email: 'nein', name: 'Clara Beispiel', ...long },
  })
})

test('whatever a program sends is parsed, not believed', async () => {
  const hostile = message({ subject: 'admin', message: 'a\0b', name: 'x\ud800y', phone: '\0' })
  expect(hostile).toMatchObject({ subject: 'question', message: 'ab', phone: null })
  expect(await receive({ ...hostile, email: 'null@beispiel.example' })).toMatchObject({ ok: true })
  const files = formOf(complete)
  files.set('message', new File(['x'], 'x.txt'))
  expect(parseContact(files)).toMatchObject({ ok: false, faults: { message: 'missing' } })
})

test('what fills the hidden field is a robot', () => {
  expect(parseContact(formOf({ ...complete, website: 'https://spam.example' }))).toEqual({
    ok: false,
    reason: 'robot',
  })
})

// Duty: message-retention
test('after twelve months a message is forgotten with its mails, except that of a customer', async () => {
  const { db } = database
  await addRings(db, ['60001'])
  const buyer = { holder: 'clara-clara-clara', client: null }
  await holdProducts(db, { pieces: ['60001'], ...buyer })
  const email = 'Kundin@beispiel.example'
  const request = orderRequest(['60001'], 120_000, { contact: { email, phone: null } })
  await placed(db, request, buyer)
  const [asked, bought] = [
    await receive(message({ email: 'fragt@beispiel.example' })),
    await receive(message({ email: email.toLowerCase() })),
  ]
  if (!asked.ok || !bought.ok) throw new Error('not received')
  await openBuyingShop(db, new Date())
  const seller = { name: 'Erna Muster', email: 'Erna@beispiel.example', phone: null, address: null }
  const offered = await submitSellRequest(db, sellForm({ contact: seller }), {
    client: null,
    settings: await readSettings(db),
    now: new Date(),
  })
  expect(offered).toMatchObject({ ok: true })
  const sold = await receive(message({ email: seller.email.toLowerCase() }))
  if (!sold.ok) throw new Error('not received')
  const inMonths = (months: number) => new Date(Date.now() + months * 31 * 86_400_000)
  await forgetMessages(db, inMonths(11))
  expect(await findMessage(db, asked.id)).not.toBeNull()
  expect(await forgetMessages(db, inMonths(12))).toBeGreaterThan(0)
  expect(await findMessage(db, asked.id)).toBeNull()
  expect(await findMessage(db, bought.id)).not.toBeNull()
  expect(await findMessage(db, sold.id)).not.toBeNull()
  const about = (await mails()).map(({ payload }) => (payload as { message?: number }).message)
  expect(about).not.toContain(asked.id)
  expect(about).toContain(bought.id)
})
