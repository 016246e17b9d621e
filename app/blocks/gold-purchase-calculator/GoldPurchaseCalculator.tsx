import { lazy } from 'react'
import { useLocale } from 'use-intl'
import type { BlockProps } from '../declaration.ts'
import { Narrower } from '../frame/Heading.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import type { CalculatorData } from './loader.ts'

/** Fetched only where they stand: the list of valuables and the arithmetic are no page's first concern. */
const parts = {
  full: lazy(() => import('./Calculator.tsx')),
  small: lazy(() => import('./SmallCalculator.tsx')),
}

/** The calculator page exists in German only, and so does this block. */
export function GoldPurchaseCalculator({ block, data }: BlockProps<'gold-purchase-calculator'>) {
  const locale = useLocale()
  if (locale !== 'de' || data === null) return null
  const Part = parts[block.variant]
  return (
    <Section anchor={block.anchor}>
      <SectionHead eyebrow={block.eyebrow} title={block.title} lead={block.lead} />
      <Narrower share={1}>
        <div {...(block.variant === 'full' && marksOf(data.lines))}>
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
