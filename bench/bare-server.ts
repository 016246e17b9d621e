import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

/**
 * What pages are compared to: Node's own server that finds the address in a table and sends the bytes it was given, with
 * the headers it was given. Reads one line of JSON, writes its port.
 */
export type Recorded = { path: string; status: number; headers: [string, string][]; body: string }

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const recorded = JSON.parse(String((await lines.next()).value)) as Recorded[]
const answers = new Map(
  recorded.map(({ path, status, headers, body }) => [
    path,
    { status, headers: headers.flat(), body: Buffer.from(body, 'base64') },
  ]),
)
// As long as the shop's, for that is said in a header.
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) return response.writeHead(404).end()
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
// Ends with whoever started it.
await lines.next()
process.exit(0)
