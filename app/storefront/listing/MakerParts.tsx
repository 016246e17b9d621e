import { pathTo } from '#app/language/route-table.ts'
import { useShell } from '../shell-data.ts'
import type { MakerView } from './listing-view.ts'

/** Above the pieces of a maker: how many there are at what prices, and the ways to its models and to other makers. */
export function MakerHead({ maker }: { maker: MakerView }) {
  const [all, allHref] = maker.all
  return (
    <>
      <p className="num max-w-prose pt-4">{maker.stock}</p>
      <nav aria-label={maker.linksTitle} className="models">
        <ul>
          {maker.links.map(([label, count, href, hidden]) => (
            <li key={href}>
              <a href={href} rel={hidden ? 'nofollow' : undefined}>
                {label} <span className="num">{count}</span>
              </a>
            </li>
          ))}
          <li>
            <a href={allHref} className="link">
              {all}
            </a>
          </li>
        </ul>
      </nav>
    </>
  )
}

/** Below them: what such pieces were sold for, and the way to sell one. */
export function MakerFoot({ maker }: { maker: MakerView }) {
  const { sold, sell } = maker
  const shell = useShell()
  if (!sold && !shell.sell) return null
  return (
    <div className="mt-14 grid max-w-prose gap-6 border-line border-t pt-8">
      {sold && (
        <section aria-labelledby="sold-prices">
          <h2 id="sold-prices" className="text-step-2">
            {sold.title}
          </h2>
          <p className="num pt-3">{sold.text}</p>
          {sold.pieces.length > 0 && (
            <ul className="pt-1">
              {sold.pieces.map(([text, href]) => (
                <li key={href}>
                  <a href={href} className="link num inline-flex min-h-11 items-center">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <p className="pt-2 text-ink-soft text-step--1">{sold.note}</p>
        </section>
      )}
      {shell.sell && (
        <p>
          {sell[0]}{' '}
          <a href={pathTo('de', 'sell')} className="link inline-flex min-h-11 items-center">
            {sell[1]}
          </a>
        </p>
      )}
    </div>
  )
}
