import { defineBlock, story } from '../fields.ts'

export const schema = defineBlock({
  name: 'global-reference',
  label: { de: 'Gemeinsamer Inhalt', en: 'Shared content' },
  help: {
    de: 'Zeigt Blöcke, die an einer Stelle gepflegt und auf mehreren Seiten verwendet werden.',
    en: 'Shows blocks that are kept in one place and used on several pages.',
  },
  fields: {
    reference: story({
      label: { de: 'Gemeinsamer Inhalt', en: 'Shared content' },
      help: { de: 'Ein Inhalt aus dem Ordner „global“.', en: 'A story of the folder “global”.' },
      required: true,
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./GlobalReference.tsx')).GlobalReference
export { globalReferenceExamples as examples } from './examples.ts'
