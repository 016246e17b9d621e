import { asset, defineBlock, definePart, multiline, parts, text } from '../fields.ts'
import { columns, lead, title } from '../shared-fields.ts'

const teamMember = definePart({
  name: 'team-member',
  label: { de: 'Person', en: 'Person' },
  fields: {
    name: text({ label: { de: 'Name', en: 'Name' }, required: true, maxLength: 120 }),
    role: text({ label: { de: 'Aufgabe', en: 'Role' }, translatable: true, maxLength: 160 }),
    text: multiline({ label: { de: 'Text', en: 'Text' }, translatable: true, maxLength: 900 }),
    image: asset({ label: { de: 'Bild', en: 'Picture' }, translatable: true }),
    place: text({ label: { de: 'Filiale', en: 'Branch' }, translatable: true, maxLength: 80 }),
    languages: text({
      label: { de: 'Spricht', en: 'Speaks' },
      help: { de: 'Etwa: Deutsch, Englisch, Türkisch', en: 'For example: German, English, Turkish' },
      translatable: true,
      maxLength: 120,
    }),
  },
})

export const schema = defineBlock({
  name: 'team',
  label: { de: 'Team', en: 'Team' },
  help: {
    de: 'Die Menschen des Hauses mit Aufgabe und Bild.',
    en: 'The people of the house with role and picture.',
  },
  fields: {
    title,
    lead,
    members: parts({
      label: { de: 'Personen', en: 'People' },
      part: teamMember,
      required: true,
      min: 1,
      max: 24,
    }),
    columns,
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Team.tsx')).Team
export { teamExamples as examples } from './examples.ts'
