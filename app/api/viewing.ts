import { appContext, clientContext } from '#app/app-context.ts'
import { isLocale, type Locale } from '#app/language/locales.ts'
import { negotiateLocale } from '#app/language/negotiate.ts'
import { bookViewing } from '#app/shop/appointments/viewing.ts'
import { parseViewing, piecesOf } from '#app/shop/appointments/viewing-form.ts'
import { type ViewingAnswer, type ViewingOffer, viewingOffer } from '#app/shop/appointments/viewing-offer.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { formOf, type ResourceArgs } from './resource.ts'

/**
 * `GET {apiUrl}/viewing?piece={stock number}&piece=…&locale=`: where and when the first piece can be seen, and what others
 * could be laid out with it. 404: it is not on sale.
 */
export async function loader({ request, context }: ResourceArgs<never>): Promise<Response> {
  const { db, env, now } = context.get(appContext)
  const asked = new URL(request.url).searchParams
  const settings = await currentSettings(db)
  const locale = localeOf(asked.get('locale'), request, env.DEFAULT_LOCALE)
  const offer = await viewingOffer(db, asked.getAll('piece').slice(0, 100), { settings, locale, now: now() })
  return offer ? answer(offer, 200) : answer({ ok: false, reason: 'no-such-piece', faults: {} }, 404)
}

/**
 * `POST {apiUrl}/viewing` with what the form of the page sends, `piece` for each piece, `kind` and `locale`: books without
 * leaving the page.
 */
export async function action({ request, context }: ResourceArgs<never>): Promise<Response> {
  if (request.method !== 'POST')
    return new Response('POST a form\n', { status: 405, headers: { allow: 'POST' } })
  const { db, env } = context.get(appContext)
  const form = await formOf(request)
  if (form === null) return new Response('no form\n', { status: 400 })
  const parsed = parseViewing(form)
  if (!parsed.ok)
    return parsed.reason === 'robot'
      ? answer({ ok: true, token: null }, 200)
      : answer({ ok: false, reason: 'incomplete', faults: parsed.faults }, 422)
  const booked = await bookViewing(
    db,
    {
      ...parsed.value,
      pieces: piecesOf(form),
      kind: form.get('kind') === 'video' ? 'video' : 'viewing',
    },
    {
      locale: localeOf(form.get('locale'), request, env.DEFAULT_LOCALE),
      client: context.get(clientContext),
      settings: await currentSettings(db),
    },
  )
  if (booked.ok) return answer({ ok: true, token: booked.token }, 200)
  const refused = { ok: false, reason: booked.reason, faults: {} } as const
  return booked.reason === 'too-many'
    ? answer(refused, 429, { 'retry-after': String(booked.retryAfter) })
    : answer(refused, 409)
}

const localeOf = (said: unknown, { headers }: Request, usual: Locale): Locale =>
  isLocale(said) ? said : negotiateLocale(headers, usual)

/** Times are free at this moment alone. */
function answer(
  body: ViewingOffer | ViewingAnswer,
  status: number,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', ...headers },
  })
}
