import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const asked = pathToFileURL('commands/ask-unseen.ts').href

/** Answers to two questions, as a process of its own reads them from its input. */
async function answers(typed: string, { staysOpen = false } = {}): Promise<string> {
  const script = `import(${JSON.stringify(asked)}).then(async ({ askUnseen }) => {
    console.log(JSON.stringify([await askUnseen('One: '), await askUnseen('Two: ')]))
  })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.write(typed)
  if (!staysOpen) child.stdin.end()
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toBe('One: \nTwo: \n')
  return out.trim()
}

test('takes one line of a pipe for each question, and nothing where none comes', async () => {
  expect(await answers('ein Passwort\n123456\n')).toBe('["ein Passwort","123456"]')
  expect(await answers('ein Passwort')).toBe('["ein Passwort",""]')
  expect(await answers('')).toBe('["",""]')
})

test('a pipe that stays open lets the command end', async () => {
  expect(await answers('a\nb\n', { staysOpen: true })).toBe('["a","b"]')
})
