import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** readline writes what is typed on a terminal; what is secret is written nowhere. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Lines that came through a pipe before they were asked for. */
const waiting: string[] = []
let pipe: ReturnType<typeof readPipe> | null = null

/** Asks on the terminal, or takes the next line of a pipe; what is typed is not shown. '' where nothing comes. */
export async function askUnseen(question: string): Promise<string> {
  process.stderr.write(question)
  const answer = process.stdin.isTTY ? await typed() : await piped()
  process.stderr.write('\n')
  return answer
}

function typed(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: true })
  return new Promise<string>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(''))
  }).finally(() => lines.close())
}

/** One reader for all questions: another one would not see what this one has read ahead. */
async function piped(): Promise<string> {
  pipe ??= readPipe()
  await pipe.lineOrEnd()
  return waiting.shift() ?? ''
}

function readPipe() {
  let isAtEnd = false
  let heard = () => {}
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    waiting.push(line)
    heard()
  })
  lines.on('close', () => {
    isAtEnd = true
    heard()
  })
  return {
    async lineOrEnd() {
      if (waiting.length > 0 || isAtEnd) return
      const soon = new Promise<void>((resolve) => {
        heard = resolve
      })
      lines.resume()
      await soon
      // A pipe that stays open must not keep the command from ending.
      if (!isAtEnd) lines.pause()
    },
  }
}
