import { BranchDetails } from '../branch/BranchDetails.tsx'
import type { BlockProps } from '../declaration.ts'
import { Below, Heading, Narrower } from '../frame/Heading.tsx'
import { usePlace } from '../frame/place.ts'
import { Section } from '../frame/Section.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'
import { RichText } from '../text/RichText.tsx'

export function Location({ block, data }: BlockProps<'location'>) {
  const { eagerKey } = usePlace()
  const title = block.title ?? data.name
  const details = (
    <BranchDetails
      branch={data}
      hours={block.showHours}
      directions={block.showDirections}
      map={block.showMap}
    />
  )
  const words = (share: number) =>
    block.text && (
      <Narrower share={share}>
        <Below title={title}>
          <RichText document={block.text} className="max-w-prose" />
        </Below>
      </Narrower>
    )
  return (
    <Section anchor={block.anchor}>
      <div className="grid gap-x-12 gap-y-8 @3xl:grid-cols-12 @6xl:gap-x-20">
        <div className="grid min-w-0 content-start gap-5 @3xl:col-span-5">
          <Heading size="section">{title}</Heading>
          {block.image ? details : words(5 / 12)}
        </div>
        <div className="grid min-w-0 content-start gap-6 @3xl:col-span-7">
          {block.image ? (
            <>
              <ContentPicture
                picture={block.image}
                ratio="landscape"
                share={7 / 12}
                eager={eagerKey === block.key}
              />
              {words(7 / 12)}
            </>
          ) : (
            details
          )}
        </div>
      </div>
    </Section>
  )
}
