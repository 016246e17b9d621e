import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMailAddress } from './mail-address.ts'

describe('a mail address', () => {
  test.each([
    ['clara@beispiel.example', 'clara', 'beispiel.example'],
    [' clara@beispiel.example ', 'clara', 'beispiel.example'],
    ['clara@beispiel.example.', 'clara', 'beispiel.example'],
    ['Clara.M+uhr@BEISPIEL.DE', 'Clara.M+uhr', 'beispiel.de'],
    ['kontakt@bücher.example', 'kontakt', 'xn--bcher-kva.example'],
    ['info@MÜLLER.de', 'info', 'xn--mller-kva.de'],
    // As some keyboards write it: a letter and its dots apart.
    ['info@mu\u0308ller.de', 'info', 'xn--mller-kva.de'],
    ['info@straße.de', 'info', 'xn--strae-oqa.de'],
    ['info@xn--mller-kva.de', 'info', 'xn--mller-kva.de'],
    ['a@пример.рф', 'a', 'xn--e1afmkfd.xn--p1ai'],
    ['ute＠ｂeispiel.de', 'ute', 'beispiel.de'],
    ["o'neill@a-b.co.uk", "o'neill", 'a-b.co.uk'],
  ])('%s is read', (typed, local, domain) => {
    expect(readMailAddress(typed)).toEqual({ ok: true, local, domain })
  })

  test.each([
    ['clara@beispiel,de', 'no-domain', 'clara@beispiel.de'],
    ['clara,m@beispiel.de', 'unreadable', 'clara.m@beispiel.de'],
    ['clara@@beispiel.de', 'unreadable', 'clara@beispiel.de'],
    ['clara@beispiel..de', 'unreadable', 'clara@beispiel.de'],
    ['clara@.beispiel.de', 'unreadable', 'clara@beispiel.de'],
    ['clara @ beispiel.de', 'unreadable', 'clara@beispiel.de'],
    ['clara@beispiel. de', 'unreadable', 'clara@beispiel.de'],
    ['clara.@beispiel.de', 'unreadable', 'clara@beispiel.de'],
    ['clara(at)beispiel.de', 'no-at', 'clara@beispiel.de'],
    ['clara at müller.de', 'no-at', 'clara@müller.de'],
    ['Clara Beispiel <clara@beispiel.de>', 'unreadable', 'clara@beispiel.de'],
    ['mailto:clara@beispiel.de', 'unreadable', 'clara@beispiel.de'],
    ['clara@beispiel.de;', 'unreadable', 'clara@beispiel.de'],
    ['clara@müller,de', 'no-domain', 'clara@müller.de'],
    ['clara', 'no-at', null],
    ['clara.beispiel.de', 'no-at', null],
    ['clara@', 'no-domain', null],
    ['clara@beispiel', 'no-domain', null],
    ['@beispiel.de', 'unreadable', null],
    ['jürgen@beispiel.de', 'local', null],
    ['jürgen@müller.de', 'local', null],
    ['clara@1.2.3.4', 'unreadable', null],
    ['clara@-beispiel.de', 'unreadable', null],
    ['a@beispiel.de, b@beispiel.de', 'unreadable', null],
    ['clara@beispiel.de/pfad', 'unreadable', null],
    [`clara@${'a'.repeat(64)}.de`, 'unreadable', null],
    [`${'a'.repeat(65)}@beispiel.de`, 'unreadable', null],
  ] as const)(
    '%s is refused, and what would be right is known where it is plain',
    (typed, reason, suggestion) => {
      expect(readMailAddress(typed)).toEqual({ ok: false, reason, suggestion })
    },
  )

  test('whatever is typed, what is read has two plain parts, and what is suggested can be read', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.emailAddress(),
      fc.string().map((text) => `a@${text}.de`),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const read = readMailAddress(text)
        if (read.ok) expect(`${read.local}@${read.domain}`).toMatch(/^[\w'+.-]+@[a-z\d.-]+$/)
        else if (read.suggestion !== null) expect(readMailAddress(read.suggestion).ok).toBe(true)
      }),
    )
  })
})
