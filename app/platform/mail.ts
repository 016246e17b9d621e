import { existsSync, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { printable, printableLine } from './printable.ts'

export type Attachment = { filename: string; content: Buffer; contentType: string }

/** A mail as it is read. */
export type Letter = {
  subject: string
  html: string
  /** The same for programs that show no HTML. */
  plain: string
  attachments: Attachment[]
  replyTo?: string
  /** Address where a mail program's own button ends these mails, by POST (RFC 8058). */
  unsubscribe?: string
  /** Keys of the mails that it answers, oldest first: mail programs show them as one conversation. */
  answers?: readonly string[]
  /** Somebody wrote it themselves: it does not call itself automatic. */
  byHand?: boolean
}

export type Envelope = {
  /** Unique and the same at every attempt: the part of Message-ID before the @. */
  key: string
  from: string
  to: string
  date: Date
  /** Of the language of the text. */
  language: string
}

/** Takes a mail off our hands. Throws `MailFault` when it could not. */
export type MailTransport = {
  send(envelope: Envelope, letter: Letter): Promise<void>
  close(): void
}

export class MailFault extends Error {
  /** The mail server will never take it: an address that does not exist, a refused content. */
  readonly final: boolean
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'MailFault'
    const { responseCode: code = 0, command = '' } = cause as { responseCode?: number; command?: string }
    // A server that greets with 554, or refuses the sender or the password, says nothing of this mail.
    this.final = code >= 550 && code < 560 && (command === 'RCPT TO' || command === 'DATA')
  }
}

/** A mail that this release does not know how to write: of an unknown kind, or without what its kind needs. */
export class UnwritableMail extends Error {
  override readonly name = 'UnwritableMail'
}

/**
 * Sends by SMTP, or, without a server, writes each mail into `directory` as an .eml file that any mail program opens.
 * A file that is there already was sent already.
 */
export async function openMailTransport(options: {
  smtpUrl: string | undefined
  directory: string
  /** For Message-ID. */
  host: string
  /** For one mail by SMTP. */
  mostSeconds?: number
}): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer')
  const compose = (envelope: Envelope, letter: Letter) => ({
    from: printableLine(envelope.from),
    // As one address, whatever it is: a text would be read as a list of them.
    to: addressOf(envelope.to),
    ...(letter.replyTo ? { replyTo: addressOf(letter.replyTo) } : {}),
    date: envelope.date,
    messageId: `<${envelope.key}@${options.host}>`,
    ...(letter.answers?.length && {
      inReplyTo: `<${letter.answers.at(-1)}@${options.host}>`,
      references: letter.answers.map((key) => `<${key}@${options.host}>`),
    }),
    subject: printableLine(letter.subject),
    text: printable(letter.plain),
    html: printable(letter.html),
    attachments: letter.attachments.map((file) => ({ ...file, filename: printableLine(file.filename) })),
    headers: {
      ...(!letter.byHand && { 'Auto-Submitted': 'auto-generated' }),
      'Content-Language': envelope.language,
      ...(letter.unsubscribe && {
        'List-Unsubscribe': `<${letter.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (options.smtpUrl === undefined) {
    return writeFiles(
      createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
      compose,
      options.directory,
    )
  }
  const connect = () =>
    createTransport({
      url: options.smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    })
  let smtp = connect()
  // Its connections are taken by what does not end: the next mail has new ones.
  const renew = () => {
    smtp.close()
    smtp = connect()
  }
  return {
    async send(envelope, letter) {
      try {
        await inTime(smtp.sendMail(compose(envelope, letter)), options.mostSeconds ?? mostSeconds, renew)
      } catch (error) {
        throw new MailFault(error)
      }
    },
    close: () => smtp.close(),
  }
}

/**
 * For one mail, connection and all: the limits of the connection hold between two bytes, and a server that trickles would
 * keep all mails waiting. Below what a lease of the outbox leaves for the last one.
 */
const mostSeconds = 75

async function inTime(work: Promise<unknown>, seconds: number, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the mail server took longer than ${seconds} s`))
      onLate()
    }, seconds * 1000)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // What it says later is nobody's any more.
    work.catch(() => undefined)
  }
}

const addressOf = (text: string) => ({ name: '', address: printableLine(text) })

function writeFiles(
  composer: Transporter,
  compose: (envelope: Envelope, letter: Letter) => object,
  directory: string,
): MailTransport {
  return {
    async send(envelope, letter) {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const day = envelope.date.toISOString().slice(0, 10)
      const file = join(directory, `${day}-${envelope.key}.eml`)
      if (existsSync(file)) return
      try {
        const { message } = (await composer.sendMail(compose(envelope, letter))) as { message: Buffer }
        await writeFile(`${file}.new`, message, { mode: 0o600, flush: true })
        await rename(`${file}.new`, file)
      } catch (error) {
        // Half a mail is none: on a full disk it would lie there until another try.
        await rm(`${file}.new`, { force: true }).catch(() => undefined)
        throw new MailFault(error)
      }
    },
    close() {},
  }
}
