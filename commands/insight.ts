import { type Counted, insightReport } from '#app/shop/insight/report.ts'
import { defineCommand, refuse } from './command.ts'
import { onShop } from './shop.ts'

/** Visits, pages, searches and the way to an order, as tables of text. */
export const insight = defineCommand({
  name: 'insight',
  usage: 'npm run insight -- [--days 30]    visits, pages, searches and the way to an order',
  options: { days: { type: 'string' } },
  read: (words, { days = '30' }) => (words.length === 0 ? daysOf(days) : null),
  run: (days, { env: source, say }) =>
    onShop(source, async ({ db, env }) => {
      const report = await insightReport(db, { days })
      if (env.ANALYTICS_URL) say(`Visits go to ${env.ANALYTICS_URL}; what follows was counted before.`)
      say(
        ...table(
          'Days',
          ['visits', 'pages'],
          rowsOf(report.days, ({ day, visits, pages }) => [day, visits, pages]),
        ),
        ...counted('Pages', report.pages),
        ...counted('Referrers', report.referrers),
        ...counted('Searches', report.searches),
        ...counted('Searches without result', report.searchesWithoutResult),
        ...table(
          'From look to order',
          ['times', 'visitors'],
          rowsOf(report.funnel, ({ step, events, visitors }) => [step, events, visitors]),
        ),
      )
    }),
})

function daysOf(text: string): number {
  const days = Number(text)
  const isInRange = Number.isInteger(days) && days >= 1 && days <= 3660
  return isInRange ? days : refuse('--days must be a whole number from 1 to 3660')
}

type Row = readonly [string, number, number]

function rowsOf<T>(items: readonly T[], row: (item: T) => Row): Row[] {
  return items.map(row)
}

function counted(title: string, items: readonly Counted[]): string[] {
  return table(
    title,
    ['times', 'visitors'],
    rowsOf(items, ({ value, events, visitors }) => [value, events, visitors]),
  )
}

function table(title: string, columns: readonly [string, string], rows: readonly Row[]): string[] {
  const width = Math.min(70, Math.max(title.length, ...rows.map(([name]) => name.length)))
  const cells = (name: string, ...figures: (string | number)[]) =>
    name.slice(0, width).padEnd(width) + figures.map((figure) => String(figure).padStart(10)).join('')
  return [
    '',
    cells(title, ...columns),
    '-'.repeat(width + 20),
    ...(rows.length === 0 ? ['nothing yet'] : rows.map(([name, one, other]) => cells(name, one, other))),
  ]
}
