import { type Logger, pino } from 'pino'
import { escapedMarks } from './printable.ts'
import { hideTokens, hideValues } from './private-address.ts'
import { requestId } from './request-id.ts'

export type Log = Logger

/**
 * What is said of a fault beside its words: names and numbers. PostgreSQL brings the whole row along, mail servers the
 * recipient, the payment provider what it was sent.
 */
const ofFaults = ['type', 'message', 'stack', 'name', 'code', 'errno', 'syscall', 'address', 'port', 'status']
const ofStatements = ['severity', 'table', 'column', 'constraint', 'routine']
const saidOfFaults = new Set([...ofFaults, ...ofStatements])

function plainFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const said = Object.entries(pino.stdSerializers.err(error)).filter(([name]) => saidOfFaults.has(name))
  return Object.fromEntries(said)
}

/**
 * JSON lines on standard output, or to `write`. Values under these names never reach a log, wherever they sit, and no
 * token and no value of an address does, in whatever text it stands.
 */
export function createLog(level: string, write: (line: string) => void = toOutput()): Log {
  const options = {
    level,
    serializers: { err: plainFault },
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
  return pino(options, { write: (line: string) => write(escapedMarks(hideValues(hideTokens(line)))) })
}

function toOutput(): (line: string) => void {
  const output = pino.destination({ fd: 1, sync: true })
  return (line) => void output.write(line)
}
