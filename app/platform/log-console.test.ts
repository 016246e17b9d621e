import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { logConsole } from './log-console.ts'
import { withRequestId } from './request-id.ts'

test('what libraries say on the console is a line of the log, without the row that a fault brings along', () => {
  const lines: Record<string, unknown>[] = []
  const nothing = () => undefined
  const target: Pick<Console, 'error' | 'warn' | 'info' | 'log'> = {
    ...{ error: nothing, warn: nothing, info: nothing, log: nothing },
  }
  const restore = logConsole(
    createLog('info', (line) => lines.push(JSON.parse(line))),
    target,
  )
  const fault = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(anna@x)' })
  withRequestId('a-request', () => target.error(fault))
  target.log('%s is old, and so are %d', 'This', 3, { email: 'anna@x' })
  restore()
  expect(Object.values(target)).toEqual(Array(4).fill(nothing))
  expect(lines).toMatchObject([
    { level: 50, request: 'a-request', err: { message: 'duplicate key', code: '23505' } },
    { level: 30, msg: 'This is old, and so are 3' },
  ])
  expect(JSON.stringify(lines)).not.toContain('anna@x')
})
