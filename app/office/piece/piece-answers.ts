import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import { messagesOf } from '#app/language/messages/load.ts'
import type { Database } from '#app/platform/database/database.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { publicStatus } from '#app/shop/catalogue/product-status.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import { type Draft, findDraft, keepDraft, settleDraft } from '#app/shop/piece/drafts.ts'
import { keysOf, type PieceField, sections } from '#app/shop/piece/piece-fields.ts'
import { pieceEvents, pieceSteps, takePieceStep } from '#app/shop/piece/piece-steps.ts'
import { type PiecePreview, previewPiece } from '#app/shop/piece/preview.ts'
import { fieldsOfPiece, type PieceRow, readPieceRow, typedPiece } from '#app/shop/piece/read-piece.ts'
import { type Changes, savePiece } from '#app/shop/piece/save-piece.ts'
import { stoneFields } from '#app/shop/piece/stones.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { action, type OfficeRequest, type SignedIn, screen } from '../answer.ts'
import { beside } from './piece-side.ts'
import { pieceSideActions, stockNumber } from './piece-side-answers.ts'

const piece = stockNumber
const changes = z.record(
  z.string().max(60),
  z.strictObject({ from: z.string().max(40_000), to: z.string().max(40_000) }),
)
/** `revision`: of the member's draft that this was typed from; null: there was none. */
const typed = z.strictObject({ piece, version: z.int().min(0), revision: z.uuid().nullable(), changes })

const shownDraft = (draft: Draft | null) => draft && { ...draft, savedAt: draft.savedAt.toISOString() }

async function pieceOr404(db: Database, id: string): Promise<PieceRow> {
  const row = isStockNumber(id) ? await readPieceRow(db, id) : null
  if (!row) throw new Response(null, { status: 404 })
  return row
}

/** How a field is filled in, in a language. */
function shownInput(field: Pick<PieceField, 'name' | 'input' | 'label' | 'unit' | 'help'>, locale: Locale) {
  const { name, input, label, unit, help } = field
  const values = 'values' in input ? input.values : []
  return {
    name,
    keys: keysOf(field),
    kind: input.kind,
    values: values.map(({ id, label, meaning }) => ({
      id,
      label: label[locale],
      meaning: meaning?.[locale] ?? null,
    })),
    label: label[locale],
    unit: unit ?? null,
    help: help?.[locale] ?? null,
  }
}

/** A field as the form draws it, in the language of whoever is signed in. */
function shownField(field: PieceField, { kind, member }: { kind: PieceRow['kind']; member: SignedIn }) {
  const { role, locale } = member
  const { section } = field
  const editable = may(role, field.permission)
  const parts = field.input.kind === 'stones' ? stoneFields : []
  return {
    ...shownInput(field, locale),
    section,
    required: field.requiredOf.includes(kind),
    editable,
    /** Of a field that is a list of rows: what each of them says. */
    parts: parts.map((part) => ({
      ...shownInput(part, locale),
      ...{ section, editable, required: part.name === 'stone' },
    })),
  }
}

/** What customers will see; the margin for those alone who may see what a piece cost. */
async function previewFor(
  { app: { db }, member, now }: Pick<OfficeRequest, 'app' | 'member' | 'now'>,
  row: PieceRow,
  changes: Changes,
): Promise<PiecePreview> {
  const preview = await previewPiece(db, row, { changes, now, day: germanDay(now) })
  return may(member.role, 'pieces.see-cost') ? preview : { ...preview, margin: null }
}

/** What only those see who may see what a piece cost. */
const costs: ReadonlySet<string> = new Set(['cost_cents', 'acquired_on'])

export const pieceScreens = {
  piece: screen({
    permission: 'pieces.see',
    load: async (request, { params }) => {
      const { app, member } = request
      const { db, env } = app
      const id = params.id ?? ''
      const row = await pieceOr404(db, id)
      const fields = (await fieldsOfPiece(db, row.kind)).filter(
        ({ name }) => !costs.has(name) || may(member.role, 'pieces.see-cost'),
      )
      const draft = await findDraft(db, member, id)
      const { locale } = member
      const preview = await previewFor(request, row, draft?.changes ?? {})
      return {
        id,
        kind: row.kind,
        status: row.status,
        name: [row.brand, row.name[locale]].filter(Boolean).join(' '),
        /** Its page, where customers see one. */
        path: publicStatus(row.status) === null ? null : preview.cards[locale].href,
        version: await versionOf(db, { subject: 'piece', id }),
        sections,
        fields: fields.map((field) => shownField(field, { kind: row.kind, member })),
        typed: typedPiece(fields, row, locale),
        draft: shownDraft(draft),
        steps: await pieceSteps(db, id),
        preview,
        ...(await beside(request, row)),
        apiUrl: env.API_URL,
        /** Cards are shown in either language. */
        cardWords: { de: messagesOf('de').catalogue.card, en: messagesOf('en').catalogue.card },
      }
    },
  }),
} as const

export const pieceActions = {
  ...pieceSideActions,
  'piece.save': action({
    permission: 'pieces.edit-texts',
    input: typed,
    run: async ({ app: { db }, member }, { piece, version, revision, changes }) => {
      const saved = await savePiece(db, member, piece, { version, changes })
      if (!saved.ok) return saved
      // What lacks one of its languages stays a draft.
      const names = Object.keys(saved.kept).map((key) => key.replace(/\.(de|en)$/, '.'))
      const kept = Object.entries(changes).filter(([key]) => names.some((name) => key.startsWith(name)))
      const draft = await settleDraft(db, member, piece, {
        version: saved.version,
        revision,
        saved: changes,
        kept: Object.fromEntries(kept),
      })
      return { ...saved, draft: shownDraft(draft) }
    },
  }),
  'piece.draft': action({
    permission: 'pieces.edit-texts',
    input: typed,
    run: async (request, { piece, ...typed }) => {
      const { app, member } = request
      const row = await readPieceRow(app.db, piece)
      if (!row) return { ok: false, reason: 'no-such-piece' } as const
      const kept = await keepDraft(app.db, member, piece, typed)
      const draft = shownDraft(kept.draft)
      if (!kept.ok) return { ...kept, draft }
      return { ok: true, draft, preview: await previewFor(request, row, typed.changes) } as const
    },
  }),
  'piece.step': action({
    permission: 'pieces.sell',
    input: z.strictObject({
      piece,
      version: z.int().min(0),
      event: z.enum(pieceEvents, 'not-from-here'),
    }),
    run: async ({ app: { db }, member }, { piece, ...wanted }) => takePieceStep(db, member, piece, wanted),
  }),
} as const
