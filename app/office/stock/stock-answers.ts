import { z } from 'zod'
import { isLocale } from '#app/language/locales.ts'
import { labelsPdf } from '#app/letters/documents/write-labels.tsx'
import { type LabelFormatName, labelFormatNames, labelFormats } from '#app/letters/label-formats.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { reachesCustomers } from '#app/shop/piece-photos/reach.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { csvLine } from '#app/shop/stock-files/csv-file.ts'
import { exportPieces } from '#app/shop/stock-files/export-pieces.ts'
import { kindChoices } from '#app/shop/stock-files/import-columns.ts'
import { type CountedPiece, countOverview, countResult } from '#app/shop/stock-taking/count-result.ts'
import * as counts from '#app/shop/stock-taking/stock-count.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { csvAnswer } from './file-answer.ts'
import { importActions, importScreens } from './import-answers.ts'
import { labelsOf } from './price-labels.ts'
import { stockWords } from './stock-words.ts'

const oneOf = <const Word extends string>(words: readonly Word[], given: string | null): Word | null =>
  words.find((each) => each === given) ?? null

/** Stock numbers as an address names them. */
const numbersOf = (given: string | null) =>
  [...new Set((given ?? '').split(/[\s,;]+/).filter((part) => part !== ''))].slice(0, 500)

/** So many pieces that are missing, or too many, are shown; the file has all. */
const shownOfCount = 500

/** Whoever counts may not see more of a piece than the count does. */
const countOf = async ({ app }: OfficeRequest, given: string | undefined) => {
  const id = Number(given)
  const count = Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? await counts.findCount(app.db, id) : null
  if (!count) throw new Response(null, { status: 404 })
  return count
}
const shownCount = ({ startedAt, pausedAt, closedAt, ...rest }: counts.StockCount) => ({
  ...rest,
  pausedAt: pausedAt?.toISOString() ?? null,
  startedAt: startedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
})

async function* countCsv(request: OfficeRequest, count: counts.StockCount): AsyncGenerator<string> {
  const { locale } = request.member
  const t = stockWords(locale)
  const result = await countResult(request.app.db, count.id)
  yield `\ufeff${csvLine([t('taking.state'), t('taking.piece'), '', t('taking.why')])}`
  const name = (piece: CountedPiece) =>
    [piece.brand, piece.name[locale], piece.reference].filter(Boolean).join(' ')
  for (const piece of result.missing) yield csvLine([t('taking.missing'), piece.id, name(piece), ''])
  for (const piece of result.surplus)
    yield csvLine([
      t('taking.surplus'),
      piece.id,
      name(piece),
      t(`taking.reasons.${piece.reason}`, { branch: piece.branch ?? '' }),
    ])
  for (const piece of result.left)
    yield csvLine([
      t('taking.left'),
      piece.id,
      name(piece),
      t(`taking.reasons.${piece.reason}`, { branch: piece.branch ?? '' }),
    ])
  for (const piece of result.came) yield csvLine([t('taking.came'), piece.id, name(piece), ''])
  for (const { code } of await counts.strayCodes(request.app.db, count.id, { limit: null }))
    yield csvLine([t('taking.stray'), code, '', ''])
}

export const stockScreens = {
  ...importScreens,
  labels: screen({
    permission: 'pieces.see',
    load: async (request, { query }) => {
      const { member, app } = request
      const asked = numbersOf(query.get('ids'))
      const language = query.get('language')
      const locale = isLocale(language) ? language : member.locale
      const format: LabelFormatName = oneOf(labelFormatNames, query.get('format')) ?? 'a4-24'
      const { columns, rows, label } = labelFormats[format]
      const start = Math.min(Math.max(1, Math.trunc(Number(query.get('start'))) || 1), columns * rows)
      const labels = await labelsOf(request, asked, locale)
      if (query.get('file') === 'pdf') {
        if (labels.length === 0) throw new Response(null, { status: 404 })
        const { site } = await readSettings(app.db)
        const title = stockWords(locale)('labels.title')
        const pdf = await labelsPdf(labels, { format, start, locale, shopName: site.name, title })
        throw new Response(new Uint8Array(pdf), {
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': 'inline; filename="etiketten.pdf"',
          },
        })
      }
      const known = new Set(labels.map(({ number }) => number))
      return {
        ids: asked.join(' '),
        format,
        formats: labelFormatNames,
        start,
        places: columns * rows,
        size: label,
        locale,
        labels,
        /** Where the codes lead, if no customer's phone can open that. */
        unreached: reachesCustomers(app.env.SITE_URL) ? null : new URL(app.env.SITE_URL).origin,
        missing: asked.filter((each) => !known.has(each)),
      }
    },
  }),
  'stock-taking': screen({
    permission: 'stock.count',
    load: async ({ app }) => ({
      counts: (await counts.stockCounts(app.db)).map(shownCount),
      branches: await app.db.selectFrom('branch').select(['id', 'name']).orderBy('position').execute(),
    }),
  }),
  'stock-count': screen({
    permission: 'stock.count',
    load: async (request, { params, query }) => {
      const count = await countOf(request, params.id)
      if (query.get('file') === 'csv') throw csvAnswer(countCsv(request, count), `inventur-${count.id}.csv`)
      const scans = await counts.lastScans(request.app.db, count.id)
      const strays = await counts.strayCodes(request.app.db, count.id, { limit: shownOfCount })
      return {
        count: shownCount(count),
        result: await countOverview(request.app.db, count.id, { limit: shownOfCount }),
        scans: scans.map(({ at, ...scan }) => ({ ...scan, at: at.toISOString() })),
        strays: strays.map(({ at, ...stray }) => ({ ...stray, at: at.toISOString() })),
        site: new URL(request.app.env.SITE_URL).origin,
      }
    },
  }),
  export: screen({
    permission: 'pieces.export',
    load: async ({ app, member }, { query }) => {
      const withCost = may(member.role, 'pieces.see-cost')
      const language = query.get('language')
      const ids = numbersOf(query.get('ids'))
      if (query.get('file') === 'csv') {
        const filter = {
          ids: query.get('ids') === null ? null : ids,
          status: oneOf(productStatuses, query.get('status')),
          kind: oneOf(pieceKinds, query.get('kind')),
          branch: query.get('branch') || null,
        }
        const locale = isLocale(language) ? language : member.locale
        throw csvAnswer(
          exportPieces(app.db, filter, { locale, withCost }),
          locale === 'de' ? 'stuecke.csv' : 'pieces.csv',
        )
      }
      return {
        withCost,
        locale: member.locale,
        statuses: productStatuses,
        kinds: kindChoices.map(({ id, label }) => ({ value: id, label: label[member.locale] })),
        branches: await app.db.selectFrom('branch').select(['id', 'name']).orderBy('position').execute(),
      }
    },
  }),
}

const count = z
  .int()
  .positive()
  .max(2 ** 31 - 1)

const number = z.int().min(0)
const seen = z.strictObject({
  ...{ expected: number, found: number, surplus: number },
  lastScan: number.nullable(),
})

export const stockActions = {
  ...importActions,
  'stock.begin-count': action({
    permission: 'stock.count',
    input: z.object({ branch: z.string().max(60).nullable() }),
    run: ({ app, member }, { branch }) => counts.beginCount(app.db, branch, member),
  }),
  'stock.scan': action({
    permission: 'stock.count',
    input: z.object({ count, text: z.string().max(2000) }),
    run: ({ app, member }, given) => counts.scanCode(app.db, given.count, given.text, member),
  }),
  'stock.remove-code': action({
    permission: 'stock.count',
    input: z.object({ count, code: count }),
    run: ({ app, member }, given) => counts.removeStrayCode(app.db, given.count, given.code, member),
  }),
  'stock.take-back': action({
    permission: 'stock.count',
    input: z.object({ count, scan: z.int().positive() }),
    run: ({ app, member }, given) => counts.takeBackScan(app.db, given.count, given.scan, member),
  }),
  'stock.pause': action({
    permission: 'stock.count',
    /** `from`: since when it was paused, as the screen showed it. */
    input: z.object({ count, paused: z.boolean(), from: z.iso.datetime().nullable() }),
    run: ({ app, member }, { count: id, paused, from }) =>
      counts.pauseCount(app.db, id, { paused, from: from === null ? null : new Date(from) }, member),
  }),
  'stock.close': action({
    permission: 'stock.count',
    input: z.object({ count, seen }),
    run: async ({ app, member }, given) => {
      const closed = await counts.closeCount(app.db, given.count, given.seen, member)
      return closed.ok ? { ok: true as const } : closed
    },
  }),
}
