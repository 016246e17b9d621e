import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/smtp.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { createLog } from './log.ts'
import { type Letter, type MailTransport, openMailTransport } from './mail.ts'
import { sendAgain, sendDueMails, unsentMails, type WaitingMail } from './mail-outbox.ts'

const database = testDatabase()
const folder = temporaryFolder()
let smtp: FakeSmtp
let transport: MailTransport

beforeAll(async () => {
  smtp = await startFakeSmtp()
  transport = await openMailTransport({ smtpUrl: smtp.url, directory: folder, host: 'shop.test' })
})
beforeEach(async () => {
  await sql`delete from mail_outbox`.execute(database.db)
  smtp.mails.length = 0
})
afterAll(async () => {
  transport.close()
  await smtp.stop()
})

const letter: Letter = {
  subject: 'Grüße – „schön“',
  html: '<p>Größe</p>',
  plain: 'Größe',
  attachments: [{ filename: 'AGB.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }],
  unsubscribe: 'https://shop.test/de/uhren?alert=x',
}
const write = async ({ kind }: WaitingMail): Promise<Letter> => {
  if (kind === 'order-shipped') throw new Error('no such template')
  return letter
}
const send = (by: Partial<Parameters<typeof sendDueMails>[1]> = {}) =>
  sendDueMails(database.db, {
    transport,
    write,
    from: async () => 'Laden <laden@shop.test>',
    log: createLog('silent'),
    ...by,
  })
const enqueue = (
  reason: string,
  recipient = 'clara@beispiel.example',
  kind: 'confirmation' | 'order-shipped' = 'confirmation',
) => enqueueMails(database.db, [{ reason, kind, locale: 'de', recipient, payload: { order: 1 } }])
const later = (minutes: number) =>
  sql`update mail_outbox set next_try_at = next_try_at - make_interval(mins => ${minutes}),
    leased_until = leased_until - make_interval(mins => ${minutes}),
    created_at = created_at - make_interval(mins => ${minutes})`.execute(database.db)

describe('a slow mail server', () => {
  test('has no mail begun that would outlive its lease: the rest waits as if nobody had taken it', async () => {
    for (let number = 0; number < 3; number++) await enqueue(`order:${number}:confirmation`)
    const from = performance.now()
    let minutes = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => from + minutes * 60_000)
    const slow: MailTransport = {
      close: () => undefined,
      async send() {
        minutes += 1
      },
    }
    const sent = await send({ transport: slow }).finally(() => clock.mockRestore())
    expect(sent).toBe(2)
    expect(await unsentMails(database.db)).toMatchObject([{ attempts: 0, last_error: null }])
    expect(await send()).toBe(1)
  })

  test('that says a letter at a time for ever is given up, and the next mail has a connection of its own', async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      const timer = setInterval(() => socket.write('2'), 20)
      socket.on('error', () => undefined).on('close', () => clearInterval(timer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const address = `smtp://127.0.0.1:${port}`
    const own = { smtpUrl: address, directory: folder, host: 'shop.test', mostSeconds: 0.3 }
    const trickling = await openMailTransport(own)
    for (let number = 0; number < 3; number++) await enqueue(`order:${number}:confirmation`)
    expect(await send({ transport: trickling })).toBe(0)
    expect(sockets.size).toBe(3)
    const [mail] = await unsentMails(database.db)
    expect(mail?.last_error).toContain('took longer than 0.3 s')
    trickling.close()
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
})

test.each([
  ['greets with 554', { greeting: '554 no service here', sender: '250 ok' }],
  ['refuses our sender', { greeting: '220 here', sender: '550 not from you' }],
])(
  'a server that %s loses no mail: it is tried until the server is mended',
  async (_, { greeting, sender }) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(`${greeting}\r\n`)
      socket.on('data', (line) => {
        if (/^(?:EHLO|HELO)/.test(String(line))) socket.write('250 here\r\n')
        else if (/^MAIL/.test(String(line))) socket.write(`${sender}\r\n`)
        else socket.write('250 ok\r\n')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const own = { smtpUrl: `smtp://127.0.0.1:${port}`, directory: folder, host: 'shop.test' }
    const refusing = await openMailTransport(own)
    await enqueue('order:1:confirmation')
    for (let round = 0; round < 5; round++) {
      expect(await send({ transport: refusing })).toBe(0)
      await later(11)
    }
    expect(await unsentMails(database.db)).toMatchObject([
      {
        attempts: 5,
        given_up_at: null,
        last_error: expect.stringContaining(greeting.startsWith('554') ? '554' : '550'),
      },
    ])
    refusing.close()
    server.close()
    expect(await send()).toBe(1)
  },
)

describe('the outbox', () => {
  test('takes ten mails at a time, however PostgreSQL plans it', async () => {
    for (let number = 0; number < 25; number++) await enqueue(`order:${number}:confirmation`)
    // As it may plan while it takes the table for all but empty.
    const settings = ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material'].map((way) => `enable_${way}`)
    await database.db.connection().execute(async (connection) => {
      for (const setting of settings) await sql.raw(`set ${setting} = off`).execute(connection)
      const options = { transport, write, from: async () => 'laden@shop.test', log: createLog('silent') }
      expect(await sendDueMails(connection, options)).toBe(10)
      for (const setting of settings) await sql.raw(`reset ${setting}`).execute(connection)
    })
    expect(await unsentMails(database.db)).toHaveLength(15)
  })

  test('sends a mail once for each reason, and keeps what it said', async () => {
    await enqueue('order:1:confirmation')
    await enqueue('order:1:confirmation')
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    expect(smtp.mails).toMatchObject([{ from: 'laden@shop.test', to: ['clara@beispiel.example'] }])
    const raw = smtp.mails[0]?.raw ?? ''
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(raw).toMatch(/^Content-Language: de/m)
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/shop\.test\/de\/uhren\?alert=x>/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(raw).toContain('filename=AGB.pdf')
    const [row] = await database.db.selectFrom('mail_outbox').selectAll().execute()
    expect(row).toMatchObject({
      subject: letter.subject,
      plain: 'Größe',
      attachments: ['AGB.pdf'],
      sent_at: expect.any(Date),
    })
    expect(smtp.mails[0]?.messageId).toBe(`${row?.message_key}@shop.test`)
  })

  test('tells the mail server a domain with umlauts in ASCII', async () => {
    await enqueue('order:1:confirmation', 'Kontakt@bücher.example')
    const answered = { ...letter, replyTo: 'ute@müller.de' }
    expect(await send({ write: async () => answered })).toBe(1)
    expect(smtp.mails[0]?.raw).toMatch(/^To: Kontakt@xn--bcher-kva\.example\r?$/m)
    expect(smtp.mails[0]?.raw).toMatch(/^Reply-To: ute@xn--mller-kva\.de\r?$/m)
  })

  test('of a transaction that fails sends nothing', async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      await enqueueMails(transaction, [
        { reason: 'x', kind: 'confirmation', locale: 'de', recipient: 'a@b.example', payload: { order: 1 } },
      ])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await send()).toBe(0)
  })

  test('is emptied by many processes without sending anything twice', async () => {
    for (let index = 0; index < 40; index++) await enqueue(`order:${index}:confirmation`)
    const counts = await Promise.all(Array.from({ length: 6 }, () => send()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(40)
    expect(smtp.mails).toHaveLength(40)
  })

  test('waits while the server is away, and loses nothing', async () => {
    const away = await openMailTransport({
      smtpUrl: 'smtp://127.0.0.1:1',
      directory: folder,
      host: 'shop.test',
    })
    await enqueue('order:1:confirmation')
    await enqueue('order:2:confirmation', 'busy@beispiel.example')
    expect(await send({ transport: away })).toBe(0)
    expect(await unsentMails(database.db)).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') },
      { attempts: 1 },
    ])
    expect(await send()).toBe(0)
    await later(1)
    expect(await send()).toBe(1)
    expect(smtp.mails).toHaveLength(1)
    away.close()
  })

  test('gives up an address that does not exist after three tries, and everything after five days', async () => {
    await enqueue('order:1:confirmation', 'refused@beispiel.example')
    await enqueue('order:2:confirmation', 'busy@beispiel.example')
    for (let round = 0; round < 4; round++) {
      await send()
      await later(11)
    }
    const unsent = () => unsentMails(database.db)
    expect(await unsent()).toMatchObject([
      { attempts: 4, given_up_at: null },
      { attempts: 3, given_up_at: expect.any(Date), last_error: expect.stringContaining('no such mailbox') },
    ])
    await later(5 * 24 * 60)
    await send()
    const [busy] = await unsent()
    expect(busy?.given_up_at).not.toBeNull()
    await sql`update mail_outbox set recipient = 'clara@beispiel.example' where id = ${busy?.id ?? 0}`.execute(
      database.db,
    )
    await sendAgain(database.db, busy?.id ?? 0)
    expect(await send()).toBe(1)
  })

  test('a letter that cannot be written holds up no other', async () => {
    await enqueue('order:1:shipped', 'clara@beispiel.example', 'order-shipped')
    await enqueue('order:2:confirmation')
    expect(await send()).toBe(1)
    expect(await unsentMails(database.db)).toMatchObject([{ last_error: 'no such template' }])
  })

  test('what a process that was killed was sending is taken up by another, under the same Message-ID', async () => {
    await enqueue('order:1:confirmation')
    const never = { send: () => new Promise<void>(() => undefined), close() {} }
    void send({ transport: never })
    await expect.poll(async () => (await unsentMails(database.db))[0]?.attempts).toBe(1)
    expect(await send()).toBe(0)
    await later(4)
    expect(await send()).toBe(1)
    const [row] = await database.db.selectFrom('mail_outbox').selectAll().execute()
    expect(smtp.mails[0]?.messageId).toBe(`${row?.message_key}@shop.test`)
  })

  test('without a server becomes files that any mail program opens, each once', async () => {
    const files = await openMailTransport({
      smtpUrl: undefined,
      directory: join(folder, 'outbox'),
      host: 'shop.test',
    })
    await enqueue('order:1:confirmation')
    expect(await send({ transport: files })).toBe(1)
    await sql`update mail_outbox set sent_at = null`.execute(database.db)
    expect(await send({ transport: files })).toBe(1)
    const names = readdirSync(join(folder, 'outbox'))
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-[\w-]{36}\.eml$/)])
    const text = readFileSync(join(folder, 'outbox', names[0] ?? ''), 'utf8')
    expect(text).toMatch(/^To: clara@beispiel\.example$/m)
  })
  // A device that is always full, as Linux has one.
  test.skipIf(!existsSync('/dev/full'))('that finds the disk full leaves no half file', async () => {
    const directory = join(folder, 'full')
    const files = await openMailTransport({ smtpUrl: undefined, directory, host: 'shop.test' })
    const envelope = { key: 'key', from: 'shop@shop.test', to: 'clara@beispiel.example', language: 'de' }
    const letter = { subject: 'Gruß', plain: 'Gruß', html: '<p>Gruß</p>', attachments: [] }
    mkdirSync(directory)
    symlinkSync('/dev/full', join(directory, '2026-11-28-key.eml.new'))
    const date = new Date('2026-11-28T10:00:00Z')
    await expect(files.send({ ...envelope, date }, letter)).rejects.toThrow('ENOSPC')
    expect(readdirSync(directory)).toEqual([])
    await files.send({ ...envelope, date }, letter)
    expect(readdirSync(directory)).toEqual(['2026-11-28-key.eml'])
  })
})
