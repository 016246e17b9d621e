import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on standard output. Values under these names never reach a log, wherever they sit. */
export function createLog(level: string): Log {
  return pino({
    level,
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
  })
}
