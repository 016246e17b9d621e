import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { Narrower } from '../../frame/Heading.tsx'
import { Paragraphs } from '../../frame/Paragraphs.tsx'
import { Section } from '../../frame/Section.tsx'
import { SectionHead } from '../../frame/SectionHead.tsx'
import type { BlockProps } from '../block-props.ts'

/** Metals and their stamps in parts per thousand (design of the buying service, table of finenesses). */
const metals = {
  gold: [333, 375, 417, 585, 750, 800, 833, 875, 900, 916, 958, 986, 999],
  silver: [800, 830, 835, 925, 999],
  platinum: [950, 999],
  palladium: [500, 950],
} as const

/** The calculator page exists in German only, and so does this block. */
export function GoldPurchaseCalculator({ block }: BlockProps<'gold-purchase-calculator'>) {
  const t = useTranslations('blocks.goldPurchaseCalculator')
  const locale = useLocale()
  if (locale !== 'de') return null
  const lines = block.variant === 'small' ? [0] : [0, 1, 2]
  return (
    <Section anchor={block.anchor}>
      <SectionHead eyebrow={block.eyebrow} title={block.title} lead={block.lead} />
      <Narrower share={1}>
        <form
          action={pathTo('de', 'gold-purchase-calculator')}
          className="num max-w-4xl border-line border-t"
        >
          {lines.map((line) => (
            <Line key={line} number={line + 1} only={lines.length === 1} />
          ))}
          <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-4 pt-6">
            <p className="max-w-prose text-ink-soft text-step--1">{t('notBinding')}</p>
            <button type="submit" className="button">
              {t('calculate')}
            </button>
          </div>
          {block.note && (
            <div className="mt-3 max-w-prose text-ink-soft text-step--1">
              <Paragraphs text={block.note} />
            </div>
          )}
        </form>
      </Narrower>
    </Section>
  )
}

/** One item: which metal, how fine, how heavy. The address of the answer repeats `fineness` and `weight` per item. */
function Line({ number, only }: { number: number; only: boolean }) {
  const t = useTranslations('blocks.goldPurchaseCalculator')
  const id = useId()
  return (
    <fieldset className="border-line border-b py-5">
      <legend className={only ? 'sr-only' : 'caps float-left w-full pb-3'}>{t('item', { number })}</legend>
      <div className="clear-both grid gap-4 @xl:grid-cols-2">
        <div>
          <label htmlFor={`${id}-fineness`} className="font-medium">
            {t('metal')}
          </label>
          <select id={`${id}-fineness`} name="fineness" defaultValue="gold-585" className="field mt-1.5">
            {Object.entries(metals).map(([metal, stamps]) => (
              <optgroup key={metal} label={t(`metals.${metal as keyof typeof metals}`)}>
                {stamps.map((stamp) => (
                  <option key={stamp} value={`${metal}-${stamp}`}>
                    {t('fineness', {
                      metal: t(`metals.${metal as keyof typeof metals}`),
                      stamp: String(stamp),
                    })}
                    {metal === 'gold' && ` (${t('carat', { carat: caratOf(stamp) })})`}
                  </option>
                ))}
                <option value={`${metal}-unknown`}>{t('unknown')}</option>
              </optgroup>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor={`${id}-weight`} className="font-medium">
            {t('weight')}
          </label>
          <input
            id={`${id}-weight`}
            name="weight"
            inputMode="decimal"
            autoComplete="off"
            placeholder="12,40"
            pattern="\d{1,6}([.,]\d{1,2})?"
            title={t('weightHint')}
            className="field mt-1.5"
          />
        </div>
      </div>
    </fieldset>
  )
}

/** Gold by its stamp in carats, as the trade rounds it. */
const carats: Record<number, string> = {
  333: '8',
  375: '9',
  417: '10',
  585: '14',
  750: '18',
  800: '19,2',
  833: '20',
  875: '21',
  900: '21,6',
  916: '22',
  958: '23',
  986: '23,6',
  999: '24',
}

const caratOf = (stamp: number) => carats[stamp] ?? ''
