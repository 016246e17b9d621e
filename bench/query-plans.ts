import { CompiledQuery, type LogEvent } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { json, query } from '#app/platform/database/statement.ts'

type Seen = { sql: string; parameters: readonly unknown[]; count: number; total: number; longest: number }
/** Statements by their text, with the parameters of the longest run. */
export type SeenQueries = Map<string, Seen>

export function seeQueries(seen: SeenQueries, event: LogEvent) {
  const { sql, parameters } = event.query
  const known = seen.get(sql) ?? { sql, parameters, count: 0, total: 0, longest: 0 }
  known.count += 1
  known.total += event.queryDurationMillis
  if (event.queryDurationMillis > known.longest) {
    known.longest = event.queryDurationMillis
    known.parameters = parameters
  }
  seen.set(sql, known)
}

const node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Total Time': z.number(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(node).optional()
  },
})
type Node = z.infer<typeof node>

const explained = { 'QUERY PLAN': json(z.tuple([z.object({ Plan: node, 'Planning Time': z.number() })])) }

/** The statements that took most, each with the three nodes of its plan that took most by themselves. */
export async function costDrivers(db: Database, seen: SeenQueries, statements = 8): Promise<string[]> {
  const lines: string[] = []
  const most = [...seen.values()]
    .filter(({ sql }) => /^\s*(select|with)/i.test(sql) && !/rebuild_search|refresh_search|setval/.test(sql))
    .sort((a, b) => b.total - a.total)
    .slice(0, statements)
  for (const { sql, parameters, count, total } of most) {
    const text = sql.replace(/\s+/g, ' ').trim()
    lines.push(
      `\n${count} × ${(total / count).toFixed(2)} ms  ${text.slice(0, 110)}${text.length > 110 ? '…' : ''}`,
    )
    const [row] = await query(
      db,
      explained,
    )(CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, [...parameters]))
    const [plan] = row?.['QUERY PLAN'] ?? []
    if (!plan) continue
    lines.push(`    planning ${plan['Planning Time'].toFixed(2)} ms`)
    for (const { node, self } of nodesOf(plan.Plan)
      .sort((a, b) => b.self - a.self)
      .slice(0, 3)) {
      const where = node['Index Name'] ?? node['Relation Name'] ?? ''
      const pages = node['Shared Hit Blocks'] + node['Shared Read Blocks']
      lines.push(
        `    ${self.toFixed(2).padStart(8)} ms  ${node['Node Type']} ${where} (${node['Actual Rows']} rows × ${node['Actual Loops']}, ${pages} pages)`,
      )
    }
  }
  return lines
}

function nodesOf(node: Node): { node: Node; self: number }[] {
  const children = node.Plans ?? []
  const whole = (each: Node) => each['Actual Total Time'] * each['Actual Loops']
  const self = Math.max(0, whole(node) - children.reduce((sum, child) => sum + whole(child), 0))
  return [{ node, self }, ...children.flatMap(nodesOf)]
}
