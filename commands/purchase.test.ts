import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { addStaff } from '#app/shop/staff/accounts.ts'
import { createLink, setPasswordByLink } from '#app/shop/staff/links.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { ernaMuster, sellForm, sellingSecret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { purchase as purchaseCommand } from './purchase.ts'

const database = testDatabase()
const shop = buyingShop(database)
const folder = temporaryFolder()

/** What the command prints, or why it refuses. */
const purchase = (...words: string[]) => asked([], ...words)

/** The same, with what is typed when it asks. */
async function asked(answers: readonly string[], ...words: string[]): Promise<string> {
  const env = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    SESSION_SECRET: sellingSecret,
    SITE_URL: 'https://shop.test',
  }
  const { code, out, err } = await typed(purchaseCommand, [...words, '--by', 'Berta Einkauf'], env, answers)
  if (code === 0) return out.trimEnd()
  expect(err).not.toMatch(/^ {4}at /m)
  return err.split('\n')[0] ?? ''
}

const submitted = async () =>
  (await shop.submitted({ contact: { ...sellForm().contact, name: 'Erna Müster-Weiß' } })).number

/** Gives somebody an account; its password. */
async function account(name: string, role: StaffRole): Promise<string> {
  const { db } = database
  const added = await addStaff(db, { name, email: `${role}@laden.example`, role, locale: 'de' })
  if (!added.ok) throw new Error(added.reason)
  const password = 'ein langes Passwort'
  const token = await createLink(db, { staffId: added.id, purpose: 'invitation' })
  await setPasswordByLink(db, { siteUrl: 'https://shop.example', token, password })
  return password
}

/** JSON is YAML, too. */
function file(name: string, content: unknown): string {
  const path = join(folder, `${name}.yaml`)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const chain = { title: 'Halskette 585', kind: 'scrap', item: 'gold-585', amount: '12,4', testMethod: 'xrf' }
const ring = { title: 'Ring mit Brillant', kind: 'jewellery', euros: '1.200,00', testMethod: 'touchstone' }

test('what is turned down may be told why, in words of its own', async () => {
  const number = await submitted()
  expect(await purchase('turn-down', number, 'Fälschung?', '--tell', ' \u202e ')).toMatch(
    /^✗ --tell has 3 to/,
  )
  expect(await purchase('turn-down', number, 'Fälschung?', '--tell', 'x'.repeat(501))).toMatch(
    /^✗ --tell has/,
  )
  const words = 'Vergoldete Stücke <b>kaufen</b> wir\u202e nicht\u0007 an.'
  expect(await purchase('turn-down', number, 'Fälschung?', '--tell', words)).toContain('"status":"declined"')
  const request = await readSellRequest(database.db, { number })
  expect(request?.messages).toMatchObject([
    { sender: 'staff', text: 'Vergoldete Stücke <b>kaufen</b> wir nicht an.' },
  ])
  expect(JSON.stringify(request)).not.toContain('Fälschung')
  const shown = await purchase('show', number)
  expect(shown).toMatch(/^turn-down .*\(Berta Einkauf\): Fälschung\?$/m)
  expect(shown).toMatch(/^staff +[-\d]+ [:\d]+ Vergoldete Stücke .*\n +written by Berta Einkauf$/m)
  const mails = await database.db
    .selectFrom('mail_outbox')
    .select('payload')
    .where('kind', '=', 'sell-turned-down')
    .where('payload', '@>', JSON.stringify({ sell: request?.id }))
    .execute()
  expect(mails).toMatchObject([{ payload: { message: request?.messages[0]?.id } }])
  // Of what is not possible nothing is told.
  expect(await purchase('turn-down', number, 'Noch einmal', '--tell', 'Wirklich nicht.')).toContain('refused')
  expect((await readSellRequest(database.db, { number }))?.messages).toHaveLength(1)
})

test('a purchase from the question to the refinery', async () => {
  const number = await submitted()
  expect(await purchase()).toMatch(new RegExp(`^${number} .*submitted +gold +Erna Müster-Weiß`, 'm'))
  expect(await purchase('list', 'paid')).toBe('No request waits.')
  expect(await purchase('ask', number, 'Ist', 'ein', 'Stempel', 'darauf?')).toMatch(/^✓ +ask AN-/)
  expect(await purchase('estimate', number, file('lines', [chain]))).toMatch(/^✓ +estimate AN-/)
  expect(await purchase('receive', number.toLowerCase(), 'nirgends')).toMatch(
    /^✗ receive an-\S+ is refused: no-such-branch\. There is no such branch; there are: (\w+, )*koeln\b/,
  )
  expect(await purchase('receive', number, 'koeln')).toContain('"status":"received"')
  const serial = {
    title: 'Halskette 585',
    serial: '2491234',
    register: { name: 'Register', result: 'clear' },
  }
  expect(await purchase('inspect', number, file('found', [serial, { title: ring.title }]))).toContain(
    '"status":"inspected"',
  )
  const shown = await purchase('show', number)
  expect(shown).toMatch(/^inspect +[-\d]+ [:\d]+ received → inspected \(Berta Einkauf\)$/m)
  expect(shown).toMatch(/^staff +[-\d]+ [:\d]+ Ist ein Stempel darauf\?$/m)
  expect(shown).toMatch(/^offer \d+ +estimate 734\.65 EUR until [-\d]+ 23:59 replaced$/m)
  expect(shown).toMatch(/^staff may +.*offer/m)
  expect(await purchase('agree', number)).toMatch(/^✗ agree AN-\S+ is refused: replaced\. /)
  expect(await purchase('offer', number, file('final', [chain, ring]), '--note', 'Wie besprochen')).toMatch(
    /^✓ +offer AN-/,
  )
  expect(await purchase('agree', number)).toContain('"status":"agreed"')
  expect(await purchase('identify', number, file('erna', ernaMuster()))).toContain('"level":"basic"')
  const why = ['--why', 'Rückfrage der Behörde']
  const cash = ['cash', '--reference', 'Kasse 1', '--declared']
  // Whom nobody knows may neither look nor pay out: who did is written down for good.
  expect(await asked(['geheim'], 'reveal', number, 'identity', ...why)).toContain('with an account')
  expect(await asked(['geheim'], 'pay', number, ...cash)).toContain('with an account')
  const password = await account('Berta Einkauf', 'buyer')
  const pay = (...words: string[]) => asked([password], 'pay', number, ...words)
  expect(await asked(['geraten'], 'pay', number, ...cash)).toContain('not the password')
  expect(await pay(...cash)).toMatch(
    /^✗ There is no receipt that AN-\S+ is paid on \(receipt-missing\)\. npm run purchase -- receipt AN-\S+ cash\|transfer /,
  )
  const signed = await purchase('receipt', number, 'cash')
  expect(signed).toMatch(/^to be signed +https:\/\/shop\.test\/api\/sell-requests\/[\w-]+\/AB-\S+\.pdf$/m)
  expect(await purchase('receipt', number, 'cash')).toContain('"again":true')
  expect(await purchase('show', number)).toMatch(/^AB-\S+ +1934\.65 EUR by cash, .*, to be signed and paid$/m)
  expect(await pay('transfer', '--reference', 'Kasse 1', '--declared')).toMatch(
    /^✗ The receipt of AN-\S+ does not fit \(means-changed\): it names another means/,
  )
  expect(await purchase('cancel', number, 'Falsche', 'Anschrift')).toMatch(
    /^✗ Receipt AB-\S+ over 1934\.65 EUR, which is not paid yet, .*"Falsche Anschrift".*--confirm/,
  )
  expect(await purchase('cancel', number, 'Falsche', 'Anschrift', '--confirm')).toMatch(
    /^taken back +https:\S+\.pdf$/m,
  )
  expect(await pay('--reference', 'Kasse 1', '--declared')).toMatch(
    /: AB-\S+ was taken back by AB-\S+\. npm run purchase -- receipt/,
  )
  expect(await purchase('show', number)).toMatch(
    /^AB-\S+ +takes AB-\S+ back unpaid, cancel, .*Berta Einkauf/m,
  )
  expect(await purchase('receipt', number, 'cash')).toContain('"again":false')
  expect(await pay('cash', '--reference', 'Kasse 1')).toMatch(
    /^✗ pay AN-\S+ is refused: declaration-missing\. .*--declared/,
  )
  expect(await pay(...cash)).toMatch(/^✓ +pay AN-/)
  expect(await purchase('cancel', number)).toContain('is refused: why-missing')
  expect(await purchase('cancel', number, 'Falsch', 'gebucht')).toMatch(
    /^✗ Receipt AB-\S+ over 1934\.65 EUR, paid by cash, .*"Falsch gebucht".*--confirm/,
  )
  expect(await purchase('cancel', number, 'Falsch', 'gebucht', '--confirm')).toMatch(/^✓ +cancel AN-/)
  expect(await purchase('cancel', number, 'Falsch', 'gebucht')).toContain('is refused: not-possible')
  expect(await purchase('receipt', number, 'cash')).toContain('"again":false')
  expect(await pay('--reference', 'Kasse 2', '--declared')).toMatch(/^✓ +pay AN-/)
  const stocked = await purchase('stock', number, '--melt', '1')
  const [, melted = ''] = /^ledger (\d+) +Halskette 585: melt$/m.exec(stocked) ?? []
  expect(stocked).toMatch(/^ledger \d+ +Ring mit Brillant: \d+$/m)
  expect(await purchase('melt', melted, '700,00', '--document', 'Scheide 5')).toMatch(/^✓ +melt \d+ \{\}$/)
  expect(await purchase('melt', melted, '700,00', '--document', 'Scheide 5')).toContain('melted-before')
  expect(await purchase('show', number)).toMatch(
    new RegExp(
      `^melt +\\d{4}-\\d\\d-\\d\\d ledger ${melted}, 700.00 EUR, Scheide 5 \\(Berta Einkauf\\)$`,
      'm',
    ),
  )

  expect(await asked(['geraten'], 'reveal', number, 'identity', ...why)).toContain('not the password')
  expect(await asked([password], 'reveal', number, 'identity', ...why)).toContain('L01X00T22')
  expect(await asked([password], 'reveal', number, 'serial', '1', ...why)).toContain('2491234')
  const { id } = await shop.db.selectFrom('identification').select('id').executeTakeFirstOrThrow()
  const looks = await shop.db
    .selectFrom('sealed_look')
    .select(['who', 'why'])
    .where('subject', '=', 'identification')
    .where('subject_id', '=', String(id))
    .execute()
  expect(looks).toEqual([{ who: 'Berta Einkauf', why: 'Rückfrage der Behörde' }])
})

test('what is not bought goes back', async () => {
  const number = await submitted()
  await purchase('receive', number, 'koeln')
  expect(await purchase('turn-down', number, 'kein', 'Gold')).toContain('"status":"declined"')
  expect(await purchase('show', number)).toMatch(/^turn-down .*\(Berta Einkauf\): kein Gold$/m)
  const silent = await readSellRequest(database.db, { number })
  expect(silent?.messages).toEqual([])
  expect(await purchase('return', number, '--carrier', 'Wertkurier', '--code', 'WK-1')).toContain(
    '"status":"returned"',
  )
  expect(await readSellRequest(shop.db, { number })).toMatchObject({
    parcelOut: { carrier: 'Wertkurier', code: 'WK-1' },
  })
  expect(await purchase('return', number, '--carrier', 'Bote Süd', '--code', ' BS-9 ')).toContain('returned')
  const returned = await readSellRequest(shop.db, { number })
  expect(returned).toMatchObject({ parcelOut: { carrier: 'Bote Süd', code: 'BS-9' } })
  expect(returned?.history.map(({ event }) => event)).not.toContain('change-parcel')
  expect(await purchase('show', number)).toMatch(/^change-parcel .*\(Berta Einkauf\): .*WK-1.*BS-9/m)
  const told = await shop.db
    .selectFrom('mail_outbox')
    .select('kind')
    .where('kind', '=', 'sell-parcel-changed')
    .execute()
  expect(told).toHaveLength(1)
  expect(await purchase('show', 'AN-1999-00001')).toBe('✗ There is no request AN-1999-00001')
})

test('what was melted left us on the day in Germany', async () => {
  const id = await shop.bought()
  const { number } = await shop.see({ id })
  const [, melted = ''] = /^ledger (\d+) /m.exec(await purchase('stock', number)) ?? []
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-30T22:30:00Z') })
  try {
    expect(await purchase('melt', melted, '700,00', '--document', 'Scheide 6')).toMatch(/^✓ +melt/)
  } finally {
    vi.useRealTimers()
  }
  const row = await shop.db
    .selectFrom('ledger_exit')
    .select('on_day')
    .where('ledger_number', '=', Number(melted))
    .executeTakeFirst()
  expect(row?.on_day).toBe('2027-07-01')
})

test('what is refused says what would be right', async () => {
  expect(await purchase('hold', 'AN-1999-00001', 'Frage')).toBe(
    '✗ hold AN-1999-00001 is refused: no-such-request. There is no request of this number; "npm run purchase" lists those that wait.',
  )
  expect(await purchase('melt', '99999', '5', '--document', 'Scheide 7')).toBe(
    '✗ melt 99999 is refused: no-such-row. There is no row of this number in the ledger.',
  )
  const number = await submitted()
  expect(await purchase('stock', number)).toMatch(
    /^✗ stock AN-\S+ is refused: not-possible\. The request is submitted; staff may: \S.*\.$/,
  )
  expect(await purchase('ask', number)).toMatch(/is refused: empty\. Nothing is written\.$/)
  const line = file('without-amount', [{ ...chain, amount: 'viel' }])
  expect(await purchase('estimate', number, line)).toBe('✗ „Halskette 585“: not-a-number. It is no number.')
})

describe('words and files that are wrong are refused with a reason', () => {
  test.each([
    [['dance', 'AN-1'], '"dance AN-1 --by Berta Einkauf" is not understood.'],
    [['show'], '"show --by Berta Einkauf" is not understood.'],
    [['show', 'AN-1', 'AN-2'], '"show AN-1 AN-2 --by Berta Einkauf" is not understood.'],
    [['list', 'sold'], /^There is no state „sold“: submitted, /],
    [['show', 'AN-1', '--why', 'x'], '"show" has no option --why.'],
    [['hold', 'AN-1'], 'Say why: npm run purchase -- hold AN-1 <reason>.'],
    [['pay', 'AN-1', 'gold', '--reference', 'x'], 'Pay how: cash or transfer?'],
    [['pay', 'AN-1'], '--reference is missing.'],
    [['receipt', 'AN-1', 'gold'], 'Pay how: cash or transfer?'],
    [['receipt', 'AN-1', 'transfer'], '--iban is missing.'],
    [['label', 'AN-1', '--carrier', 'Post', '--value', '5'], /^A label needs --label-file, --url/],
    [['label', 'AN-1', '--carrier', 'Post', '--code', '1'], '--value is missing.'],
    [['melt', '1', 'viel'], '„viel“ is no amount in euros; write 1.290,00 or 1,290.00.'],
    [['melt', 'eins', '5', '--document', 'x'], '"eins" is not a number.'],
    [['reveal', 'AN-1', 'serial', '1'], '--why is missing.'],
    [['stock', 'AN-1', '--melt', 'a'], '"a" is not a number.'],
    [['estimate', 'AN-1', 'nowhere.yaml'], /^nowhere\.yaml: ENOENT/],
  ])('%j', async (words, reason) => {
    const said = (await purchase(...words)).slice(2)
    expect(said).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason))
  })

  test('a file that does not fit says what and where', async () => {
    const env = { DATABASE_URL: database.connectionString }
    const words = ['estimate', 'AN-1', file('unfit', [{ ...chain, kind: 'gold' }])]
    const { code, err } = await typed(purchaseCommand, words, env)
    expect(code).toBe(1)
    expect(err).toMatch(/^✗ ✖ Invalid option: [\s\S]*at \[0\]\.kind\n$/)
  })

  test('a line that cannot be reckoned is named', async () => {
    const number = await submitted()
    const line = file('unknown', [{ ...chain, item: 'gold-1000' }])
    expect(await purchase('estimate', number, line)).toMatch(/^✗ „Halskette 585“: /)
  })
})
