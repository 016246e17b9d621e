import { useTranslations } from 'use-intl'
import type { BlockProps } from '../declaration.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function Image({ block }: BlockProps<'image'>) {
  const t = useTranslations('blocks.image')
  const { eagerKey, inset } = usePlace()
  const wide = block.width === 'wide' && !inset
  const picture = (
    <ContentPicture
      picture={block.image}
      ratio={block.ratio}
      share={block.width === 'text' ? 0.5 : 1}
      eager={eagerKey === block.key}
    />
  )
  const notes = [block.caption, block.image.credit && t('credit', { name: block.image.credit })].filter(
    Boolean,
  )
  const figure = (
    <figure className={block.width === 'text' ? 'max-w-prose' : ''}>
      {block.link ? (
        <ContentLink link={block.link} className="block">
          {picture}
          {block.image.alt === '' && <span className="sr-only">{block.caption ?? block.link.href}</span>}
        </ContentLink>
      ) : (
        picture
      )}
      {notes.length > 0 && (
        <figcaption className={`mt-3 text-ink-soft text-step--1 ${wide ? 'wrap' : ''}`}>
          {notes.join(' · ')}
        </figcaption>
      )}
    </figure>
  )
  return wide ? <div id={block.anchor}>{figure}</div> : <Section anchor={block.anchor}>{figure}</Section>
}
