import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { compareLimit } from '#app/shop/catalogue/kept-cards.ts'
import { findProducts } from '#app/shop/catalogue/product.ts'
import { readStockNumbers } from '#app/shop/catalogue/stock-numbers.ts'
import { Head } from '../Head.tsx'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import { useLocale } from '../shell-data.ts'
import type { Route } from './+types/compare-page.ts'
import { CompareTable } from './CompareTable.tsx'
import { compareView } from './compare-view.ts'

const onlyDifferences = 'differences'

/** Two or three pieces beside each other; which ones, the address says (`pieces`). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, now } = context.get(appContext)
  const locale = localeOfPage(url.pathname)
  const { ids, ignored } = readStockNumbers(url.searchParams.getAll('pieces').join('.'), compareLimit)
  const found = ids.length === 0 ? [] : await findProducts(db, ids, now())
  const meta: PageMeta = { title: null, addresses: addressesOf('compare'), index: false }
  const only = url.searchParams.get('only') === onlyDifferences
  return { meta, ...compareView(found, locale), gone: ids.length - found.length, ignored, only }
}

/** Prices and states as they are now, of pieces that somebody chose: no cache's business. */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export default function Compare({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('keeping')
  const locale = useLocale()
  const { meta, pieces, rows, gone, ignored, only } = loaderData
  const address = (ids: readonly string[], differences = only) =>
    `${pathTo(locale, 'compare')}?pieces=${ids.join('.')}${differences ? `&only=${onlyDifferences}` : ''}`
  const ids = pieces.map(({ id }) => id)
  return (
    <div className="wrap py-12 lg:py-20">
      <Head meta={{ ...meta, title: t('comparison.title') }} />
      <h1 className="text-step-4">{t('comparison.title')}</h1>
      {gone > 0 && <p className="mt-3">{t('shared.gone', { count: gone })}</p>}
      {ignored > 0 && <p className="mt-3">{t('shared.ignored', { count: ignored, limit: compareLimit })}</p>}
      {pieces.length < 2 ? (
        <p className="mt-4 max-w-prose text-step-1">{t('comparison.tooFew', { limit: compareLimit })}</p>
      ) : (
        <p className="mt-4 flex flex-wrap items-center gap-x-6">
          <span className="text-ink-soft">{t('comparison.text')}</span>
          <a className="link inline-flex min-h-11 items-center" href={address(ids, !only)}>
            {t(only ? 'comparison.all' : 'comparison.only')}
          </a>
        </p>
      )}
      {pieces.length > 0 && (
        <CompareTable
          pieces={pieces}
          rows={only ? rows.filter(({ differs }) => differs) : rows}
          without={(id) => address(ids.filter((each) => each !== id))}
        />
      )}
      <p className="pt-6">
        <a className="link inline-flex min-h-11 items-center" href={pathTo(locale, 'wishes')}>
          {t('toOwn')}
        </a>
      </p>
    </div>
  )
}
