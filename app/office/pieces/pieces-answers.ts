import { z } from 'zod'
import { query, text } from '#app/platform/database/statement.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { savedViews, usableAddress } from '#app/shop/lists/saved-views.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { duplicatePiece } from '#app/shop/stock/duplicate-piece.ts'
import {
  countStandardViews,
  type ListedPiece,
  type ListOptions,
  listedNumbers,
  listPieces,
} from '#app/shop/stock/list-pieces.ts'
import { readQuestion } from '#app/shop/stock/list-question.ts'
import { createPiece } from '#app/shop/stock/new-piece.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { pieceId } from './piece-input.ts'

/** A piece as a row of the list shows it. */
export type PieceRow = Omit<ListedPiece, 'condition' | 'scope' | 'metal' | 'fineness' | 'changedAt'> & {
  /** What tells it from others, in words. */
  facts: string[]
  changedAt: string
}

/** Rows that come at once. */
const windowSize = 100
/** So many can be chosen at once. */
const mostChosen = 1000

const listOptions = ({ app, member, now }: OfficeRequest): ListOptions => ({
  now,
  locale: member.locale,
  secret: app.secret,
  seesCost: may(member.role, 'pieces.see-cost'),
})

function rowsOf(pieces: readonly ListedPiece[], { member }: OfficeRequest): PieceRow[] {
  const word = (facet: 'metal' | 'condition' | 'scope', id: string | null) =>
    id === null ? null : (facetValue(facet, id)?.label[member.locale] ?? null)
  return pieces.map(({ condition, scope, metal, fineness, changedAt, ...piece }) => {
    const { yearFrom, yearTo } = piece
    const year = yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`
    const facts = [
      piece.id,
      piece.reference,
      fineness && piece.kind !== 'watch' ? `${fineness} ${word('metal', metal) ?? ''}`.trim() : null,
      year === null ? null : String(year),
      word('condition', condition),
      piece.kind === 'watch' ? word('scope', scope) : null,
    ]
    return {
      ...piece,
      facts: facts.filter((fact) => fact !== null && fact !== ''),
      changedAt: changedAt.toISOString(),
    } as PieceRow
  })
}

export const piecesScreens = {
  pieces: screen({
    permission: 'pieces.see',
    load: async (request, { query: address }) => {
      const { db } = request.app
      const options = listOptions(request)
      const [{ pieces, total }, counts, brands, { branches }, views] = await Promise.all([
        listPieces(db, readQuestion(address), { ...options, offset: 0, limit: windowSize }),
        countStandardViews(db, options),
        query(db, { slug: text, name: text })`
          select slug, name from brand b where exists (select from product where brand_id = b.id) order by name`,
        currentSettings(db),
        savedViews(db, request.member, 'pieces'),
      ])
      const known = {
        branches: new Set(branches.map(({ id }) => id)),
        brands: new Set(brands.map(({ slug }) => slug)),
      }
      return {
        rows: rowsOf(pieces, request),
        total,
        counts,
        brands,
        branches: branches.map(({ id, name }) => ({ id, name })),
        views: views.map((view) => ({ ...view, usable: usableAddress(view.address, known) })),
      }
    },
  }),
} as const

const address = z.string().max(4000)

export const listActions = {
  /** Further rows of a list. */
  'pieces.rows': action({
    permission: 'pieces.see',
    input: z.object({ address, offset: z.int().min(0).max(10_000_000) }),
    run: async (request, input) => {
      const question = readQuestion(new URLSearchParams(input.address))
      const { pieces, total } = await listPieces(request.app.db, question, {
        ...listOptions(request),
        offset: input.offset,
        limit: windowSize,
      })
      return { ok: true as const, rows: rowsOf(pieces, request), total }
    },
  }),
  /** The stock numbers of a list, to choose them all. */
  'pieces.numbers': action({
    permission: 'pieces.see',
    input: z.object({ address }),
    run: async (request, input) => {
      const question = readQuestion(new URLSearchParams(input.address))
      const ids = await listedNumbers(request.app.db, question, {
        ...listOptions(request),
        limit: mostChosen,
      })
      return { ok: true as const, ids }
    },
  }),
  'pieces.create': action({
    permission: 'pieces.edit',
    input: z.object({ kind: z.enum(pieceKinds) }),
    run: async ({ app, member }, { kind }) => {
      const { branches } = await currentSettings(app.db)
      // Where there is one branch alone, that is where it lies.
      const branch = branches.length === 1 ? (branches[0]?.id ?? null) : null
      return { ok: true as const, id: await createPiece(app.db, member, { kind, branch }) }
    },
  }),
  'pieces.duplicate': action({
    permission: 'pieces.edit',
    input: z.object({ id: pieceId }),
    run: ({ app, member }, { id }) => duplicatePiece(app.db, member, id),
  }),
} as const
