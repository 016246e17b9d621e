import { BranchDetails } from '../branch/BranchDetails.tsx'
import type { BlockProps } from '../declaration.ts'
import { Grid } from '../frame/Grid.tsx'
import { Below, Heading } from '../frame/Heading.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'

export function Locations({ block, data }: BlockProps<'locations'>) {
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <Grid columns={data.length > 2 ? 3 : 2} as="ul">
          {data.map((branch) => (
            <li key={branch.id} className="min-w-0 border-line border-t pt-5">
              <Heading size="part" className="mb-4">
                {branch.name}
              </Heading>
              <BranchDetails
                branch={branch}
                hours={block.showHours}
                directions={block.showDirections}
                map={block.showMap}
              />
            </li>
          ))}
        </Grid>
      </Below>
    </Section>
  )
}
