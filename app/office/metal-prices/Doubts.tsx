import { useTranslations } from 'use-intl'
import { useSaidPrice } from './use-said-price.ts'

export type Doubted = {
  last: { value: number; at: string } | null
  usualPerMille: number | null
  outside: { least: number; most: number } | null
}

/** Why a value was not entered, and the word that enters it nevertheless. */
export function Doubts({
  doubt,
  value,
  say,
  onConfirm,
}: {
  doubt: Doubted
  value: number
  say: (value: number) => string
  onConfirm: () => void
}) {
  const t = useTranslations('office.metal-prices')
  const { change, perCent } = useSaidPrice()
  const { last, usualPerMille, outside } = doubt
  return (
    <div role="alert" className="box">
      <p className="state state-warn">{t('doubtful')}</p>
      {last && usualPerMille !== null && (
        <p>
          {t('doubtChange', {
            change: change(last.value, value),
            last: say(last.value),
            usual: perCent(usualPerMille),
          })}
        </p>
      )}
      {outside && <p>{t('doubtOutside', { least: say(outside.least), most: say(outside.most) })}</p>}
      <p>
        <button type="button" className="do" onClick={onConfirm}>
          {t('confirm')}
        </button>
      </p>
    </div>
  )
}
