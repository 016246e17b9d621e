import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { sendGathered } from './gathered-mails.ts'
import type { Log } from './log.ts'
import type { Letter } from './mail.ts'
import { addressKeys, admitMail, foldAddress } from './mail-budget.ts'
import { type MailSending, sendDueMails, unsentMails } from './mail-outbox.ts'

const database = testDatabase()
const secret = 's'.repeat(32)

test.each([
  ['Anna.Muster+Gold@GoogleMail.com', 'annamuster@gmail.com'],
  ['anna@beispiel.example.', 'anna@beispiel.example'],
  ['"a.n.n.a"@beispiel.example', 'anna@beispiel.example'],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['ANNA@BÜCHER.example', 'anna@xn--bcher-kva.example'],
  ['ａｎｎａ@beispiel.example', 'anna@beispiel.example'],
  ['+all@beispiel.example', '+all@beispiel.example'],
  ['...@beispiel.example', '...@beispiel.example'],
])('%s is %s', (written, folded) => {
  expect(foldAddress(written)).toBe(folded)
})

test('an address is counted by what says nothing about it', () => {
  const keys = addressKeys('anna@beispiel.example', [secret, 'f'.repeat(32)])
  expect(new Set(keys).size).toBe(2)
  expect(keys.join()).not.toMatch(/anna|beispiel/)
  expect(addressKeys('ANNA+1@beispiel.example', secret)).toEqual([keys[0]])
})

type Caused = { recipient: string; care?: string; client?: string | null; kind?: string }
let reason = 0
async function cause(mails: readonly Caused[]) {
  const { db } = database
  const rows = mails.map(({ recipient, care = 'stranger', client = null, kind = 'alert-confirm' }) => ({
    ...{ recipient, care, client, kind, locale: 'de' as const, reason: `test:${reason++}`, payload: '{}' },
  }))
  await db
    .insertInto('mail_outbox')
    .values(rows as never)
    .execute()
}

/** Everything two processes send while nothing new comes; whom it went to, and what the mails said. */
async function sendAll() {
  const { db } = database
  const sent: { to: string; subject: string; key: string }[] = []
  const letter = (subject: string): Letter => ({ subject, html: '', plain: '', attachments: [] })
  const sending: MailSending = {
    transport: {
      async send({ to, key }, { subject }) {
        sent.push({ to, subject, key })
      },
      close() {},
    },
    write: async ({ id, payload }) => {
      if ((payload as { broken?: boolean }).broken) throw new Error('cannot be written')
      return letter(String(id))
    },
    from: async () => 'shop@shop.test',
    log: { warn: vi.fn(), error: vi.fn(), debug: vi.fn() } as unknown as Log,
    admit: (mail) => admitMail(db, mail, secret),
    leaveGathered: true,
  }
  const combine = async (letters: readonly Letter[]) =>
    letter(letters.map(({ subject }) => subject).join('+'))
  const process = async () => {
    for (let turn = 0; turn < 12; turn++)
      await Promise.all([sendDueMails(db, sending), sendGathered(db, { ...sending, combine })])
  }
  await Promise.all([process(), process()])
  return sent
}
async function anew() {
  await database.db.deleteFrom('mail_outbox').execute()
  await database.db.deleteFrom('rate_use').execute()
}
/** The hour (60) or the day (1440) is over, and what waited for its end is due. */
async function windowsEnd(minutes: string) {
  await database.db.deleteFrom('rate_use').where('key', 'like', `mail % ${minutes} %`).execute()
  await sql`update mail_outbox set next_try_at = now()`.execute(database.db)
}
const many = (number: number, mail: (index: number) => Caused) =>
  Array.from({ length: number }, (_, i) => mail(i))

test('one address gets a handful, however it is written and whoever types it; the rest waits and is not lost', async () => {
  await anew()
  await cause(
    many(60, (index) => ({ recipient: `o.p.f.e.r+${index}@beispiel.example`, client: `c${index}` })),
  )
  await cause([{ recipient: 'anna@beispiel.example' }])
  const first = await sendAll()
  expect(first.filter(({ to }) => to.includes('o.p.f.e.r'))).toHaveLength(5)
  // Nobody else waits because of it.
  expect(first.map(({ to }) => to)).toContain('anna@beispiel.example')
  const [waiting] = await unsentMails(database.db)
  expect(waiting).toMatchObject({
    attempts: 0,
    given_up_at: null,
    last_error: expect.stringMatching(/^held back/),
  })
  expect(await sendAll()).toEqual([])
  await windowsEnd('60')
  expect(await sendAll()).toHaveLength(5)
  await windowsEnd('60')
  expect(await sendAll()).toEqual([])
  await windowsEnd('60')
  await windowsEnd('1440')
  expect(await sendAll()).toHaveLength(5)
})

test('one client, and all strangers together, cause so many; orders and their customers do not wait for the others', async () => {
  await anew()
  await cause(many(40, (index) => ({ recipient: `nr-${index}@beispiel.example`, client: 'one' })))
  expect(await sendAll()).toHaveLength(15)
  await anew()
  await cause(many(160, (index) => ({ recipient: `nr-${index}@beispiel.example` })))
  for (let turn = 0; turn < 2; turn++) await sendAll()
  const sent = await database.db
    .selectFrom('mail_outbox')
    .select('id')
    .where('sent_at', 'is not', null)
    .execute()
  expect(sent).toHaveLength(120)
  await cause(many(8, () => ({ recipient: 'kunde@beispiel.example', care: 'customer' })))
  await cause(many(9, () => ({ recipient: 'kauft@beispiel.example', care: 'order' })))
  await cause(many(9, () => ({ recipient: 'kauft@beispiel.example', care: null as never })))
  const later = await sendAll()
  expect(later.filter(({ to }) => to.startsWith('kunde'))).toHaveLength(5)
  expect(later.filter(({ to }) => to.startsWith('kauft'))).toHaveLength(18)
})

test('what a server refuses at first is counted once', async () => {
  await anew()
  await cause([{ recipient: 'anna@beispiel.example' }])
  const [{ id } = { id: 0 }] = await database.db.selectFrom('mail_outbox').select('id').execute()
  const mail = { id, care: 'stranger', recipient: 'anna@beispiel.example', client: 'c' } as const
  for (let turn = 0; turn < 20; turn++)
    expect(await admitMail(database.db, mail, secret)).toEqual({ ok: true })
})

test('what was withdrawn is not told to staff, neither by itself nor among others', async () => {
  await anew()
  const staff = (kind: string) => ({ recipient: 'laden@shop.test', care: 'staff', kind })
  await cause([staff('staff-surplus'), staff('staff-order'), staff('staff-order')])
  await sql`update mail_outbox set withdrawn_at = now()
    where kind = 'staff-surplus' or id = (select max(id) from mail_outbox)`.execute(database.db)
  const kept = await database.db
    .selectFrom('mail_outbox')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .execute()
  expect(await sendAll()).toMatchObject(kept.map(({ id }) => ({ subject: String(id) })))
  expect(kept).toHaveLength(1)
})

test('to staff the first goes at once, the rest gathered after some minutes, each kind by itself, none lost', async () => {
  await anew()
  const staff = (kind: string) => ({ recipient: 'laden@shop.test', care: 'staff', kind })
  await cause([staff('staff-contact')])
  expect(await sendAll()).toHaveLength(1)
  await cause(many(120, () => staff('staff-contact')))
  await cause([staff('staff-order')])
  expect((await sendAll()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^\d+$/)])
  await sql`update mail_outbox set payload = '{"broken": true}'
    where id = (select min(id) from mail_outbox where sent_at is null)`.execute(database.db)
  const told: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    await sql`update mail_outbox set sent_at = sent_at - interval '11 minutes'`.execute(database.db)
    const mails = await sendAll()
    expect(mails).toHaveLength(1)
    told.push(mails[0]?.subject.split('+').length ?? 0)
  }
  expect(told).toEqual([49, 50, 20])
  const left = await unsentMails(database.db)
  expect(left.map(({ last_error }) => last_error)).toEqual(['cannot be written'])
})
