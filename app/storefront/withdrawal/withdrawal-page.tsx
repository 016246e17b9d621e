import { randomUUID } from 'node:crypto'
import { useEffect, useRef } from 'react'
import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext, clientContext } from '#app/app-context.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { isForLanguage, wasRefused } from '#app/forms/language-form.ts'
import { readForm } from '#app/forms/read-form.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import {
  type DeclarationField,
  declareWithdrawal,
  findWithdrawal,
  isAddressOf,
  parseDeclaration,
} from '#app/shop/checkout/withdrawal.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { arriveAtHeading } from '#app/ui/FocusAfterNavigation.tsx'
import { Head } from '../Head.tsx'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import { useLocale } from '../shell-data.ts'
import type { Route } from './+types/withdrawal-page.ts'
import { type ConcernedOrder, concernedOrder } from './concerned-order.ts'
import { DeclarationForm } from './DeclarationForm.tsx'
import { Receipt, Review } from './Review.tsx'
import type { WithdrawalStep } from './step.ts'

const meta: PageMeta = { title: null, addresses: addressesOf('withdrawal'), index: true }

/** An order's token may stand in the address: no other site learns it, and no cache keeps the page. */
const privately = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

export const headers: Route.HeadersFunction = () => privately

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { db } = app
  const locale = localeOfPage(url.pathname)
  const received = url.searchParams.get('received')
  const [found, order] = await Promise.all([
    received === null ? null : findWithdrawal(db, received),
    concernedOrder(app, url.searchParams.get('order'), locale),
  ])
  const meant = found?.order_id ? await findOrderById(db, found.order_id) : null
  const step: WithdrawalStep = found
    ? {
        at: 'done',
        number: found.id,
        receivedAt: found.received_at.toISOString(),
        quoted: meant !== null && isAddressOf(meant, found.email),
        given: { name: found.name, contract: found.contract, email: found.email, comment: found.comment },
        chosen: found.pieces,
        outcome: order?.isCancelled && found.outcome === 'accepted' ? 'cancelled' : (found.outcome ?? 'open'),
        order,
      }
    : {
        at: 'form',
        submission: randomUUID(),
        given: order ? { name: order.name, contract: order.number, email: order.email } : {},
        // One piece by its link on the order's page, else all of them.
        chosen: openPieces(order).filter(isAsked(url.searchParams.getAll('piece'))),
        wrong: [],
        order,
      }
  return { meta: order ? { ...meta, index: false } : meta, step }
}

const openPieces = (order: ConcernedOrder | null) =>
  (order?.pieces ?? []).filter(({ isOpen }) => isOpen).map(({ id }) => id)

const isAsked = (asked: readonly string[]) => (id: string) => asked.length === 0 || asked.includes(id)

/** Both steps post here; `confirm` marks the second. Nothing is recorded before it. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { db, payment } = app
  const locale = localeOfPage(new URL(request.url).pathname)
  const form = await readForm(request)
  const parsed = parseDeclaration(form)
  const token = form.get('order')
  const order = await concernedOrder(app, typeof token === 'string' ? token : null, locale)
  const asked = form.getAll('piece')
  const chosen = openPieces(order).filter((id) => asked.includes(id))
  const isUnchosen = openPieces(order).length > 0 && chosen.length === 0
  const forLanguage = isForLanguage(form) && !form.has('at')
  if (!parsed.ok || isUnchosen) {
    const fields = parsed.ok ? [] : (Object.keys(parsed.faults) as DeclarationField[])
    const given = parsed.ok ? parsed.declaration : parsed.given
    const submission = fields.includes('submission') ? randomUUID() : (given.submission ?? randomUUID())
    // Shown in the other language, it is told what it was told before.
    const wrong =
      forLanguage && !wasRefused(form) ? [] : [...fields, ...(isUnchosen ? ['pieces' as const] : [])]
    return formAgain<WithdrawalStep>(
      { at: 'form', submission, given, chosen, wrong, order },
      { status: wrong.length > 0 ? 422 : 200 },
    )
  }
  const { declaration } = parsed
  const { submission } = declaration
  const next = form.get('step')
  if (next === 'change' || forLanguage) {
    return data<WithdrawalStep>({ at: 'form', submission, given: declaration, chosen, wrong: [], order })
  }
  if (next !== 'confirm') {
    return data<WithdrawalStep>({ at: 'review', submission, given: declaration, chosen, order })
  }
  await declareWithdrawal(
    db,
    { ...declaration, order: order?.token ?? null, pieces: order ? chosen : declaration.pieces },
    locale,
    await currentSettings(db),
    { payment, client: context.get(clientContext) },
  )
  const back = order ? `&order=${order.token}` : ''
  return redirect(`${pathTo(locale, 'withdrawal')}?received=${submission}${back}`)
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('withdrawal')
  const locale = useLocale()
  const step = actionData ?? loaderData.step
  const shown = useRef(step.at)
  useEffect(() => {
    if (shown.current === step.at) return
    shown.current = step.at
    // What was found wrong takes the focus itself.
    if (step.at !== 'form' || step.wrong.length === 0) arriveAtHeading()
  }, [step])
  return (
    <div className="wrap prints py-12 lg:py-20">
      <Head meta={{ ...loaderData.meta, title: t('title'), description: t('lead') }} />
      <div className="max-w-prose">
        {step.at === 'form' && <DeclarationForm step={step} />}
        {step.at === 'review' && <Review step={step} />}
        {step.at === 'done' && <Receipt step={step} />}
        <p className="pt-10 print:hidden">
          <a className="link" href={pathTo(locale, 'cancellation')}>
            {t('policy')}
          </a>
        </p>
      </div>
    </div>
  )
}
