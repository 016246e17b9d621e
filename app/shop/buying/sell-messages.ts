import { cleanText } from '#app/language/clean-text.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { now } from '#app/platform/database/statement.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import {
  deadlineIn,
  lockRequest,
  type RequestKey,
  takeSellStep,
  writeToSeller,
  writeToStaff,
} from './sell-request-steps.ts'

export type MessageSent =
  | { ok: true; repeated: boolean }
  | {
      ok: false
      reason:
        | 'no-such-request'
        | 'empty'
        | 'too-long'
        | 'too-often'
        | 'closed'
        | 'no-open-offer'
        | 'no-amount'
    }

/** What a seller would take for what was offered: cents, for the offer they saw. */
export type CounterOffer = { offer: number; cents: number }

const most = 4000
const mostCents = 1_000_000_000
const perRequest = { most: 20, minutes: 60 }

/**
 * A seller writes: a question, or the answer to ours, which lets the request go on where it waited for it. The same
 * `submission` twice is one message. Possible until the story has ended. `counter`: what they would take instead of an
 * offer that still stands; it changes no state, the offer stays as it is.
 */
export async function writeAsSeller(
  db: Database,
  token: string,
  {
    text,
    submission,
    settings,
    counter = null,
  }: {
    text: string
    submission: string
    settings: Pick<Settings, 'contact'>
    counter?: CounterOffer | null
  },
): Promise<MessageSent> {
  const words = cleanText(text).trim()
  if (words === '' && counter === null) return { ok: false, reason: 'empty' }
  if (words.length > most) return { ok: false, reason: 'too-long' }
  if (counter && !(Number.isSafeInteger(counter.cents) && counter.cents > 0 && counter.cents <= mostCents))
    return { ok: false, reason: 'no-amount' }
  return together(db, async (transaction): Promise<MessageSent> => {
    const request = await lockRequest(transaction, { token })
    if (!request) return { ok: false, reason: 'no-such-request' }
    const known = await transaction
      .selectFrom('sell_message')
      .select('id')
      .where('submission', '=', submission)
      .executeTakeFirst()
    if (known) return { ok: true, repeated: true }
    if (request.email === null || request.status === 'returned') return { ok: false, reason: 'closed' }
    if (counter && !(await isOpenOffer(transaction, request.id, counter.offer)))
      return { ok: false, reason: 'no-open-offer' }
    const counted = await countUse(transaction, [{ key: `sell-message:${request.id}`, limit: perRequest }])
    if (!counted.ok) return { ok: false, reason: 'too-often' }
    const { id } = await transaction
      .insertInto('sell_message')
      .values({
        request_id: request.id,
        sender: 'seller',
        text: words,
        submission,
        offer_id: counter?.offer ?? null,
        amount_cents: counter?.cents ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (request.status === 'info_needed')
      await takeSellStep(transaction, request, 'answer', { actor: 'seller' })
    await writeToStaff(transaction, request, {
      what: 'message',
      about: id,
      recipient: settings.contact.email,
    })
    return { ok: true, repeated: false }
  })
}

/** Whether an offer of a request still waits for its answer, in its time. */
async function isOpenOffer(db: Database, requestId: number, offer: number): Promise<boolean> {
  const open = await db
    .selectFrom('sell_offer')
    .select('id')
    .where('id', '=', offer)
    .where('request_id', '=', requestId)
    .where('answer', 'is', null)
    .where('valid_until', '>', now)
    .executeTakeFirst()
  return open !== undefined
}

/** Every message of a request with who of us wrote it, for staff alone. */
export async function messagesWithAuthors(db: Database, requestId: number) {
  return db
    .selectFrom('sell_message')
    .select(['id', 'sender', 'author', 'at', 'text', 'offer_id as offer', 'amount_cents as amountCents'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
}

/** Staff write to a seller. Before the estimate the request waits for the answer; later it goes on as it was. */
export async function writeAsStaff(
  db: Database,
  which: RequestKey,
  { text, by, settings }: { text: string; by: string; settings: Pick<Settings, 'buying'> },
): Promise<MessageSent> {
  const words = cleanText(text).trim()
  if (words === '') return { ok: false, reason: 'empty' }
  if (words.length > most) return { ok: false, reason: 'too-long' }
  return together(db, async (transaction): Promise<MessageSent> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    if (request.email === null) return { ok: false, reason: 'closed' }
    const { id } = await transaction
      .insertInto('sell_message')
      .values({ request_id: request.id, sender: 'staff', author: by, text: words })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (request.status === 'submitted') {
      const lapsesAt = deadlineIn(request.now, settings.buying.waitingDays)
      await takeSellStep(transaction, request, 'ask', { actor: 'staff', name: by }, { lapsesAt })
    }
    await writeToSeller(transaction, request, 'sell-question', id, { message: id })
    return { ok: true, repeated: false }
  })
}
