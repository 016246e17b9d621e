import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { everybodyTaken, noteTaken } from './taken-connections.ts'

test('all who wait to be taken have been taken, though each turn of the event loop takes one', async () => {
  let taken = 0
  const server = createServer((connection) => {
    taken += 1
    noteTaken()
    connection.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const visitors = Array.from({ length: 50 }, () =>
    connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined),
  )
  // The kernel connects at once.
  await new Promise<void>((done) => process.nextTick(done))
  expect(taken).toBe(0)
  await everybodyTaken()
  expect(taken).toBe(50)
  for (const visitor of visitors) visitor.destroy()
  server.close()
  await once(server, 'close')
})
