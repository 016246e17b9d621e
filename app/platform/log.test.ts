import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

test('what is secret by name does not reach the log', () => {
  const module = resolve(import.meta.dirname, 'log.ts')
  const program = `
    import { createLog } from ${JSON.stringify(module)}
    createLog('info').info({ token: 'aaa', shop: { password: 'bbb' }, headers: { cookie: 'ccc' }, path: '/de' }, 'seen')
  `
  const line = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
    encoding: 'utf8',
  })
  expect(JSON.parse(line)).toMatchObject({
    msg: 'seen',
    path: '/de',
    token: '[hidden]',
    shop: { password: '[hidden]' },
    headers: { cookie: '[hidden]' },
  })
})

test('a line names the request that it was said for', () => {
  const module = resolve(import.meta.dirname, 'log.ts')
  const ids = resolve(import.meta.dirname, 'request-id.ts')
  const program = `
    import { createLog } from ${JSON.stringify(module)}
    import { withRequestId } from ${JSON.stringify(ids)}
    const log = createLog('info')
    withRequestId('r-1', () => log.info('inside'))
    log.info('outside')
  `
  const lines = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
    encoding: 'utf8',
  })
  const requests = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).request)
  expect(requests).toEqual(['r-1', undefined])
})
