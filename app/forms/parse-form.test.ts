import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { payloads } from '#tests/hostile-texts.ts'
import * as f from './fields.ts'
import { fillsHoneypot, honeypotName } from './honeypot.ts'
import { faultsIn, givenIn, parseForm, textsIn } from './parse-form.ts'

const formOf = (entries: readonly (readonly [string, string | File])[]) => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** The value of a field in which `typed` stands, or why it has none. */
const read = (field: f.Field<unknown, string>, typed: string) => {
  const parsed = parseForm(formOf([['field', typed]]), { field })
  return parsed.ok ? { value: parsed.value.field } : { fault: parsed.faults.field }
}

const long = 'x'.repeat(11)
const id = '4F3F4D0E-58f4-4f0a-9a52-0d7d2a3c1b11'
test.each<[string, f.Field<unknown, string>, string, { value: unknown } | { fault: string }]>([
  ['a line is tidied', f.line(10), ' a \r\n\tb\0 ', { value: 'a b' }],
  ['a line of blanks is missing', f.line(10), ' \0\u202e\n', { fault: 'missing' }],
  ['a line is measured tidied', f.line(10), `${' '.repeat(40)}x`, { value: 'x' }],
  ['a line may be too long', f.line(10), long, { fault: 'too-long' }],
  ['an optional line may be empty', f.optionalLine(10), ' ', { value: null }],
  ['an optional line may be too long', f.optionalLine(10), long, { fault: 'too-long' }],
  ['words keep their lines', f.text(10), ' a\r\n\0b ', { value: 'a\nb' }],
  ['words may be missing', f.text(10), ' \r\n ', { fault: 'missing' }],
  ['words may be too long', f.text(10), long, { fault: 'too-long' }],
  ['words need not be', f.optionalText(10), '', { value: '' }],
  ['an address', f.email(40, 'no-email'), ' clara@beispiel.example ', { value: 'clara@beispiel.example' }],
  [
    'an address as it is said, however it was typed',
    f.email(40, 'no-email'),
    'Kontakt@xn--Bcher-kva.EXAMPLE.',
    { value: 'Kontakt@bücher.example' },
  ],
  [
    'letters that mail servers do not take',
    f.email(40, 'no-email'),
    'jürgen@a.example',
    { fault: 'no-email' },
  ],
  ['no address', f.email(40, 'no-email'), 'clara', { fault: 'no-email' }],
  ['no address at all', f.email(40, 'no-email'), '', { fault: 'missing' }],
  ['an address that is too long', f.email(10, 'no-email'), 'clara@beispiel.example', { fault: 'too-long' }],
  ['a choice', f.choice(['a', 'b'], 'invalid', 'missing'), 'b', { value: 'b' }],
  ['no such choice', f.choice(['a', 'b'], 'invalid', 'missing'), 'c', { fault: 'invalid' }],
  ['no choice', f.choice(['a', 'b'], 'invalid', 'missing'), '', { fault: 'missing' }],
  ['no choice, by one reason', f.choice(['a', 'b'], 'no-choice'), '', { fault: 'no-choice' }],
  ['a name of an object’s own', f.choice(['a', 'b'], 'no-choice'), 'constructor', { fault: 'no-choice' }],
  ['a choice with a way out', f.choiceOr(['a', 'b'], 'a'), '__proto__', { value: 'a' }],
  ['a number of a form', f.submission('missing'), id, { value: id.toLowerCase() }],
  ['no number of a form', f.submission('missing'), '1', { fault: 'missing' }],
  ['a box', f.box, 'on', { value: true }],
  ['a box that is not ticked', f.box, '', { value: false }],
  ['what fits', f.fitting(f.line(10), (text) => text === 'x', 'odd'), 'x', { value: 'x' }],
  ['what does not fit', f.fitting(f.line(10), (text) => text === 'x', 'odd'), 'y', { fault: 'odd' }],
  ['what is missing before it fits', f.fitting(f.line(10), () => false, 'odd'), '', { fault: 'missing' }],
])('%s', (_, field, typed, result) => {
  expect(read(field, typed)).toEqual(result)
})

describe('a form', () => {
  const country: f.Field<string, 'missing' | 'too-long' | 'not-there'> = f.line(2)
  const fields = { name: f.line(10), country, email: f.email(40, 'no-email'), box: f.box }
  const parse = (entries: readonly (readonly [string, string | File])[]) =>
    parseForm(formOf(entries), fields, (value) => (value.country === 'XX' ? { country: 'not-there' } : {}))

  test('is a value where every field can be used', () => {
    const entries = [
      ['name', ' Ute '],
      ['country', 'DE'],
      ['email', 'ute@beispiel.example'],
      ['other', 'x'],
      ['name', 'Eva'],
    ] as const
    expect(parse(entries)).toEqual({
      ok: true,
      value: { name: 'Ute', country: 'DE', email: 'ute@beispiel.example', box: false },
      given: { name: ' Ute ', country: 'DE', email: 'ute@beispiel.example' },
    })
  })

  test('names a reason for each field at fault, in their order, and what was typed', () => {
    const parsed = parse([
      ['email', 'no'],
      ['country', 'XX'],
    ])
    expect(parsed).toEqual({
      ok: false,
      faults: { name: 'missing', country: 'not-there', email: 'no-email' },
      value: { country: 'XX', box: false },
      given: { email: 'no', country: 'XX' },
    })
    // What holds between fields is looked at after each of them.
    expect('faults' in parsed && Object.keys(parsed.faults)).toEqual(['name', 'email', 'country'])
  })

  test('tells the compiler its values and reasons', () => {
    const parsed = parse([])
    if (parsed.ok) expectTypeOf(parsed.value.box).toEqualTypeOf<boolean>()
    else {
      expectTypeOf(parsed.faults.name).toEqualTypeOf<'missing' | 'too-long' | undefined>()
      expectTypeOf(parsed.faults.email).toEqualTypeOf<'missing' | 'too-long' | 'no-email' | undefined>()
      expectTypeOf(parsed.faults.box).toEqualTypeOf<undefined>()
    }
    expect(parsed.ok).toBe(false)
  })

  test('reads a file in a field of words as nothing', () => {
    expect(parse([['name', new File(['x'], 'x.txt')]])).toMatchObject({
      faults: { name: 'missing' },
      given: {},
    })
  })

  test('survives whatever is sent: values are clean, reasons are known, nothing else comes back', () => {
    const names = [...Object.keys(fields), '__proto__', 'constructor', honeypotName]
    const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...payloads))
    const reasons = ['missing', 'too-long', 'not-there', 'no-email']
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), typed)), (entries) => {
        const parsed = parse(entries)
        for (const value of Object.values(parsed.value)) {
          if (typeof value === 'string')
            expect(value).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]|^\s|\s$/u)
        }
        for (const [name, text] of Object.entries(parsed.given)) {
          expect(Object.hasOwn(fields, name)).toBe(true)
          expect(text).toBe(formOf(entries).get(name))
        }
        if (parsed.ok) return
        for (const reason of Object.values(parsed.faults)) expect(reasons).toContain(reason)
      }),
    )
  })
})

test('texts of a field come as often as they were sent, files left out', () => {
  const form = formOf([
    ['piece', '10482'],
    ['piece', new File(['x'], 'x.txt')],
    ['piece', '20117'],
  ])
  expect(textsIn(form, 'piece')).toEqual(['10482', '20117'])
  expect(textsIn(form, 'other')).toEqual([])
  expect(givenIn(form, ['piece', 'other'])).toEqual({ piece: '10482' })
})

test('faults of parts are one after the other; the first reason of a field stays', () => {
  const faults = faultsIn<{ [name: string]: string }>(
    { ok: false, faults: { street: 'missing', city: 'too-long' } },
    { ok: true },
    { ok: false, faults: { note: 'too-long', street: 'parcel-locker' } },
  )
  expect(Object.entries(faults)).toEqual([
    ['street', 'missing'],
    ['city', 'too-long'],
    ['note', 'too-long'],
  ])
})

test.each([
  [[], false],
  [[[honeypotName, '']], false],
  [[[honeypotName, 'https://spam.example']], true],
] as const)('a program gives itself away by what it fills in: %j', (entries, isProgram) => {
  expect(fillsHoneypot(formOf(entries))).toBe(isProgram)
})
