import type { Database } from '#app/platform/database/database.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { readSellRequest, sellHistory } from '#app/shop/buying/find-sell-request.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { meltPiece } from '#app/shop/buying/ledger.ts'
import { listSellRequests } from '#app/shop/buying/list-sell-requests.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerNewestOffer, makeOffer } from '#app/shop/buying/offer.ts'
import { paySeller } from '#app/shop/buying/purchase.ts'
import { revealNewestIdentity, revealSellSerial } from '#app/shop/buying/reveal-sealed.ts'
import { writeAsStaff } from '#app/shop/buying/sell-messages.ts'
import { sendLabel } from '#app/shop/buying/sell-parcels.ts'
import { possibleSellEvents } from '#app/shop/buying/sell-request-status.ts'
import { changeReturnParcel, inspectGoods, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { valueStaffLines } from '#app/shop/buying/valued-line.ts'
import { readReason } from '#app/shop/reason.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { defineCommand } from './command.ts'
import {
  actions,
  options,
  type PurchaseTask,
  type PurchaseWish,
  readPurchaseWords,
  usage,
} from './purchase-words.ts'
import { onShop } from './shop.ts'

/** What staff do with sell requests, from the question to the ledger. Without words it shows what waits. */
export const purchase = defineCommand({
  name: 'purchase',
  usage,
  options,
  actions,
  otherwise: 'list',
  read: readPurchaseWords,
  run: (wish, { env, say }) =>
    onShop(env, async ({ db, secret }) => {
      const tell = (name: string, text: string) => say(`${name.padEnd(14)} ${text}`)
      const { task } = wish
      if (task.do === 'list') return say(...(await list(db, task)))
      if (task.do === 'show') return show(db, wish, tell)
      const result = await carryOut(db, task, wish, { secret, tell })
      if (!result.ok) throw new StartFault(`${wish.words} is refused: ${result.reason}`)
      const { ok: _, ...facts } = result
      tell('✓', `${wish.words} ${JSON.stringify(facts)}`)
    }),
})

type Tell = (name: string, text: string) => void
type Result = { ok: true } | { ok: false; reason: string }

async function carryOut(
  db: Database,
  task: Exclude<PurchaseTask, { do: 'list' | 'show' }>,
  { number, by }: PurchaseWish,
  { secret, tell }: { secret: Secret; tell: Tell },
): Promise<Result> {
  const which = { number }
  const settings = await readSettings(db)
  switch (task.do) {
    case 'ask':
      return writeAsStaff(db, which, { text: task.text, by, settings })
    case 'estimate':
    case 'offer': {
      const current = await currentPrices(db, new Date())
      const valued = valueStaffLines(task.lines, current)
      if (!valued.ok) throw new StartFault(`„${valued.title}“: ${valued.reason}`)
      const kind = task.do === 'estimate' ? 'estimate' : 'final'
      return makeOffer(db, which, { kind, lines: valued.lines, note: task.note, by, settings, current })
    }
    case 'label': {
      const sent = await sendLabel(db, which, { label: task.label, by, settings })
      if (!sent.ok && 'limitCents' in sent)
        throw new StartFault(tooMuch(number, task.label.declaredCents, sent))
      return sent
    }
    case 'inspect':
      return inspectGoods(db, which, task.inspection, { by, secret })
    case 'agree':
    case 'refuse': {
      const answer = task.do === 'agree' ? 'accepted' : 'declined'
      return answerNewestOffer(db, which, { answer, settings, recordedBy: by })
    }
    case 'identify':
      return identifySeller(db, which, task.identity, { by, secret })
    case 'pay': {
      const paid = await paySeller(db, which, task.payout, { by, secret, settings })
      if (!paid.ok && paid.together) {
        tell('together', `${euro(paid.together.total)}, of it metals ${euro(paid.together.metals)}`)
      }
      return paid
    }
    case 'cancel':
      if (!task.isConfirmed) await warnOfCancelling(db, number, task.reason)
      return cancelPurchase(db, which, { reason: task.reason, by, settings })
    case 'stock': {
      const stocked = await stockPieces(db, which, { melt: task.melt, by })
      if (stocked.ok) {
        for (const { ledger, title, product } of stocked.pieces) {
          tell(`ledger ${ledger}`, `${title}: ${product ?? 'melt'}`)
        }
      }
      return stocked
    }
    case 'melt': {
      const { ledger, proceedsCents, document } = task
      return meltPiece(db, ledger, { proceedsCents, document, day: new Date().toISOString().slice(0, 10) })
    }
    case 'reveal-identity':
    case 'reveal-serial': {
      const { id: requestId } = await requestOf(db, number)
      const look = { who: by, why: task.why, secret }
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
  const { status, receipt } = await requestOf(db, number)
  const reason = readReason(said)
  if (status !== 'paid' || !receipt || reason === null) return
  throw new StartFault(
    `Receipt ${receipt.number} over ${euro(receipt.totalCents)}, paid by ${receipt.means}, is cancelled by a document of its own; its pieces leave the ledger, and the seller reads: "${reason}". Nothing was changed. If that is right, say --confirm.`,
  )
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
    const waits = overdue ? `  ! waits for us since ${since.toISOString().slice(0, 10)}` : ''
    const sent = submittedAt.toISOString().slice(0, 16)
    return `${number.padEnd(14)} ${sent}  ${state.padEnd(15)} ${kind.padEnd(9)} ${name ?? '(forgotten)'}${waits}`
  })
}

async function show(db: Database, { number }: PurchaseWish, tell: Tell): Promise<void> {
  const request = await requestOf(db, number)
  const { history: _steps, messages, offers, photos, valuation, token: _, ...plain } = request
  tell(request.number, JSON.stringify({ ...plain, photos: photos.length }, null, 2))
  if (valuation) tell('calculated', `${span(valuation.total)}, ${valuation.at}`)
  for (const { id, kind, cents, validUntil, answer } of offers) {
    tell(`offer ${id}`, `${kind} ${span(cents)} until ${validUntil.toISOString()} ${answer ?? 'open'}`)
  }
  for (const { sender, at, text } of messages) tell(sender, `${at.toISOString()} ${text}`)
  for (const { event, from, to, by, note, at } of await sellHistory(db, request.id))
    tell(event, `${at.toISOString()} ${from} → ${to} (${by})${note === null ? '' : `: ${note}`}`)
  tell('staff may', possibleSellEvents(request, 'staff').join(', ') || 'nothing')
}

function euro(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`
}

function span({ low, high }: { low: number; high: number }): string {
  return low === high ? euro(low) : `${euro(low)} to ${euro(high)}`
}
