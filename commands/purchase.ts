import type { Database } from '#app/platform/database/database.ts'
import { openFiles } from '#app/platform/file-places.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { readSellRequest, sellHistory } from '#app/shop/buying/find-sell-request.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { meltPiece } from '#app/shop/buying/ledger.ts'
import { listSellRequests } from '#app/shop/buying/list-sell-requests.ts'
import { meltsOf } from '#app/shop/buying/melted.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerNewestOffer, makeOffer } from '#app/shop/buying/offer.ts'
import { type Paid, payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt, receiptAddress, receiptsOf } from '#app/shop/buying/purchase-receipt.ts'
import { revealNewestIdentity, revealSellSerial } from '#app/shop/buying/reveal-sealed.ts'
import { messagesWithAuthors, writeAsStaff } from '#app/shop/buying/sell-messages.ts'
import { sendLabel } from '#app/shop/buying/sell-parcels.ts'
import { possibleSellEvents } from '#app/shop/buying/sell-request-status.ts'
import { changeReturnParcel, inspectGoods, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { valueStaffLines } from '#app/shop/buying/valued-line.ts'
import { readReason } from '#app/shop/reason.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { freshProofFor, type Permission } from '#app/shop/staff/permissions.ts'
import { actingStaff, provedStaff } from './acting-staff.ts'
import { defineCommand } from './command.ts'
import { time } from './order-report.ts'
import { lineFault, refusalOf } from './purchase-refusals.ts'
import {
  actions,
  options,
  type PurchaseTask,
  type PurchaseWish,
  readPurchaseWords,
  usage,
} from './purchase-words.ts'
import { type OpenShop, onShop } from './shop.ts'

/** What staff do with sell requests, from the question to the ledger. Without words it shows what waits. */
export const purchase = defineCommand({
  name: 'purchase',
  usage,
  options,
  actions,
  otherwise: 'list',
  read: readPurchaseWords,
  run: (wish, { env, say, ask }) =>
    onShop(env, async (shop) => {
      const { db } = shop
      const tell = (name: string, text: string) => say(`${name.padEnd(14)} ${text}`)
      const { task } = wish
      if (task.do === 'list') return say(...(await list(db, task)))
      if (task.do === 'show') return show(db, wish, tell)
      const permission = permissionFor(task)
      // A look at a serial number is written down like one at a document, and nobody may look in another's name.
      const { name } =
        freshProofFor.has(permission) || task.do === 'reveal-serial'
          ? await provedStaff(shop, wish.by, permission, ask)
          : await actingStaff(db, wish.by, permission)
      const result = await carryOut(shop, task, { ...wish, by: name }, tell)
      if (!result.ok) {
        const why = await refusalOf(db, result.reason, { ...wish, settings: await readSettings(db) })
        throw new StartFault(`${wish.words} is refused: ${why}`)
      }
      const { ok: _, ...facts } = result
      tell('✓', `${wish.words} ${JSON.stringify(facts)}`)
    }),
})

function permissionFor(task: PurchaseTask): Permission {
  if (task.do === 'pay') return 'payouts.make'
  return task.do === 'reveal-identity' ? 'identities.see' : 'purchases.see'
}

type Tell = (name: string, text: string) => void
type Result = { ok: true } | { ok: false; reason: string }

async function carryOut(
  shop: OpenShop,
  task: Exclude<PurchaseTask, { do: 'list' | 'show' }>,
  { number, by }: { number: string; by: string },
  tell: Tell,
): Promise<Result> {
  const { db } = shop
  const which = { number }
  const settings = await readSettings(db)
  switch (task.do) {
    case 'ask':
      return writeAsStaff(db, which, { text: task.text, by, settings })
    case 'estimate':
    case 'offer': {
      const current = await currentPrices(db, new Date())
      const valued = valueStaffLines(task.lines, current)
      if (!valued.ok) throw new StartFault(`„${valued.title}“: ${lineFault(valued.reason)}`)
      const kind = task.do === 'estimate' ? 'estimate' : 'final'
      return makeOffer(db, which, { kind, lines: valued.lines, note: task.note, by, settings, current })
    }
    case 'label': {
      const sent = await sendLabel(db, which, { label: task.label, file: task.file, by, settings })
      if (!sent.ok && 'limitCents' in sent)
        throw new StartFault(tooMuch(number, task.label.declaredCents, sent))
      return sent
    }
    case 'inspect':
      return inspectGoods(db, which, task.inspection, { by, secret: shop.secret })
    case 'agree':
    case 'refuse': {
      const answer = task.do === 'agree' ? 'accepted' : 'declined'
      return answerNewestOffer(db, which, { answer, settings, recordedBy: by })
    }
    case 'identify':
      return identifySeller(db, which, task.identity, { by, secret: shop.secret })
    case 'receipt': {
      const made = await prepareReceipt(db, which, task.wish, { by, secret: shop.secret, settings })
      if (made.ok) {
        if (made.ended) tell('taken back', await paperOf(shop, number, made.ended.number))
        tell('to be signed', await paperOf(shop, number, made.number))
      } else tellTogether(made, tell)
      return made
    }
    case 'pay': {
      const paid = await payPurchase(db, which, task.payout, { by, secret: shop.secret, settings })
      if (!paid.ok) {
        tellTogether(paid, tell)
        refuseWithoutReceipt(paid, number)
      }
      return paid
    }
    case 'cancel': {
      if (!task.isConfirmed) await warnOfCancelling(db, number, task.reason)
      const taken = await cancelPurchase(db, which, { reason: task.reason, by, settings })
      if (taken.ok && !taken.paid) tell('taken back', await paperOf(shop, number, taken.number))
      return taken
    }
    case 'stock': {
      const files = await openFiles(shop.env)
      const stocked = await stockPieces(db, which, { melt: task.melt, files, by })
      if (stocked.ok) {
        for (const { ledger, title, product } of stocked.pieces) {
          tell(`ledger ${ledger}`, `${title}: ${product ?? 'melt'}`)
        }
      }
      return stocked
    }
    case 'melt': {
      const { ledger, proceedsCents, document } = task
      return meltPiece(db, ledger, { proceedsCents, document, day: germanDay(new Date()), by })
    }
    case 'reveal-identity':
    case 'reveal-serial': {
      const { id: requestId } = await requestOf(db, number)
      const look = { who: by, why: task.why, secret: shop.secret }
      return task.do === 'reveal-identity'
        ? revealNewestIdentity(db, requestId, look)
        : revealSellSerial(db, { requestId, position: task.position }, look)
    }
    case 'step':
      if (
        task.step.event === 'return' &&
        task.step.parcel &&
        (await requestOf(db, number)).status === 'returned'
      ) {
        return changeReturnParcel(db, which, task.step.parcel, by)
      }
      return takeStaffStep(db, which, task.step, { by, settings })
  }
}

function tooMuch(
  number: string,
  declaredCents: number,
  refusal: Extract<Awaited<ReturnType<typeof sendLabel>>, { limitCents: number }>,
): string {
  const limit = `such a parcel is insured for at most ${euro(refusal.limitCents)}`
  return refusal.reason === 'worth-more'
    ? `${number} was estimated at up to ${euro(refusal.worthCents)}, and ${limit}: send it by value courier, or have it brought to a branch.`
    : `${euro(declaredCents)} is declared, and ${limit}: send it by value courier, or have it brought to a branch.`
}

/** @throws {StartFault} saying what cancelling a purchase would do, where it is possible */
async function warnOfCancelling(db: Database, number: string, said: string): Promise<void> {
  const { id, status, receipt } = await requestOf(db, number)
  const reason = readReason(said)
  const unpaid = (await receiptsOf(db, id)).find(({ paid_at, ended_at }) => !paid_at && !ended_at)
  if (unpaid && reason !== null) {
    throw new StartFault(
      `Receipt ${unpaid.number} over ${euro(unpaid.total_cents)}, which is not paid yet, is taken back by a document of its own, on which the seller reads: "${reason}". Nothing was changed. If that is right, say --confirm.`,
    )
  }
  if (status !== 'paid' || !receipt || reason === null) return
  throw new StartFault(
    `Receipt ${receipt.number} over ${euro(receipt.totalCents)}, paid by ${receipt.means}, is cancelled by a document of its own; its pieces leave the ledger, and the seller reads: "${reason}". Nothing was changed. If that is right, say --confirm.`,
  )
}

function tellTogether(refused: object & { together?: { total: number; metals: number } }, tell: Tell): void {
  if (!refused.together) return
  tell('together', `${euro(refused.together.total)}, of it metals ${euro(refused.together.metals)}`)
}

/** Where a paper of a request is opened, while the shop runs. */
async function paperOf({ db, env }: OpenShop, number: string, paper: string): Promise<string> {
  const { token } = await requestOf(db, number)
  return receiptAddress({ site: env.SITE_URL, api: env.API_URL }, token, paper)
}

const changes = {
  'offer-changed': 'another offer was agreed on',
  'identification-changed': 'the seller was identified anew',
  'means-changed': 'it names another means of payment',
  'account-changed': 'it names another account',
}

/** @throws {StartFault} saying what to do where there is no receipt to be paid, or it says something else */
function refuseWithoutReceipt(paid: Extract<Paid, { ok: false }>, number: string): void {
  const next = `npm run purchase -- receipt ${number} cash|transfer prints one; pay when the seller has signed it.`
  if (paid.reason === 'receipt-missing') {
    const ended = paid.ended ? `: ${paid.ended.receipt} was taken back by ${paid.ended.number}` : ''
    throw new StartFault(`There is no receipt that ${number} is paid on (${paid.reason})${ended}. ${next}`)
  }
  if (paid.reason in changes) {
    const why = changes[paid.reason as keyof typeof changes]
    throw new StartFault(`The receipt of ${number} does not fit (${paid.reason}): ${why}. ${next}`)
  }
}

async function requestOf(db: Database, number: string) {
  const request = await readSellRequest(db, { number })
  if (!request) throw new StartFault(`There is no request ${number}`)
  return request
}

async function list(db: Database, { status }: Extract<PurchaseTask, { do: 'list' }>): Promise<string[]> {
  const rows = await listSellRequests(db, status, new Date())
  if (rows.length === 0) return ['No request waits.']
  return rows.map(({ number, status: state, submittedAt, since, overdue, kind, name }) => {
    const waits = overdue ? `  ! waits for us since ${time(since).slice(0, 10)}` : ''
    const sent = time(submittedAt)
    return `${number.padEnd(14)} ${sent}  ${state.padEnd(15)} ${kind.padEnd(9)} ${name ?? '(forgotten)'}${waits}`
  })
}

async function show(db: Database, { number }: PurchaseWish, tell: Tell): Promise<void> {
  const request = await requestOf(db, number)
  const { history: _steps, messages: _messages, offers, photos, valuation, token: _, ...plain } = request
  tell(request.number, JSON.stringify({ ...plain, photos: photos.length }, null, 2))
  if (valuation) tell('calculated', `${span(valuation.total)}, ${valuation.at}`)
  for (const { id, kind, cents, validUntil, answer } of offers) {
    tell(`offer ${id}`, `${kind} ${span(cents)} until ${time(validUntil)} ${answer ?? 'open'}`)
  }
  for (const { sender, author, at, text } of await messagesWithAuthors(db, request.id)) {
    tell(sender, `${time(at)} ${text}`)
    if (author !== null) tell('', `written by ${author}`)
  }
  for (const { event, from, to, by, note, at } of await sellHistory(db, request.id))
    tell(event, `${time(at)} ${from} → ${to} (${by})${note === null ? '' : `: ${note}`}`)
  for (const { number, total_cents, means, ...receipt } of await receiptsOf(db, request.id)) {
    const made = `${euro(total_cents)} by ${means}, ${time(receipt.made_at)} (${receipt.made_by})`
    tell(number, `${made}${receipt.paid_at ? ', paid' : receipt.ended_at ? '' : ', to be signed and paid'}`)
    if (receipt.ended_at && receipt.end_number) {
      const when = `${time(receipt.ended_at)} (${receipt.ended_by})`
      tell(receipt.end_number, `takes ${number} back unpaid, ${receipt.ended_cause}, ${when}`)
    }
  }
  for (const { ledger, day, document, cents, by } of await meltsOf(db, request.id))
    tell('melt', `${day} ledger ${ledger}, ${euro(cents)}, ${document}${by ? ` (${by})` : ''}`)
  tell('staff may', possibleSellEvents(request, 'staff').join(', ') || 'nothing')
}

function euro(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`
}

function span({ low, high }: { low: number; high: number }): string {
  return low === high ? euro(low) : `${euro(low)} to ${euro(high)}`
}
