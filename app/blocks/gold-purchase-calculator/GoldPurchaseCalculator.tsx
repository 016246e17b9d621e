import { useLocale } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import type { BlockProps } from '../declaration.ts'
import { Narrower } from '../frame/Heading.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import type { CalculatorData } from './loader.ts'
import { WordsContext } from './words.ts'

const drawn = {
  full: () => import('./Calculator.tsx'),
  small: () => import('./SmallCalculator.tsx'),
  rates: () => import('./PayoutRates.tsx'),
}
const spoken = {
  de: () => import('#app/sell-form/calculator-words.ts'),
  en: () => import('#app/sell-form/english-calculator-words.ts'),
}

/** Fetched only where they stand: the list of valuables and the arithmetic are no page's first concern. */
const part = (locale: Locale, variant: keyof typeof drawn) =>
  lazyPart(async () => {
    const [{ default: Part }, { calculatorWords }] = await Promise.all([drawn[variant](), spoken[locale]()])
    return {
      default: ({ data }: { data: CalculatorData }) => (
        <WordsContext value={calculatorWords}>
          <Part data={data} />
        </WordsContext>
      ),
    }
  })
const parts = {
  de: { full: part('de', 'full'), small: part('de', 'small'), rates: part('de', 'rates') },
  // There is no page it could go on to: `CalculatorData['whole']`.
  en: { full: part('en', 'full'), small: part('en', 'full'), rates: part('en', 'rates') },
}

export function GoldPurchaseCalculator({ block, data }: BlockProps<'gold-purchase-calculator'>) {
  const locale = useLocale()
  const Part = parts[locale][block.rates ? 'rates' : block.variant]
  return (
    <Section anchor={block.anchor}>
      <SectionHead eyebrow={block.eyebrow} title={block.title} lead={block.lead} />
      <Narrower share={1}>
        <div {...(!block.rates && (block.variant === 'full' || data.whole) && marksOf(data.lines))}>
          <Part key={JSON.stringify(data.lines)} data={data} />
        </div>
        {block.note && (
          <div className="mt-6 max-w-prose text-ink-soft text-step--1">
            <Paragraphs text={block.note} />
          </div>
        )}
      </Narrower>
    </Section>
  )
}

/** It is used by typing into it, or by coming with amounts: from the small one, or before the page had come to life. */
function marksOf(lines: CalculatorData['lines']) {
  const asked = lines.some(({ amount }) => amount !== '')
  return { 'data-track-use': 'Calculator', 'data-reached': asked ? 'Calculator' : undefined }
}
