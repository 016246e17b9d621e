import { expect, test } from 'vitest'
import { readFormBody } from './form-body.ts'

const posted = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://shop.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

test('reads forms of both kinds', async () => {
  const files = new FormData()
  files.set('name', 'Jürgen')
  for (const body of [new URLSearchParams({ name: 'Jürgen' }), files]) {
    expect((await readFormBody(posted(body))).get('name')).toBe('Jürgen')
  }
})

test('refuses what is no form, and stops reading what is too long', async () => {
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/json', 'x']) {
    await expect(readFormBody(posted('x', { 'content-type': type }))).rejects.toMatchObject({ status: 400 })
  }
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(97))
    },
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await expect(readFormBody(posted(endless, form))).rejects.toMatchObject({ status: 413 })
  expect(sent).toBeLessThan(1_000_000)
})
