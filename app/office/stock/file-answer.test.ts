import { expect, test } from 'vitest'
import { csvAnswer } from './file-answer.ts'

async function* lines(count: number) {
  for (let line = 1; line <= count; line += 1) yield `${line};Müller;Ring\r\n`
}

async function read(answer: Response) {
  const pieces: string[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>)
    pieces.push(decoder.decode(bytes))
  return pieces
}

test.each([0, 1, 20_000])('a file of %i lines arrives whole, in large pieces', async (count) => {
  const pieces = await read(csvAnswer(lines(count), 'x.csv'))
  expect(pieces.join('')).toBe(
    Array.from({ length: count }, (_, place) => `${place + 1};Müller;Ring\r\n`).join(''),
  )
  expect(pieces.length).toBeLessThanOrEqual(Math.ceil((count * 20) / 65_536))
})

test('a file that cannot be made to its end is not sent as if it were whole', async () => {
  async function* broken() {
    yield* lines(10)
    throw new Error('the database is away')
  }
  await expect(read(csvAnswer(broken(), 'x.csv'))).rejects.toThrow('the database is away')
})
