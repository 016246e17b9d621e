import type { BlockProps } from '../declaration.ts'
import { Below, Heading, Narrower } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'

export function SectionIndent({ block }: BlockProps<'section-indent'>) {
  const { lastKey } = usePlace()
  const rules = lastKey === block.key ? 'border-t pt-10 lg:pt-20' : 'border-y py-10 lg:py-20'
  const rule = block.rule ? `border-line ${rules}` : ''
  return (
    <Section anchor={block.anchor}>
      <div className={`grid gap-x-12 gap-y-8 @3xl:grid-cols-12 @6xl:gap-x-20 ${rule}`}>
        <div className="min-w-0 @3xl:col-span-5">
          {block.eyebrow && <p className="caps mb-3">{block.eyebrow}</p>}
          {block.title && <Heading size="section">{block.title}</Heading>}
          {block.lead && (
            <div className="mt-5 max-w-md text-ink-soft">
              <Paragraphs text={block.lead} />
            </div>
          )}
          {block.actions.length > 0 && (
            <div className="mt-6">
              <Nested blocks={block.actions} gap="small" />
            </div>
          )}
        </div>
        <div className="min-w-0 @3xl:col-span-7">
          <Narrower share={7 / 12}>
            <Below title={block.title}>
              <Nested blocks={block.content} gap="medium" />
            </Below>
          </Narrower>
        </div>
      </div>
    </Section>
  )
}
