import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string; messageId: string }

export type FakeSmtp = {
  /** For `SMTP_URL`. */
  url: string
  /** Every mail that was taken, word for word. */
  mails: ReceivedMail[]
  /** Waits between taking a mail and saying so, ms. */
  delay: number
  /** So many more mails are refused for now (451), as by a server that lists greys. */
  refusals: number
  stop(): Promise<void>
}

/**
 * A mail server on a port of its own. Sentinels: `refused@…` does not exist (550), `busy@…` is full for now (452), and
 * after a mail to `cut@…` the connection breaks before the server says that it has it.
 */
export async function startFakeSmtp(port = 0): Promise<FakeSmtp> {
  const fake: FakeSmtp = { url: '', mails: [], delay: 0, refusals: 0, stop: async () => undefined }
  const refuse = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('refused@')) return done(refuse(550, 'no such mailbox'))
      if (fake.refusals > 0) {
        fake.refusals -= 1
        return done(refuse(451, 'try again later'))
      }
      if (address.startsWith('busy@')) return done(refuse(452, 'mailbox full'))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const messageId = /^Message-ID: <(.+)>/im.exec(raw)?.[1] ?? ''
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        fake.mails.push({ from, to, raw, messageId })
        if (to.some((address) => address.startsWith('cut@'))) return done(refuse(421, 'going down'))
        setTimeout(() => done(), fake.delay)
      })
    },
  })
  // A client that is killed breaks its connection.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  fake.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  fake.stop = () => new Promise((stopped) => server.close(() => stopped()))
  return fake
}
