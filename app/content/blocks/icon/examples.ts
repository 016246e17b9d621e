import { writeExamples } from '../example.ts'
import { iconName } from '../shared-fields.ts'

export const iconExamples = writeExamples('icon', ({ say }) => [
  { name: { de: 'Keines', en: 'None' }, fields: { name: 'none' } },
  {
    name: { de: 'Mit Beschreibung, mittig', en: 'With description, centred' },
    fields: { name: 'scales', description: say('Waage', 'Scales'), size: 'large', align: 'center' },
  },
  ...Object.entries(iconName.options)
    .filter(([name]) => name !== 'none')
    .map(([name, label]) => ({ name: label, fields: { name } })),
])
