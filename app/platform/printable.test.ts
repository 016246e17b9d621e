import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defineCommand, runCommand } from '#commands/command.ts'
import { startFakeSmtp } from '#tests/fakes/smtp.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { openMailTransport } from './mail.ts'
import { escapedMarks, printable } from './printable.ts'
import { describeFault } from './report-fault.ts'

const folder = temporaryFolder()

const bad = [
  '\u001b[2J\u001b]0;x\u0007',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u009b31m',
  '\u007f',
  '\u0008',
  '\0',
  '\u2028',
]
const all = bad.join('a')
const isClean = (text: string) =>
  !/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u.test(text.replaceAll(/[\r\n\t]/g, ''))

test('what people write stays: line ends, tabs, accents, joined emoji, other scripts', () => {
  for (const text of ['Zeile\r\nZeile\n\tTab', 'Łukasz Müller', '👩‍🔧', 'שלום', 'a\u00a0b', '\ufeffid;name'])
    expect(printable(text)).toBe(text)
  expect(printable('eins\rzwei')).toBe('einszwei')
  expect(isClean(printable(all))).toBe(true)
})

const letter = {
  subject: `Betreff ${all}\r\nBcc: opfer@anderswo.example`,
  html: `<p>${all}</p>`,
  plain: `Text ${all}`,
  attachments: [
    { filename: `Rechnung\u202efdp.exe`, content: Buffer.from('x'), contentType: 'application/pdf' },
  ],
  replyTo: `a${'\u202e'}@beispiel.example`,
}
const envelope = {
  key: 'key',
  from: 'Laden <hallo@shop.test>',
  to: 'anna@beispiel.example',
  date: new Date(0),
  language: 'de',
}

test('no mail has marks, in headers, text, HTML or names of files, and no header more than meant', async () => {
  const directory = join(folder, 'outbox')
  const transport = await openMailTransport({ smtpUrl: undefined, directory, host: 'shop.test' })
  await transport.send(envelope, letter)
  const [name = ''] = readdirSync(directory)
  const raw = readFileSync(join(directory, name), 'utf8')
  const decoded = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
    )
    .replaceAll(/%[\dA-F]{2}(?:%[\dA-F]{2})*/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    )
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, text: string) =>
      Buffer.from(text, 'base64').toString('utf8'),
    )
  expect(isClean(decoded)).toBe(true)
  expect(raw).not.toMatch(/^Bcc:/im)
  expect(raw).toMatch(/^To: anna@beispiel\.example$/m)
})

test('an address that names two is sent to none but itself', async () => {
  const smtp = await startFakeSmtp()
  const transport = await openMailTransport({ smtpUrl: smtp.url, directory: folder, host: 'shop.test' })
  await transport
    .send(
      { ...envelope, to: 'anna@beispiel.example, opfer@anderswo.example' },
      { ...letter, replyTo: 'a@b.example' },
    )
    .catch(() => undefined)
  transport.close()
  await smtp.stop()
  expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('opfer@anderswo.example')
})

test('no command prints them, nor what failed', async () => {
  const command = defineCommand({
    name: 'show',
    usage: 'show',
    options: {},
    read: ([word]) => ({ fails: word === 'fail' }),
    async run({ fails }, { say, out }) {
      if (fails) throw new Error(`there is no ${all}`)
      say(`Kundin: ${all}`)
      out(`id;${all}\r\n`)
    },
  })
  let printed = ''
  const terminal = {
    env: {},
    out: (text: string) => (printed += text),
    err: (text: string) => (printed += text),
    ask: async () => '',
  }
  await runCommand(command, [], terminal)
  await runCommand(command, ['fail'], terminal)
  await runCommand(command, [`--${all}`], terminal)
  expect(printed).toContain('Kundin: ')
  expect(printed).toContain('id;')
  expect(isClean(printed)).toBe(true)
  expect(isClean(describeFault(new Error(all)))).toBe(true)
})

test('a line of the log shows them as escapes and says the same', () => {
  const line = JSON.stringify({ text: all })
  expect(isClean(escapedMarks(line))).toBe(true)
  expect(JSON.parse(escapedMarks(line))).toEqual({ text: all })
})
