import { expect, test } from 'vitest'
import { askedOnce } from './asked-once.ts'

test('whoever asks at once is answered together, and whoever asks later is asked anew', async () => {
  const answers: ((proved: boolean) => void)[] = []
  const prove = askedOnce(() => new Promise<boolean>((done) => answers.push(done)))
  const both = Promise.all([prove(), prove()])
  expect(answers).toHaveLength(1)
  answers[0]?.(true)
  expect(await both).toEqual([true, true])
  const later = prove()
  expect(answers).toHaveLength(2)
  answers[1]?.(false)
  expect(await later).toBe(false)
})
