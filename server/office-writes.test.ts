import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { officeActions } from '#app/office/registry.ts'

/**
 * Reads the source of every action of the office, and of everything that it calls, for what is written to the database
 * outside of `asStaff`: of that nobody would know who did it. It sees writes of Kysely and of raw SQL; not those behind a
 * method of an object or a function that is handed over.
 */

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Module = {
  program: Node
  /** What is declared at the top, by name, and where what is imported comes from. */
  own: Map<string, Node>
  imported: Map<string, { file: string; name: string }>
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.name) : null)
const textOf = (node: unknown) =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null

const modules = new Map<string, Module>()

function moduleOf(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const program = parseSync(file, readFileSync(file, 'utf8')).program as unknown as Node
  const read: Module = { program, own: new Map(), imported: new Map() }
  modules.set(file, read)
  for (const statement of children(program)) {
    const from = textOf(statement.source)
    const target = from === null ? null : fileOf(file, from)
    for (const each of (statement.specifiers as Node[] | undefined) ?? []) {
      const local = nameOf(statement.type === 'ImportDeclaration' ? each.local : each.exported)
      const name = nameOf(statement.type === 'ImportDeclaration' ? each.imported : each.local)
      if (target && local) read.imported.set(local, { file: target, name: name ?? 'default' })
    }
    const declared = isNode(statement.declaration) ? statement.declaration : statement
    const declarations =
      declared.type === 'VariableDeclaration' ? (declared.declarations as Node[]) : [declared]
    for (const each of declarations) {
      const name = nameOf(each.id)
      if (name !== null && !declared.type.startsWith('TS')) read.own.set(name, each)
    }
  }
  return read
}

function fileOf(from: string, name: string): string | null {
  const path = name.startsWith('#') ? name.slice(1) : normalize(`${dirname(from)}/${name}`)
  return (name.startsWith('#') || name.startsWith('.')) && /\.tsx?$/.test(path) && existsSync(path)
    ? path
    : null
}

const kyselyWrites = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])
const sqlWrites =
  /\b(?:insert into|delete from|truncate|merge into) (\w+)|\bupdate (\w+)(?: as \w+| \w+)? set\b/gi

type Place = { file: string; node: Node; name: string }

/** What is written from a node on outside of `asStaff`: the tables, by the function that does it. */
function writesOf(node: Node, at: Place, found: Set<string>, seen: Set<string>): void {
  // Types alone; what stands inside of `as`, `satisfies` and `!` runs.
  if (node.type.startsWith('TS') && !isNode(node.expression)) return
  const { file } = at
  const note = (table: string) => found.add(`${table}, ${at.name} of ${file}`)
  if (node.type === 'CallExpression' && isNode(node.callee)) {
    const given = node.arguments as Node[]
    const method = nameOf(node.callee.property)
    if (method !== null && kyselyWrites.has(method))
      note(textOf(given[0])?.split(' ')[0] ?? 'a table by a variable')
    writesOf(node.callee, at, found, seen)
    for (const [index, each] of given.entries())
      if (!isHandedToStaff(node.callee, index, file)) writesOf(each, at, found, seen)
    return
  }
  if (node.type === 'TemplateLiteral') {
    const text = (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('?')
    for (const [, table, updated] of text.matchAll(sqlWrites)) note(table ?? updated ?? '')
  }
  const name = nameOf(node)
  if (name !== null) {
    const target = declared(file, name)
    const key = target && `${target.file} ${target.name}`
    if (target && key && !seen.has(key)) {
      seen.add(key)
      writesOf(target.node, target, found, seen)
    }
    return
  }
  for (const each of running(node)) writesOf(each, at, found, seen)
}

/** What of a node runs: names of properties are no names of ours, and types are gone by then. */
function running(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if ((key === 'property' || key === 'key') && node.computed !== true) return []
    if (['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments'].includes(key)) return []
    return [value].flat().filter(isNode)
  })
}

/** Whether what is given to a function is only ever used inside of `asStaff`: its `work`, or what is handed on to it. */
function isHandedToStaff(callee: Node, index: number, file: string): boolean {
  const name = nameOf(callee)
  if (name === 'asStaff') return index === 2
  const target = name === null ? null : declared(file, name)
  const made = isNode(target?.node.init) ? target.node.init : target?.node
  const parameter = (made?.params as Node[] | undefined)?.[index]
  if (!target || !made || !isNode(made.body) || !parameter || nameOf(parameter) === null) return false
  const key = `${target.file} ${target.name} ${index}`
  const known = handed.get(key)
  if (known !== undefined) return known
  // A function that calls itself hands nothing on by that alone.
  handed.set(key, true)
  const uses = usesOf(nameOf(parameter) as string, made.body, target.file)
  const answer = uses.length > 0 && uses.every((each) => each === 'as staff')
  handed.set(key, answer)
  return answer
}

const handed = new Map<string, boolean>()

function usesOf(name: string, node: Node, file: string, how = 'free'): string[] {
  if (nameOf(node) === name) return [how]
  if (node.type !== 'CallExpression' || !isNode(node.callee))
    return running(node).flatMap((each) => usesOf(name, each, file, how))
  const callee = node.callee
  return [
    ...usesOf(name, callee, file, how),
    ...(node.arguments as Node[]).flatMap((each, index) =>
      usesOf(name, each, file, isHandedToStaff(callee, index, file) ? 'as staff' : how),
    ),
  ]
}

/** Where a name in a file is declared, through what is imported and files that only pass it on. */
function declared(file: string, name: string): Place | null {
  const { own, imported } = moduleOf(file)
  const node = own.get(name)
  if (node) return { file, node, name }
  const from = imported.get(name)
  return from ? declared(from.file, from.name) : null
}

/** `run` of each action, by name. */
function runs(): Map<string, { file: string; node: Node }> {
  const found = new Map<string, { file: string; node: Node }>()
  const visit = (node: Node, file: string) => {
    const name = node.type === 'Property' ? textOf(node.key) : null
    if (name !== null && name in officeActions) found.set(name, { file, node: node.value as Node })
    else for (const child of children(node)) visit(child, file)
  }
  for (const file of globSync('app/office/**/*.ts').filter((each) => !each.includes('.test.')))
    visit(moduleOf(file).program, file)
  return found
}

/** What needs no `asStaff`, and why: the tables, by the function that writes them. */
const excuses: Readonly<Record<string, readonly string[]>> = {
  'tries and what browsers are asked, before anybody is known; it ends in minutes': [
    'rate_use, countUse of app/platform/rate-limit.ts',
    'staff_guess, takeGuess of app/shop/staff/guesses.ts',
    'staff_guess, giveBackGuess of app/shop/staff/guesses.ts',
    'staff_challenge, note of app/shop/staff/passkeys.ts',
    'staff_challenge, takes of app/shop/staff/passkeys.ts',
    'mail_outbox, insertMailsToStaff of app/shop/mail-kinds.ts',
  ],
  'somebody signs in, or proves who they are: the row names them': [
    'staff_passkey, signedWith of app/shop/staff/passkeys.ts',
    'staff_session, startSession of app/shop/staff/sessions.ts',
    'staff_session, rotateSession of app/shop/staff/sessions.ts',
    'staff_session, provedNow of app/shop/staff/sessions.ts',
    'staff_device, admit of app/shop/staff/sign-in.ts',
  ],
  'the row itself names whose it is, or who did it': [
    'open_thing, openedThing of app/shop/staff/open-things.ts',
    'open_thing, closedThing of app/shop/staff/open-things.ts',
    'photo_link, openPhotoLink of app/shop/piece-photos/photo-links.ts',
    'photo_link, endPhotoLinks of app/shop/piece-photos/photo-links.ts',
    'piece_draft, writeDraft of app/shop/piece/drafts.ts',
    'bulk_change, claimBulkChange of app/shop/stock/bulk-change.ts',
    'bulk_change, undoBulkChange of app/shop/stock/bulk-change.ts',
    'stock_import, uploadList of app/shop/stock-files/stock-import.ts',
    'stock_import, checkImport of app/shop/stock-files/run-import.ts',
    'stock_import, claimImport of app/shop/stock-files/run-import.ts',
    'stock_import, runImport of app/shop/stock-files/run-import.ts',
  ],
  'photos of a purchase that is being entered: of nobody until it is': [
    'sell_upload, openFolder of app/shop/buying/sell-request-photos.ts',
    'sell_request, openFolder of app/shop/buying/sell-request-photos.ts',
    'sell_photo_arrival, takeUploadPlace of app/shop/buying/upload-limits.ts',
    'sell_photo, enter of app/shop/buying/sell-request-photos.ts',
    'sell_photo, removeSellPhoto of app/shop/buying/sell-request-photos.ts',
  ],
  'current metal prices are read, and the shop takes up what its feed said meanwhile': [
    'job, withLease of app/platform/lease.ts',
    'metal_price_waiting, settle of app/shop/buying/waiting-price.ts',
    'metal_price, recordReadings of app/shop/buying/waiting-price.ts',
    'metal_price_waiting, recordReadings of app/shop/buying/waiting-price.ts',
  ],
  'the ledger is completed by the shop itself, whoever looks first; its rows name nobody': [
    'ledger, learnCosts of app/shop/buying/ledger-entry.ts',
    'counter, nextLedgerNumbers of app/shop/buying/ledger-entry.ts',
    'ledger, enterPieces of app/shop/buying/ledger-entry.ts',
    'product_staff, enterPieces of app/shop/buying/ledger-entry.ts',
    'ledger_exit, insertExits of app/shop/buying/ledger-sales.ts',
    'ledger_review, noteReviews of app/shop/buying/ledger-sales.ts',
    'ledger_exit, recordLearnedCosts of app/shop/buying/ledger-learned.ts',
  ],
  'a job for the shop itself': ['picture_variants, wantVariants of app/shop/catalogue/photos-ahead.ts'],
  'a list is planned with what is known; new names are written by `writeRows`, inside of `asStaff`': [
    'brand, openPieceNames of app/shop/catalogue/piece-names.ts',
    'model, openPieceNames of app/shop/catalogue/piece-names.ts',
    'reference, openPieceNames of app/shop/catalogue/piece-names.ts',
  ],
  'an order has a history of its own, which names whoever takes a step (`lockOrder`) or moves money (`actorRow`)':
    [
      'money, correctWithin of app/shop/checkout/correct-money.ts',
      'money, recordRefund of app/shop/checkout/refund.ts',
      'money, settleWithin of app/shop/checkout/settle-payment.ts',
      'order_entry, cancelWithin of app/shop/checkout/end-order.ts',
      'order_entry, changeDeliveryAddress of app/shop/checkout/change-delivery-address.ts',
      'order_entry, changeTracking of app/shop/checkout/change-tracking.ts',
      'order_entry, recordDay of app/shop/checkout/staff-order-steps.ts',
      'order_entry, refundWithdrawn of app/shop/checkout/refund-withdrawn.ts',
      'order_entry, sendReturnLabel of app/shop/checkout/return-label.ts',
      'order_line, reclaimPieces of app/shop/checkout/order-pieces.ts',
      'order_line, refundWithdrawn of app/shop/checkout/refund-withdrawn.ts',
      'order_line, releasePieces of app/shop/checkout/order-pieces.ts',
      'order_line, takeEffect of app/shop/checkout/withdrawal.ts',
      'order_line, takePiecesBack of app/shop/checkout/order-pieces.ts',
      'refund, planRefund of app/shop/checkout/refund.ts',
      'refund, recordRefund of app/shop/checkout/refund.ts',
      'refund, takeBackPayment of app/shop/checkout/correct-money.ts',
      'refund, takeBackRefund of app/shop/checkout/correct-money.ts',
      'shop_order, acceptOrder of app/shop/checkout/accept-order.ts',
      'shop_order, announceReady of app/shop/checkout/order-ready.ts',
      'shop_order, applyState of app/shop/checkout/payment-page.ts',
      'shop_order, cancelWithin of app/shop/checkout/end-order.ts',
      'shop_order, changeDeliveryAddress of app/shop/checkout/change-delivery-address.ts',
      'shop_order, changeTracking of app/shop/checkout/change-tracking.ts',
      'shop_order, expireOrder of app/shop/checkout/lapse-unpaid.ts',
      'shop_order, pay of app/shop/checkout/settle-payment.ts',
      'shop_order, reopen of app/shop/checkout/correct-money.ts',
      'shop_order, sendBack of app/shop/checkout/settle-payment.ts',
      'shop_order, takeEffect of app/shop/checkout/withdrawal.ts',
      'shop_order, takeOrderStep of app/shop/checkout/staff-order-steps.ts',
      'shop_order, unpay of app/shop/checkout/correct-money.ts',
      'withdrawal_answer, answer of app/shop/checkout/withdrawal.ts',
      'withdrawal_answer, answerWithin of app/shop/checkout/withdrawal.ts',
    ],
  'what a sale changes of a piece is no change of its description, and is in the history of its order (docs/decisions/office.md)':
    [
      'claim, reclaimPieces of app/shop/checkout/order-pieces.ts',
      'claim, releasePieces of app/shop/checkout/order-pieces.ts',
      'claim, takePiecesBack of app/shop/checkout/order-pieces.ts',
      'product, reclaimPieces of app/shop/checkout/order-pieces.ts',
      'product, releasePieces of app/shop/checkout/order-pieces.ts',
      'product, sellPieces of app/shop/checkout/order-pieces.ts',
      'product, takePiecesBack of app/shop/checkout/order-pieces.ts',
      'product, unsellPieces of app/shop/checkout/order-pieces.ts',
    ],
  'follows from a step with an order, in its transaction: documents and their numbers, mails, the page at the provider':
    [
      'counter, nextNumberInSeries of app/shop/number-series.ts',
      'invoice, acceptOrder of app/shop/checkout/accept-order.ts',
      'invoice, cancelInvoice of app/shop/checkout/invoice.ts',
      'mail_outbox, insertMails of app/shop/mail-kinds.ts',
      'mail_outbox, insertMailsToStaff of app/shop/mail-kinds.ts',
      'mail_outbox, withdrawMails of app/platform/mail-outbox.ts',
      'online_payment, applyState of app/shop/checkout/payment-page.ts',
      'online_payment, askToClose of app/shop/checkout/close-page.ts',
      'online_payment, sealPage of app/shop/checkout/close-page.ts',
      'online_payment, setAside of app/shop/checkout/payment-page.ts',
    ],
  'which files are to leave the disk, or may stay after all: the shop sees to it, and the row that named them says who':
    [
      'erased_files, noteErasedFiles of app/shop/erased-files.ts',
      'erased_files, eraseFolder of app/shop/erased-files.ts',
      'erased_files, keepFiles of app/shop/erased-files.ts',
    ],
  'the file of a label that was bought, kept and forgotten with its order': [
    'label_file, forgetLabelFile of app/shop/label-file.ts',
    'label_file, keepLabelFile of app/shop/label-file.ts',
  ],
}
const excused = Object.values(excuses).flat()

test('whatever an action writes has a who', () => {
  const found = runs()
  expect([...found.keys()].sort()).toEqual(Object.keys(officeActions).sort())
  const nobodys: Record<string, string[]> = {}
  const met = new Set<string>()
  for (const [name, { file, node }] of found) {
    const writes = new Set<string>()
    writesOf(node, { file, node, name }, writes, new Set())
    for (const each of writes) met.add(each)
    const inexcusable = [...writes].filter((each) => !excused.includes(each))
    if (inexcusable.length > 0) nobodys[name] = inexcusable
  }
  expect(nobodys).toEqual({})
  // An excuse that nobody needs would hide the next one.
  expect(excused.filter((each) => !met.has(each))).toEqual([])
})

test('inside of `asStaff` nothing is written past its transaction', () => {
  const past: string[] = []
  let calls = 0
  const visit = (node: Node, file: string, code: string) => {
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'asStaff') {
      const [db, , work] = node.arguments as Node[]
      const outer = code.slice(db?.start, db?.end)
      calls += 1
      if (work && (work.params as Node[] | undefined)?.every((each) => nameOf(each) !== outer)) {
        const inside = code.slice((work.body as Node).start, work.end)
        const used = new RegExp(`(?<![\\w.])${outer.replaceAll('.', '\\.')}(?!\\w)`).test(inside)
        if (used) past.push(`${file}:${code.slice(0, node.start).split('\n').length} uses ${outer}`)
      }
    }
    for (const each of children(node)) visit(each, file, code)
  }
  for (const file of globSync('app/{office,shop}/**/*.ts').filter((each) => !each.includes('.test.')))
    visit(moduleOf(file).program, file, readFileSync(file, 'utf8'))
  expect(calls).toBeGreaterThan(20)
  expect(past).toEqual([])
})
