import { parseArgs } from 'node:util'
import { StartFault } from '#app/platform/start-fault.ts'
import { type Counted, insightReport } from '#app/shop/insight/report.ts'
import { runOnShop } from './shop-command.ts'

/** `npm run insight -- [--days 30]`: visits, pages, searches and the way to an order, as tables of text. */
await runOnShop(wantedDays, async (days, db, env) => {
  const report = await insightReport(db, { days })
  if (env.ANALYTICS_URL) say([`Visits go to ${env.ANALYTICS_URL}; what follows was counted before.`])
  table(
    'Days',
    ['visits', 'pages'],
    rowsOf(report.days, ({ day, visits, pages }) => [day, visits, pages]),
  )
  counted('Pages', report.pages)
  counted('Referrers', report.referrers)
  counted('Searches', report.searches)
  counted('Searches without result', report.searchesWithoutResult)
  table(
    'From look to order',
    ['times', 'visitors'],
    rowsOf(report.funnel, ({ step, events, visitors }) => [step, events, visitors]),
  )
})

function wantedDays(): number {
  const { values } = parseArgs({ options: { days: { type: 'string', default: '30' } } })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > 3660) {
    throw new StartFault('--days must be a whole number from 1 to 3660: npm run insight -- --days 7')
  }
  return days
}

type Row = readonly [string, number, number]

function rowsOf<T>(items: readonly T[], row: (item: T) => Row): Row[] {
  return items.map(row)
}

function counted(title: string, items: readonly Counted[]): void {
  table(
    title,
    ['times', 'visitors'],
    rowsOf(items, ({ value, events, visitors }) => [value, events, visitors]),
  )
}

function table(title: string, columns: readonly [string, string], rows: readonly Row[]): void {
  const width = Math.min(70, Math.max(title.length, ...rows.map(([name]) => name.length)))
  const cells = (name: string, ...figures: (string | number)[]) =>
    name.slice(0, width).padEnd(width) + figures.map((figure) => String(figure).padStart(10)).join('')
  say([
    '',
    cells(title, ...columns),
    '-'.repeat(width + 20),
    ...(rows.length === 0 ? ['nothing yet'] : rows.map(([name, one, other]) => cells(name, one, other))),
  ])
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
