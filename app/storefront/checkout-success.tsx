import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { Head } from './Head.tsx'
import { addressesOf, type PageMeta } from './page-meta.ts'
import { useLocale } from './shell-data.ts'

/** Without the token of an order there is nothing to show, and nothing is shown. */
export function loader() {
  const meta: PageMeta = { title: null, addresses: addressesOf('checkout-success'), index: false }
  return { meta }
}

export default function CheckoutSuccess({ loaderData }: { loaderData: ReturnType<typeof loader> }) {
  const t = useTranslations('checkout')
  const errors = useTranslations('errors')
  const locale = useLocale()
  return (
    <div className="wrap py-16 lg:py-28">
      <Head meta={{ ...loaderData.meta, title: t('noOrder') }} />
      <h1 className="text-step-4">{t('noOrder')}</h1>
      <p className="mt-6 max-w-prose text-ink-soft text-step-1">{t('noOrderText')}</p>
      <div className="mt-10 max-w-prose">
        <a className="arrow" href={pathTo(locale, 'contact')}>
          <span>{errors('contact')}</span>
          <span aria-hidden="true">→</span>
        </a>
        <a className="arrow" href={pathTo(locale, 'index')}>
          <span>{errors('home')}</span>
          <span aria-hidden="true">→</span>
        </a>
      </div>
    </div>
  )
}
