import type { ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type KeptAnswer, packAnswer, packHarder, sendAnswer } from './kept-answer.ts'

const text = (number: number) => `piece ${number} `.repeat(100_000)

/** One answer to be kept, as its body comes in: in parts that nobody else holds. */
const kept = (number: number) =>
  packAnswer(
    `/${number}`,
    new Response(null, { headers: { 'content-type': 'text/html' } }),
    Buffer.from(text(number)),
  )
const unpacked = (answer: KeptAnswer | undefined) => answer?.variants.identity.body.bytes()

/** Bytes of buffers that something holds. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().arrayBuffers
}

test.each([
  ['packed', async (answer: KeptAnswer) => answer],
  ['packed harder', packHarder],
])('what nobody takes unpacked takes no room until somebody does: %s', async (_, pack) => {
  const before = heldBytes()
  const taken = (since: number) => heldBytes() - since
  const answers: KeptAnswer[] = []
  for (let number = 0; number < 20; number += 1) answers.push(await pack(await kept(number)))
  // What nothing holds is given back a little later.
  await expect.poll(() => taken(before)).toBeLessThan(text(0).length * 3)
  const packed = heldBytes()
  for (const [number, answer] of answers.entries()) {
    // What may be held is counted before.
    expect(answer.bytes).toBeGreaterThan(text(number).length)
    expect(answer.variants.identity.body.length).toBe(text(number).length)
    expect(unpacked(answer)?.toString()).toBe(text(number))
  }
  expect(unpacked(answers[0])).toBe(unpacked(answers[0]))
  expect(taken(packed)).toBeGreaterThan(text(0).length * 15)
})

test('who has the bytes of another strength is told that they are current, under their own tag', async () => {
  const first = await kept(1)
  const harder = await packHarder(first)
  const [before, now] = [first.variants.br.etag, harder.variants.br.etag]
  expect(before).not.toBe(now)
  const told = (tags: string) => {
    const said: [number, string | undefined][] = []
    const to = {
      writeHead: (status: number, head: string[]) => said.push([status, head[head.indexOf('etag') + 1]]),
      end: () => undefined,
    }
    const headers = { 'accept-encoding': 'br', 'if-none-match': tags }
    sendAnswer(harder, { method: 'GET', headers }, to as unknown as ServerResponse)
    return said[0]
  }
  expect(told(before)).toEqual([304, before])
  expect(told(`"x", ${before}`)).toEqual([304, before])
  for (const tags of [now, `${before}, ${now}`, '*', `W/${before}`]) expect(told(tags)).toEqual([304, now])
  expect(told('"x"')).toEqual([200, now])
})
