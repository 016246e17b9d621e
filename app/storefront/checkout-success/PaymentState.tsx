import { useEffect, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { told } from '../insight/use-insight.ts'
import type { SuccessView } from './success-view.ts'
import { useSuccessWords } from './success-words.ts'

/** Milliseconds between the looks at a payment that is being confirmed; after the last one nobody pretends any more. */
const pauses = [2_000, 3_000, 4_000, 6_000, 9_000, 13_000, 20_000, 30_000]

/** Milliseconds that somebody on the way to the payment page waits for the order to be counted, at most. */
const countingTakes = 300

/** What can be done about a payment that is not there yet. */
export function PaymentState({ view }: { view: SuccessView }) {
  switch (view.stage) {
    case 'starting':
      return view.payAt && <ToPayment payAt={view.payAt} here={view.links.here} />
    case 'unpaid':
    case 'cancelled':
    case 'unavailable':
      return <PayOrNot view={view} />
    case 'checking':
      return <Checking view={view} />
    case 'pending':
      return <Refresh href={view.links.here} />
    default:
      return null
  }
}

/** Goes to the payment page by itself; the link is for whoever is not taken there. */
function ToPayment({ payAt, here }: { payAt: string; here: string }) {
  const t = useSuccessWords()
  useEffect(() => {
    // Coming back by the browser's own button shows the order, and does not send away again.
    history.replaceState(history.state, '', here)
    const leave = () => location.assign(payAt)
    // The order is counted first; the frame, whose effects come after this one, tells of it.
    const soon = setTimeout(() => told(countingTakes).then(leave, leave))
    return () => clearTimeout(soon)
  }, [payAt, here])
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${payAt}`} />
      </noscript>
      <a className="button mt-8" href={payAt}>
        {t('toPage')}
      </a>
    </>
  )
}

function PayOrNot({ view }: { view: SuccessView }) {
  const t = useSuccessWords()
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 pt-8 print:hidden">
      <a className="button" href={view.links.pay}>
        {t('pay')}
      </a>
      <Form method="post" className="max-w-sm">
        <button
          type="submit"
          name="intent"
          value="elsewise"
          className="button button-quiet"
          aria-describedby="elsewise-note"
        >
          {t('elsewise')}
        </button>
        <p id="elsewise-note" className="pt-2 text-ink-soft text-step--1">
          {t('elsewiseNote')}
        </p>
      </Form>
    </div>
  )
}

function Checking({ view }: { view: SuccessView }) {
  const t = useSuccessWords()
  const { revalidate, state } = useRevalidator()
  const [asked, setAsked] = useState(0)
  const pause = pauses[asked]
  useEffect(() => {
    if (pause === undefined) return
    const timer = setTimeout(() => {
      setAsked((count) => count + 1)
      void revalidate()
    }, pause)
    return () => clearTimeout(timer)
  }, [pause, revalidate])
  return (
    <>
      <p role="status" className="min-h-8 pt-4 text-ink-soft">
        {pause === undefined
          ? t('texts.checkingLong', { email: view.order.contact.email })
          : state === 'loading' && t('checkingNow')}
      </p>
      <Refresh href={`${view.links.here}&payment=done`} />
    </>
  )
}

function Refresh({ href }: { href: string }) {
  const t = useSuccessWords()
  return (
    <p className="pt-4 print:hidden">
      <a className="button button-quiet" href={href} data-native>
        {t('refresh')}
      </a>
    </p>
  )
}
