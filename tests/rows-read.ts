import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { json, query } from '#app/platform/database/statement.ts'

const node = z.object({
  'Node Type': z.string(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  get Plans() {
    return z.array(node).optional()
  },
})
type Node = z.infer<typeof node>
const explained = { 'QUERY PLAN': json(z.tuple([z.object({ Plan: node })])) }

/** The most rows that one node of a plan answered, of every statement that some work asks and `of` picks; or a node so named. */
export async function mostRowsRead(
  db: Database,
  work: (db: Database) => Promise<unknown>,
  { of, named = /./ }: { of: RegExp; named?: RegExp },
): Promise<number[]> {
  const asked: RootOperationNode[] = []
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(noting))
  const most: number[] = []
  for (const each of asked) {
    const { sql, parameters } = db.getExecutor().compileQuery(each, createQueryId())
    if (!of.test(sql)) continue
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters])
    const [row] = await query(db, explained)(explain)
    if (!row) throw new Error('the database explains nothing')
    most.push(mostOf(row['QUERY PLAN'][0].Plan, named))
  }
  return most
}

function mostOf(plan: Node, named: RegExp): number {
  const { 'Node Type': name, 'Actual Rows': rows, 'Actual Loops': loops, Plans = [] } = plan
  return Math.max(named.test(name) ? rows * loops : 0, ...Plans.map((each) => mostOf(each, named)))
}
