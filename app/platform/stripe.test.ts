import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaymentsUnavailable } from './payments.ts'
import { openStripe } from './stripe.ts'

let behave: (outgoing: ServerResponse) => void = () => undefined
let requests = 0
const provider = createServer((incoming, outgoing) => {
  requests += 1
  incoming.resume()
  behave(outgoing)
})

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await once(provider, 'close')
})

async function asked(limits?: { timeout: number; retries: number }) {
  requests = 0
  const stripe = await openStripe({
    secretKey: 'sk_test_of_the_fake',
    webhookSecret: undefined,
    apiBase: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    ...(limits && { limits }),
  })
  return stripe.readPage('cs_1').catch((error: unknown) => error)
}

const json = { 'content-type': 'application/json' }

test('an answer that trickles is given up as one that does not come, whatever comes of it in between', async () => {
  behave = (outgoing) => {
    outgoing.writeHead(200, json)
    const timer = setInterval(() => outgoing.write(' '), 20)
    outgoing.on('close', () => clearInterval(timer))
  }
  expect(await asked({ timeout: 300, retries: 0 })).toMatchObject({ passing: true })
  behave = () => undefined
  expect(await asked({ timeout: 300, retries: 0 })).toMatchObject({ passing: true })
})

test('an answer without end, or one that is none, is no answer, and asked for once more', async () => {
  behave = (outgoing) => {
    outgoing.writeHead(200, json)
    const more = () => {
      while (!outgoing.destroyed && outgoing.write(' '.repeat(64_000)));
    }
    outgoing.on('drain', more)
    more()
  }
  expect(await asked()).toBeInstanceOf(PaymentsUnavailable)
  behave = (outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>')
  expect(await asked()).toMatchObject({ passing: true })
  behave = (outgoing) => outgoing.writeHead(503).end('<html>Maintenance</html>')
  expect(await asked()).toMatchObject({ passing: true })
  expect(requests).toBe(2)
})
