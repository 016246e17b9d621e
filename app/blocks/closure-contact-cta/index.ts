import { boolean, defineBlock, multiline } from '../fields.ts'
import { actions, eyebrow, picture, requiredTitle } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'closure-contact-cta',
  label: { de: 'Kontakt zum Schluss', en: 'Closing contact call-to-action' },
  help: {
    de: 'Schließt eine Seite mit der Einladung, sich zu melden. Telefon und Öffnungszeiten kommen aus den Einstellungen.',
    en: 'Closes a page with the invitation to get in touch. Phone and opening hours come from the settings.',
  },
  fields: {
    eyebrow,
    title: requiredTitle,
    text: multiline({ label: { de: 'Text', en: 'Text' }, translatable: true, maxLength: 600 }),
    showPhone: boolean({ label: { de: 'Telefon und E-Mail zeigen', en: 'Show phone and e-mail' } }),
    showHours: boolean({ label: { de: 'Öffnungszeiten zeigen', en: 'Show opening hours' } }),
    actions,
    image: picture,
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./ClosureContactCta.tsx')).ClosureContactCta
export const loader = async () => (await import('./loader.ts')).loadClosureContactCta
export { closureContactCtaExamples as examples } from './examples.ts'
