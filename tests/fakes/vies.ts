import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What VIES does when it is asked: knows ids as set up, or fails in one of these ways. */
export type ViesBehaviour =
  | 'answers'
  /** a member state is away: an error instead of an answer */
  | 'member-state-away'
  /** the same, said beside an answer that is none */
  | 'user-error'
  /** headers, then nothing */
  | 'silent'
  | 'broken'
  | 'not-json'
  | 'endless'
  /** does not take the asking business's own id */
  | 'no-requester'

export type FakeVies = {
  /** For `VIES_URL`. */
  url: string
  /** What was asked, in its order. */
  questions: Record<string, unknown>[]
  /** Ids that nobody has. */
  unknown: Set<string>
  behave(behaviour: ViesBehaviour): void
  stop(): Promise<void>
}

/** The REST interface of VIES on a port of its own. */
export async function startFakeVies(): Promise<FakeVies> {
  let behaviour: ViesBehaviour = 'answers'
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const part of incoming.setEncoding('utf8')) text += part
    if (incoming.method !== 'POST' || incoming.url !== '/rest-api/check-vat-number') {
      outgoing.writeHead(404).end()
      return
    }
    const question = JSON.parse(text) as Record<string, string>
    fake.questions.push(question)
    act(behaviour, question, outgoing, fake)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeVies = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`,
    questions: [],
    unknown: new Set(),
    behave(next) {
      behaviour = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

function act(
  behaviour: ViesBehaviour,
  question: Record<string, string>,
  outgoing: ServerResponse,
  { unknown, questions }: FakeVies,
): void {
  const send = (body: unknown, status = 200) =>
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (error: string, status: number) =>
    send({ actionSucceed: false, errorWrappers: [{ error }] }, status)
  const answer = {
    countryCode: question.countryCode,
    vatNumber: question.vatNumber,
    requestDate: '2026-11-20T10:00:00.000Z',
    valid: !unknown.has(`${question.countryCode}${question.vatNumber}`),
    requestIdentifier: question.requesterNumber ? `WAPIAAAA${questions.length}` : '',
    name: '---',
    address: '---',
  }
  if (behaviour === 'member-state-away') refuse('MS_UNAVAILABLE', 500)
  else if (behaviour === 'user-error') send({ ...answer, valid: false, userError: 'MS_UNAVAILABLE' })
  else if (behaviour === 'silent') outgoing.writeHead(200).flushHeaders()
  else if (behaviour === 'broken') outgoing.destroy()
  else if (behaviour === 'not-json') outgoing.writeHead(200).end('<html>Maintenance</html>')
  else if (behaviour === 'no-requester' && question.requesterNumber) refuse('INVALID_REQUESTER_INFO', 400)
  else if (behaviour === 'endless') {
    outgoing.writeHead(200)
    const more = () => {
      while (!outgoing.destroyed && outgoing.write(' '.repeat(64_000)));
    }
    outgoing.on('drain', more)
    more()
  } else send(answer)
}
