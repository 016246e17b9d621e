import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/valuables.json'
import en from '#app/language/messages/en/valuables.json'
import { officeMessages } from '#app/language/messages/office.ts'
import { previewSellerLetter } from '#app/letters/sell-letter.tsx'
import { ownValue } from '#app/platform/own-value.ts'
import { goldWordsIn } from '#app/sell-form/gold-words-in.ts'
import { comparablePieces } from '#app/shop/buying/comparable-pieces.ts'
import { hasCompliance } from '#app/shop/buying/compliance.ts'
import { readSellRequest, sellHistory } from '#app/shop/buying/find-sell-request.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { longestOfferDays } from '#app/shop/buying/offer.ts'
import { findOfferDraft } from '#app/shop/buying/offer-draft.ts'
import { reckonDraft } from '#app/shop/buying/reckon-draft.ts'
import { groupOfRequest } from '#app/shop/buying/request-list-shape.ts'
import { messagesWithAuthors } from '#app/shop/buying/sell-messages.ts'
import { shippingAdvice } from '#app/shop/buying/sell-parcels.ts'
import { findSellPhoto } from '#app/shop/buying/sell-request-photos.ts'
import { possibleSellEvents } from '#app/shop/buying/sell-request-status.ts'
import { mayTake } from '#app/shop/buying/sell-request-steps.ts'
import {
  mailsOfRequest,
  maskedSerials,
  requestWithDraft,
  staffFactsOf,
} from '#app/shop/buying/staff-request.ts'
import { mayEnd } from '#app/shop/buying/staff-steps.ts'
import { metals, valuables } from '#app/shop/buying/valuables.ts'
import { centsPerGram } from '#app/shop/buying/valuation.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { type OfficeRequest, screen } from '../answer.ts'
import { peopleOf } from '../appointments/people.ts'
import { letterPage } from '../mails/letter-page.ts'
import type { Told } from '../today/today-answers.ts'
import { draftFor } from './draft-for.ts'
import { kindOfItem, titleOfItem } from './item-lines.ts'

/** Copies of a seller's photo that the office shows. */
const copies = {
  '320.webp': { width: 320, format: 'webp', type: 'image/webp' },
  '1280.jpg': { width: 1280, format: 'jpg', type: 'image/jpeg' },
} as const

/** A copy of a seller's photo, to those who may see the request; its seller's key stays out of the office's pages. */
async function photoOf({ app }: OfficeRequest, token: string, id: string, file: string): Promise<Response> {
  const copy = ownValue(copies, file)
  const store = copy && (await findSellPhoto(app.db, app.files, { request: token }, id))
  const found = copy && store ? await photoVariant(store, id, copy.width, copy.format) : null
  if (!copy || !found) return new Response(null, { status: 404 })
  return new Response(found.stream(), {
    headers: {
      'content-type': copy.type,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Everything that can be valued, by group, as the calculator names it. */
function itemsIn(locale: Locale) {
  const words = goldWordsIn(locale, locale === 'de' ? de : en)
  return [...Map.groupBy(valuables, ({ group }) => group)].map(([group, members]) => ({
    group,
    label: words.t(`groups.${group}`),
    items: members.map((valuable) => ({
      ...{ id: valuable.id, by: valuable.by, name: words.nameOf(valuable) },
      /** What a line of it is called and bought as until somebody says otherwise. */
      ...{ title: titleOfItem(valuable.id), kind: kindOfItem(valuable.id) },
    })),
  }))
}

/** The mail in which the offer that is being written goes out; null where it cannot be sent yet. */
async function mailOfDraft({ app, now }: OfficeRequest, number: string) {
  const { db, env } = app
  const [current, settings] = await Promise.all([currentPrices(db, now), currentSettings(db)])
  const request = await requestWithDraft(db, number, { current, settings, now })
  if (!request?.offer) return null
  const { id, locale, here, offer } = request
  return previewSellerLetter({ settings, siteUrl: env.SITE_URL }, request, {
    kind: offer.kind === 'final' ? 'sell-offer' : 'sell-estimate',
    locale,
    payload: { sell: id, here, offer: offer.id },
  })
}

async function requestForStaff({ app: { db }, member, now }: OfficeRequest, number: string) {
  const request = await readSellRequest(db, { number })
  if (!request) throw new Response(null, { status: 404 })
  const mayRead = may(member.role, 'compliance.see')
  const [facts, history, messages, mails, serials, draft, current, settings, alike, restricted] =
    await Promise.all([
      staffFactsOf(db, request.id),
      sellHistory(db, request.id),
      messagesWithAuthors(db, request.id),
      mailsOfRequest(db, request.id),
      maskedSerials(db, request.id),
      findOfferDraft(db, request.id),
      currentPrices(db, now),
      currentSettings(db),
      comparablePieces(db, request.details, now),
      mayRead && hasCompliance(db, request.id),
    ])
  if (!facts) throw new Response(null, { status: 404 })
  const { token: _, ...seen } = request
  const seesCost = may(member.role, 'pieces.see-cost')
  const content = draft?.content ?? draftFor(request)
  const kind = request.here ? ('final' as const) : ('estimate' as const)
  return {
    now,
    request: { ...seen, history, messages },
    group: groupOfRequest(request),
    version: facts.step,
    hereSince: facts.hereSince,
    allowed: possibleSellEvents(request, 'staff'),
    inspection: facts.inspection,
    /** Whether there is a restricted record, for those alone who may read it. */
    restricted,
    serials,
    past: { purchases: facts.purchases, cents: facts.purchasedCents, requests: facts.requests },
    mails,
    offerKind: kind,
    draft: { content, version: draft?.version ?? 0, by: draft?.by ?? null, at: draft?.at ?? null },
    reckoned: reckonDraft(content, current, { exact: kind === 'final' }),
    metals: metals.flatMap((metal) => {
      const price = current.prices[metal]
      return price ? [{ metal, ...price, centsPerGram: centsPerGram(price.centsPerOunce) }] : []
    }),
    comparables: {
      alike: alike.alike,
      pieces: alike.pieces.map((piece) => ({ ...piece, costCents: seesCost ? piece.costCents : null })),
      seesCost,
    },
    advice: shippingAdvice(request, settings),
    days: {
      estimate: settings.buying.estimateDays,
      final: settings.buying.offerDays,
      most: longestOfferDays,
    },
    items: itemsIn(member.locale),
    /** What is written again and again, in the seller's language. */
    templates: (await officeMessages(request.locale)).office.requests.templates,
    branches: settings.branches.map(({ id, name }) => ({ id, name })),
    /** Whether a seller who calls can be given a time, and who may receive them. */
    canBook: mayTake(request, 'book', { actor: 'seller' }),
    /** Whether a seller who calls can end it. */
    canEnd: mayEnd(request),
    people: await peopleOf(db),
    minutes: settings.buying.appointments.minutes,
  }
}

export const requestScreens = {
  request: screen({
    permission: 'purchases.see',
    load: async (request, { params, query }) => {
      const number = params.number ?? ''
      const photo = query.get('photo')
      if (photo !== null) {
        const found = await readSellRequest(request.app.db, { number })
        if (!found) throw new Response(null, { status: 404 })
        throw await photoOf(request, found.token, photo, query.get('file') ?? '')
      }
      if (query.get('part') === 'mail') throw letterPage(await mailOfDraft(request, number))
      const shown = await requestForStaff(request, number)
      return JSON.parse(JSON.stringify(shown)) as Told<typeof shown>
    },
  }),
} as const
