import type { BlockProps } from '../declaration.ts'
import { Narrower } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { usePlace } from '../frame/place.ts'
import { ContentPicture } from '../media/ContentPicture.tsx'

const tones = {
  deep: 'bg-paper-deep',
  ink: 'tone-ink',
  green: 'tone-green',
  lines: 'border-line border-y',
} as const

/** Narrow texts inside stand in the middle too. */
const middle = 'text-center [&_.max-w-4xl]:mx-auto [&_.max-w-prose]:mx-auto'

export function BackgroundSection({ block }: BlockProps<'background-section'>) {
  const place = usePlace()
  const margins = place.inset ? (block.tone === 'lines' ? '' : 'px-5 @3xl:px-10') : 'wrap'
  const height = block.height === 'tall' ? 'py-20 lg:py-36' : 'py-12 lg:py-20'
  const centred = block.align === 'center'

  if (block.image) {
    // Words never lie on the picture itself, where nobody can promise that they can be read.
    return (
      <section id={block.anchor} className="relative grid bg-paper-deep">
        <div className="relative aspect-3/2 overflow-hidden @3xl:absolute @3xl:inset-0 @3xl:aspect-auto">
          <ContentPicture picture={block.image} fill eager={place.eagerKey === block.key} />
        </div>
        <div className={`${margins} relative ${height} @max-3xl:pt-0`}>
          <Narrower share={0.4}>
            <div
              className={`max-w-xl bg-paper px-6 py-8 @max-3xl:-mt-12 @3xl:px-12 @3xl:py-12 ${centred ? `mx-auto ${middle}` : ''}`}
            >
              <Nested blocks={block.content} gap="medium" />
            </div>
          </Narrower>
        </div>
      </section>
    )
  }
  return (
    <section id={block.anchor} className={`${tones[block.tone]} ${height}`}>
      <div className={margins || undefined}>
        <Narrower share={1}>
          <div className={centred ? `mx-auto max-w-4xl ${middle}` : ''}>
            <Nested blocks={block.content} gap="medium" />
          </div>
        </Narrower>
      </div>
    </section>
  )
}
