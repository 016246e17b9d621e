import type { BlockProps } from '../declaration.ts'
import { Below, Heading, Narrower } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'
import { RichText } from '../text/RichText.tsx'

export function LargeContent({ block }: BlockProps<'large-content'>) {
  const { eagerKey } = usePlace()
  const { image } = block
  const words = (
    <>
      {block.eyebrow && <p className="caps mb-3">{block.eyebrow}</p>}
      {block.title && <Heading size="section">{block.title}</Heading>}
      {/* The title keeps its size; what stands below it is measured by the column. */}
      <Narrower share={image ? 5 / 12 : 0.5}>
        <Below title={block.title}>
          {block.text && (
            <RichText
              document={block.text}
              className={`max-w-prose text-ink-soft ${block.title || block.eyebrow ? 'mt-5' : ''}`}
            />
          )}
          {block.actions.length > 0 && (
            <div className="mt-7">
              <Nested blocks={block.actions} gap="small" />
            </div>
          )}
        </Below>
      </Narrower>
    </>
  )
  return (
    <Section anchor={block.anchor}>
      {image ? (
        <div className="grid items-center gap-x-12 gap-y-7 @3xl:grid-cols-12 @6xl:gap-x-20">
          {/* Beside a text that is longer, the picture goes along with the reader. */}
          <div
            className={`below-head @3xl:sticky @3xl:col-span-7 @3xl:self-start ${block.reversed ? '@3xl:order-last' : ''}`}
          >
            <ContentPicture
              picture={image}
              ratio={block.ratio}
              share={7 / 12}
              eager={eagerKey === block.key}
            />
          </div>
          <div className="min-w-0 @3xl:col-span-5">{words}</div>
        </div>
      ) : (
        // Without a picture the words keep their column, so that neighbours still alternate.
        <div className={`max-w-prose ${block.reversed ? '' : '@3xl:ml-auto'}`}>{words}</div>
      )}
    </Section>
  )
}
