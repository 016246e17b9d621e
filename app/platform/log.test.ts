import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

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

test('of a fault its words and codes are told, not what came with it, and of an address no value', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => void lines.push(line))
  const fault = Object.assign(new Error('new row violates check constraint "c"'), {
    code: '23514',
    table: 'contact_message',
    detail: 'Failing row contains (1, Anna Beispiel).',
    rejected: ['anna@beispiel.example'],
  })
  log.error({ err: fault, url: 'https://shop.example/de/suche?query=Anna&page=2' }, 'a request failed')
  log.error({ err: new Error('invalid input syntax for type integer: "Anna"') }, 'not read')
  expect(lines.join('')).not.toMatch(/anna/i)
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    err: {
      type: 'Error',
      message: 'new row violates check constraint "c"',
      code: '23514',
      table: 'contact_message',
    },
    url: 'https://shop.example/de/suche?query=[hidden]&page=[hidden]',
  })
  expect(JSON.parse(lines[1] as string).err.message).toBe('invalid input syntax for type integer: "[hidden]"')
})
