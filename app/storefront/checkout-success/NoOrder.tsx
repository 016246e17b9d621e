import { pathTo } from '#app/language/route-table.ts'
import { useLocale } from '../shell-data.ts'
import { useSuccessWords } from './success-words.ts'

/** Without the token of an order there is nothing to show, and nothing is shown. */
export function NoOrder() {
  const t = useSuccessWords()
  const locale = useLocale()
  return (
    <>
      <h1 className="text-step-4">{t('none')}</h1>
      <p className="mt-6 max-w-prose text-ink-soft text-step-1">{t('noneText')}</p>
      <div className="mt-10 max-w-prose">
        <a className="arrow" href={pathTo(locale, 'contact')}>
          <span>{t('contact')}</span>
          <span aria-hidden="true">→</span>
        </a>
        <a className="arrow" href={pathTo(locale, 'index')}>
          <span>{t('home')}</span>
          <span aria-hidden="true">→</span>
        </a>
      </div>
    </>
  )
}
