import { photoAddress } from '#app/ui/photo-sources.ts'
import { useShell } from '../shell-data.ts'
import type { OrderPageView, PieceLine } from './order-view.ts'

/** What was bought, with prices and what they add up to. */
export function OrderPieces({ order }: { order: OrderPageView }) {
  return (
    <section aria-labelledby="pieces">
      <h2 id="pieces" className="pb-4 text-step-2">
        {order.pieces.title}
      </h2>
      <ul className="border-line border-t">
        {order.pieces.lines.map((line) => (
          <Piece key={line.id} line={line} />
        ))}
      </ul>
      <h3 className="sr-only">{order.amounts.title}</h3>
      <dl className="num ml-auto grid max-w-md gap-1 pt-4">
        {order.amounts.rows.map(({ label, value, strong }) => (
          <div key={label} className={`flex justify-between gap-6 ${strong ? 'font-[560]' : ''}`}>
            <dt className={strong ? '' : 'text-ink-soft'}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Piece({ line }: { line: PieceLine }) {
  const { apiUrl } = useShell()
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-5 border-line border-b py-5 sm:grid-cols-[6rem_1fr_auto]">
      <span className="aspect-4/5 bg-paper-deep print:hidden">
        {line.photoId && (
          <img
            src={photoAddress(line.photoId, 320, 'webp', apiUrl)}
            alt=""
            width="4"
            height="5"
            className="size-full object-cover"
          />
        )}
      </span>
      <div className="min-w-0">
        <h3 className="text-step-1 leading-tight">
          <a href={line.href}>{line.name}</a>
        </h3>
        <p className="num pt-1 text-ink-soft text-step--1">{line.facts}</p>
        <p className="text-ink-soft text-step--1">{line.tax}</p>
        {line.note && <p className="pt-1 text-reserved text-step--1">{line.note}</p>}
        {line.withdraw && (
          <a
            className="link inline-flex min-h-11 items-center text-ink-soft text-step--1 print:hidden"
            href={line.withdraw.href}
            aria-label={line.withdraw.name}
          >
            {line.withdraw.label}
          </a>
        )}
      </div>
      <p className="num col-start-2 font-[540] sm:col-start-3 sm:text-right">{line.price}</p>
    </li>
  )
}

/** Where it goes, who is charged, how it is paid. */
export function OrderDetails({ order }: { order: OrderPageView }) {
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="pb-4 text-step-2">
        {order.details.title}
      </h2>
      <dl className="border-line border-t">
        {order.details.rows.map(({ label, lines }) => (
          <div key={label} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[12rem_1fr]">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
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
