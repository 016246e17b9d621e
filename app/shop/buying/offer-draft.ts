import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { int4, json, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { purchaseKinds, testMethods } from './types.ts'

const words = z.string().max(400).default('')

/** One line of an offer as it is typed: texts, so that nothing of it is lost before it can be read. */
const draftLineSchema = z.object({
  title: words,
  kind: z.enum(purchaseKinds).default('scrap'),
  /** Something of the calculator, or empty where the amount is staff's word. */
  item: words,
  amount: words,
  euros: words,
  from: words,
  to: words,
  deduct: words,
  deductFor: words,
  testMethod: z.enum(['', ...testMethods]).default(''),
  brand: words,
  model: words,
  reference: words,
  stones: words,
})
export type DraftLine = z.output<typeof draftLineSchema>

/** An offer as it is typed. `until`: its last day, empty where the settings say it. */
export const offerDraftSchema = z.object({
  lines: z.array(draftLineSchema).min(1).max(50),
  note: z.string().max(2000).default(''),
  noteEn: z.string().max(2000).default(''),
  until: z.union([z.literal(''), z.iso.date()]).default(''),
})
export type OfferDraft = z.output<typeof offerDraftSchema>

const columns = {
  content: json(offerDraftSchema),
  version: int4,
  by: text,
  at: timestamptz,
}

/** The offer that is being written for a request, with its version; null where nobody began one. */
export async function findOfferDraft(db: Database, requestId: number) {
  const [row] = await query(db, columns)`
    select content, version, saved_by as by, saved_at as at from sell_offer_draft where request_id = ${requestId}`
  return row ?? null
}

export type DraftKept =
  | { ok: true; version: number }
  /** Somebody else wrote on since `version`: what there is now. */
  | { ok: false; reason: 'changed-meanwhile'; now: Awaited<ReturnType<typeof findOfferDraft>> }

/** Keeps an offer that is being written, from the version that was seen; 0: there was none. */
export async function keepOfferDraft(
  db: Database,
  requestId: number,
  { content, version, by }: { content: OfferDraft; version: number; by: string },
): Promise<DraftKept> {
  return together(db, async (transaction): Promise<DraftKept> => {
    const draft = JSON.stringify(content)
    const [kept] =
      version === 0
        ? await query(transaction, { version: int4 })`
            insert into sell_offer_draft (request_id, content, saved_by) values (${requestId}, ${draft}::jsonb, ${by})
            on conflict do nothing returning version`
        : await query(transaction, { version: int4 })`
            update sell_offer_draft set content = ${draft}::jsonb, version = version + 1, saved_by = ${by}, saved_at = now()
            where request_id = ${requestId} and version = ${version} returning version`
    if (kept) return { ok: true, version: kept.version }
    return { ok: false, reason: 'changed-meanwhile', now: await findOfferDraft(transaction, requestId) }
  })
}

/** The offer was made, or nobody wants it any more. */
export async function dropOfferDraft(db: Database, requestId: number): Promise<void> {
  await sql`delete from sell_offer_draft where request_id = ${requestId}`.execute(db)
}
