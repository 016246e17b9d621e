import type { BlockProps } from '../declaration.ts'
import { Below, Heading } from '../frame/Heading.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import { RichText } from '../text/RichText.tsx'

export function Faq({ block }: BlockProps<'faq'>) {
  const headed = Boolean(block.eyebrow || block.title || block.lead)
  return (
    <Section anchor={block.anchor}>
      <div className="grid gap-x-12 @3xl:grid-cols-12 @6xl:gap-x-20">
        {headed && (
          <div className="min-w-0 @3xl:col-span-5">
            <SectionHead eyebrow={block.eyebrow} title={block.title} lead={block.lead} />
          </div>
        )}
        <Below title={block.title}>
          <div
            className={`min-w-0 border-line border-b ${headed ? '@3xl:col-span-7' : 'max-w-4xl @3xl:col-span-12'}`}
          >
            {block.items.map((item, index) => (
              <Question key={item.key} item={item} open={block.openFirst && index === 0} />
            ))}
          </div>
        </Below>
      </div>
    </Section>
  )
}

/** Native, so it opens without script, is found by the browser's own search and printed unfolded. */
function Question({ item, open }: { item: BlockProps<'faq'>['block']['items'][number]; open: boolean }) {
  const { level } = usePlace()
  return (
    <details id={item.anchor} open={open} className="group border-line border-t">
      <summary className="flex min-h-11 items-baseline justify-between gap-6 py-4">
        <Heading size="small" level={level}>
          {item.question}
        </Heading>
        <span
          aria-hidden="true"
          className="shrink-0 text-brass text-step-1 leading-none transition-transform group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <Below title={item.question}>
        <RichText document={item.answer} className="max-w-prose pb-6 text-ink-soft" />
      </Below>
    </details>
  )
}
