import type { BlockProps } from '../declaration.ts'
import { Heading } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function MainPageTitle({ block }: BlockProps<'main-page-title'>) {
  const place = usePlace()
  const { image, imagePosition } = block
  const beside = image !== undefined && imagePosition !== 'below'
  const level = place.titleKey === block.key ? { level: 1 } : {}
  const words = (
    <div className={beside ? '@3xl:col-span-5' : 'max-w-4xl'}>
      {block.eyebrow && <p className="caps mb-4">{block.eyebrow}</p>}
      <Heading size="hero" {...level}>
        {block.title}
      </Heading>
      {block.lead && (
        <div className="mt-6 max-w-lg text-ink-soft text-step-1 leading-snug">
          <Paragraphs text={block.lead} />
        </div>
      )}
      {block.actions.length > 0 && (
        <div className={`mt-8 ${beside ? '' : 'max-w-xl'}`}>
          <Nested blocks={block.actions} gap="small" />
        </div>
      )}
    </div>
  )
  const picture = image && (
    <div className={beside ? '@3xl:col-span-7 @3xl:self-stretch' : 'mt-10'}>
      {/* Beside a long title the picture grows with it. */}
      <div className={beside ? 'relative aspect-8/7 w-full @3xl:min-h-full' : ''}>
        <div className={beside ? 'absolute inset-0' : ''}>
          <ContentPicture
            picture={image}
            upright={beside ? block.uprightImage : undefined}
            ratio={beside ? 'hero' : 'panorama'}
            share={beside ? 7 / 12 : 1}
            eager={place.eagerKey === block.key}
            fill={beside}
          />
        </div>
      </div>
    </div>
  )
  return (
    <Section anchor={block.anchor} className="pt-5 lg:pt-8">
      {beside ? (
        <div className="grid items-end gap-x-12 gap-y-7 @3xl:grid-cols-12 @6xl:gap-x-18">
          {imagePosition === 'left' && picture}
          {words}
          {imagePosition === 'right' && picture}
        </div>
      ) : (
        <>
          {words}
          {picture}
        </>
      )}
    </Section>
  )
}
