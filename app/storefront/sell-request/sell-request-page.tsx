import { randomUUID } from 'node:crypto'
import { useEffect } from 'react'
import { data } from 'react-router'
import { appContext } from '#app/app-context.ts'
import { phoneLink } from '#app/language/phone.ts'
import { sayRefusal } from '#app/sell-form/say-refusal.ts'
import { forgetUpload } from '#app/sell-form/upload-token.ts'
import { findSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { shippingAdvice } from '#app/shop/buying/sell-parcels.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { forgetKept } from '#app/ui/use-kept-form.ts'
import { validationFailed } from '../error-answers.ts'
import { Head } from '../Head.tsx'
import { reached } from '../insight/use-insight.ts'
import type { PageMeta } from '../page-meta.ts'
import { useShell } from '../shell-data.ts'
import type { Route } from './+types/sell-request-page.ts'
import { Details } from './Details.tsx'
import { Handover } from './Handover.tsx'
import { History } from './History.tsx'
import { Messages } from './Messages.tsx'
import { Offer } from './Offer.tsx'
import { Photos } from './Photos.tsx'
import { previewedRequestContext } from './previewed-request.ts'
import { Receipt } from './Receipt.tsx'
import { answerSeller, type Deed, deeds } from './sell-request-action.ts'
import { day, t } from './sell-request-words.ts'
import { sellerView } from './seller-view.ts'
import { statusWords } from './status-words.ts'
import { visitChoice } from './visit-choice.ts'

/** Whoever knows the address is the seller: it is told to nobody, kept by nobody and found by no search. */
const privately = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [{ db }, now] = [app, app.now()]
  const [found, settings] = await Promise.all([
    context.get(previewedRequestContext) ?? findSellRequest(db, params.token),
    currentSettings(db),
  ])
  if (found === null) throw validationFailed(request)
  const wanted = found.appointment?.branchId ?? found.branchId
  const choice = found.allowed.includes('book')
    ? await visitChoice(db, settings, { query: url.searchParams, wanted, now })
    : null
  const asked = url.searchParams.get('done')
  const meta: PageMeta = {
    title: t('title', { number: found.number }),
    addresses: { de: url.pathname },
    index: false,
    secret: true,
  }
  return data(
    {
      meta,
      request: sellerView(found),
      advice: shippingAdvice(found, settings),
      choice,
      branches: settings.branches.map(({ id, name }) => ({ branchId: id, name })),
      done: deeds.find((deed) => deed === asked) ?? null,
      submission: randomUUID(),
    },
    { headers: privately },
  )
}

export const action = answerSeller

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function SellRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { meta, request, advice, choice, branches, done, submission } = loaderData
  const { contact, apiUrl } = useShell()
  const { title, text } = statusWords(request, branches)
  return (
    <div className="wrap prints py-10 lg:py-16 print:py-0" {...(done === 'sent' && reached('Sell request'))}>
      <Head meta={meta} />
      <Said
        key={`${done} ${actionData?.reason}`}
        done={actionData ? null : done}
        problem={actionData}
        email={request.email}
      />
      <p className="num caps">{t('number', { number: request.number, date: day(request.submittedAt) })}</p>
      <h1 className="mt-3 text-step-4">{title}</h1>
      <p className="mt-5 max-w-prose text-ink-soft text-step-1">{text}</p>
      <div className="mt-12 grid gap-x-16 gap-y-14 lg:grid-cols-[8fr_4fr] print:mt-8 print:block">
        <div className="grid min-w-0 content-start gap-14 print:block print:space-y-8">
          <Receipt request={request} apiUrl={apiUrl} />
          <Offer request={request} submission={submission} given={actionData?.given} />
          <Handover
            request={request}
            advice={advice}
            choice={choice}
            branches={branches}
            phone={contact.phone}
            given={actionData?.given}
          />
          <Messages
            messages={request.messages}
            submission={submission}
            given={actionData?.given.text}
            open={request.open}
          />
          <Photos request={request} address={`${apiUrl}/sell-photos/request/${request.token}`} />
        </div>
        <div className="grid min-w-0 content-start gap-10 print:mt-8 print:grid-cols-2 print:gap-6">
          <History request={request} />
          <Details request={request} />
          {request.mayEnd && <End here={request.here} />}
          <p>
            {t.rich('questions', {
              phone: () => (
                <a href={phoneLink(contact.phone)} className="link num whitespace-nowrap">
                  {contact.phone}
                </a>
              ),
            })}
          </p>
          <p className="text-ink-soft text-step--1 print:hidden">{t('private')}</p>
        </div>
      </div>
    </div>
  )
}

/** What became of the last step, said at once. */
function Said({
  done,
  problem,
  email,
}: {
  done: Deed | null
  problem: Route.ComponentProps['actionData']
  email: string
}) {
  const focused = useAnswerFocus(problem ?? done)
  useEffect(() => {
    // The request is on its way: the next form begins without its photos.
    if (done !== 'sent') return
    forgetUpload()
    forgetKept('sell')
  }, [done])
  if (problem) {
    return (
      <div {...focused} role="alert" className="mb-10 outline-none border-danger border-l-2 pl-4">
        {problem.reason && <p className="max-w-prose">{t(`problem.${problem.reason}`)}</p>}
        {problem.refused.map(({ name, reason }) => (
          <p key={name}>{t('refused', { name, reason: sayRefusal(reason) })}</p>
        ))}
      </div>
    )
  }
  return (
    done && (
      <div {...focused} role="status" className="mb-10 outline-none border-green border-l-2 pl-4">
        <p className="max-w-prose">{t(`done.${done}`, { email })}</p>
      </div>
    )
  )
}

function End({ here }: { here: boolean }) {
  return (
    <details className="print:hidden">
      <summary className="link inline-flex min-h-11 items-center">{t('end.open')}</summary>
      <form method="post" className="mt-2 grid justify-items-start gap-3">
        <p>{t('end.hint', { here: here ? 'yes' : 'no' })}</p>
        <button type="submit" name="step" value="end" className="button button-quiet">
          {t('end.now')}
        </button>
      </form>
    </details>
  )
}
