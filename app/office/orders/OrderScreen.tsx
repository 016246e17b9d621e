import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { DuePart } from './DuePart.tsx'
import { stateLooks, stateName } from './looks.ts'
import { MoneyPart } from './MoneyPart.tsx'
import { NotesPart } from './NotesPart.tsx'
import { OrderActs } from './OrderActs.tsx'
import { BuyerPart, PiecesPart } from './OrderSide.tsx'
import { PapersPart } from './PapersPart.tsx'
import { MomentLine, Timeline } from './Timeline.tsx'
import { ChangedContext, useDeed } from './use-deed.ts'
import { momentKey, useOrderWords } from './use-order-words.ts'

/** One order with everything: what it is, what is due, what may be done, and what happened. */
export default function OrderScreen() {
  const { t, price, moment } = useOrderWords()
  const order = useShown<'order'>()
  const { number, totalCents, placedAt, moments, buyersPage } = order
  const state = stateName(
    order.status,
    order.refunds.some(({ doneAt, withdrawnAt }) => doneAt === null && withdrawnAt === null),
  )
  /** Moments that had been seen when something was refused because of newer ones; null: nothing was. */
  const [seenBefore, setSeenBefore] = useState<{ order: string; count: number } | null>(null)
  const shownCount = useRef({ order: number, count: moments.length })
  const fresh = seenBefore?.order === number ? moments.slice(seenBefore.count) : null
  if (seenBefore === null || seenBefore.order !== number)
    shownCount.current = { order: number, count: moments.length }
  return (
    <ChangedContext
      value={() => setSeenBefore((before) => (before?.order === number ? before : shownCount.current))}
    >
      <Page
        title={t('title', { number })}
        back={<Link to="/orders">{t('back')}</Link>}
        actions={
          <>
            <OthersHere thing={`order/${number.toLowerCase()}`} />
            <SendMails />
            <a className="do quiet" href={buyersPage} target="_blank" rel="noreferrer">
              {t('buyersPage')}
            </a>
          </>
        }
      >
        <p className="order-head">
          <span className={`state ${stateLooks[state]}`}>{t(`states.${state}`)}</span>
          <b>{price(totalCents)}</b>
          <span>{moment(placedAt)}</span>
        </p>
        {fresh && (
          <section role="alert" className="piece-conflicts" aria-labelledby="order-changed">
            <h2 id="order-changed">{t('changed')}</h2>
            <p>{t('changedText')}</p>
            <ol className="order-timeline">
              {fresh.map((each) => (
                <li key={momentKey(each)}>
                  <MomentLine moment={each} />
                </li>
              ))}
            </ol>
            <button type="button" className="do quiet" onClick={() => setSeenBefore(null)}>
              {t('seen')}
            </button>
          </section>
        )}
        <div className="order-columns">
          <div>
            <DuePart />
            <OrderActs />
            <PiecesPart />
          </div>
          <div className="order-side">
            <BuyerPart />
            <MoneyPart />
            <PapersPart />
            <NotesPart />
          </div>
          <Timeline />
        </div>
      </Page>
    </ChangedContext>
  )
}

/** Mails that wait for their minutes, so that a mistake can be taken back, go at once. */
function SendMails() {
  const { t } = useOrderWords()
  const { number, mails, now } = useShown<'order'>()
  const maySend = useMay('mails.retry')
  const deed = useDeed()
  const waits = mails.some(({ state, when }) => state === 'waiting' && when !== null && when > now)
  if (!waits || !maySend) return null
  return (
    <button
      type="button"
      className="do quiet"
      aria-disabled={deed.busy}
      onClick={() =>
        void deed.take(
          () => act('orders.send-mails', { order: number }),
          ({ count }) => t('done.mails', { count }),
        )
      }
    >
      {t('mails.sendNow')}
    </button>
  )
}
