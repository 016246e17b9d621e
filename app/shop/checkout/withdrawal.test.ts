import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { declareWithdrawal, findWithdrawal, parseDeclaration } from './withdrawal.ts'

const database = testDatabase()

const submission = '4f3f4d0e-58f4-4f0a-9a52-0d7d2a3c1b11'
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const complete = {
  name: 'Clara Beispiel',
  contract: 'RG-2026-0001',
  email: 'clara@beispiel.example',
  comment: '',
  submission,
}

test('a declaration is recorded once, with the time of receipt, and stays as it is', async () => {
  const parsed = parseDeclaration(form(complete))
  expect(parsed.ok).toBe(true)
  if (!parsed.ok) return
  const first = await declareWithdrawal(database.db, parsed.declaration, 'de')
  const again = await declareWithdrawal(database.db, { ...parsed.declaration, name: 'Jemand anders' }, 'de')
  expect(again).toEqual(first)
  expect(await findWithdrawal(database.db, submission)).toMatchObject({
    name: 'Clara Beispiel',
    locale: 'de',
  })
  await expect(database.db.updateTable('withdrawal').set({ name: 'x' }).execute()).rejects.toThrow(
    /cannot be changed/,
  )
  await expect(database.db.deleteFrom('withdrawal').execute()).rejects.toThrow(/cannot be changed/)
})

test('a refusal names every field at fault and keeps what was typed', () => {
  const parsed = parseDeclaration(form({ name: ' ', contract: 'x', email: 'no address', submission }))
  expect(parsed).toEqual({
    ok: false,
    fields: ['name', 'email'],
    given: { name: ' ', contract: 'x', email: 'no address', submission },
  })
})

test('an unknown or malformed submission finds nothing', async () => {
  expect(await findWithdrawal(database.db, '00000000-0000-4000-8000-000000000000')).toBeNull()
  expect(await findWithdrawal(database.db, "' or 1=1")).toBeNull()
})
