import { z } from 'zod'
import type { App } from '#app/app-context.ts'
import { hasCompliance } from '#app/shop/buying/compliance.ts'
import { readSellRequest, sellHistory } from '#app/shop/buying/find-sell-request.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { needsOf, paymentDue } from '#app/shop/buying/payment-due.ts'
import { openPurchasePaper, purchasePapers } from '#app/shop/buying/purchase-papers.ts'
import { findSellPhoto, sellPhotosByThing } from '#app/shop/buying/sell-request-photos.ts'
import { possibleSellEvents } from '#app/shop/buying/sell-request-status.ts'
import { type InspectedLine, inspectionOf } from '#app/shop/buying/staff-steps.ts'
import type { SellRequestView } from '#app/shop/buying/types.ts'
import { ruleOn } from '#app/shop/settings/buying-settings.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { may, permissions } from '#app/shop/staff/permissions.ts'
import { type OfficeRequest, screen } from '../answer.ts'
import { photoAnswer } from './counter-answers.ts'

export const purchaseScreens = {
  purchase: screen({
    permission: 'purchases.see',
    load: async (request, { params, query }) => {
      const { app, now } = request
      const view = await readSellRequest(app.db, { number: (params.number ?? '').toUpperCase() })
      if (!view) throw new Response(null, { status: 404 })
      const paper = query.get('paper')
      if (paper !== null) throw await paperAnswer(app, view, paper)
      const photo = query.get('photo')
      if (photo !== null)
        throw await photoAnswer(await findSellPhoto(app.db, app.files, { request: view.token }, photo), photo)
      const settings = await readSettings(app.db)
      return {
        ...(await dealOf(request, view, settings)),
        today: germanDay(now),
        ...(await recordOf(request, view)),
      }
    },
  }),
} as const

/** A receipt, or the document that takes one back, as PDF. */
async function paperAnswer({ db, files, secret }: App, view: SellRequestView, number: string) {
  const found = await openPurchasePaper(db, view.id, number, secret)
  if (!found) return new Response(null, { status: 404 })
  const { cancellationPdf, receiptPdf } = await import('#app/letters/documents/write-receipt.tsx')
  const { site } = await readSettings(db)
  const { paper: purchase, takesBack } = found
  const body = takesBack
    ? await cancellationPdf(purchase, site.name)
    : await receiptPdf({ db, files }, { purchase, request: view, shopName: site.name })
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${number}.pdf"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** What is bought from whom, and what has to be done before it is paid. */
async function dealOf({ app: { db, secret } }: OfficeRequest, view: SellRequestView, settings: Settings) {
  const serials = await db
    .selectFrom('sell_serial')
    .select(['position', 'masked'])
    .where('request_id', '=', view.id)
    .execute()
  const agreed = view.offers.findLast(({ kind, answer }) => kind === 'final' && answer === 'accepted') ?? null
  const found = await inspectionOf(db, view.id)
  const total = agreed?.cents.low ?? 0
  const metals =
    agreed?.lines.reduce(
      (sum, { kind, cents }) => sum + (kind === 'scrap' || kind === 'bullion' ? cents.low : 0),
      0,
    ) ?? 0
  const due = await paymentDue(db, { id: view.id }, { secret, settings })
  const rule = due?.rule ?? ruleOn(settings.buying.cash, germanDay(view.submittedAt))
  const identified = await db
    .selectFrom('identification')
    .select(['id', 'level', 'document_kind', 'document_masked', 'checked_by', 'checked_at', 'erased_at'])
    .select(['seen_at', 'seen_by'])
    .where('request_id', '=', view.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const purchase = await db
    .selectFrom('purchase')
    .select(['id', 'number', 'paid_at', 'paid_by', 'means', 'reference', 'total_cents'])
    .where('request_id', '=', view.id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return {
    ...{ number: view.number, status: view.status, here: view.here, enteredBy: view.enteredBy },
    submittedAt: view.submittedAt.toISOString(),
    branch: settings.branches.find(({ id }) => id === view.branchId)?.name ?? null,
    seller: view.contact,
    lines: (agreed?.lines ?? []).map((line, position) => ({
      ...{ title: line.title, kind: line.kind, cents: line.cents.low, testMethod: line.testMethod },
      ...{ metal: line.metal, fineness: line.fineness, weightGrams: line.weightGrams, stones: line.stones },
      findings: found?.lines[position]?.findings ?? '',
      priced: found?.lines[position]?.priced ?? null,
      register: found?.lines[position]?.register ?? null,
      /** Masked; the whole number is shown on demand. */
      serial: serials.find((serial) => serial.position === position)?.masked ?? null,
    })),
    refused: refusedOf(found?.lines ?? [], agreed?.lines.length ?? 0),
    /** Until the seller has said yes to an offer there is neither anything sold nor a price. */
    isAgreed: agreed !== null,
    totalCents: total,
    photos: await sellPhotosByThing(db, { request: view.token }),
    /** Before anybody is identified: what the amount alone asks for. */
    needs: needsOf({ total, metals }, rule),
    due: due && {
      ...{ cash: due.cash, together: due.together, rule: due.rule },
      linked: due.linked.map(({ at, ...linked }) => ({ ...linked, at: at.toISOString() })),
    },
    identified: identified
      ? {
          id: identified.id,
          level: identified.level as 'basic' | 'complete',
          kind: identified.document_kind as 'id-card' | 'passport' | 'residence-permit',
          masked: identified.document_masked,
          by: identified.checked_by,
          at: identified.checked_at.toISOString(),
          erased: identified.erased_at !== null,
          /** Taken over: when the document was seen, and by whom. */
          seen: identified.seen_at &&
            identified.seen_by !== null && {
              ...{ at: identified.seen_at.toISOString(), by: identified.seen_by },
            },
        }
      : null,
    receipt: await openReceiptOf(db, view.id),
    purchase: purchase
      ? {
          ...{ number: purchase.number, by: purchase.paid_by, reference: purchase.reference },
          ...{ means: purchase.means as 'cash' | 'transfer', totalCents: purchase.total_cents },
          paidAt: purchase.paid_at.toISOString(),
          pieces: await db
            .selectFrom('ledger')
            .select(['number as ledger', 'title', 'kind', 'product_id as product', 'position'])
            .where('purchase_id', '=', purchase.id)
            .orderBy('position')
            .execute(),
        }
      : null,
  }
}

/** Things that were refused because a register of stolen goods knows them: they stand behind those that are bought. */
function refusedOf(lines: readonly InspectedLine[], bought: number) {
  return lines.flatMap(({ title, register }, position) =>
    position >= bought && register?.result === 'hit' ? [{ title: title ?? '', position }] : [],
  )
}

async function openReceiptOf(db: App['db'], requestId: number) {
  const row = await db
    .selectFrom('purchase_receipt')
    .select(['number', 'means', 'total_cents', 'made_at', 'made_by', 'content'])
    .select(['signed_at', 'signed_how', 'signed_before'])
    .where('request_id', '=', requestId)
    .where('paid_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row
    ? {
        ...{ number: row.number, means: row.means as 'cash' | 'transfer', totalCents: row.total_cents },
        ibanMasked: z.object({ ibanMasked: z.string().nullable() }).parse(row.content).ibanMasked,
        ...{ by: row.made_by, at: row.made_at.toISOString() },
        signed:
          row.signed_at && row.signed_how && row.signed_before
            ? {
                at: row.signed_at.toISOString(),
                how: row.signed_how as 'paper' | 'tablet',
                before: row.signed_before,
              }
            : null,
      }
    : null
}

/** Documents, steps and looks, and what of it whoever is signed in may see. */
async function recordOf({ app: { db }, member }: OfficeRequest, view: SellRequestView) {
  const onHold = view.status === 'compliance_hold'
  const identifications = db.selectFrom('identification').select('id').where('request_id', '=', view.id)
  const ids = (await identifications.execute()).map(({ id }) => String(id))
  const looks =
    ids.length === 0
      ? []
      : await db
          .selectFrom('sealed_look')
          .select(['who', 'why', 'at'])
          .where('subject', '=', 'identification')
          .where('subject_id', 'in', ids)
          .orderBy('id', 'desc')
          .execute()
  const asked = onHold
    ? await db
        .selectFrom('staff_member')
        .select('name')
        .where('role', 'in', permissions['compliance.see'])
        .where('disabled_at', 'is', null)
        .orderBy('name')
        .limit(5)
        .execute()
    : []
  return {
    allowed: possibleSellEvents(view, 'staff'),
    papers: (await purchasePapers(db, view.id)).map(({ at, ...paper }) => ({
      ...paper,
      at: at.toISOString(),
    })),
    history: (await sellHistory(db, view.id)).map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    looks: looks.map(({ at, ...look }) => ({ ...look, at: at.toISOString() })),
    /** Whether there is a restricted record, for those alone who may read it. */
    restricted: may(member.role, 'compliance.see') && (await hasCompliance(db, view.id)),
    askWhom: asked.map(({ name }) => name),
  }
}
