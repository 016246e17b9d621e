import { useLocale } from 'use-intl'
import type { BlockProps } from '../declaration.ts'
import { Heading } from '../frame/Heading.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { SellStart } from './SellStart.tsx'

export function PageTitle({ block }: BlockProps<'page-title'>) {
  const place = usePlace()
  const locale = useLocale()
  const main = place.titleKey === block.key
  const centred = block.align === 'center'
  return (
    <Section anchor={block.anchor} className={main ? 'pt-10 lg:pt-16' : ''}>
      <div className={`max-w-4xl ${centred ? 'mx-auto text-center' : ''}`}>
        {block.eyebrow && <p className="caps mb-4">{block.eyebrow}</p>}
        <Heading size={main ? 'page' : 'section'} {...(main && { level: 1 })}>
          {block.title}
        </Heading>
        {block.lead && (
          <div
            className={`mt-5 max-w-prose text-ink-soft text-step-1 leading-snug ${centred ? 'mx-auto' : ''}`}
          >
            <Paragraphs text={block.lead} />
          </div>
        )}
        {block.sellStart && locale === 'de' && <SellStart />}
      </div>
    </Section>
  )
}
