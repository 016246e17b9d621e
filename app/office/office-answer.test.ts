import { expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { createLog } from '#app/platform/log.ts'
import { type OfficeCall, officeAct } from './office-answer.ts'

/** Somebody sends a photo to a shop whose files and rows end in a fault. */
function sending(code: string): OfficeCall {
  const fault = () => {
    throw Object.assign(new Error('write'), { code })
  }
  const now = () => new Date('2026-11-28T10:00:00Z')
  const app = { now, log: createLog('silent'), db: { selectFrom: fault } } as unknown as App
  const request = new Request('http://shop.test/office/act/photos.add?piece=1', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'a photo',
  })
  const member = { id: 1, name: 'Berta', email: 'b@x.example', role: 'owner', locale: 'de' } as const
  return { app, request, member: { ...member, sessionId: 1, provedFor: 0 }, client: null }
}

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a disk that takes no writes (%s) is a part that does not answer now',
  async (code) => {
    const answer = await officeAct(sending(code), 'photos.add')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await answer.json()).toEqual({ ok: false, reason: 'failed' })
  },
)

test('any other fault is one', async () => {
  expect((await officeAct(sending('EBADF'), 'photos.add')).status).toBe(500)
})
