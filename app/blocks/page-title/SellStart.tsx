import { useTranslations } from 'use-intl'

/**
 * The first step of selling, at the head of a page that holds the form. The form's code takes the photos that are chosen
 * here, those of before it came, too; without a script a link leads to it.
 */
export function SellStart() {
  const t = useTranslations('blocks.sellStart')
  return (
    <div className="mt-8">
      <div className="flex flex-wrap items-center gap-3">
        <label className="sell-start button">
          {t('photos')}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            multiple
            className="sr-only"
            data-sell-start=""
          />
        </label>
        <a href="#anfrage" className="button button-quiet" data-sell-begin="">
          {t('begin')}
        </a>
      </div>
      <p className="mt-3 text-ink-soft text-step--1">{t('note')}</p>
    </div>
  )
}
