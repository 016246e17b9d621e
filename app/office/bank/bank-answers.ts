import { z } from 'zod'
import de from '#app/language/messages/de/office/bank.json'
import en from '#app/language/messages/en/office/bank.json'
import { wordsOf } from '#app/language/words.ts'
import { bookLine, setAside, unbookLine } from '#app/shop/bank/book-line.ts'
import { candidatesFor, possibleOrder } from '#app/shop/bank/candidates.ts'
import { csvFields } from '#app/shop/bank/csv-fields.ts'
import { lineShape } from '#app/shop/bank/line-shape.ts'
import {
  type BankLine,
  bankAccounts,
  bankStatements,
  exportLines,
  lineHistory,
  linesOfStatement,
  listLines,
} from '#app/shop/bank/list-lines.ts'
import { matchLine, outcomeOf } from '#app/shop/bank/match-line.ts'
import { readStatements, type StatementsRead } from '#app/shop/bank/read-statements.ts'
import { statementLimits } from '#app/shop/bank/statement-file.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { action, screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { type FileColumns, listFile, wantsFile, withViews } from '../list/list-answer.ts'

const permission = 'bank.match'

const said = ({ asideAt, bookedAt, ...line }: BankLine) => ({
  ...line,
  asideAt: asideAt?.toISOString() ?? null,
  bookedAt: bookedAt?.toISOString() ?? null,
})

/** A line as its screen shows it. */
export type ShownLine = ReturnType<typeof said>

const words = wordsOf<typeof de>({ de, en })

/** So many lines of a statement are shown with what they may be; a month of a busy shop has fewer. */
const shownLines = 1000

export const bankScreens = {
  'bank-statements': screen({
    permission,
    load: async (request, { query }) => {
      const { app, member } = request
      const asked = readAsked(lineShape, query)
      if (wantsFile(query)) {
        const t = words(member.locale)
        const money = officeFormats(member.locale).fileAmount
        const columns: FileColumns<BankLine> = [
          [t('bookedOn'), ({ bookedOn }) => bookedOn],
          [t('amount'), ({ amountCents }) => money(amountCents)],
          [t('name'), ({ name }) => name],
          [t('purpose'), ({ purpose }) => purpose],
          [t('state'), ({ state }) => t(`states.${state}`)],
          [t('about'), ({ order, request: seller }) => order ?? seller ?? ''],
          [t('by'), ({ bookedBy, asideBy }) => bookedBy ?? asideBy ?? ''],
          [t('reason'), ({ asideReason }) => asideReason ?? ''],
        ]
        throw listFile(request, { name: 'bank', columns, batches: exportLines(app.db, asked) })
      }
      const found = await listLines(app.db, asked)
      const accounts = await bankAccounts(app.db)
      return {
        ...(await withViews(request, 'bank-lines', { ...found, rows: found.rows.map(said) })),
        known: { account: accounts.map((value) => ({ value, label: value })) },
        statements: (await bankStatements(app.db)).map(({ readAt, ...each }) => ({
          ...each,
          readAt: readAt.toISOString(),
        })),
      }
    },
  }),
  'bank-statement': screen({
    permission,
    load: async ({ app }, { params }) => {
      const id = /^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : 0
      const [statement] = id > 0 ? await bankStatements(app.db, id) : []
      if (!statement) throw new Response(null, { status: 404 })
      const all = await linesOfStatement(app.db, statement.id)
      const open = all.filter(({ state }) => state === 'open')
      const candidates = await candidatesFor(app.db, open.slice(0, shownLines))
      const { bank } = await readSettings(app.db)
      return {
        statement: { ...statement, readAt: statement.readAt.toISOString() },
        isOwnAccount: bank.iban.replaceAll(' ', '') === statement.account,
        total: all.length,
        lines: all.slice(0, shownLines).map((line) => ({
          ...said(line),
          suggestions: line.state === 'open' ? matchLine(line, candidates) : [],
        })),
      }
    },
  }),
} as const

const id = z
  .int()
  .positive()
  .max(2 ** 31 - 1)
const reason = z.string().max(2000)
const orderNumber = z.string().max(40)
const seenOrder = z.object({ status: z.string().max(40), openCents: z.int() })

export const bankActions = {
  /** The body is a file of the bank; `mapping`: what its columns hold, with commas, where that had to be asked. */
  'bank.read': action({
    permission,
    input: z.object({ name: z.string().max(300), mapping: z.string().max(4000).optional() }),
    run: async ({ app, member, request }, { name, mapping }): Promise<StatementsRead> => {
      const parts: Uint8Array[] = []
      let length = 0
      for await (const part of request.body ?? []) {
        length += part.byteLength
        if (length <= statementLimits.bytes) parts.push(part)
      }
      const where = { file: name, line: null, column: null, found: '' }
      if (length > statementLimits.bytes)
        return { ok: false, reason: 'unreadable', why: 'too-large', ...where }
      const { bank } = await readSettings(app.db)
      return readStatements(app.db, member, {
        bytes: Buffer.concat(parts),
        fileName: name,
        mapping: mapping?.split(',').map((field) => csvFields.find((each) => each === field) ?? null) ?? null,
        account: bank.iban.replaceAll(' ', ''),
      })
    },
  }),
  /**
   * Asks for no fresh proof, also for a refund or a payout: the bank itself says that this money has left, to whom and how
   * much, and only a line of the exact amount is taken. Nothing is paid out here; what is wrong is taken back as easily.
   */
  'bank.book': action({
    permission,
    input: z.object({
      line: id,
      wish: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('payment'), order: orderNumber, seen: seenOrder, confirmed: z.boolean() }),
        z.object({ kind: z.literal('refund'), refund: z.int().positive() }),
        z.object({ kind: z.literal('counted'), money: z.int().positive() }),
        z.object({ kind: z.literal('payout'), purchase: z.int().positive() }),
      ]),
    }),
    run: async ({ app, member }, given) => bookLine(app.payment, member, given, await readSettings(app.db)),
  }),
  /** Several lines of which each pays its order in full, one after the other; each says what became of it. */
  'bank.book-sure': action({
    permission,
    input: z.object({
      payments: z
        .array(z.object({ line: id, order: orderNumber, seen: seenOrder }))
        .min(1)
        .max(shownLines),
    }),
    run: async ({ app, member }, { payments }) => {
      const settings = await readSettings(app.db)
      const refused: { line: number; reason: string }[] = []
      for (const { line, ...payment } of payments) {
        const wish = { kind: 'payment', confirmed: false, ...payment } as const
        const booked = await bookLine(app.payment, member, { line, wish }, settings)
        if (!booked.ok) refused.push({ line, reason: booked.reason })
      }
      return { ok: true, booked: payments.length - refused.length, refused } as const
    },
  }),
  /** What booking a line for an order would do; an order that was not suggested is looked up by its number. */
  'bank.preview': action({
    permission,
    input: z.object({ order: orderNumber, cents: z.int().positive() }),
    run: async ({ app }, { order: number, cents }) => {
      const order = await possibleOrder(app.db, number)
      if (!order) return { ok: false, reason: 'no-such-order' } as const
      return { ok: true, order, ...outcomeOf(order, cents) } as const
    },
  }),
  'bank.unbook': action({
    permission,
    /** `seen`: the booking that is taken back. */
    input: z.object({ line: id, seen: id, reason, confirmed: z.boolean() }),
    run: async ({ app, member }, { line, seen, reason, confirmed }) => {
      const settings = await readSettings(app.db)
      return unbookLine(
        app.payment,
        member,
        { line, booking: seen, reason, isConfirmed: confirmed },
        settings,
      )
    },
  }),
  'bank.set-aside': action({
    permission,
    input: z.object({ line: id, reason: reason.nullable() }),
    run: ({ app, member }, given) => setAside(app.db, member, given),
  }),
  'bank.history': action({
    permission,
    input: z.object({ line: id }),
    run: async ({ app }, { line }) => ({
      ok: true as const,
      moments: (await lineHistory(app.db, line)).map(({ at, undoneAt, ...moment }) => ({
        ...moment,
        at: at.toISOString(),
        undoneAt: undoneAt?.toISOString() ?? null,
      })),
    }),
  }),
} as const
