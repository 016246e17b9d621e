import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Crowd, Heard } from './buy.ts'

const program = resolve(import.meta.dirname, 'buy.ts')

/** Lets buyers in several processes go for one piece at the same moment. */
export async function rush(crowd: Omit<Crowd, 'name'>, { processes }: { processes: number }): Promise<Heard> {
  const children = Array.from({ length: processes }, (_, index) => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    const share =
      Math.floor((crowd.buyers * (index + 1)) / processes) - Math.floor((crowd.buyers * index) / processes)
    child.stdin.write(`${JSON.stringify({ ...crowd, name: `crowd-${index}`, buyers: share })}\n`)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    return { child, lines }
  })
  for (const { lines } of children) await lines.next()
  for (const { child } of children) child.stdin.end('go\n')
  const heard: Heard = { answers: {}, orders: [], slowest: 0 }
  for (const { lines } of children) {
    const { value } = await lines.next()
    const said = JSON.parse(String(value)) as Heard
    for (const [answer, count] of Object.entries(said.answers))
      heard.answers[answer] = (heard.answers[answer] ?? 0) + count
    heard.orders.push(...said.orders)
    heard.slowest = Math.max(heard.slowest, said.slowest)
  }
  return heard
}

/** What is wrong when a piece that everybody wanted was sold: one has it, everybody else was told that it is gone. */
export function wrongWith({ answers, orders }: Heard, buyers: number): string[] {
  const clear = ['bought', 'taken: reserved', 'taken: sold']
  const counted = Object.values(answers).reduce((sum, count) => sum + count, 0)
  return [
    ...(answers.bought === 1 ? [] : [`${answers.bought ?? 0} heard that they have it`]),
    ...(new Set(orders).size === 1 ? [] : [`there are orders ${orders.join(', ')}`]),
    ...(counted === buyers ? [] : [`${buyers - counted} heard nothing`]),
    ...Object.keys(answers)
      .filter((answer) => !clear.includes(answer))
      .map((answer) => `${answers[answer]} heard "${answer}"`),
  ]
}
