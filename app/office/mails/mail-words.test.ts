import { expect, test } from 'vitest'
import german from '#app/language/messages/de/office/mails.json' with { type: 'json' }
import english from '#app/language/messages/en/office/mails.json' with { type: 'json' }
import { mailKinds } from '#app/shop/mail-kinds.ts'

test('each kind of mail has a name in both languages', () => {
  const named = ({ kinds }: { kinds: Record<string, string> }) => Object.keys(kinds).toSorted()
  const kinds = Object.keys(mailKinds).toSorted()
  expect(named(german)).toEqual(kinds)
  expect(named(english)).toEqual(kinds)
})
