import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { staffName } from './staff-name.ts'

const account = (username: string) => () => ({ ...userInfo(), username })

test('is who is named, else whose account it is, and never somebody else', () => {
  expect(staffName({ by: ' Berta\u202e  Kasse ' })).toBe('Berta Kasse')
  expect(staffName({}, account('berta'))).toBe('berta')
  for (const nobody of ['Shop', ' ', 'x'.repeat(101)]) expect(() => staffName({ by: nobody })).toThrow('--by')
})

test('an account that is called like the shop, or has no name, stands in nobody’s way', () => {
  expect(staffName({}, account('shop'))).toBe('account shop')
  const nameless = () => {
    throw Object.assign(new Error('no such account'), { code: 'ERR_SYSTEM_ERROR' })
  }
  expect(staffName({}, nameless)).toBe(`account ${process.getuid?.()}`)
})
