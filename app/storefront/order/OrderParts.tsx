import { OrderDetails } from './OrderDetails.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import type { OrderPageView } from './order-view.ts'

/** What was bought, with prices and what they add up to. */
export function OrderPieces({ order: { pieces, order, amounts } }: { order: OrderPageView }) {
  return (
    <section aria-labelledby="pieces">
      <h2 id="pieces" className="pb-1 text-step-2">
        {pieces.title}
      </h2>
      <OrderLines
        lines={order.lines}
        withoutPage={pieces.withoutPage}
        more={({ piece }) => <PieceNote note={pieces.notes.find(({ id }) => id === piece)} />}
      />
      <div className="pt-5">
        <OrderTotals amounts={order} large />
        {amounts.length > 0 && (
          <dl className="num mt-4 grid gap-1.5 border-line border-t pt-4">
            {amounts.map(({ label, value }) => (
              <div key={label} className="flex justify-between gap-4">
                <dt className="text-ink-soft">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

function PieceNote({ note }: { note: OrderPageView['pieces']['notes'][number] | undefined }) {
  if (note?.withdrawn) return <p className="pt-1 text-reserved text-step--1">{note.withdrawn}</p>
  if (!note?.withdraw) return null
  return (
    <a
      className="link inline-flex min-h-11 items-center text-ink-soft text-step--1 print:hidden"
      href={note.withdraw.href}
      aria-label={note.withdraw.name}
    >
      {note.withdraw.label}
    </a>
  )
}

/** Where it goes, who is charged, how it is paid. */
export function DeliveryAndInvoice({ order: { details, order, branches } }: { order: OrderPageView }) {
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="pb-4 text-step-2">
        {details.title}
      </h2>
      {details.tracking && (
        <dl className="pb-4">
          <dt className="text-ink-soft">{details.tracking.label}</dt>
          <dd className="num select-all">{details.tracking.text}</dd>
        </dl>
      )}
      <OrderDetails order={order} branches={branches} />
    </section>
  )
}

/** What happened, oldest first. */
export function Timeline({ order }: { order: OrderPageView }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="pb-4 text-step-2">
        {order.timeline.title}
      </h2>
      <ol className="border-line border-l">
        {order.timeline.moments.map(({ label, time, at }) => (
          <li key={`${at} ${label}`} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className="-left-1 absolute top-2 size-2 rounded-full bg-line-strong in-[li:last-child]:bg-green"
            />
            <span className="block leading-snug">{label}</span>
            <time dateTime={at} className="num text-ink-soft text-step--1">
              {time}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
