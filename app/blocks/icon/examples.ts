import { writeExamples } from '../example.ts'
import { iconName } from '../shared-fields.ts'

export const iconExamples = writeExamples('icon', ({ say }) => [
  { name: { de: 'Keines', en: 'None' }, fields: { name: 'none' } },
  {
    name: { de: 'Mit Beschreibung, mittig', en: 'With description, centred' },
    fields: { name: 'scales', description: say('Waage', 'Scales'), size: 'large', align: 'center' },
  },
  {
    name: { de: 'Aus einem Satz', en: 'Of a set' },
    fields: { icon: 'lucide:watch', description: say('Uhr', 'Watch'), size: 'large' },
  },
  {
    name: { de: 'Aus einem Satz, den es nicht gibt', en: 'Of a set that is not there' },
    fields: { icon: 'nowhere:watch' },
  },
  ...Object.entries(iconName.options)
    .filter(([name]) => name !== 'none')
    .map(([name, label]) => ({ name: label, fields: { name } })),
])
