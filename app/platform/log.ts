import { type Logger, pino } from 'pino'
import { escapedMarks } from './printable.ts'
import { hideTokens } from './private-address.ts'
import { requestId } from './request-id.ts'

export type Log = Logger

/**
 * JSON lines on standard output. Values under these names never reach a log, wherever they sit, and no token of an
 * address does, in whatever text it stands.
 */
export function createLog(level: string): Log {
  const output = pino.destination({ fd: 1, sync: true })
  const options = {
    level,
    mixin: () => {
      const request = requestId()
      return request === undefined ? {} : { request }
    },
    redact: {
      paths: [
        'token',
        'secret',
        'password',
        'authorization',
        'cookie',
        '*.token',
        '*.secret',
        '*.password',
        'headers.cookie',
        'headers.authorization',
      ],
      censor: '[hidden]',
    },
  }
  return pino(options, { write: (line: string) => output.write(escapedMarks(hideTokens(line))) })
}
