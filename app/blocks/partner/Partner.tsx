import type { BlockProps } from '../declaration.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Grid } from '../frame/Grid.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function Partner({ block }: BlockProps<'partner'>) {
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Grid columns={block.partners.length === 3 ? 3 : 4} as="ul">
        {block.partners.map((partner) => (
          <li key={partner.key} className="border-line border-t pt-5">
            {partner.logo && (
              // The name stands below, so the logo itself says nothing new.
              <div className="mb-4 max-w-32">
                <ContentPicture picture={{ ...partner.logo, alt: '' }} share={0.1} narrowShare={0.3} />
              </div>
            )}
            <p className="font-medium">
              {partner.link ? (
                <ContentLink link={partner.link} className="link">
                  {partner.name}
                </ContentLink>
              ) : (
                partner.name
              )}
            </p>
            {partner.text && (
              <div className="mt-1.5 text-ink-soft text-step--1">
                <Paragraphs text={partner.text} />
              </div>
            )}
          </li>
        ))}
      </Grid>
    </Section>
  )
}
