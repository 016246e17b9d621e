import { useTranslations } from 'use-intl'
import type { BlockProps } from '../declaration.ts'
import { Grid, type GridColumns } from '../frame/Grid.tsx'
import { Below, Heading } from '../frame/Heading.tsx'
import { Initials } from '../frame/Initials.tsx'
import { Paragraphs } from '../frame/Paragraphs.tsx'
import { Section } from '../frame/Section.tsx'
import { SectionHead } from '../frame/SectionHead.tsx'
import { ContentPicture } from '../media/ContentPicture.tsx'

export function Team({ block }: BlockProps<'team'>) {
  const t = useTranslations('blocks.team')
  const columns = Number(block.columns) as GridColumns
  return (
    <Section anchor={block.anchor}>
      <SectionHead title={block.title} lead={block.lead} />
      <Below title={block.title}>
        <Grid columns={columns} as="ul">
          {block.members.map((member) => (
            <li key={member.key} className={member.image ? '' : 'border-line border-t pt-5'}>
              <div className="mb-4">
                {member.image ? (
                  <ContentPicture picture={member.image} ratio="portrait" share={1 / columns} />
                ) : (
                  <Initials of={member.name} />
                )}
              </div>
              <Heading size="part">{member.name}</Heading>
              {(member.role || member.place) && (
                <p className="mt-1 text-ink-soft">{[member.role, member.place].filter(Boolean).join(', ')}</p>
              )}
              {member.text && (
                <div className="mt-3">
                  <Paragraphs text={member.text} />
                </div>
              )}
              {member.languages && (
                <p className="mt-3 text-ink-soft text-step--1">
                  {t('speaks', { languages: member.languages })}
                </p>
              )}
            </li>
          ))}
        </Grid>
      </Below>
    </Section>
  )
}
