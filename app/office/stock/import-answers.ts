import { z } from 'zod'
import { may } from '#app/shop/staff/permissions.ts'
import { csvLimits } from '#app/shop/stock-files/csv-file.ts'
import { kindChoices, taxChoices } from '#app/shop/stock-files/import-columns.ts'
import type { RowFault } from '#app/shop/stock-files/plan-rows.ts'
import { checkImport, claimImport, type Importing, runImport } from '#app/shop/stock-files/run-import.ts'
import {
  discardImport,
  findImport,
  importedBefore,
  importsOf,
  openImport,
  refusedRows,
  type StockImport,
  sampleOf,
  shopFields,
  uploadList,
} from '#app/shop/stock-files/stock-import.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { csvAnswer } from './file-answer.ts'
import { stockWords } from './stock-words.ts'

const shown = ({ createdAt, ...rest }: StockImport) => ({ ...rest, createdAt: createdAt.toISOString() })

function importingOf({ member, app }: OfficeRequest): Importing {
  const t = stockWords(member.locale)
  return {
    member,
    secret: app.secret,
    locale: member.locale,
    mayPrice: may(member.role, 'pieces.sell'),
    explain: ({ column, reason, values }: RowFault) =>
      [column, t(`faults.${reason}`, values as never)].filter((part) => part !== '').join(': '),
  }
}

export const importScreens = {
  import: screen({
    permission: 'pieces.import',
    load: async ({ app, member }) => ({ lists: (await importsOf(app.db, member.id)).map(shown) }),
  }),
  'import-list': screen({
    permission: 'pieces.import',
    load: async ({ app, member }, { params, query }) => {
      const id = Number(params.id)
      const list = Number.isSafeInteger(id) && id < 2 ** 31 ? await findImport(app.db, id, member.id) : null
      if (!list) throw new Response(null, { status: 404 })
      if (query.get('file') === 'refused') {
        const csv = await refusedRows(app.db, id, member.id, app.secret)
        throw csv === null ? new Response(null, { status: 404 }) : csvAnswer([csv], `fehlerzeilen-${id}.csv`)
      }
      const opened = await openImport(app.db, id, member.id, app.secret)
      const fields = await shopFields(app.db)
      const { locale } = member
      const choice = ({ id: value, label }: { id: string; label: { de: string; en: string } }) => ({
        value,
        label: label[locale],
      })
      const branches = await app.db.selectFrom('branch').select(['id', 'name']).orderBy('position').execute()
      return {
        list: shown(list),
        sample: opened && (await sampleOf(opened)),
        before: await importedBefore(app.db, id),
        fields: fields.map(choice),
        otherwise: {
          kind: kindChoices.map(choice),
          tax: taxChoices.map(choice),
          branch: branches.map(({ id: value, name: label }) => ({ value, label })),
        },
      }
    },
  }),
}

const id = z
  .int()
  .positive()
  .max(2 ** 31 - 1)
const choice = z.string().max(200).optional()
const mapping = z.object({
  columns: z.array(z.string().max(60).nullable()).max(csvLimits.columns),
  decimals: z.enum(['comma', 'point']),
  noHeadings: z.boolean().optional(),
  otherwise: z.object({ kind: choice, tax: choice, branch: choice }),
})

export const importActions = {
  'stock.upload': action({
    permission: 'pieces.import',
    input: z.object({ name: z.string().min(1).max(1000) }),
    run: async ({ app, member, request }, { name }) => {
      const parts: Uint8Array[] = []
      let length = 0
      for await (const part of request.body ?? []) {
        length += part.byteLength
        if (length > csvLimits.bytes) return { ok: false as const, reason: 'too-large' as const, row: null }
        parts.push(part)
      }
      const { locale } = member
      return uploadList(app.db, {
        bytes: Buffer.concat(parts),
        fileName: name,
        secret: app.secret,
        member,
        locale,
      })
    },
  }),
  'stock.check': action({
    permission: 'pieces.import',
    /** `from`: the mapping that was seen. */
    input: z.object({ id, mapping, from: mapping }),
    run: (request, { id: list, ...given }) => checkImport(request.app.db, list, given, importingOf(request)),
  }),
  /** Begins to import; how far it is, the screen says. */
  'stock.import': action({
    permission: 'pieces.import',
    /** Of the check whose outcome was seen. */
    input: z.object({ id, checkedVersion: z.int().min(0), mapping }),
    run: async (request, { id: list, ...checked }) => {
      const { app, member } = request
      const claimed = await claimImport(app.db, list, member.id, checked)
      if (!claimed.ok) return claimed
      runImport(app.db, list, importingOf(request)).catch((error: unknown) =>
        app.log.error({ err: error, list }, 'an import was broken off'),
      )
      return { ok: true as const }
    },
  }),
  'stock.discard': action({
    permission: 'pieces.import',
    input: z.object({ id }),
    run: ({ app, member }, given) => discardImport(app.db, given.id, member),
  }),
}
