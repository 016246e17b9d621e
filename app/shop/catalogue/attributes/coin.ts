import { attribute } from './attribute.ts'
import { bilingual } from './columns.ts'

export const coin = attribute(bilingual('coin'), {
  id: 'coin',
  label: { de: 'Münze', en: 'Coin' },
  part: 'bullion',
  key: 'coin',
  fact: { place: { bullion: 50 }, essential: true },
  search: { reading: 'name' },
})
