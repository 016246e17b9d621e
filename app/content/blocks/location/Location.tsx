import { BranchDetails } from '../../branch/BranchDetails.tsx'
import { Below, Heading, Narrower } from '../../frame/Heading.tsx'
import { usePlace } from '../../frame/place.ts'
import { Section } from '../../frame/Section.tsx'
import { ContentPicture } from '../../media/ContentPicture.tsx'
import { RichText } from '../../rich-text/RichText.tsx'
import type { BlockProps } from '../block-props.ts'

export function Location({ block, data }: BlockProps<'location'>) {
  const { eagerKey } = usePlace()
  const title = block.title ?? data.name
  return (
    <Section anchor={block.anchor}>
      <div className="grid gap-x-12 gap-y-8 @3xl:grid-cols-12 @6xl:gap-x-20">
        <div className="min-w-0 @3xl:col-span-5">
          <Heading size="section" className="mb-5">
            {title}
          </Heading>
          <BranchDetails
            branch={data}
            hours={block.showHours}
            directions={block.showDirections}
            map={block.showMap}
          />
        </div>
        {(block.image || block.text) && (
          <div className="min-w-0 @3xl:col-span-7">
            {block.image && (
              <ContentPicture
                picture={block.image}
                ratio="landscape"
                share={7 / 12}
                eager={eagerKey === block.key}
              />
            )}
            {block.text && (
              <Narrower share={7 / 12}>
                <Below title={title}>
                  <RichText document={block.text} className={`max-w-prose ${block.image ? 'mt-6' : ''}`} />
                </Below>
              </Narrower>
            )}
          </div>
        )}
      </div>
    </Section>
  )
}
