import { attribute } from './attribute.ts'
import { bilingual } from './columns.ts'

/** Shown with the condition. */
export const conditionNotes = attribute(bilingual('condition_notes'), {
  id: 'condition-notes',
  label: { de: 'Bemerkungen zum Zustand', en: 'Notes on the condition' },
  part: 'piece',
  key: 'conditionNotes',
})
