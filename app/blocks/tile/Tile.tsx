import type { BlockProps } from '../declaration.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Below, Heading } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { SpriteIcon } from '../frame/SpriteIcon.tsx'
import { TileNumberContext, useTileNumber } from '../frame/tile-number.ts'
import { ContentPicture } from '../media/ContentPicture.tsx'

const looks = { rule: 'border-line border-t pt-5', deep: 'bg-paper-deep p-6', plain: '' } as const

export function Tile({ block }: BlockProps<'tile'>) {
  const number = useTileNumber()
  const { eagerKey } = usePlace()
  const { link, linkLabel, title } = block
  return (
    <Section anchor={block.anchor}>
      <div className={`h-full ${looks[block.variant]}`}>
        {number !== null && (
          <p aria-hidden="true" className="num mb-4 font-display text-brass text-step-1 leading-none">
            {number}
          </p>
        )}
        {block.icon !== 'none' && <SpriteIcon name={block.icon} className="mb-4 size-8 text-brass" />}
        {block.image && (
          <div className="mb-4">
            <ContentPicture picture={block.image} ratio="landscape" eager={eagerKey === block.key} />
          </div>
        )}
        {block.eyebrow && <p className="caps mb-2">{block.eyebrow}</p>}
        {title && (
          <Heading size="part">
            {link && !linkLabel ? (
              <ContentLink link={link} className="hover:underline hover:underline-offset-4">
                {title}
              </ContentLink>
            ) : (
              title
            )}
          </Heading>
        )}
        {block.text && (
          <div className={`max-w-prose text-ink-soft ${title ? 'mt-2.5' : ''}`}>
            <Paragraphs text={block.text} />
          </div>
        )}
        {block.content.length > 0 && (
          <div className="mt-4">
            <TileNumberContext value={null}>
              <Below title={title}>
                <Nested blocks={block.content} gap="small" />
              </Below>
            </TileNumberContext>
          </div>
        )}
        {link && (linkLabel || !title) && (
          <p className="mt-3">
            <ContentLink link={link} className="link inline-block py-1">
              {linkLabel ?? link.href}
            </ContentLink>
          </p>
        )}
      </div>
    </Section>
  )
}
