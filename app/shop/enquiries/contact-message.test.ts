import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { parseContact, receiveMessage } from './contact-message.ts'

const database = testDatabase()

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const complete = {
  name: 'Clara Beispiel',
  email: 'clara@beispiel.example',
  phone: '',
  subject: 'piece',
  message: 'Ist die Uhr noch da?',
  piece: '10482',
  submission: '0b0f8a36-2f7e-4e62-9d0b-6d2a3c1b1122',
}

test('a complete message is stored once, however often it is sent', async () => {
  const parsed = parseContact(form(complete))
  expect(parsed).toMatchObject({ ok: true, message: { phone: null, piece: '10482' } })
  if (!parsed.ok) return
  const first = await receiveMessage(database.db, parsed.message, 'de')
  expect(await receiveMessage(database.db, parsed.message, 'de')).toBe(first)
  const rows = await database.db.selectFrom('contact_message').selectAll().execute()
  expect(rows).toMatchObject([{ name: 'Clara Beispiel', subject: 'piece', message: 'Ist die Uhr noch da?' }])
})

test('a refusal names every field at fault and keeps what was typed', () => {
  expect(parseContact(form({ ...complete, email: 'nein', message: '  ' }))).toMatchObject({
    ok: false,
    reason: 'incomplete',
    fields: ['email', 'message'],
    given: { email: 'nein', name: 'Clara Beispiel' },
  })
})

test('what fills the hidden field is a robot', () => {
  expect(parseContact(form({ ...complete, website: 'https://spam.example' }))).toEqual({
    ok: false,
    reason: 'robot',
  })
})
