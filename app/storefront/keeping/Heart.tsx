import type { useTranslations } from 'use-intl'
import { wishesLimit } from '#app/shop/catalogue/kept-cards.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { announce } from './announce.ts'
import { dropWish, keepWish, useWishes } from './use-wishes.ts'

type Words = ReturnType<typeof useTranslations<'keeping'>>

/** The button that puts a piece on the list of wishes, and takes it off again. */
export function Heart({ id, name, t, className }: { id: string; name: string; t: Words; className: string }) {
  const isKept = useWishes()?.includes(id) ?? false
  const press = () => {
    if (isKept) {
      dropWish(id)
      announce(t('heart.dropped', { name }))
      return
    }
    const outcome = keepWish(id)
    announce(
      outcome === 'full' ? t('heart.full', { name, limit: wishesLimit }) : t(`heart.${outcome}`, { name }),
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isKept}
      aria-label={t('heart.label', { name })}
      title={t(isKept ? 'heart.drop' : 'heart.keep')}
      onClick={press}
    >
      <LineIcon>
        <path d="M12 20S4 14.6 4 9.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.2C20 14.6 12 20 12 20Z" />
      </LineIcon>
    </button>
  )
}
